/** Whether the checks of money and card data would notice if what protects these were gone. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { guards, type Guard } from './guards.ts';

interface Tally {
  passed: number;
  failed: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['src', 'demo', 'test', 'scripts', 'build'];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<'test:node' | 'wider:scenarios', string>;
};
const nodeFolders = [scripts['test:node'], scripts['wider:scenarios']]
  .flatMap((script) => script.split(' '))
  .filter((word) => word.startsWith('test/'));

/** Copies of the repository: one for each guard that is out at a time, as a change would be seen by all others. */
const workers = availableParallelism();

describe('a test notices a guard that is taken out:', { concurrency: workers }, () => {
  const free: string[] = [];
  /** What the whole source comes to, test file by test file. */
  const whole = new Map<string, Promise<Tally>>();

  before(() => {
    for (let worker = 0; worker < workers; worker++) {
      const copy = realpathSync(mkdtempSync(join(tmpdir(), 'pay-checkout-mutants-')));
      for (const entry of readdirSync(root, { withFileTypes: true }))
        if (folders.includes(entry.name) || (entry.isFile() && !entry.name.startsWith('.')))
          cpSync(join(root, entry.name), join(copy, entry.name), { recursive: true });
      symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'));
      free.push(copy);
    }
  });
  after(() => {
    for (const copy of free) rmSync(copy, { recursive: true, force: true });
  });

  /** Runs one test file as `npm test` does, if need be with a time limit for all of it. */
  async function run(t: TestContext, copy: string, file: string, limitMs?: number): Promise<Tally> {
    const options = limitMs === undefined ? [] : [`--test-timeout=${limitMs}`];
    const inNode = nodeFolders.some((folder) => file.startsWith(`${folder}/`));
    assert(inNode || /^test\/(?:ui|methods)\//.test(file), `${file} is no test file in Node, nor of the unit tests.`);
    const tally = join(copy, 'tally.jsonl');
    rmSync(tally, { force: true });
    const { NODE_TEST_CONTEXT: _, BROWSERS: __, ...env } = process.env;
    const child = spawn(
      process.execPath,
      inNode
        ? ['scripts/test-files.mjs', ...options, file]
        : ['node_modules/@web/test-runner/dist/bin.js', '--files', file],
      { cwd: copy, env: { ...env, TALLY_FILE: tally }, stdio: ['ignore', 'pipe', 'pipe'], signal: t.signal },
    );
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (data: Buffer) => (said += data));
    const [code] = await once(child, 'close');
    assert(existsSync(tally), `${file} has ended without a count of its tests.\n${said}`);
    const { passed, failed } = JSON.parse(readFileSync(tally, 'utf8')) as Tally;
    assert.equal(code === 0, failed === 0, said);
    return { passed, failed };
  }

  /** The same for the source as it is, which has to pass. */
  async function runWhole(t: TestContext, copy: string, file: string): Promise<Tally> {
    const tally = await run(t, copy, file);
    assert.equal(tally.failed, 0, `${file} fails without any change.`);
    return tally;
  }

  function withoutGuard({ file, text, without }: Guard, source: string): string {
    const [start, end, ...more] = source.split(text);
    assert(start !== undefined && end !== undefined && more.length === 0, `${file} holds not exactly once: ${text}`);
    return start + without + end;
  }

  for (const guard of guards)
    it(`${guard.name} (${guard.test})`, async (t) => {
      const copy = free.pop();
      assert(copy, 'More tests run than there are copies.');
      const path = join(copy, guard.file);
      const source = readFileSync(path, 'utf8');
      try {
        const mutant = withoutGuard(guard, source);
        const counted = whole.get(guard.test) ?? runWhole(t, copy, guard.test);
        whole.set(guard.test, counted);
        const { passed } = await counted;
        writeFileSync(path, mutant);
        const tally = await run(t, copy, guard.test, guard.isEndless && 60_000);
        t.diagnostic(`${tally.failed} of ${passed} tests failed`);
        assert.notEqual(tally.failed, 0, `${guard.test} passes without: ${guard.text}`);
        // A file that does not load, or ends early, counts other tests.
        if (!guard.isEndless) assert.equal(tally.passed + tally.failed, passed, 'Not the same tests have run.');
      } finally {
        writeFileSync(path, source);
        free.push(copy);
      }
    });
});
