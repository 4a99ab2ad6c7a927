/** What happens in a run: the steps of payer, page and browser, and the end that each page has to reach. */
import * as fc from 'fast-check';
import { endpoints, troubleKinds, type Endpoint, type TroubleKind } from './service.ts';
import { orderKinds, resolverKinds, waysToPay, type PayerPage, type PaymentWorld } from './world.ts';
import type { Given, WayToPay } from './world.ts';

/** What a payer, a page or a browser does in one tab. */
const tabActions = [
  'open',
  'query',
  'navigate',
  'give',
  'reset for the next',
  'reset',
  'resend',
  'check',
  'retry',
  'set-aside',
  'waive',
  'buy else',
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
export type Step = TabStep | WorldStep;
type TabStep =
  | readonly [action: (typeof tabActions)[number], tab: number]
  | readonly [action: 'pay', tab: number, way: WayToPay, presses?: number];
type WorldStep =
  | readonly [action: 'pass' | 'clock', ms: number]
  | readonly [action: 'trouble', on: Endpoint, kind: TroubleKind, times?: number]
  | readonly [action: 'offline' | 'online' | 'publish' | 'calm' | 'clear' | 'void'];

/** What a run is made of. It begins with an open page. */
export interface Run {
  setting: Given;
  steps: readonly Step[];
}

const minute = 60_000;
const hour = 60 * minute;
const constant = <const Value>(value: Value): fc.Arbitrary<Value> => fc.constant(value);
const anyTab = fc.constantFrom(0, 0, 0, 0, 1, 1, 2);
const anyWay = fc.oneof(
  { weight: 4, arbitrary: constant('approved') },
  { weight: 2, arbitrary: constant('saved') },
  fc.constantFrom(...waysToPay),
);
const longer = fc.constantFrom(0, 700, 2600, 4000, 7000, 31_000, 50_000, 5 * minute, 20 * minute);
const where = fc.constantFrom<Endpoint[]>('create', 'card', 'order', 'charge');

const payment: fc.Arbitrary<Step[]> = fc
  .tuple(constant('pay'), anyTab, anyWay, fc.constantFrom(1, 1, 1, 3))
  .map((step) => [step]);
const anyAction: fc.Arbitrary<Step[]> = fc.tuple(fc.constantFrom(...tabActions), anyTab).map((step) => [step]);
const passing: fc.Arbitrary<Step[]> = fc.tuple(constant('pass'), longer).map((step) => [step]);
const clock: fc.Arbitrary<Step[]> = fc
  .tuple(constant('clock'), fc.constantFrom(-48 * hour, -10 * minute, 40 * minute, 2 * hour, 24 * hour))
  .map((step) => [step]);
const times = fc.constantFrom(1, 1, 1, 2, 6);
const trouble: fc.Arbitrary<Step[]> = fc
  .tuple(constant('trouble'), fc.constantFrom(...endpoints), fc.constantFrom(...troubleKinds), times)
  .map((step) => [step]);
const surrounding: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom('offline', 'online', 'publish', 'calm', 'clear', 'void'))
  .map((step) => [step]);

/** What is likely to matter together, in one tab or in two. */
const scene: fc.Arbitrary<Step[]> = fc
  .record({
    one: anyTab,
    other: anyTab,
    first: anyWay,
    second: anyWay,
    act: fc.constantFrom(...tabActions),
    ms: longer,
  })
  .chain(({ one, other, first, second, act: next, ms }) =>
    fc
      .record({ kind: fc.constantFrom(...troubleKinds), later: fc.constantFrom(...troubleKinds), on: where })
      .chain(({ kind, later, on }) =>
        fc.constantFrom<Step[]>(
          // The answer to a creation is lost, or worse.
          [
            ['trouble', 'create', kind],
            ['pay', one, first],
            ['pass', 50_000],
            ['pay', other, second],
          ],
          // The payer sends again what is unknown, after a reload with other details.
          [
            ['trouble', 'create', kind],
            ['pay', one, first],
            ['open', one],
            ['pass', 50_000],
            ['resend', one],
            ['trouble', 'create', later],
            ['pay', one, second],
            ['pay', other, 'approved'],
          ],
          // The answer to the charge of a saved card is lost, or worse, and the payer goes on otherwise.
          [
            ['trouble', 'charge', kind],
            ['pay', one, 'saved'],
            [next, one],
            ['pass', ms],
            ['resend', one],
            ['trouble', 'charge', later],
            ['pay', one, second],
            ['pay', other, 'saved'],
          ],
          // The payer turns from a payment, and pays once more.
          [
            ['pay', one, 'push'],
            ['set-aside', one],
            ['pass', ms],
            ['trouble', 'look', later, 6],
            ['pay', other, second],
          ],
          // Two tabs pay at once.
          [
            ['open', other],
            ['trouble', on, 'slow'],
            ['pay', one, first],
            ['pay', other, second],
          ],
          // Something happens while a payment is pending, or after it has ended.
          [
            ['pay', one, 'push'],
            [next, one],
            ['pay', other, second],
          ],
          [
            ['pay', one, first],
            ['pass', 7000],
            [next, one],
            ['pay', other, second],
          ],
        ),
      ),
  );

