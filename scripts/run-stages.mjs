import { addTallies, emptyTally } from './tally.mjs';

/**
 * @typedef {import('./places.mjs').Places} Places
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {(places: Places) => Promise<Tally>} Run
 * @typedef {object} Stage
 * @property {Run} run
 * @property {string} [needs] the stage that makes what this one works with; it comes before
 */

/**
 * Runs stages beside one another as far as there are places. One that fails hides no other: only what needs what it
 * should have made is left out, and waits for it meanwhile, alone. Prints a line for each, and at last the names of
 * those that failed.
 * @returns {Promise<{ total: Tally, failures: Record<string, number> }>} what there was, and how much of that failed in
 *   which stage
 * @param {[name: string, stage: Stage][]} stages in the order in which they ask for places
 * @param {Places} places
 */
export async function runStages(stages, places) {
  /** @type {Map<string, Promise<Tally>>} */
  const outcomes = new Map();
  for (const [name, stage] of stages)
    outcomes.set(name, outcomeOf(name, stage, places, outcomes.get(stage.needs ?? '')));
  let total = emptyTally();
  /** @type {Record<string, number>} */
  const failures = {};
  for (const [name, outcome] of outcomes) {
    const tally = await outcome;
    total = addTallies(total, tally);
    if (tally.failed > 0) failures[name] = tally.failed;
  }
  const failed = Object.keys(failures);
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`);
  return { total, failures };
}

/**
 * @param {string} name
 * @param {Stage} stage
 * @param {Places} places
 * @param {Promise<Tally>} [needed] what becomes of the stage that this one needs
 */
async function outcomeOf(name, { needs, run }, places, needed) {
  // What needs nothing asks for its places at once: a wait here, even for nothing, would let others overtake.
  if (needed && (await needed).failed > 0) {
    console.log(`── ${name} was not run, as ${needs} failed`);
    return emptyTally();
  }
  const started = performance.now();
  const tally = await run(places).catch((error) => {
    console.error(error);
    return { ...emptyTally(), failed: 1 };
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`── ${name} ${tally.failed > 0 ? 'failed' : 'ok'} (after ${seconds} s)`);
  return tally;
}
