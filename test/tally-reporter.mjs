/** Counts tests for the closing line of a run: `TALLY_FILE`, where there is one, gets a line for each runner that ends. */
import { appendFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number }} Tally what is left out has failed
 * @typedef {import('@web/test-runner-core').TestSuiteResult} TestSuiteResult
 * @typedef {{ name?: string, file?: string, nesting?: number, details?: { type?: string }, skip?: unknown, todo?: unknown }} TestData
 * @typedef {{ type: string, data: TestData }} TestEvent
 */

/** What Node gives as the reason where whoever runs the tests has asked for others. */
const notAskedFor = new Set(['test name does not match pattern', "'only' option not set"]);

/** @param {Tally} tally */
function write(tally) {
  const file = process.env.TALLY_FILE;
  // npm names the script that it runs: whoever reads the file knows of which step this is.
  if (file) appendFileSync(file, `${JSON.stringify({ step: process.env.npm_lifecycle_event, ...tally })}\n`);
}

/** @param {string[]} problems */
const lines = (problems) => problems.map((problem) => `${problem}\n`).join('');

/**
 * A reporter for Node's test runner. That passes a file which has no test, or whose process ends in the middle, a suite
 * without a test, and what is skipped or still to be written; here each of them has failed.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* nodeTally(events) {
  const tally = { passed: 0, failed: 0 };
  /** How many tests and suites of a file have begun and not ended. */
  const open = new Map();
  /** How many have ended at each depth inside of what goes on: they end ahead of what is around them. */
  const inside = [0];
  /** @type {string[]} */
  const problems = [];
  for await (const { type, data } of events) {
    const { file = '', name, nesting = 0, skip, todo } = data;
    const isFile = nesting === 0 && name === file;
    if (type === 'test:enqueue' && !isFile) open.set(file, (open.get(file) ?? 0) + 1);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (!isFile) open.set(file, (open.get(file) ?? 0) - 1);
    const [isSuite, isEmpty] = [data.details?.type === 'suite', !inside[nesting + 1]];
    inside[nesting] = (inside[nesting] ?? 0) + 1;
    inside[nesting + 1] = 0;
    if (notAskedFor.has(String(skip))) continue;
    if (skip !== undefined) problems.push(`${file}: "${name}" is skipped.`);
    else if (todo !== undefined) problems.push(`${file}: "${name}" is still to be written.`);
    else if (isFile && type === 'test:pass') problems.push(`${file}: no test was seen to the end.`);
    else if (!isSuite) tally[type === 'test:pass' ? 'passed' : 'failed'] += 1;
    else if (isEmpty && type === 'test:pass') problems.push(`${file}: "${name}" has no test.`);
  }
  for (const [file, left] of open) if (left > 0) problems.push(`${file}: ended with ${left} tests or suites open.`);
  tally.failed += problems.length;
  write(tally);
  if (problems.length > 0) process.exitCode = 1;
  yield lines(problems);
}

/**
 * @param {TestSuiteResult} suite
 * @param {Tally} tally
 * @param {string[]} problems
 */
function count({ name, tests, suites }, tally, problems) {
  if (tests.length + suites.length === 0) problems.push(`${name ? `"${name}"` : 'the file'} has no test.`);
  for (const test of tests) {
    if (test.skipped) problems.push(`"${test.name}" is skipped.`);
    else tally[test.passed ? 'passed' : 'failed'] += 1;
  }
  for (const inner of suites) count(inner, tally, problems);
}

/**
 * A reporter for web test runner. What that passes although there is no test, or it is skipped, has failed here, too.
 * @returns {import('@web/test-runner-core').Reporter}
 */
export function webTally() {
  return {
    stop({ sessions }) {
      const tally = { passed: 0, failed: 0 };
      /** @type {string[]} */
      const problems = [];
      for (const { testFile, testResults, passed } of sessions) {
        const own = { passed: 0, failed: 0 };
        /** @type {string[]} */
        const found = [];
        if (testResults) count(testResults, own, found);
        // A file that did not load or threw outside of its tests has no failed test to show for it.
        if (!passed && own.failed === 0) own.failed = 1;
        tally.passed += own.passed;
        tally.failed += own.failed + found.length;
        problems.push(...found.map((problem) => `${testFile}: ${problem}`));
      }
      write(tally);
      process.once('exit', () => {
        console.log(`\n${lines(problems)}${tally.passed} passed, ${tally.failed} failed`);
        if (problems.length > 0) process.exitCode = 1;
      });
    },
  };
}
