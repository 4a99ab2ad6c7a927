/**
 * Runs a TypeScript file: `node scripts/run.mjs path/to/file.ts [args]`.
 *
 * Node 20 reads no TypeScript. Vite's module runner does, maps stack traces back, and needs no built files.
 */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { createTypeScriptRunner } from './typescript-runner.mjs';

const [, script, file, ...args] = process.argv;
if (!file) {
  console.error('usage: node scripts/run.mjs FILE.ts [args]');
  process.exit(2);
}
const path = resolve(file);
process.argv = [process.argv[0] ?? script ?? '', path, ...args];
try {
  const runner = await createTypeScriptRunner();
  await runner.import(pathToFileURL(path).href);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
