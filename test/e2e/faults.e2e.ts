import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, type OpenBrowser } from './browser.ts';
import type { Cell } from './faults/cell.ts';
import { cells } from './faults/cells.ts';
import { journeys, type Journey } from './faults/journeys.ts';
import { Stand } from './faults/stand.ts';
import { Harness } from './harness.ts';

/** Each with a browser profile, a service and a shop of its own; most of the time is waiting. */
const standsAtOnce = 6;

/** How long a field may take: a payer who finds no way on says so well before. */
const endMs = 180_000;

interface Field {
  cell: Cell;
  journey: Journey;
}

/**
 * Runs what this finds in the name of a field, and that alone: `FAULTS='push · creation' …`; a blank finds each of them.
 * Unless told otherwise, each fault of the request that makes the payment, in two of the journeys, all journeys in turn.
 */
const only = process.env.FAULTS;
const creations = cells.filter(({ step }) => step === 'creation');
const chosen =
  only === undefined
    ? creations.flatMap((cell, row) => [2 * row, 2 * row + 1].map((count) => inTurn(cell, count)))
    : cells.flatMap((cell) =>
        journeys.flatMap((journey) => (nameOf(cell, journey).includes(only) ? [{ cell, journey }] : [])),
      );

describe('faults at every step of every journey', () => {
  const stands: Stand[] = [];
  let opened: OpenBrowser;
  before(async () => {
    opened = await openBrowser();
    for (let count = 0; count < standsAtOnce; count += 1) {
      const harness = new Harness();
      await harness.start(opened.browser);
      stands.push(new Stand(harness));
    }
  });
  after(async () => {
    for (const { harness } of stands) await harness.stop();
    await opened.close();
  });

  it('ends in one payment, told as the service tells it, with nothing lost', { timeout: 900_000 }, async () => {
    const waiting = [...chosen];
    const ends = new Map<string, string>();
    const problems: string[] = [];
    const hung: Field[] = [];
    const attempt = async (stand: Stand, field: Field, isLast: boolean) => {
      const name = nameOf(field.cell, field.journey);
      try {
        await stand.harness.sandbox.reset();
        ends.set(name, await Promise.race([field.cell.run(stand, field.journey), tooLong()]));
        await stand.harness.closeShops();
      } catch (error) {
        ends.set(name, 'FAILED');
        if (error instanceof NoEnd && !isLast) hung.push(field);
        else problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        await Promise.race([stand.harness.closeShops(), pause(10_000)]).catch(() => undefined);
      }
    };
    const work = async (stand: Stand) => {
      for (let field = waiting.shift(); field; field = waiting.shift()) await attempt(stand, field, false);
    };
    await Promise.all(stands.map(work));
    // The driver of a busy browser now and then never answers; a page that hangs does so again.
    const [alone] = stands;
    assert(alone);
    for (const field of hung) {
      console.info(`| ${nameOf(field.cell, field.journey)}: no end after ${endMs} ms; once more, alone |`);
      await attempt(alone, field, true);
    }
    print(ends);
    assert.deepEqual(problems, []);
  });
});

/** A field that hangs holds no other one up. */
async function tooLong(): Promise<never> {
  await pause(endMs, undefined, { ref: false });
  throw new NoEnd(`no end after ${endMs} ms`);
}

class NoEnd extends Error {}

/** A cell in one of the journeys, counted round and round. */
function inTurn(cell: Cell, count: number): Field {
  const journey = journeys[count % journeys.length];
  assert(journey);
  return { cell, journey };
}

function nameOf(cell: Cell, journey: Journey): string {
  return `${journey.name} · ${cell.step} · ${cell.fault}`;
}

/** The matrix: `✓` one approved payment, `?` an outcome that nobody can say and that is called so, `–` no such step. */
function print(ends: ReadonlyMap<string, string>): void {
  const mark = (end: string | undefined): string => {
    if (end === undefined) return ' ';
    if (end.startsWith('–')) return '–';
    return end === 'APPROVED' ? '✓' : end === 'unknown' ? '?' : '✗';
  };
  const line = (left: string, fields: readonly string[]) =>
    console.info(`| ${left.padEnd(38)} | ${fields.map((field) => field.padEnd(9)).join(' | ')} |`);
  line(
    'step: fault',
    journeys.map(({ name }) => name),
  );
  for (const cell of cells)
    if (journeys.some((journey) => ends.has(nameOf(cell, journey))))
      line(
        `${cell.step}: ${cell.fault}`,
        journeys.map((journey) => mark(ends.get(nameOf(cell, journey)))),
      );
  const counted = [...ends.values()].map(mark);
  const count = (which: string) => counted.filter((one) => one === which).length;
  console.info(
    `| ${counted.length} fields: ${count('✓')} paid once, ${count('?')} unknown and called so, ${count('–')} with no such step, ${count('✗')} failed |`,
  );
}
