/**
 * Prints the last line of a whole run: `node scripts/sum-tallies.mjs EXIT-CODE FILE...`.
 * A run that ended badly before it could count anything, and left no file, is one failure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { addTallies, emptyTally } from './tally.mjs';

const [status, ...files] = process.argv.slice(2);
const total = files
  .map((file) =>
    existsSync(file) ? { ...emptyTally(), ...JSON.parse(readFileSync(file, 'utf8')) } : { ...emptyTally(), failed: 1 },
  )
  .reduce(addTallies, emptyTally());
if (status !== '0' && total.failed === 0) total.failed = 1;
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
