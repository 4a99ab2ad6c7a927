/**
 * Measures the element beside a plain form of the same fields, in Chromium, in interleaved rounds of one run.
 *
 *   npm run bench                          7 rounds, some minutes
 *   npm run bench -- --rounds 1 --check    the short form that the wider checks run
 *   npm run bench -- --rounds 15           more of them
 *   npm run bench -- --check               up to 5 rounds more while a figure is beyond what it may be; fails when
 *                                          it stays so
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launch, type Browser } from 'puppeteer-core';
import { chromiumLaunch } from '../browsers.mjs';
import { makeCertificate, serveCompressed, serveLive } from './servers.ts';
import { cycleFigures } from './cycle-figures.ts';
import { loadFigures } from './load-figures.ts';
import { Measurements } from './measurements.ts';
import { beyondGoals, printFigures, printGoals } from './print-report.ts';
import { shopPages } from './shop-pages.ts';
import { type ConditionName, conditions, type Target } from './target.ts';

const bundle = 'dist/cdn';

/** That of the run's own servers is signed by nobody. */
const anyCertificate = '--ignore-certificate-errors';

/** How many more rounds there are with --check while a figure is beyond what it may be. */
const furtherRounds = 5;

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    check: { type: 'boolean', default: false },
  },
});

/** One round: every page under every condition. */
async function measureRound(browser: Browser, measurements: Measurements, targets: readonly Target[], round: number) {
  for (const [name, condition] of Object.entries(conditions)) {
    // Every other round the other way round: nobody always comes after the same neighbour.
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      measurements.add(name as ConditionName, target.name, await loadFigures(browser, target, condition));
  }
  process.stderr.write(`round ${round + 1}\n`);
}

/**
 * All rounds, and the cycles. Where figures have to hold, one that does not is measured on: a busy machine is another
 * one a minute later, and what is wrong stays so.
 */
async function measure(browser: Browser, measurements: Measurements, targets: readonly Target[]): Promise<void> {
  // The first load of all also pays for the browser's own start.
  for (const target of targets) await loadFigures(browser, target, conditions.fast);
  let round = 0;
  for (; round < rounds; round += 1) await measureRound(browser, measurements, targets, round);
  for (const target of targets) {
    const { mounted } = target;
    if (mounted) measurements.addCycles(target.name, await cycleFigures(browser, { ...target, mounted }));
  }
  const most = rounds + furtherRounds;
  for (; options.check && round < most && beyondGoals(measurements) > 0; round += 1)
    await measureRound(browser, measurements, targets, round);
}

const rounds = Number(options.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be a positive integer.');
if (!existsSync(`${bundle}/pay-checkout.js`)) throw new Error('Build first: npm run build:cdn.');

const certificate = await makeCertificate();
const service = await serveLive(certificate);
const { pages, targets } = await shopPages(service.origin);
const server = await serveCompressed(pages, bundle, certificate);
const chromium = chromiumLaunch({ isWhole: true });
// What the driver would record of each request is paid by the page's main thread.
const browser = await launch({
  ...chromium,
  networkEnabled: false,
  args: [...chromium.args, anyCertificate],
});
try {
  const all = targets(server.origin);
  const measurements = new Measurements(all);
  await measure(browser, measurements, all);
  printFigures(measurements);
  printGoals(measurements);
  const beyond = beyondGoals(measurements);
  console.log('\nTimes by the wall clock inform: other programs on this machine are in them.');
  if (beyond > 0) {
    console.log(`${beyond} beyond what they may be at most.`);
    if (options.check) process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.close();
  service.close();
}
