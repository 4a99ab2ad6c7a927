import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @typedef {{ code: number, output: string }} Outcome */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let isEnding = false;

/** The first signal lets a test runner close its browsers; the second, after so long, takes no answer. */
const patienceMs = 5000;

/**
 * Runs a JavaScript file in a Node of its own and keeps what it prints. One that does not end in time is ended.
 * @param {string[]} args as they follow `node`
 * @param {{ env?: Record<string, string>, timeoutMs?: number }} [options]
 * @returns {Promise<Outcome>}
 */
export async function runNode(args, { env = {}, timeoutMs = 300_000 } = {}) {
  if (isEnding) return never();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  let late = '';
  const timer = setTimeout(() => {
    late = `\nnode ${args.join(' ')} did not end within ${timeoutMs / 1000} s.\n`;
    void end(child);
  }, timeoutMs);
  running.add(child);
  try {
    const [code] = await once(child, 'close');
    if (isEnding) return await never();
    return { code: late ? 1 : (code ?? 1), output: Buffer.concat(chunks).toString() + late };
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
}

/**
 * Ends everything that runs, and waits for that. Nothing starts any more, and nobody hears how it went: what was ended
 * on purpose is no failure.
 */
export async function endAll() {
  isEnding = true;
  await Promise.all([...running].map(end));
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.kill('SIGTERM');
  await once(child, 'close');
  clearTimeout(timer);
}

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});
