/**
 * Runs the checks, which are npm scripts, and ends with the line `N passed, M failed`: tests, with 1 more failed for a
 * step that failed without a test to show for it. A step that fails hides no other.
 *
 *   npm test             what protects money and card data; CI runs this
 *   npm run test:wider   the rest: engines, looks, languages, assistive technology, merchants' tools, all faults, mutants, leaks,
 *                        the package, the examples, the bench
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import runAll from 'npm-run-all2';
import { findFirefox, findWebKit } from './browsers.mjs';
import { findOlderChromium } from './older-chromium.mjs';

/**
 * @typedef {import('../test/tally-reporter.mjs').Tally & { step: string }} Counted
 * @typedef {{ name: string, code: number }} Outcome
 */

/**
 * Groups that follow one another. The steps of a group run side by side.
 * @type {Record<string, string[][]>}
 */
const plans = {
  basic: [
    ['build:all', 'typecheck', 'lint', 'format:check'],
    ['test:unit', 'test:node', 'test:e2e', 'size'],
  ],
  wider: [
    ['build:all'],
    ['wider:package', 'wider:examples'],
    ['wider:e2e'],
    ['wider:faults', 'wider:two-tabs', 'wider:random', 'wider:scenarios', 'wider:payroll', 'wider:malformed'],
    ['wider:mutants'],
    ['wider:fragments'],
    ['wider:leaks', 'wider:unit-firefox'],
    ['wider:e2e-firefox', 'wider:unit-webkit'],
    ['wider:e2e-webkit', 'wider:e2e-older-chromium'],
    // What it measures is hardly touched by other programs, but why disturb it.
    ['wider:bench'],
  ],
};

/** Engines that not every machine can have, by the end of the names of the steps that need them. */
const engines = { '-firefox': findFirefox, '-webkit': findWebKit, '-older-chromium': findOlderChromium };
/** @param {string} step */
const isPossible = (step) => Object.entries(engines).every(([end, find]) => !step.endsWith(end) || find());

const plan = plans[process.argv[2] ?? 'basic'];
if (!plan) throw new Error(`There are ${Object.keys(plans).join(' and ')}.`);
const leftOut = plan.flat().filter((step) => !isPossible(step));

const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-'));
const file = join(folder, 'tally.jsonl');
process.env.TALLY_FILE = file;

/** @type {Outcome[]} */
const outcomes = [];
for (const group of plan) {
  const steps = group.filter(isPossible);
  const started = performance.now();
  const options = {
    parallel: true,
    maxParallel: availableParallelism(),
    aggregateOutput: steps.length > 1,
    continueOnError: true,
    silent: true,
    printName: true,
    stdout: process.stdout,
    stderr: process.stderr,
  };
  /** @type {Outcome[]} */
  const ended = await runAll(steps, options).catch((/** @type {{ results?: Outcome[] }} */ error) => {
    if (!error.results) throw error;
    return error.results;
  });
  outcomes.push(...ended);
  console.log(`\n── ${steps.join(', ')}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** @type {Counted[]} */
const counted = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true, force: true });
/** @param {'passed' | 'failed'} kind */
const sum = (kind, steps = counted) => steps.reduce((total, tally) => total + tally[kind], 0);

/** Whether a step runs tests: then it has counted some. @param {string} step */
const isTest = (step) => /^(?:test|wider):/.test(step) && step !== 'wider:bench';
/** @param {string} step */
const ofStep = (step) => counted.filter((tally) => tally.step === step);
const failedSteps = outcomes
  .filter(({ name, code }) => code !== 0 || (isTest(name) && sum('passed', ofStep(name)) === 0))
  .map(({ name }) => name);
const withoutTest = failedSteps.filter((name) => sum('failed', ofStep(name)) === 0);
const failed = sum('failed') + withoutTest.length;
if (failedSteps.length > 0) console.log(`\nfailed: ${failedSteps.join(', ')}`);
for (const step of leftOut) console.log(`\nleft out, for want of its browser: ${step}`);
console.log(`\n${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
