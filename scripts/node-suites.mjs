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
 * printed follows its line, and of what others printed the rows of tables.
 * @param {string[]} files
 * @param {SuiteOptions} [options]
 */
export async function runSuites(files, { places = new Places(1), share = 1, where = '', env, timeoutMs } = {}) {
  const tallies = files.map((file) =>
    places.during(share, async () => {
      const started = performance.now();
      let output = '';
      const tally = await tallyOf(async (tallyFile) => {
        const reporters = [
          ['spec', 'stdout'],
          [new URL('node-tally.mjs', import.meta.url).href, tallyFile],
        ].flatMap(([name, to]) => [`--test-reporter=${name}`, `--test-reporter-destination=${to}`]);
        const run = [...reporters, fileURLToPath(new URL('run.mjs', import.meta.url)), join(root, file)];
        const outcome = await runNode(run, { ...(env && { env }), ...(timeoutMs && { timeoutMs }) });
        output = outcome.output;
        return outcome;
      });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const counts = `${tally.passed} passed${tally.failed ? `, ${tally.failed} failed` : ''}`;
      const name = relative(root, join(root, file)) + (where && ` ${where}`);
      const shown = tally.failed ? [output] : Array.from(output.matchAll(/^\|.*$/gm), ([row]) => `    ${row}`);
      console.log([`  ${tally.failed ? '✗' : '✓'} ${name}: ${counts} (${seconds} s)`, ...shown].join('\n'));
      return tally;
    }),
  );
  return (await Promise.all(tallies)).reduce(addTallies, emptyTally());
}
