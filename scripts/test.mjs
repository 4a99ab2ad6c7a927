/**
 * The checks of the project. Every stage is run, whatever becomes of the others, unless it needs what another one failed
 * to make; work that waits and work that computes share the processors. Ends with the line `N passed, M failed`: tests,
 * with 1 more failed for a stage that is no test run. Who names a TALLY_FILE gets the counts there, and says them.
 *
 *   npm test                    types, lint, format, build, size budgets, node, unit, e2e (Chromium)
 *   npm test -- unit node       these stages alone, and the build before those that need it
 *   npm run test:wider          faults, leaks, every state, the package as its users see it, other engines, the bench
 *   npm run test:all            both
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedChromium } from './browsers.mjs';
import { Places } from './places.mjs';
import { endAll } from './run-node.mjs';
import { runStages } from './run-stages.mjs';
import { basic, wider } from './stages.mjs';
import { emptyTally, printTally } from './tally.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const stages = { ...basic, ...wider };
/** @type {Record<string, string[]>} */
const groups = { basic: Object.keys(basic), wider: Object.keys(wider), all: Object.keys(stages) };

/**
 * The stages that these names stand for, and those that they need.
 * @param {string[]} names
 */
function chosenStages(names) {
  const wanted = (names.length > 0 ? names : ['basic']).flatMap((name) => groups[name] ?? name);
  const unknown = wanted.filter((name) => !stages[name]);
  if (unknown.length > 0) {
    const known = `${Object.keys(stages).join(', ')}, and for several ${Object.keys(groups).join(', ')}`;
    throw new Error(`No stage is called ${unknown.join(', ')}. There are ${known}.`);
  }
  const chosen = new Set(wanted.flatMap((name) => [stages[name]?.needs ?? name, name]));
  return Object.entries(stages).filter(([name]) => chosen.has(name));
}

/** Gives what is run a folder for temporary files: what is left there, also by what was ended, goes with it. */
function useOwnFolder() {
  // A Chromium that was unpacked into the usual folder is still to be found there.
  process.env.PACKED_CHROMIUM = packedChromium;
  const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-'));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
}

async function main() {
  const chosen = chosenStages(process.argv.slice(2));
  useOwnFolder();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, () => void endAll().then(() => process.exit(1)));
  // Three for each processor, which has something to do then while a test waits; bounded, for each may have a browser.
  return runStages(chosen, new Places(Math.min(12, 3 * availableParallelism())));
}

const { total, failures } = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return { total: { ...emptyTally(), failed: 1 }, failures: {} };
});
if (process.env.TALLY_FILE) writeFileSync(process.env.TALLY_FILE, JSON.stringify({ ...total, failures }));
else printTally(total);
// Set at last, and without process.exit(), so that a pipe gets all of the above.
process.exitCode = total.failed > 0 ? 1 : 0;
