import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';

const given = `import { describe, it } from 'node:test';`;

/** Runs a test file as the checks do, and gives how that ended and what was counted. */
function run(t: TestContext, text: string): { status: number | null; passed: number; failed: number; skipped: number } {
  const folder = mkdtempSync(join(tmpdir(), 'test-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [file, tally] = [join(folder, 'sample.test.ts'), join(folder, 'tally.jsonl')];
  writeFileSync(file, text);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ['scripts/test-files.mjs', file], {
    env: { ...env, TALLY_FILE: tally, npm_lifecycle_event: 'sample' },
  });
  const { step, ...counts } = JSON.parse(readFileSync(tally, 'utf8'));
  assert.equal(step, 'sample');
  return { status, ...counts };
}

describe('the runner of test files', () => {
  it('counts tests, not suites', (t) => {
    const text = `${given} describe('all', () => { it('one', () => {}); it('two', () => {}); it.skip('three'); });`;
    assert.deepEqual(run(t, text), { status: 0, passed: 2, failed: 0, skipped: 1 });
  });

  it('fails for a test that fails', (t) => {
    const text = `${given} it('one', () => {}); it('two', () => { throw new Error('on purpose'); });`;
    assert.deepEqual(run(t, text), { status: 1, passed: 1, failed: 1, skipped: 0 });
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
      const { status, failed } = run(t, text);
      assert.equal(status, 1);
      assert.ok(failed > 0);
    });
});
