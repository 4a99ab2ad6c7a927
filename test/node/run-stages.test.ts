import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Places } from '../../scripts/places.mjs';
import { runStages, type Stage } from '../../scripts/run-stages.mjs';

const passes = { passed: 1, failed: 0, skipped: 0 };
const fails = { passed: 0, failed: 1, skipped: 0 };

/** Work that begins when there is room for it, and ends when it is told to. */
class Work {
  begun = false;
  #end: () => void = () => undefined;
  readonly done: Promise<void>;

  constructor(places: Places, share: number) {
    const ended = new Promise<void>((resolve) => (this.#end = resolve));
    this.done = places.during(share, () => {
      this.begun = true;
      return ended;
    });
  }

  async end(): Promise<void> {
    this.#end();
    await this.done;
    await setImmediate();
  }
}

describe('places', () => {
  it('let in as much work as there is room for, in the order in which it asked', async () => {
    const places = new Places(4);
    const work = [2, 1, 2, 1].map((share) => new Work(places, share));
    const begun = () => work.map((one) => one.begun);
    await setImmediate();
    assert.deepEqual(begun(), [true, true, false, false], 'what is small does not overtake');
    await work[0]?.end();
    assert.deepEqual(begun(), [true, true, true, true]);
    for (const one of work) await one.end();
  });

  it('are all taken by work that wants more than there are', async () => {
    const places = new Places(2);
    const [first, alone, last] = [1, Number.POSITIVE_INFINITY, 1].map((share) => new Work(places, share));
    assert(first && alone && last);
    await setImmediate();
    assert.equal(alone.begun, false);
    await first.end();
    assert.deepEqual([alone.begun, last.begun], [true, false]);
    await alone.end();
    assert.equal(last.begun, true);
    await last.end();
  });

  it('are free again after work that failed', async () => {
    const places = new Places(1);
    await assert.rejects(
      places.during(1, () => Promise.reject(new Error('on purpose'))),
      /on purpose/,
    );
    assert.equal(await places.during(1, async () => 'done'), 'done');
  });
});

describe('stages', () => {
  /** Runs stages by what becomes of them, and tells which were run. */
  const outcomeOf = async (stages: Record<string, Partial<Stage>>) => {
    const ran: string[] = [];
    const entries = Object.entries(stages).map(([name, { needs, run = async () => passes }]): [string, Stage] => {
      const noted: Stage['run'] = (places) => {
        ran.push(name);
        return run(places);
      };
      return [name, { run: noted, ...(needs && { needs }) }];
    });
    return { ...(await runStages(entries, new Places(1))), ran };
  };

  it('are all run, whatever becomes of one', async () => {
    const { total, ran } = await outcomeOf({ lint: { run: async () => fails }, node: {}, size: {} });
    assert.deepEqual(ran, ['lint', 'node', 'size']);
    assert.deepEqual(total, { passed: 2, failed: 1, skipped: 0 });
  });

  it('are left out when what they need failed', async () => {
    const stages = { build: { run: async () => fails }, node: { needs: 'build' }, unit: {} };
    const { total, failures, ran } = await outcomeOf(stages);
    assert.deepEqual(ran, ['build', 'unit']);
    assert.deepEqual(total, { passed: 1, failed: 1, skipped: 0 });
    assert.deepEqual(failures, { build: 1 });
  });

  it('wait for what they need without keeping others waiting, and then follow in their order', async () => {
    const places = new Places(4);
    const build = new Work(places, 1);
    const begun: string[] = [];
    const noted = (name: string, needs?: string): [string, Stage] => [
      name,
      {
        run: (room) =>
          room.during(1, async () => {
            begun.push(name);
            return passes;
          }),
        ...(needs && { needs }),
      },
    ];
    const building: Stage['run'] = () => build.done.then(() => passes);
    const outcome = runStages(
      [['build', { run: building }], noted('size', 'build'), noted('node', 'build'), noted('unit')],
      places,
    );
    await setImmediate();
    assert.deepEqual(begun, ['unit']);
    await build.end();
    assert.deepEqual((await outcome).total, { passed: 4, failed: 0, skipped: 0 });
    assert.deepEqual(begun, ['unit', 'size', 'node']);
  });

  it('fail when they break', async () => {
    const run = () => Promise.reject(new Error('on purpose'));
    assert.deepEqual((await outcomeOf({ node: { run }, unit: {} })).total, { passed: 1, failed: 1, skipped: 0 });
  });
});
