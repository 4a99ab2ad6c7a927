import { spawn } from 'node:child_process';

/** @typedef {{ code: number, output: string }} Outcome */

/**
 * Runs a JavaScript file in a Node of its own and keeps what it prints. One that does not end in time is ended.
 * @param {string[]} args as they follow `node`
 * @param {{ env?: Record<string, string>, timeoutMs?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export function runNode(args, { env = {}, timeoutMs = 300_000 } = {}) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  let late = '';
  // The first signal lets a test runner close its browsers; the second takes no answer.
  const timers = [
    setTimeout(() => {
      late = `\nnode ${args.join(' ')} did not end within ${timeoutMs / 1000} s.\n`;
      child.kill('SIGTERM');
    }, timeoutMs),
    setTimeout(() => child.kill('SIGKILL'), timeoutMs + 5000),
  ];
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code: late ? 1 : (code ?? 1), output: Buffer.concat(chunks).toString() + late });
    });
  });
}
