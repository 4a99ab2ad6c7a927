import * as fc from 'fast-check';
import { waysToPay, type PayerPage, type WayToPay } from './payer-page.ts';
import { resolverKinds, type PaymentWorld, type Setting } from './payment-world.ts';
import { endpoints, troubleKinds, type Endpoint, type TroubleKind } from './unsteady-service.ts';

/** What a payer, a page or a browser does in one tab. */
const tabActions = [
  'open',
  'resend',
  'check',
  'retry',
  'set-aside',
  'reset',
  'leave',
  'return',
  'disconnect',
  'connect',
  'move',
  'remount',
  'kill',
  'revisit',
  'hear',
  'wake',
  'renew',
  'reprice',
  'resume',
] as const;

/** One step of a run, as plain as JSON: a failing run is replayed by pasting it. */
export type Step =
  | { do: (typeof tabActions)[number]; tab: number }
  | { do: 'pay'; tab: number; way: WayToPay; times: number }
  | { do: 'pass'; ms: number }
  | { do: 'clock'; ms: number }
  | { do: 'trouble'; on: Endpoint; kind: TroubleKind; times: number }
  | { do: 'offline' | 'online' | 'publish' | 'calm' };

/** What a run is made of. */
export interface Run {
  setting: Setting;
  steps: readonly Step[];
}

const minute = 60_000;
const tab = fc.constantFrom(0, 0, 0, 1);

const payment: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('pay' as const),
  tab,
  way: fc.oneof({ weight: 4, arbitrary: fc.constant('approved' as const) }, fc.constantFrom(...waysToPay)),
  times: fc.constantFrom(1, 1, 3),
});
const action: fc.Arbitrary<Step> = fc.record({ do: fc.constantFrom(...tabActions), tab });
const passing: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('pass' as const),
  ms: fc.constantFrom(0, 700, 2600, 4000, 7000, 31_000, 50_000, 5 * minute, 20 * minute),
});
const setting: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('clock' as const),
  ms: fc.constantFrom(-48 * 60 * minute, -10 * minute, 40 * minute, 24 * 60 * minute),
});
const trouble: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('trouble' as const),
  on: fc.oneof({ weight: 3, arbitrary: fc.constant('create' as const) }, fc.constantFrom(...endpoints)),
  kind: fc.constantFrom(...troubleKinds),
  times: fc.constantFrom(1, 1, 1, 2, 6),
});
const surrounding: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('offline', 'online', 'publish', 'calm'),
});

/** Any run: it starts with an open page, and mostly pays. */
export const anyRun: fc.Arbitrary<Run> = fc.record({
  setting: fc.record({
    orders: fc.constantFrom('fixed', 'created'),
    resolver: fc.oneof({ weight: 3, arbitrary: fc.constant('none' as const) }, fc.constantFrom(...resolverKinds)),
    storage: fc.oneof(
      { weight: 6, arbitrary: fc.constant('kept' as const) },
      fc.constantFrom('none' as const, 'full' as const, 'throwing' as const),
    ),
    hasLocks: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  }),
  steps: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: payment },
      { weight: 8, arbitrary: action },
      { weight: 5, arbitrary: trouble },
      { weight: 4, arbitrary: passing },
      { weight: 1, arbitrary: setting },
      { weight: 1, arbitrary: surrounding },
    ),
    { minLength: 2, maxLength: 18, size: 'max' },
  ),
});

/** Does one step; what cannot be done now is left out, as a payer finds no button for it. */
export async function take(step: Step, world: PaymentWorld): Promise<void> {
  await begin(step, world);
  await world.device.settle();
  for (const page of world.alive) if (page.leftWith) page.kill();
}

async function begin(step: Step, world: PaymentWorld): Promise<void> {
  const { device, service } = world;
  switch (step.do) {
    case 'pass':
      return device.pass(step.ms);
    case 'clock':
      return device.setClock(step.ms);
    case 'trouble':
      return service.trouble(step.on, step.kind, step.times);
    case 'offline':
      device.isOnline = false;
      return;
    case 'online':
      device.isOnline = true;
      for (const page of world.alive) page.wake();
      return;
    case 'publish':
      return service.publishContracts();
    case 'calm':
      return service.calm();
    case 'open':
      return world.open(step.tab);
    case 'pay':
    case 'resend':
    case 'check':
    case 'retry':
    case 'set-aside':
    case 'reset':
    case 'leave':
    case 'disconnect':
    case 'connect':
    case 'move':
    case 'remount':
    case 'kill':
    case 'revisit':
    case 'hear':
    case 'wake':
    case 'renew':
    case 'reprice':
    case 'resume':
    case 'return':
      return act(step, world);
  }
  return step satisfies never;
}

async function act(step: Extract<Step, { tab: number }>, world: PaymentWorld): Promise<void> {
  const page = world.tabs[step.tab];
  if (step.do === 'return' && page?.leftWith)
    return world.open(step.tab, { returned: { id: page.leftWith, isMarked: true } });
  if (!page || page.isGone) return;
  const { checkout, state } = page;
  switch (step.do) {
    case 'pay':
      return world.pay(page, step.way, step.times);
    case 'resend':
      if (state.status === 'unknown' && state.resendable) world.resends++;
      return void checkout.resend();
    case 'check':
      return checkout.checkAgain();
    case 'retry':
      return checkout.retry();
    case 'set-aside':
      checkout.setAside();
      if (page.state.status !== state.status) leaveBehind(page, world, state);
      return;
    case 'reset':
      leaveBehind(page, world, state);
      checkout.reset();
      if (state.status !== 'submitting') page.begunAt = world.device.moment();
      return;
    case 'leave':
      return checkout.leave();
    case 'disconnect':
      return page.disconnect();
    case 'connect':
      return page.connect();
    case 'move':
      page.disconnect();
      return page.connect();
    case 'remount':
      page.disconnect();
      return world.open(step.tab, { beside: page });
    case 'kill':
      return page.kill();
    case 'revisit':
      page.wake();
      return checkout.revisit();
    case 'hear':
      return checkout.heed();
    case 'wake':
      return page.wake();
    case 'renew':
      return world.renew(page);
    case 'reprice':
      return world.reprice(page);
    case 'resume': {
      const amount = page.configuration.amount?.amountInCents;
      const latest = (await world.service.transactions()).findLast(
        (one) => world.isOf(page, one.reference) && one.amount_in_cents === amount,
      );
      if (!latest) return;
      page.leftBehind.clear();
      checkout.resume(latest.id);
      return;
    }
    case 'open':
    case 'return':
      return;
  }
  return step satisfies never;
}

/** The payer turns from a pending payment, and knows that it may still be completed. */
function leaveBehind(page: PayerPage, world: PaymentWorld, state: PayerPage['state']): void {
  if (state.status !== 'action' && state.status !== 'processing') return;
  world.known.add(state.transaction.reference);
  page.leftBehind.add(state.transaction.reference);
}
