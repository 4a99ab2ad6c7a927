/**
 * The checks of the project, in the order in which they fail fastest. Stops at the first stage that fails, and always
 * ends with the line `N passed, M failed`: tests, with 1 more failed for a stage that is no test run.
 *
 *   npm test                    types, lint, format, build, node, unit, e2e (Chromium), size
 *   npm test -- unit node       these stages alone, and the build before those that need it
 *   npm run test:wider          size budgets, the package as its users see it, faults, leaks, other engines
 *   npm run test:all            both
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFirefox, findWebKit } from './browsers.mjs';
import { filesBelow, runSuites } from './node-suites.mjs';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';
import { addTallies, emptyTally, tallyOf } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {{ run: () => Promise<Tally>, needs?: string }} Stage */

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

/** @param {string} name */
const script = (name) => join(root, 'scripts', name);

/**
 * A stage of commands that run at once and count as no tests.
 * @param {string[][]} lines each as it follows `node`
 * @param {{ timeoutMs?: number }} [options]
 * @returns {() => Promise<Tally>}
 */
const commands = (lines, options) => async () => {
  const outcomes = await Promise.all(lines.map((args) => runNode(args, options)));
  for (const { output } of outcomes) if (output.trim()) console.log(output.trimEnd());
  return { ...emptyTally(), failed: outcomes.some(({ code }) => code !== 0) ? 1 : 0 };
};

const tsc = packageBin('typescript', 'tsc');
const vite = packageBin('vite');
/** @param {string} mode */
const viteBuild = (mode) => [vite, 'build', '--mode', mode, '--logLevel', 'warn'];

/**
 * The tests that run inside of browsers.
 * @param {string} browsers
 * @returns {Promise<Tally>}
 */
const unit = (browsers) =>
  tallyOf(async (file) => {
    const env = { BROWSERS: browsers, TALLY_FILE: file };
    const outcome = await runNode([packageBin('@web/test-runner', 'wtr')], { env, timeoutMs: 900_000 });
    const failed = outcome.code !== 0;
    console.log(failed ? outcome.output : outcome.output.trimEnd().split('\n').at(-1));
    return outcome;
  });

/**
 * What Firefox runs of the end-to-end tests: its driver now and then never reports that a page reached by the back
 * button, or by another hash, has loaded, and the journeys through the bank's pages stand on that.
 */
const inFirefox = /(?:browser-info|card|cards|challenge|orders|sanitiser|script-tag|server-rendered|words)\.e2e\.ts$/;

/**
 * What WebKit runs of them: its driver tells nothing of requests, and the bank's own page is where engines differ most.
 */
const inWebKit = /(?:challenge|sanitiser)\.e2e\.ts$/;

/** @type {Record<string, RegExp>} */
const partOf = { firefox: inFirefox, webkit: inWebKit };

/**
 * What has a stage of its own, for it tries the same journeys hundreds of times.
 * @param {string} file
 */
const isOfItsOwn = (file) => /(?:faults|leaks)\.e2e\.ts$/.test(file);

/** @param {string} browser */
const e2e = (browser) => {
  const env = { E2E_BROWSER: browser };
  const files = filesBelow('test/e2e', '.e2e.ts').filter(
    (file) => !isOfItsOwn(file) && (partOf[browser]?.test(file) ?? true),
  );
  // Most of an end-to-end test is waiting for a payment to settle: two files at once cost little more than one.
  return runSuites(files, { env, atOnce: 2, timeoutMs: 600_000 });
};

/**
 * @param {string} name
 * @param {() => unknown} find
 * @param {() => Promise<Tally>} run
 * @returns {() => Promise<Tally>}
 */
const unlessMissing = (name, find, run) => async () => {
  if (find()) return run();
  console.log(`skipped: ${name} is not on this machine and could not be installed`);
  return { ...emptyTally(), skipped: 1 };
};