/** Any run: it starts with an open page, and mostly pays. */
export const anyRun: fc.Arbitrary<Run> = fc.record({
  setting: fc.record({
    orders: fc.constantFrom(...orderKinds, 'created'),
    resolver: fc.oneof({ weight: 3, arbitrary: constant('none') }, fc.constantFrom(...resolverKinds)),
    storage: fc.oneof({ weight: 6, arbitrary: constant('kept') }, fc.constantFrom('none', 'full', 'throwing')),
    hasLocks: fc.constantFrom(true, true, false),
    hears: fc.boolean(),
    shows: fc.constantFrom(true, true, true, false),
    names: fc.boolean(),
  }),
  steps: fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: payment },
        { weight: 7, arbitrary: anyAction },
        { weight: 4, arbitrary: trouble },
        { weight: 4, arbitrary: passing },
        { weight: 3, arbitrary: scene },
        { weight: 1, arbitrary: clock },
        { weight: 1, arbitrary: surrounding },
      ),
      { minLength: 1, maxLength: 14, size: 'max' },
    )
    .map((parts) => parts.flat()),
});

/** Plays a whole run, to its end and beyond: see `conclude`. */
export async function play(world: PaymentWorld, steps: readonly Step[]): Promise<void> {
  await world.service.reset();
  for (const step of [['open', 0] as const, ...steps]) {
    await perform(step, world);
  }
  await conclude(world);
}

/** Takes one step, and lets happen what comes of it. */
export async function perform(step: Step, world: PaymentWorld): Promise<void> {
  await (isInTab(step) ? act(step, world) : take(step, world));
  await settle(world);
}

export async function settle(world: PaymentWorld): Promise<void> {
  await world.device.settle();
  for (const page of world.alive) if (page.leftWith) page.kill();
  world.judge.watch(await world.service.transactions());
}

const isInTab = (step: Step): step is TabStep =>
  step[0] === 'pay' || (tabActions as readonly string[]).includes(step[0]);

async function take(step: WorldStep, world: PaymentWorld): Promise<void> {
  const { device, service } = world;
  switch (step[0]) {
    case 'pass':
      if (step[1] >= 20 * minute) world.sleeps();
      return device.pass(step[1]);
    case 'clock':
      if (step[1] >= 20 * minute) world.sleeps();
      return device.setClock(step[1]);
    case 'trouble':
      return service.trouble(step[1], step[2], step[3] ?? 1);
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
    case 'clear':
      return world.forgets();
    case 'void': {
      const paid = (await service.transactions()).findLast(({ status }) => status === 'APPROVED');
      return paid && service.void(paid.id);
    }
  }
}

/** Does one step in a tab; one that cannot be done now is left out, as a payer finds no button for it. */
async function act([action, tab, way, presses]: TabStep, world: PaymentWorld): Promise<void> {
  const page = world.tabs[tab];
  if (action === 'open') return world.open(tab);
  if (action === 'navigate') return world.next(tab, 'navigate');
  if (action === 'return' && page?.leftWith) return world.open(tab, { id: page.leftWith, isMarked: true });
  if (!page || page.isGone) return;
  const { checkout, state } = page;
  switch (action) {
    case 'pay':
      return page.pay(way ?? 'approved', presses ?? 1);
    case 'query':
      return world.comeBack(tab);
    case 'reset for the next':
      return world.next(tab, 'reset');
    case 'give':
      return world.next(tab, 'give');
    case 'resend':
      return void page.resend();
    case 'check':
      return checkout.checkAgain();
    case 'retry':
      return checkout.retry();
    case 'set-aside': {
      const reference = pendingOf(page);
      checkout.setAside();
      if (reference !== undefined && page.state.status !== state.status) world.judge.turns(page, reference);
      return;
    }
    case 'waive':
      return waive(world, page);
    case 'buy else':
      return world.buysElse(page);
    case 'reset': {
      // Whoever has paid and begins again buys something else.
      if (world.judge.isKnownPaid(page.cart)) return world.next(tab, 'reset');
      const reference = pendingOf(page);
      // An order that the page goes on giving is still the one to pay, and so is a cart that it goes on naming.
      const isSame = world.setting.names || page.order?.reference === reference;
      if (reference !== undefined && !isSame) world.judge.leaves(page, reference);
      return world.reset(page);
    }
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
      return world.remount(tab, page);
    case 'kill':
      page.isClosed = true;
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
      const all = await world.service.transactions();
      const latest = all.findLast(({ reference }) => world.judge.cartOf(reference) === page.cart);
      if (!latest) return;
      const kept = [...world.device.stored.values(), ...page.document.unkept.values()];
      const isKept = kept.some((text) => text.includes(latest.id));
      world.judge.names(page, latest.reference, latest.id, isKept);
      return checkout.resume(latest.id);
    }
    case 'return':
      return;
  }
}

