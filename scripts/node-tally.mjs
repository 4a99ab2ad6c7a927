/** @typedef {{ type: string, data: { details?: { type?: string }, skip?: unknown, todo?: unknown } }} TestEvent */

/**
 * A reporter for Node's test runner that says nothing but how many tests passed, failed and were skipped, as JSON.
 * @param {AsyncIterable<TestEvent>} events
 */
export default async function* tally(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue;
    // Node reports a skipped test as passed.
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped += 1;
    else counts[type === 'test:pass' ? 'passed' : 'failed'] += 1;
  }
  yield JSON.stringify(counts);
}