/** @type {Record<string, Stage>} */
const basic = {
  types: {
    run: commands([
      [tsc, '-b', 'tsconfig.core.json'],
      [tsc, '-p', 'tsconfig.server.json'],
      [tsc, '-p', 'tsconfig.node.json'],
      [tsc, '-p', 'tsconfig.json'],
    ]),
  },
  lint: { run: commands([[packageBin('oxlint'), '--deny-warnings', '--quiet']]) },
  format: { run: commands([[packageBin('prettier'), '--check', '--log-level', 'warn', '.']]) },
  build: {
    run: commands([
      ...['npm', 'cdn', 'sandbox'].map(viteBuild),
      [script('build-types.mjs')],
      [script('editor-data.mjs')],
    ]),
  },
  node: { needs: 'build', run: () => runSuites(filesBelow('test/node', '.test.ts'), { atOnce: 2 }) },
  unit: { run: () => unit('chromium') },
  e2e: { needs: 'build', run: () => e2e('chromium') },
  size: { needs: 'build', run: commands([[script('size.mjs')]]) },
};

/** @type {Record<string, Stage>} */
const wider = {
  budgets: { needs: 'build', run: commands([[script('size.mjs'), '--check']]) },
  states: {
    needs: 'build',
    run: () => runSuites(filesBelow('test/states', '.e2e.ts'), { atOnce: 2, timeoutMs: 600_000 }),
  },
  package: { needs: 'build', run: () => runSuites(filesBelow('test/package', '.test.ts')) },
  examples: {
    needs: 'build',
    run: () => runSuites(filesBelow('test/examples', '.test.ts'), { timeoutMs: 600_000 }),
  },
  // The one waits for most of its time, the other mounts for all of it.
  'faults-and-leaks': {
    needs: 'build',
    run: () => runSuites(filesBelow('test/e2e', '.e2e.ts').filter(isOfItsOwn), { atOnce: 2, timeoutMs: 900_000 }),
  },
  // One after the other with nothing beside it; what gates are figures that other programs hardly touch.
  bench: {
    needs: 'build',
    run: commands([[script('run.mjs'), 'scripts/bench/run.ts', '--rounds', '2', '--check', '--no-history']], {
      timeoutMs: 900_000,
    }),
  },
  demo: { run: commands([viteBuild('demo')]) },
  'unit:firefox': { run: unlessMissing('Firefox', findFirefox, () => unit('firefox')) },
  'unit:webkit': { run: unlessMissing('WebKit', findWebKit, () => unit('webkit')) },
  'e2e:firefox': { needs: 'build', run: unlessMissing('Firefox', findFirefox, () => e2e('firefox')) },
  'e2e:webkit': { needs: 'build', run: unlessMissing('WebKit', findWebKit, () => e2e('webkit')) },
};

const stages = { ...basic, ...wider };
const groups = { basic: Object.keys(basic), wider: Object.keys(wider), all: Object.keys(stages) };

/** @param {string[]} names */
function chosenStages(names) {
  const wanted = (names.length > 0 ? names : ['basic']).flatMap(
    (name) => /** @type {Record<string, string[]>} */ (groups)[name] ?? name,
  );
  const unknown = wanted.filter((name) => !stages[name]);
  if (unknown.length > 0) {
    throw new Error(
      `No stage is called ${unknown.join(', ')}. There are ${[...groups.all, 'wider', 'all'].join(', ')}.`,
    );
  }
  return new Set(wanted.flatMap((name) => [...(stages[name]?.needs ? [stages[name].needs] : []), name]));
}

let total = emptyTally();
try {
  for (const name of chosenStages(process.argv.slice(2))) {
    console.log(`\n── ${name}`);
    const started = performance.now();
    const tally = (await stages[name]?.run()) ?? emptyTally();
    total = addTallies(total, tally);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (tally.failed > 0) {
      console.log(`── ${name} failed after ${seconds} s; what follows it was not run`);
      break;
    }
    console.log(`── ${name} ok (${seconds} s)`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
}
if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify(total));
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
// Set at last, and without process.exit(), so that a pipe gets all of the above.
process.exitCode = total.failed > 0 ? 1 : 0;
