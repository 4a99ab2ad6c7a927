import { writeFileSync } from 'node:fs';

/** @typedef {import('@web/test-runner-core').TestSuiteResult} TestSuiteResult */

/**
 * @param {TestSuiteResult | undefined} suite
 * @param {{ passed: number, failed: number, skipped: number }} tally
 */
function count(suite, tally) {
  for (const test of suite?.tests ?? []) tally[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
  for (const inner of suite?.suites ?? []) count(inner, tally);
}

/**
 * Prints plain closing counts, and writes them to the file that `TALLY_FILE` names, for the script that adds them up.
 * @returns {import('@web/test-runner-core').Reporter}
 */
export function tallyReporter() {
  return {
    stop({ sessions }) {
      const tally = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        const before = tally.failed;
        count(session.testResults, tally);
        // A file that did not load or threw outside of its tests has no failed test to show for it.
        if (!session.passed && tally.failed === before) tally.failed += 1;
      }
      if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally));
      process.once('exit', () =>
        console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`),
      );
    },
  };
}
