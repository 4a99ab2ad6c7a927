import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [again] what was run a second time, which is what counts
 * @property {string[]} [accounts] what failed files had to say
 *
 * @typedef {Tally & { late?: number }} FileTally `late`: how many of the failed ones only took too long
 */

/** @returns {Tally} */
export const emptyTally = () => ({ passed: 0, failed: 0, skipped: 0 });

/**
 * @param {Tally} a
 * @param {Tally} b
 * @returns {Tally}
 */
export const addTallies = (a, b) => {
  const again = [...(a.again ?? []), ...(b.again ?? [])];
  const accounts = [...(a.accounts ?? []), ...(b.accounts ?? [])];
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    ...(again.length > 0 && { again }),
    ...(accounts.length > 0 && { accounts }),
  };
};

/**
 * Prints how it all went, and once more why something failed: thousands of lines may lie between. The last line is
 * `N passed, M failed`.
 * @param {Tally} total
 */
export function printTally({ passed, failed, skipped, again = [], accounts = [] }) {
  for (const account of accounts) console.log(`\n${account}`);
  if (skipped > 0) console.log(`\n${skipped} skipped`);
  if (again.length > 0) console.log(`\nlate at first, and run once more: ${again.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
}

/**
 * Hands a file to a test run that writes its counts there as JSON, and reads them afterwards. A run that ended badly
 * without a failed test to show for it (a file that does not load, a process that died) counts as one failure, and so
 * does one that found no test at all.
 * @param {(file: string) => Promise<{ code: number }>} run
 * @returns {Promise<FileTally>}
 */
export async function tallyOf(run) {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'));
  const file = join(folder, 'tally.json');
  try {
    const { code } = await run(file);
    /** @type {FileTally} */
    const tally = readTally(file) ?? emptyTally();
    const nothingRan = tally.passed + tally.failed + tally.skipped === 0;
    if (tally.failed === 0 && (code !== 0 || nothingRan)) tally.failed = 1;
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {FileTally | undefined}
 */
function readTally(file) {
  try {
    return { ...emptyTally(), ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return undefined;
  }
}
