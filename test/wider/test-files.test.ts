import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';

const given = `import { describe, it } from 'node:test';`;

interface Outcome {
  status: number | null;
  passed: number;
  failed: number;
  /** What was printed. */
  said: string;
}

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program of Node, and gives how that ended and what was counted. */
function count(t: TestContext, ...args: string[]): Outcome {
  const tally = join(makeFolder(t), 'tally.jsonl');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, args, {
    env: { ...env, TALLY_FILE: tally, npm_lifecycle_event: 'sample' },
    encoding: 'utf8',
  });
  const { step, ...counts } = JSON.parse(readFileSync(tally, 'utf8'));
  assert.equal(step, 'sample');
  return { status, ...counts, said: stdout };
}

/** Runs test files with these texts as the checks do. */
function run(t: TestContext, texts: string[], options: string[] = []): Outcome {
  const folder = makeFolder(t);
  const files = texts.map((text, place) => {
    const file = join(folder, `sample-${place}.test.ts`);
    writeFileSync(file, text);
    return file;
  });
  return count(t, 'scripts/test-files.mjs', ...options, ...files);
}

describe('the runner of test files', () => {
  it('counts tests, not suites', (t) => {
    const more = `describe('more', () => { it('two', () => {}); });`;
    const text = `${given} describe('all', () => { it('one', () => {}); ${more} });`;
    const { status, passed, failed } = run(t, [text]);
    assert.deepEqual([status, passed, failed], [0, 2, 0]);
  });

  it('fails for a test that fails', (t) => {
    const text = `${given} it('one', () => {}); it('two', () => { throw new Error('on purpose'); });`;
    const { status, passed, failed } = run(t, [text]);
    assert.deepEqual([status, passed, failed], [1, 1, 1]);
  });

  for (const [what, text] of [
    ['does not load', `${given} import './missing.ts'; it('one', () => {});`],
    ['throws outside of its tests', `${given} it('one', () => {}); throw new Error('on purpose');`],
    ['ends its process', `${given} it('one', () => process.exit(1));`],
    [
      'ends its process as if all were well',
      `${given} it('one', () => {}); it('two', () => process.exit(0)); it('three', () => {});`,
    ],
    ['has no test', 'export {};'],
  ] as const)
    it(`fails for a file that ${what}`, (t) => {
      const { status, failed } = run(t, [text]);
      assert.equal(status, 1);
      assert.ok(failed > 0);
    });

  for (const [what, text, problem] of [
    ['a suite without a test', `describe('it', () => {});`, '"it" has no test.'],
    ['a suite without a test in another', `describe('all', () => { describe('it', () => {}); });`, '"it" has no test.'],
    ['a test that is skipped', `it.skip('it', () => {});`, '"it" is skipped.'],
    ['a test that skips itself', `it('it', (t) => t.skip('for a reason'));`, '"it" is skipped.'],
    ['a suite that is skipped', `describe.skip('it', () => { it('two', () => {}); });`, '"it" is skipped.'],
    ['a test to be written', `it.todo('it');`, '"it" is still to be written.'],
    ['a suite to be written', `describe.todo('it', () => { it('two', () => {}); });`, '"it" is still to be written.'],
  ] as const)
    it(`fails for ${what}, and names it`, (t) => {
      const { status, failed, said } = run(t, [`${given} it('one', () => {}); ${text}`]);
      assert.deepEqual([status, failed], [1, 1]);
      assert.ok(said.includes(`sample-0.test.ts: ${problem}`), said);
    });

  it('fails for a file without a test beside files whose tests another one declares', (t) => {
    const shared = join(makeFolder(t), 'shared.ts');
    writeFileSync(shared, `${given} export const check = () => describe('all', () => { it('one', () => {}); });`);
    const text = `import { check } from ${JSON.stringify(shared)}; check();`;
    const whole = run(t, [text, text]);
    assert.deepEqual([whole.status, whole.passed, whole.failed], [0, 2, 0]);
    const lacking = run(t, [text, 'export {};', text]);
    assert.deepEqual([lacking.status, lacking.passed, lacking.failed], [1, 2, 1]);
    assert.match(lacking.said, /sample-1\.test\.ts: no test was seen to the end\./);
  });

  it('misses no test that whoever runs it has not asked for', (t) => {
    const text = `${given} describe('all', () => { it('one', () => {}); it('two', () => {}); });`;
    const { status, passed, failed } = run(t, [text], ['--test-name-pattern=one']);
    assert.deepEqual([status, passed, failed], [0, 1, 0]);
  });
});

describe('the count of the tests in a browser', () => {
  const passing = { name: 'one', passed: true, skipped: false };

  for (const [what, suites, tests, problem] of [
    ['nothing is missing', [], [passing], undefined],
    ['a suite has no test', [{ name: 'it', suites: [], tests: [] }], [passing], '"it" has no test.'],
    ['a test is skipped', [], [passing, { name: 'it', passed: true, skipped: true }], '"it" is skipped.'],
    ['a file has no test', [], [], 'the file has no test.'],
  ] as const)
    it(`${problem ? 'fails where' : 'passes where'} ${what}`, (t) => {
      const session = { testFile: 'sample.test.ts', passed: true, testResults: { name: '', suites, tests } };
      const program = `import { webTally } from './test/tally-reporter.mjs';
        webTally().stop({ sessions: [${JSON.stringify(session)}] });
        process.exit(0);`;
      const { status, failed, said } = count(t, '--input-type=module', '--eval', program);
      assert.deepEqual([status, failed], problem ? [1, 1] : [0, 0]);
      if (problem) assert.ok(said.includes(`sample.test.ts: ${problem}`), said);
    });
});