function waive(world: PaymentWorld, page: PayerPage): void {
  const { state } = page;
  if (state.status !== 'ready' || !state.unconfirmed) return;
  world.judge.accepts(page, state.unconfirmed.reference);
  page.checkout.waive();
}

/** Whether the payer finds in a tab what a step needs. */
export function isOffered([action, tab]: Step, world: PaymentWorld): boolean {
  const page = typeof tab === 'number' ? world.tabs[tab] : undefined;
  if (action === 'return') return page?.leftWith !== undefined;
  if (!page || page.isGone) return true;
  const { state } = page;
  if (action === 'pay') return state.status === 'ready';
  if (action === 'set-aside') return pendingOf(page) !== undefined;
  if (action === 'retry') return state.status === 'settled';
  if (action === 'resend') return state.status === 'unknown' && state.resendable;
  if (action === 'check') return state.status === 'unknown' || pendingOf(page) !== undefined;
  if (action === 'waive') return state.status === 'ready' && state.unconfirmed !== undefined;
  if (action === 'buy else') return 'guessed' in state && state.guessed === true;
  return true;
}

const pendingOf = ({ state }: PayerPage): string | undefined =>
  state.status === 'action' || state.status === 'processing' ? state.transaction.reference : undefined;

const isAtRest = (page: PayerPage): boolean => ['ready', 'settled', 'unknown', 'failed'].includes(page.state.status);

/**
 * Nothing goes wrong any more and time passes: each tab has to arrive at something with a way on, and the payer, who tries
 * what is offered, at a result or at an unknown that does exist.
 */
export async function conclude(world: PaymentWorld): Promise<void> {
  const { device, service, judge } = world;
  service.calm();
  world.recover();
  device.isOnline = true;
  for (const [tab, page] of world.tabs.entries()) {
    if (page?.leftWith) await world.open(tab, { id: page.leftWith, isMarked: true });
    else if (page?.isGone) await world.open(tab);
    else if (page && !page.isConnected) page.connect();
  }
  for (const page of world.alive) page.wake();
  const rest = async () => {
    await device.pass(30 * minute, () => world.alive.every(isAtRest));
    judge.watch(await service.transactions());
  };
  await rest();
  for (const page of world.alive) {
    if (isAtRest(page)) await goOn(world, page, rest);
    else judge.complain('no way on', page, `a page stays ${JSON.stringify(page.state)}`);
  }
  await device.pass(minute);
  judge.watch(await service.transactions());
  judge.conclude();
}

async function goOn(world: PaymentWorld, page: PayerPage, rest: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const { state } = page;
    if (state.status === 'settled') return;
    if (state.status === 'ready' && isForTheShop(world, page, state.error?.code)) return;
    if (state.status === 'failed') {
      // The page asked for one transaction by its id, and that is the service's last word on it.
      if (['foreign_transaction', 'not_found', 'unauthorized'].includes(state.error.code)) return;
      page.checkout.checkAgain();
    } else if (state.status === 'unknown') {
      const all = await world.service.transactions();
      if (tries > 1 && all.some(({ reference }) => reference === state.reference)) return;
      // It may have to wait for contracts first, and until then the payer sees what was there before.
      let isOver = false;
      void page.resend().then(() => (isOver = true));
      await world.device.pass(2 * minute, () => isOver);
    } else {
      waive(world, page);
      // The payer reads another amount before saying yes to it.
      await world.device.pass(1000);
      page.pay('approved', 1);
    }
    await rest();
  }
  const { cart, state } = page;
  world.judge.complain('no way on', { cart }, `the payer gets no further than ${JSON.stringify(state)}`);
}

/** Whether only the shop can go on: with an order that it has not given yet, or where it knows that the cart is paid. */
const isForTheShop = (world: PaymentWorld, page: PayerPage, code: string | undefined): boolean =>
  code === 'reference_used' ||
  code === 'invalid_order' ||
  (code === 'order_unavailable' &&
    world.setting.orders === 'open' &&
    (world.setting.storage !== 'kept' || page.cart.facts.has('cleared') || world.judge.isKnownPaid(page.cart)));
