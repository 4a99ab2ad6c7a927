import { after, before, it } from 'node:test';
import * as fc from 'fast-check';
import { check, checkEnd } from './unsteady/invariants.ts';
import { PaymentWorld, type Setting } from './unsteady/payment-world.ts';
import { runs, take, type Step } from './unsteady/steps.ts';

interface Run {
  setting: Setting;
  steps: Step[];
}

const strays: unknown[] = [];
const collect = (reason: unknown): void => void strays.push(reason);

async function play({ setting, steps }: Run): Promise<void> {
  const world = new PaymentWorld(setting);
  await world.service.reset();
  await take({ do: 'open', tab: 0 }, world);
  for (const step of steps) {
    await take(step, world);
    await check(world);
  }
  await checkEnd(world);
  const [stray] = strays.splice(0);
  if (stray) throw stray;
}

before(() => void process.on('unhandledRejection', collect));
after(() => void process.off('unhandledRejection', collect));

it('one payment, once', async () => {
  const numRuns = Number(process.env.PROPERTY_RUNS ?? 1000);
  const seed = process.env.PROPERTY_SEED ? Number(process.env.PROPERTY_SEED) : undefined;
  await fc.assert(fc.asyncProperty(runs, play), { numRuns, ...(seed === undefined ? {} : { seed }), examples: [] });
});
