/**
 * Measures the element beside a plain form of the same fields, in Chromium, in interleaved rounds of one run.
 *
 *   npm run bench                          7 rounds, some minutes
 *   npm run bench -- --rounds 2 --check    the short form that the wider checks run
 *   npm run bench -- --rounds 15           more of them
 *   npm run bench -- --check               fails when a figure is beyond what it may be at most
 *   npm run bench -- --pages others.json   further pages: [{"name", "url", "visible", "usable"?, "mounted"?}], the
 *                                          last three as selectors; `>>>` goes into an open shadow tree
 *   npm run bench -- --no-history          keeps nothing
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { launch, type Browser } from 'puppeteer-core';
import { serve } from '../../src/sandbox/index.ts';
import { chromiumLaunch } from '../browsers.mjs';
import { serveCompressed } from './compressed-server.ts';
import { cycleFigures } from './cycle-figures.ts';
import { loadFigures } from './load-figures.ts';
import { Measurements } from './measurements.ts';
import { printFigures, printGoals } from './print-report.ts';
import { readPages } from './read-pages.ts';
import { shopPages } from './shop-pages.ts';
import { conditions, type ConditionName, type Target } from './target.ts';

const bundle = 'dist/cdn';
const history = 'bench/history.jsonl';

/** Frames share the page's main thread, as they do on a cheap phone: else a page in frames would look idle. */
const oneThread = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'];

/** Comes for test keys alone, to speak to developers: payers never get it. The pages have a test key. */
const doctor = /\/doctor-/;

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    pages: { type: 'string' },
    check: { type: 'boolean', default: false },
    'no-history': { type: 'boolean', default: false },
  },
});

async function measure(browser: Browser, targets: readonly Target[], rounds: number): Promise<Measurements> {
  const measurements = new Measurements(targets);
  // The first load of all also pays for the browser's own start.
  for (const target of targets) await loadFigures(browser, target, conditions.fast);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, condition] of Object.entries(conditions)) {
      // Every other round the other way round: nobody always comes after the same neighbour.
      for (const target of round % 2 === 0 ? targets : targets.toReversed())
        measurements.add(name as ConditionName, target.name, await loadFigures(browser, target, condition));
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  for (const target of targets) {
    const { mounted } = target;
    if (mounted) measurements.addCycles(target.name, await cycleFigures(browser, { ...target, mounted }));
  }
  return measurements;
}

function keep(measurements: Measurements, rounds: number, version: string): void {
  const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  const isEdited = git('status', '--porcelain', '--', 'src', 'scripts', 'vite.config.ts') !== '';
  const entry = {
    date: new Date().toISOString(),
    commit: isEdited ? `${commit}+` : commit,
    rounds,
    browser: version,
    processors: cpus().length,
    figures: measurements.summary(),
  };
  mkdirSync('bench', { recursive: true });
  appendFileSync(history, `${JSON.stringify(entry)}\n`);
}

const rounds = Number(options.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be a positive integer.');
if (!existsSync(`${bundle}/pay-checkout.js`)) throw new Error('Build first: npm run build:cdn.');

const further = options.pages ? readPages(readFileSync(options.pages, 'utf8')) : [];
const sandbox = await serve({ port: 0, host: '127.0.0.1' });
const { pages, targets } = await shopPages(sandbox.url);
const server = await serveCompressed(pages, bundle, doctor);
const chromium = chromiumLaunch();
const browser = await launch({ ...chromium, args: [...chromium.args, ...oneThread] });
try {
  const measurements = await measure(browser, [...targets(server.origin), ...further], rounds);
  printFigures(measurements);
  const beyond = printGoals(measurements);
  if (!options['no-history']) keep(measurements, rounds, await browser.version());
  console.log('\nTimes by the wall clock inform: other programs on this machine are in them.');
  if (beyond > 0) {
    console.log(`${beyond} beyond what they may be at most.`);
    if (options.check) process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.close();
  await sandbox.close();
}
