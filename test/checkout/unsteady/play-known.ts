/**
 * Plays the known violations with the checkout beside this folder, and prints as JSON which of them it has:
 * `scripts/known-violations.mjs` lets the checkouts of two commits do that.
 */
import { knownViolations, type KnownViolation } from './known-violations.ts';
import { play } from './steps.ts';
import { PaymentWorld, type Given } from './world.ts';

const isViolated = async ({ rule, setting, steps }: KnownViolation, more: Partial<Given>): Promise<boolean> => {
  const world = new PaymentWorld({ ...setting, ...more });
  await play(world, steps);
  return world.judge.complaints.some((complaint) => complaint.rule === rule);
};

// What the checkout tells the merchant would stand between the answers.
console.warn = () => {};
const tellsQueries = process.argv.includes('--tells-queries');
const played = [];
for (const known of knownViolations)
  played.push({
    name: known.name,
    guessed: await isViolated(known, { tellsQueries }),
    named: await isViolated(known, { tellsQueries, names: true }),
  });
console.info(JSON.stringify(played));
