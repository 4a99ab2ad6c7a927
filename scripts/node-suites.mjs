import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from './run-node.mjs';
import { addTallies, emptyTally, tallyOf } from './tally.mjs';

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
 * @param {{ atOnce?: number, env?: Record<string, string>, timeoutMs?: number }} [options]
 */
export async function runSuites(files, { atOnce = 1, env, timeoutMs } = {}) {
  const waiting = [...files];
  let total = emptyTally();
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
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
      total = addTallies(total, tally);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const counts = `${tally.passed} passed${tally.failed ? `, ${tally.failed} failed` : ''}`;
      console.log(`  ${tally.failed ? '✗' : '✓'} ${relative(root, join(root, file))}: ${counts} (${seconds} s)`);
      if (tally.failed) console.log(output);
      else for (const [row] of output.matchAll(/^\|.*$/gm)) console.log(`    ${row}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return total;
}
