/** What there is to check. Of the first group, what fails fastest comes first. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findFirefox, findWebKit } from './browsers.mjs';
import { findOlderChromium } from './older-chromium.mjs';
import { accountOf, filesBelow, runSuites } from './node-suites.mjs';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';
import { addTallies, emptyTally, tallyOf } from './tally.mjs';

/**
 * @typedef {import('./run-stages.mjs').Run} Run
 * @typedef {import('./run-stages.mjs').Stage} Stage
 */

/**
 * How many places a piece of work takes, of the three that each processor has: most of an end-to-end test is waiting for
 * a payment to settle, while other work computes all along, and some does now this, now that.
 */
const waits = 1;
const mixed = 2;
const computes = 3;
const alone = Number.POSITIVE_INFINITY;

/** @param {string} name */
const script = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Commands that need nothing of each other and count as no tests.
 * @param {string[][]} lines each as it follows `node`
 * @param {{ share?: number, timeoutMs?: number, isQuiet?: boolean }} [options] share: of each command; quiet: what
 *   succeeds has nothing to say
 * @returns {Run}
 */
const commands =
  (lines, { share = computes, isQuiet = false, ...options } = {}) =>
  async (places) => {
    const outcomes = await Promise.all(lines.map((args) => places.during(share, () => runNode(args, options))));
    const shown = outcomes.filter(({ code, output }) => output.trim() && !(isQuiet && code === 0));
    for (const { output } of shown) console.log(output.trimEnd());
    return { ...emptyTally(), failed: outcomes.some(({ code }) => code !== 0) ? 1 : 0 };
  };

const tsc = packageBin('typescript', 'tsc');
const vite = packageBin('vite');
/** @param {string} mode */
const viteBuild = (mode) => [vite, 'build', '--mode', mode, '--logLevel', 'warn'];

/** What WebKit's driver says when the page under it is gone; on a busy machine that happens now and then. */
const gone = /session deleted because of page crash or hang/;

/**
 * The tests that run inside of a browser; once more, and said so, when the page was gone: a test that makes it go does
 * that again.
 * @param {string} browser
 * @param {number} share
 * @returns {Run}
 */
const unit = (browser, share) => (places) =>
  places.during(share, async () => {
    let isGone = false;
    let account = '';
    const runOnce = () =>
      tallyOf(async (file) => {
        const env = { BROWSERS: browser, TALLY_FILE: file };
        const outcome = await runNode([packageBin('@web/test-runner', 'wtr')], { env, timeoutMs: 900_000 });
        const failed = outcome.code !== 0;
        isGone = failed && gone.test(outcome.output);
        account = outcome.output;
        console.log(failed ? outcome.output : `  ${browser}: ${outcome.output.trimEnd().split('\n').at(-1)}`);
        return outcome;
      });
    const first = await runOnce();
    const name = `unit tests in ${browser}`;
    const tally = isGone ? addTallies(await runOnce(), { ...emptyTally(), again: [name] }) : first;
    return tally.failed > 0 ? { ...tally, accounts: [accountOf(name, account)] } : tally;
  });

/**
 * What Firefox runs of the end-to-end tests: its driver now and then never reports that a page reached by the back
 * button, or by another hash, has loaded, and the journeys through the bank's pages stand on that. What the demo alone
 * says and does is left out, and so are words, which are the same in each engine.
 */
const inFirefox =
  /[\\/](?:browser-info|card|challenge|challenge-trouble|late-parts|method-list|sanitiser|script-tag|server-rendered|tabs)\.e2e\.ts$/;

/**
 * What WebKit runs of them: its driver tells nothing of requests, and the bank's own page is where engines differ most.
 */
const inWebKit = /[\\/](?:challenge|challenge-trouble|sanitiser)\.e2e\.ts$/;

/** What an older Chromium runs: the ways of a payment, and what does not come at once, which older engines ask for once. */
const inOlderChromium = /[\\/](?:card|late-parts|method-list|older-engines|phone-form)\.e2e\.ts$/;

/** What has a stage of its own, for it tries the same journeys hundreds of times. */
const ofItsOwn = /[\\/](?:faults|leaks)\.e2e\.ts$/;

/**
 * Test files of a folder. The larger one is, the longer it tends to take: begun last, it would end long after the others.
 * @param {string} folder
 * @param {string} ending
 * @param {RegExp} [chosen]
 */
