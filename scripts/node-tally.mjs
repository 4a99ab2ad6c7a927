/**
 * @typedef {object} TestError what Node says of a failed test
 * @property {string} [failureType]
 * @property {unknown} [cause] what the test threw
 *
 * @typedef {{ type?: string, error?: TestError }} Details
 * @typedef {{ type: string, data: { details?: Details, skip?: unknown, todo?: unknown } }} TestEvent
 */

/** What `until` says, and the drivers of browsers when no answer comes. */
const inVain = /^Waited \d+ ms in vain|timed out\. Increase the 'protocolTimeout'/;

/**
 * Whether a test came to its end because something took too long, which a busy machine can bring about, and not because
 * something was wrong.
 * @param {TestError | undefined} error
 */
const isLate = ({ failureType, cause } = {}) =>
  failureType === 'testTimeoutFailure' ||
  (cause instanceof Error && (cause.name === 'TimeoutError' || inVain.test(cause.message)));

/**
 * A reporter for Node's test runner that says nothing but how many tests passed, failed, failed for being late, and were
 * skipped, as JSON.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* tally(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, late: 0 };
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    // Node reports a skipped test as passed.
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else if (type === 'test:pass') counts.passed += 1;
    else {
      counts.failed += 1;
      if (isLate(data.details?.error)) counts.late += 1;
    }
  }
  yield JSON.stringify(counts);
}
