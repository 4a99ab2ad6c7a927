import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a JavaScript file in a Node of its own and keeps what it prints.
 * @param {string[]} args as they follow `node`
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runNode(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output: Buffer.concat(chunks).toString() };
}
