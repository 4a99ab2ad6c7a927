/** Counts tests for the closing line of a run: `TALLY_FILE`, where there is one, gets a line for each runner that ends. */
import { appendFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {import('@web/test-runner-core').TestSuiteResult} TestSuiteResult
 * @typedef {{ type: string, data: { details?: { type?: string }, skip?: unknown, todo?: unknown } }} TestEvent
 */

/** @param {Tally} tally */
function write(tally) {
  const file = process.env.TALLY_FILE;
  // npm names the script that it runs: whoever reads the file knows of which step this is.
  if (file) appendFileSync(file, `${JSON.stringify({ step: process.env.npm_lifecycle_event, ...tally })}\n`);
}

/**
 * A reporter for Node's test runner.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* nodeTally(events) {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    // Node reports a skipped test as passed.
    if (data.skip !== undefined || data.todo !== undefined) tally.skipped += 1;
    else tally[type === 'test:pass' ? 'passed' : 'failed'] += 1;
  }
  write(tally);
  yield '';
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
        const before = tally.failed;
        count(session.testResults, tally);
        // A file that did not load or threw outside of its tests has no failed test to show for it.
        if (!session.passed && tally.failed === before) tally.failed += 1;
      }
      write(tally);
      process.once('exit', () =>
        console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`),
      );
    },
  };
}
