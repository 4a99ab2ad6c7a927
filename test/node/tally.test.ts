import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runSuites } from '../../scripts/node-suites.mjs';
import { runNode } from '../../scripts/run-node.mjs';
import { emptyTally, tallyOf } from '../../scripts/tally.mjs';

describe('the counts of a test run', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tally-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a file with this text as the project's node suites are run. */
  const tallyFor = (text: string, options: { timeoutMs?: number } = {}) => {
    const file = join(folder, 'sample.test.ts');
    writeFileSync(file, `import { before, describe, it } from 'node:test';\n${text}`);
    return runSuites([relative('.', file)], options);
  };
  /** The counts of such a run alone. */
  const countsOf = async (...run: Parameters<typeof tallyFor>) => {
    const { accounts: _, ...counts } = await tallyFor(...run);
    return counts;
  };

  it('are those of the tests, not of the suites around them', async () => {
    const text = `
      const fail = (): never => { throw new Error('on purpose'); };
      describe('outer', () => {
        it('one', () => undefined);
        describe('inner', () => { it('two', () => undefined); it('three', fail); });
        it.skip('four', fail);
      });`;
    assert.deepEqual(await countsOf(text), { passed: 2, failed: 1, skipped: 1 });
  });

  it('come with an account of each file that failed, which a sum says once more at its end', async () => {
    const text = (body: string) => `it('one', () => { ${body} });`;
    assert.equal((await tallyFor(text(''))).accounts, undefined);
    const { accounts } = await tallyFor(text(`throw new Error('on purpose')`));
    assert.match(accounts?.join('') ?? '', /^✗ .*sample\.test\.ts\n[^]*✖ one[^]*on purpose/);
    const summed = join(folder, 'summed.json');
    writeFileSync(summed, JSON.stringify({ ...emptyTally(), failed: 1, accounts }));
    const { output } = await runNode(['scripts/sum-tallies.mjs', '1', summed]);
    assert.match(output, /on purpose[^]*\n0 passed, 1 failed\n$/);
  });

  it('name a failure for a file that does not load', async () => {
    assert.deepEqual(await countsOf(`import './nowhere.ts'; it('never', () => undefined);`), {
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });

  it('name a failure for a file without tests', async () => {
    assert.deepEqual(await countsOf('export {};'), { passed: 0, failed: 1, skipped: 0 });
  });

  it('name a failure for a process that ends in the middle', async () => {
    assert.equal((await countsOf(`it('one', () => { process.exit(0); });`)).failed, 1);
  });

  it('are those of a second run for what only took too long in the first', async () => {
    const late = `throw new Error('Waited 5 ms in vain: a button.')`;
    /** A test that fails so in the first run alone, after one that goes as it goes in each. */
    const text = (name: string, failing: string, other = '') => `
      import { existsSync, writeFileSync } from 'node:fs';
      const mark = ${JSON.stringify(join(folder, name))};
      it('one', () => { ${other} });
      it('two', () => { if (!existsSync(mark)) { writeFileSync(mark, ''); ${failing}; } });`;
    const again = [relative('.', join(folder, 'sample.test.ts'))];
    assert.deepEqual(await countsOf(text('late', late)), { passed: 2, failed: 0, skipped: 0, again });
    assert.deepEqual(await countsOf(text('wrong', `throw new Error('on purpose')`)), {
      passed: 1,
      failed: 1,
      skipped: 0,
    });
    const both = text('both', late, `throw new Error('on purpose');`);
    assert.deepEqual(await countsOf(both), { passed: 0, failed: 2, skipped: 0 });
    const mute = `throw new Error("Runtime.callFunctionOn timed out. Increase the 'protocolTimeout' setting.")`;
    assert.deepEqual(await countsOf(text('mute', mute)), { passed: 2, failed: 0, skipped: 0, again });
    const never = `it('one', () => { ${late}; });`;
    assert.deepEqual(await countsOf(never), { passed: 0, failed: 1, skipped: 0, again });
    const slow = `it('one', { timeout: 5 }, () => new Promise((resolve) => { setTimeout(resolve, 1000); }));`;
    assert.deepEqual(await countsOf(slow), { passed: 0, failed: 1, skipped: 0, again });
  });

  it('name a failure for tests that never end', async () => {
    const text = `it('one', () => new Promise(() => { setInterval(() => undefined, 1000); }));`;
    assert.equal((await countsOf(text, { timeoutMs: 1500 })).failed, 1);
  });

  it('name a failure for a suite whose preparation fails', async () => {
    const text = `describe('outer', () => { before(() => { throw new Error('on purpose'); }); it('one', () => undefined); });`;
    assert.equal((await countsOf(text)).passed, 0);
    assert.equal((await countsOf(text)).failed, 1);
  });

  it('name a failure for a run that leaves no counts', async () => {
    assert.deepEqual(await tallyOf(async () => ({ code: 0 })), { passed: 0, failed: 1, skipped: 0 });
  });
});

describe('the sum of several runs', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallies-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** The last line, and the exit code, for runs that left these files; undefined is one that left none. */
  const sumOf = async (status: number, ...runs: (object | undefined)[]): Promise<[line: string, code: number]> => {
    const files = runs.map((run, index) => {
      const file = join(folder, `${index}.json`);
      rmSync(file, { force: true });
      if (run) writeFileSync(file, JSON.stringify(run));
      return file;
    });
    const { code, output } = await runNode(['scripts/sum-tallies.mjs', String(status), ...files]);
    return [output.trimEnd().split('\n').at(-1) ?? '', code];
  };
  const run = (passed: number, failures: Record<string, number> = {}) => {
    const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
    return { passed, failed, skipped: 0, failures };
  };

  it('is that of all their tests', async () => {
    assert.deepEqual(await sumOf(0, run(3), run(4)), ['7 passed, 0 failed', 0]);
    assert.deepEqual(await sumOf(1, run(3, { unit: 2 }), run(4, { faults: 1 })), ['7 passed, 3 failed', 1]);
  });

  it('names what was run once more', async () => {
    const runs = [{ ...run(3), again: ['a.e2e.ts'] }, run(2), { ...run(4), again: ['b.e2e.ts in firefox'] }];
    const files = runs.map((one, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(one));
      return file;
    });
    const { output } = await runNode(['scripts/sum-tallies.mjs', '0', ...files]);
    assert.match(output, /run once more: a\.e2e\.ts, b\.e2e\.ts in firefox\n\n9 passed, 0 failed\n$/);
  });

  it('has a stage that failed in each of them once', async () => {
    assert.deepEqual(await sumOf(1, run(3, { build: 1, lint: 1 }), run(0, { build: 1 })), ['3 passed, 2 failed', 1]);
  });

  it('has a failure for a run that left nothing, or ended badly without saying why', async () => {
    assert.deepEqual(await sumOf(0, run(3), undefined), ['3 passed, 1 failed', 1]);
    assert.deepEqual(await sumOf(1, run(3), run(4)), ['7 passed, 1 failed', 1]);
  });
});
