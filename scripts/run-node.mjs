import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a JavaScript file in a Node of its own and keeps what it prints.
 * @param {string[]} args as they follow `node`
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runNode(args) {
  // Node's test runner tells its files by this how to report: what they run in turn reports to whoever reads.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output: Buffer.concat(chunks).toString() };
}