const largestFirst = (folder, ending, chosen = /./) =>
  filesBelow(folder, ending)
    .filter((file) => chosen.test(file))
    .map((file) => ({ file, size: statSync(file).size }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ file }) => file);

/**
 * @param {string[]} files
 * @param {number} share
 * @param {{ timeoutMs?: number }} [options]
 * @returns {Run}
 */
const suites = (files, share, options) => (places) => runSuites(files, { places, share, ...options });

/**
 * The end-to-end tests in one browser.
 * @param {string} browser
 * @param {RegExp} chosen
 * @param {number} share
 * @returns {Run}
 */
const e2e = (browser, chosen, share) => (places) => {
  const files = largestFirst('test/e2e', '.e2e.ts', chosen).filter((file) => !ofItsOwn.test(file));
  const where = browser === 'chromium' ? '' : `in ${browser}`;
  return runSuites(files, { places, share, where, env: { E2E_BROWSER: browser }, timeoutMs: 600_000 });
};

/**
 * @param {string} name
 * @param {() => unknown} find
 * @param {Run} run
 * @returns {Run}
 */
const unlessMissing = (name, find, run) => async (places) => {
  if (find()) return run(places);
  console.log(`skipped: ${name} is not on this machine and could not be installed`);
  return { ...emptyTally(), skipped: 1 };
};

/** @type {Record<string, Stage>} */
export const basic = {
  types: {
    run: commands(
      [
        [tsc, '-b', 'tsconfig.core.json'],
        [tsc, '-p', 'tsconfig.server.json'],
        [tsc, '-p', 'tsconfig.node.json'],
        [tsc, '-p', 'tsconfig.json'],
      ],
      { isQuiet: true },
    ),
  },
  lint: { run: commands([[packageBin('oxlint'), '--deny-warnings']], { isQuiet: true }) },
  format: { run: commands([[packageBin('prettier'), '--check', '--log-level', 'warn', '.']]) },
  build: {
    run: commands([
      ...['npm', 'cdn', 'sandbox', 'demo'].map(viteBuild),
      [script('build-types.mjs')],
      [script('editor-data.mjs')],
    ]),
  },
  size: { needs: 'build', run: commands([[script('size.mjs'), '--check']]) },
  node: { needs: 'build', run: suites(filesBelow('test/node', '.test.ts'), computes) },
  unit: { run: unit('chromium', computes + waits) },
  e2e: { needs: 'build', run: e2e('chromium', /./, waits) },
};

/**
 * The longest pieces come first, so that nothing is left alone at the end.
 * @type {Record<string, Stage>}
 */
export const wider = {
  faults: { needs: 'build', run: suites(['test/e2e/faults.e2e.ts'], computes, { timeoutMs: 900_000 }) },
  leaks: { needs: 'build', run: suites(['test/e2e/leaks.e2e.ts'], computes, { timeoutMs: 900_000 }) },
  'e2e:webkit': { needs: 'build', run: unlessMissing('WebKit', findWebKit, e2e('webkit', inWebKit, computes)) },
  examples: {
    needs: 'build',
    run: suites(filesBelow('test/examples', '.test.ts'), mixed, { timeoutMs: 600_000 }),
  },
  states: { needs: 'build', run: suites(largestFirst('test/states', '.e2e.ts'), mixed, { timeoutMs: 600_000 }) },
  'e2e:firefox': { needs: 'build', run: unlessMissing('Firefox', findFirefox, e2e('firefox', inFirefox, mixed)) },
  'e2e:older-chromium': {
    needs: 'build',
    run: unlessMissing('Chromium 109', findOlderChromium, e2e('older-chromium', inOlderChromium, mixed)),
  },
  package: { needs: 'build', run: suites(largestFirst('test/package', '.test.ts'), mixed) },
  'unit:firefox': { run: unlessMissing('Firefox', findFirefox, unit('firefox', computes)) },
  'unit:webkit': { run: unlessMissing('WebKit', findWebKit, unit('webkit', computes)) },
  // What gates are figures that other programs hardly touch, but why disturb them. More rounds follow by themselves where
  // one is not enough.
  bench: {
    needs: 'build',
    run: commands([[script('run.mjs'), 'scripts/bench/run.ts', '--rounds', '1', '--check', '--no-history']], {
      share: alone,
      timeoutMs: 900_000,
    }),
  },
};
