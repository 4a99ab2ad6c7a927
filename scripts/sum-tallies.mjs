/**
 * Prints the last line of a whole run: `node scripts/sum-tallies.mjs EXIT-CODE FILE...`.
 * A run that ended badly before it could count anything, and left no file, is one failure. A stage that failed in two
 * runs, as the build does that both of them need, failed once.
 */
import { existsSync, readFileSync } from 'node:fs';
import { addTallies, emptyTally, printTally } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */

const [status, ...files] = process.argv.slice(2);
/** @type {Set<string>} */
const counted = new Set();

/**
 * @param {string} file
 * @returns {Tally}
 */
function tallyIn(file) {
  if (!existsSync(file)) return { ...emptyTally(), failed: 1 };
  /** @type {Tally & { failures?: Record<string, number> }} */
  const { failures = {}, ...tally } = JSON.parse(readFileSync(file, 'utf8'));
  const again = Object.entries(failures).filter(([stage]) => counted.has(stage));
  for (const stage of Object.keys(failures)) counted.add(stage);
  return { ...tally, failed: tally.failed - again.reduce((sum, [, count]) => sum + count, 0) };
}

const total = files.map(tallyIn).reduce(addTallies, emptyTally());
if (status !== '0' && total.failed === 0) total.failed = 1;
printTally(total);
process.exitCode = total.failed > 0 ? 1 : 0;
