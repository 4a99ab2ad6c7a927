/**
 * Runs test files with Node's test runner: `node scripts/test-files.mjs [OPTION OF NODE]... FILE-OR-FOLDER...`.
 *
 * Files ending in `.e2e.ts` drive browsers, which are started once: a file has one for itself while it runs, and each of
 * its tests a context of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BrowserPool } from './browser-pool.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const files = args
  .filter((arg) => !arg.startsWith('-'))
  .flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(?:test|e2e)\.m?[jt]s$/.test(name))
          .map((name) => join(path, name))
      : path,
  );
if (files.length === 0) throw new Error('No test file is named.');

// Other engines are started by each file: their drivers know one window, or one driver at a time.
const usesPool = files.some((file) => file.endsWith('.e2e.ts')) && !process.env.E2E_BROWSER;
// Most of a journey is waiting, so that two of them keep a processor busy.
const workers = Math.min(files.length, availableParallelism() * (usesPool ? 2 : 1));
const pool = usesPool ? await BrowserPool.start(workers) : undefined;

const reporters = [
  ['spec', 'stdout'],
  ['./test/tally-reporter.mjs', 'stdout'],
].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
const child = spawn(
  process.execPath,
  [
    '--import=./scripts/typescript.mjs',
    '--test',
    `--test-concurrency=${workers}`,
    '--test-timeout=900000',
    ...reporters,
    ...options,
    ...files,
  ],
  { stdio: 'inherit', env: { ...process.env, ...(pool && { BROWSER_POOL: pool.address }) } },
);
// Whoever ends this program ends the tests and their browsers with it.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'close');
await pool?.stop();
process.exitCode = code ?? 1;
