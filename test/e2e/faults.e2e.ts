import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { launch, type Browser } from 'puppeteer-core';
import { chromiumLaunch } from '../../scripts/browsers.mjs';
import type { Cell } from './faults/cell.ts';
import { cells, isChosen } from './faults/cells.ts';
import { journeys, type Journey } from './faults/journeys.ts';
import { Stand } from './faults/stand.ts';
import { Harness } from './harness.ts';

/** Each with a browser profile, a service and a shop of its own; most of the time is waiting. */
const standsAtOnce = 6;

/** Runs what this finds in the name of a field, and that alone: `FAULTS='push · creation' …`; a blank finds each of them. */
const only = process.env.FAULTS;

describe('faults at every step of every journey', () => {
  const stands: Stand[] = [];
  let browser: Browser;
  before(async () => {
    browser = await launch(chromiumLaunch({ isStill: true }));
    for (let count = 0; count < standsAtOnce; count += 1) {
      const harness = new Harness();
      await harness.start(browser);
      stands.push(new Stand(harness));
    }
  });
  after(async () => {
    await browser.close();
    for (const { harness } of stands) await harness.stop();
  });

  it('ends in one payment, told as the service tells it, with nothing lost', { timeout: 900_000 }, async () => {
    const waiting = cells.flatMap((cell) =>
      journeys.flatMap((journey, column) =>
        (only ? nameOf(cell, journey).includes(only) : isChosen(cell, column)) ? [{ cell, journey }] : [],
      ),
    );
    const ends = new Map<string, string>();
    const problems: string[] = [];
    const work = async (stand: Stand) => {
      for (let field = waiting.shift(); field; field = waiting.shift()) {
        const { cell, journey } = field;
        try {
          await stand.harness.sandbox.reset();
          ends.set(nameOf(cell, journey), await Promise.race([cell.run(stand, journey), tooLong()]));
          await stand.harness.closeShops();
        } catch (error) {
          ends.set(nameOf(cell, journey), 'FAILED');
          problems.push(`${nameOf(cell, journey)}: ${error instanceof Error ? error.message : String(error)}`);
          await stand.harness.closeShops().catch(() => undefined);
        }
      }
    };
    await Promise.all(stands.map(work));
    print(ends);
    assert.deepEqual(problems, []);
  });
});

/** A field that hangs is one that failed, and holds no other one up. */
async function tooLong(): Promise<never> {
  await pause(90_000, undefined, { ref: false });
  throw new Error('no end after 90 s');
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
