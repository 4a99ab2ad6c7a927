/** Counts tests for the closing line of a run: `TALLY_FILE`, where there is one, gets a line for each runner that ends. */
import { appendFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {import('@web/test-runner-core').TestSuiteResult} TestSuiteResult
 * @typedef {{ name?: string, file?: string, nesting?: number, details?: { type?: string }, skip?: unknown, todo?: unknown }} TestData
 * @typedef {{ type: string, data: TestData }} TestEvent
 */

/** @param {Tally} tally */
function write(tally) {
  const file = process.env.TALLY_FILE;
  // npm names the script that it runs: whoever reads the file knows of which step this is.
  if (file) appendFileSync(file, `${JSON.stringify({ step: process.env.npm_lifecycle_event, ...tally })}\n`);
}

/**
 * A reporter for Node's test runner. That passes a file which has no test, or whose process ends in the middle; here each
 * of them has failed.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* nodeTally(events) {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  /** How many tests and suites of a file have begun and not ended. */
  const open = new Map();
  /** @type {string[]} */
  const problems = [];
  for await (const { type, data } of events) {
    const { file = '', name, nesting } = data;
    const isFile = nesting === 0 && name === file;
    if (type === 'test:enqueue' && !isFile) open.set(file, (open.get(file) ?? 0) + 1);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (!isFile) open.set(file, (open.get(file) ?? 0) - 1);
    if (data.details?.type === 'suite') continue;
    // Node reports a skipped test as passed.
    if (data.skip !== undefined || data.todo !== undefined) tally.skipped += 1;
    else if (isFile && type === 'test:pass') problems.push(`${file}: no test was seen to the end.`);
    else tally[type === 'test:pass' ? 'passed' : 'failed'] += 1;
  }
  for (const [file, left] of open) if (left > 0) problems.push(`${file}: ended with ${left} tests or suites open.`);
  tally.failed += problems.length;
  write(tally);
  if (problems.length > 0) process.exitCode = 1;
  yield problems.map((problem) => `${problem}\n`).join('');
}

/**
 * @param {TestSuiteResult | undefined} suite
 * @param {Tally} tally
 */
function count(suite, tally) {
  for (const test of suite?.tests ?? []) tally[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
  for (const inner of suite?.suites ?? []) count(inner, tally);
}

/**
 * A reporter for web test runner.
 * @returns {import('@web/test-runner-core').Reporter}
 */
export function webTally() {
  return {
    stop({ sessions }) {
      const tally = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        const own = { passed: 0, failed: 0, skipped: 0 };
        count(session.testResults, own);
        // A file that did not load or threw outside of its tests has no failed test to show for it; one without tests fails.
        const isEmpty = own.passed + own.failed + own.skipped === 0;
        if ((!session.passed || isEmpty) && own.failed === 0) own.failed = 1;
        for (const kind of /** @type {const} */ (['passed', 'failed', 'skipped'])) tally[kind] += own[kind];
      }
      write(tally);
      process.once('exit', () =>
        console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`),
      );
    },
  };
}
