import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version in package.json, which builds put in place of `__VERSION__`. */
export function readVersion() {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  /** @type {{ version: string }} */
  const { version } = JSON.parse(text);
  return version;
}

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

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

/**
 * The JavaScript file behind a package's command. Run with Node it needs no shell, also on Windows.
 * @param {string} name of the package
 * @param {string} [command] when the package has several
 */
export function packageBin(name, command = name) {
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin[command];
  if (!file) throw new Error(`${name} has no command ${command}.`);
  return join(modules, name, file);
}

/**
 * Lets a server listen on a free port, for this machine alone.
 * @param {import('node:http').Server | import('node:https').Server} server
 * @returns {Promise<string>} its origin
 */
export async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return `${'setSecureContext' in server ? 'https' : 'http'}://127.0.0.1:${address.port}`;
}
