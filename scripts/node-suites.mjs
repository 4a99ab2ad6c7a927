import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Places } from './places.mjs';
import { runNode } from './run-node.mjs';
import { addTallies, emptyTally, tallyOf } from './tally.mjs';

/**
 * @typedef {object} SuiteOptions
 * @property {Places} [places] the room that the files share with others; alone, there is one place
 * @property {number} [share] how many places a file takes
 * @property {string} [where] what to say of where the files ran, when that is not plain from their names
 * @property {Record<string, string>} [env]
 * @property {number} [timeoutMs]
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/** What Node's spec reporter puts before the account of each failed test, at its end. */
const beforeAccounts = '✖ failing tests:';

/** The longest account of one file that is worth saying twice, in lines. */
const accountLines = 80;

/**
 * What failed tests had to say, to be said once more when all is over.
 * @param {string} name of the file
 * @param {string} output
 */
export function accountOf(name, output) {
  const at = output.lastIndexOf(beforeAccounts);
  const account = at < 0 ? output : output.slice(at + beforeAccounts.length);
  return [`✗ ${name}`, ...account.trim().split('\n').slice(0, accountLines)].join('\n  ');
}

/**
 * The files below a folder of the repository whose names end so, in order.
 * @param {string} folder
 * @param {string} ending
 */
export function filesBelow(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .toSorted();
}

/**
 * Runs test files written for `node:test`, each in a process of its own, and prints a line for each; what a failing file
 * printed follows its line, and of what others printed the rows of tables. A file in which tests failed by nothing but
 * waiting in vain is run once more, with the machine to itself: what is wrong fails again, what was a busy machine does
 * not. The second run counts; the first is printed too, and named at the end, for a fault that shows now and then looks
 * the same.
 * @param {string[]} files
 * @param {SuiteOptions} [options]
 */
export async function runSuites(files, { places = new Places(1), share = 1, where = '', env, timeoutMs } = {}) {
  /** @param {string} file */
  const run = async (file) => {
    const started = performance.now();
    let output = '';
    const { late, ...tally } = await tallyOf(async (tallyFile) => {
      const reporters = [
        ['spec', 'stdout'],
        [new URL('node-tally.mjs', import.meta.url).href, tallyFile],
      ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
      const args = [...reporters, fileURLToPath(new URL('run.mjs', import.meta.url)), join(root, file)];
      const outcome = await runNode(args, { ...(env && { env }), ...(timeoutMs && { timeoutMs }) });
      output = outcome.output;
      return outcome;
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const isLate = tally.failed > 0 && tally.failed === late;
    const counts = `${tally.passed} passed${tally.failed ? `, ${tally.failed} ${isLate ? 'late' : 'failed'}` : ''}`;
    const name = relative(root, join(root, file)) + (where && ` ${where}`);
    const shown = tally.failed ? [output] : Array.from(output.matchAll(/^\|.*$/gm), ([row]) => `    ${row}`);
    console.log([`  ${tally.failed ? '✗' : '✓'} ${name}: ${counts} (${seconds} s)`, ...shown].join('\n'));
    return { name, tally: tally.failed ? { ...tally, accounts: [accountOf(name, output)] } : tally, isLate };
  };
  const tallies = files.map(async (file) => {
    const first = await places.during(share, () => run(file));
    if (!first.isLate) return first.tally;
    console.log(`  … ${first.name} once more, with the machine to itself`);
    const second = await places.during(Number.POSITIVE_INFINITY, () => run(file));
    return { ...second.tally, again: [second.name] };
  });
  return (await Promise.all(tallies)).reduce(addTallies, emptyTally());
}
