import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attempt, CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import type { AntifraudIds, Environment } from '../../src/checkout/environment.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld, type HeldRequests } from './flow-world.ts';
import { attemptBy } from './method-world.ts';

const tokens = '/v1/tokens/cards';
const creation = '/transactions';
const refusedCard = '4242424242424241';
/** How long it takes to read another amount, in ms. */
const readingMs = 1000;

interface Setting {
  /** What each order costs; default: what the page shows. */
  amountInCents?: number;
  /** Which of the orders cannot be had, counted from 1. */
  failing?: number;
  changes?: Partial<CheckoutConfiguration>;
  environment?: Partial<Environment>;
}

/** A page that is ready to pay; from then on each request, and each order that it makes, waits for the test. */
async function ready({ amountInCents, failing, changes, environment }: Setting = {}) {
  const world = new FlowWorld();
  const order = await world.order('ORDER-1', amountInCents);
  const asked = { orders: 0 };
  let held: HeldRequests | undefined;
  const create = async () => {
    asked.orders += 1;
    const isFailing = asked.orders === failing;
    await held?.wait('order');
    if (isFailing) throw new Error('The shop is closed.');
    return order;
  };
  const page = await world.page({ orders: { kind: 'created', create }, ...changes }, environment);
  page.accept();
  held = world.holdAll();
  return { world, page, held, asked };
}

/** Lets all that is under way be answered, again and again: what was under way together, in the order of the rounds. */
async function rounds(world: FlowWorld, held: HeldRequests): Promise<string[][]> {
  const seen: string[][] = [];
  for (;;) {
    await world.settle();
    const { underWay } = held;
    if (underWay.length === 0) return seen;
    seen.push(underWay);
    held.release();
  }
}

/** Presses pay, and lets all that follows be answered. */
async function press({ world, page, held }: Awaited<ReturnType<typeof ready>>, attempt: Attempt) {
  const submitted = page.checkout.submit(attempt);
  const seen: string[][] = [];
  await world.until(() => page.state.status === 'submitting');
  for (let wait = 0; wait < 30 && page.state.status === 'submitting'; wait += 1) {
    seen.push(...(await rounds(world, held)));
    if (page.state.status === 'submitting') await world.advance(1500);
  }
  assert.notEqual(page.state.status, 'submitting');
  await submitted;
  return seen;
}

const errorOf = ({ state }: FlowPage) => (state.status === 'ready' ? state.error?.code : undefined);

describe('a press of pay', () => {
  it('takes two round trips where the page makes the order: that and the card token, then the creation', async () => {
    const { world, page, held } = await ready();
    void page.checkout.submit(page.card());
    assert.deepEqual(await rounds(world, held), [[tokens, 'order'], [creation]]);
    assert.equal(page.state.status, 'processing');
  });

  it('takes two where the order has come with the page', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.accept();
    const held = world.holdAll();
    void page.checkout.submit(page.card());
    assert.deepEqual(await rounds(world, held), [[tokens], [creation]]);
  });

  it('takes no more where the acceptance tokens are too old', async () => {
    const { world, page, held } = await ready();
    world.time += 31 * 60_000;
    void page.checkout.submit(page.card());
    assert.deepEqual(await rounds(world, held), [['/merchants/info', tokens, 'order'], [creation]]);
  });

  it('asks for the order alone where the details need no request', async () => {
    const { world, page, held } = await ready();
    void page.checkout.submit(await attemptBy('PCOL', {}));
    assert.deepEqual(await rounds(world, held), [['order'], [creation]]);
  });

  it('says in turn that it waits for the order, for the details and for the creation', async () => {
    const { world, page, held } = await ready();
    const stepOf = () => (page.state.status === 'submitting' ? page.state.step : page.state.status);
    void page.checkout.submit(page.card());
    await world.settle();
    const steps = [stepOf()];
    for (const name of ['order', tokens, creation]) {
      held.release(name);
      await world.settle();
      steps.push(stepOf());
    }
    assert.deepEqual(steps, ['order', 'details', 'create', 'processing']);
  });
});

describe('what a press has asked for in vain', () => {
  const tokenOf = (body: Record<string, unknown> | undefined) =>
    (body?.['payment_method'] as { token?: unknown } | undefined)?.token;

  it('is kept for the yes to another amount: order and card token', async () => {
    const shop = await ready({ amountInCents: 12_500_000 });
    const { world, page, asked } = shop;
    const card = page.card();
    await press(shop, card);
    assert.ok(page.state.status === 'ready' && page.state.changedAmount);
    await world.advance(readingMs);
    assert.deepEqual(await press(shop, card), [[creation]]);
    assert.equal(page.state.status, 'processing');
    assert.equal(asked.orders, 1);
  });

  it('is not kept where the card token expires before the yes', async () => {
    const shop = await ready({ amountInCents: 12_500_000 });
    const card = shop.page.card();
    await press(shop, card);
    shop.world.time += 24 * 60 * 60_000;
    const [first, last] = await press(shop, card);
    assert.deepEqual(first, ['/merchants/info', tokens]);
    assert.deepEqual(last, [creation]);
  });

  it('is kept after an order that could not be had: the card token', async () => {
    const shop = await ready({ failing: 1 });
    const { page } = shop;
    const card = page.card();
    await press(shop, card);
    assert.equal(errorOf(page), 'order_unavailable');
    assert.deepEqual(await press(shop, card), [['order'], [creation]]);
  });

  it('is kept after a card that was refused: the order', async () => {
    const shop = await ready();
    const { page, asked } = shop;
    await press(shop, page.card(refusedCard));
    assert.equal(errorOf(page), 'card_rejected');
    assert.deepEqual(await press(shop, page.card()), [[tokens], [creation]]);
    assert.equal(asked.orders, 1);
  });

  it('is not sent twice: after a decline the next one has a token of its own', async () => {
    const shop = await ready();
    const { world, page } = shop;
    const card = page.card('4111111111111111');
    await press(shop, card);
    for (let second = 0; second < 60 && page.state.status !== 'settled'; second += 1) {
      shop.held.release();
      await world.advance(1000);
    }
    assert.equal(page.state.status, 'settled');
    await page.giveOrder('ORDER-2');
    page.checkout.retry();
    await press(shop, card);
    const sent = (await world.requests('POST', creation)).map(({ body }) => tokenOf(body));
    assert.equal(sent.filter((token) => typeof token === 'string').length, 2);
    assert.notEqual(sent[0], sent[1]);
  });

  for (const first of ['order', tokens])
    it(`names the card, which the payer can mend, where both fail: ${first} first`, async () => {
      const { world, page, held } = await ready({ failing: 1 });
      const submitted = page.checkout.submit(page.card(refusedCard));
      await world.settle();
      held.release(first);
      await world.settle();
      assert.equal(page.state.status, 'submitting', 'the other one may still be had');
      held.release();
      await submitted;
      assert.equal(errorOf(page), 'card_rejected');
      assert.equal(page.of('error').length, 1);
      assert.equal(page.spent, 0, 'nothing that was typed is lost');
      assert.deepEqual(await world.requests('POST', creation), []);
    });

  for (const failing of [1, undefined])
    it(`sends nothing where ${failing ? 'the order' : 'the card token'} alone cannot be had`, async () => {
      const { world, page, held } = await ready(failing ? { failing } : {});
      const submitted = page.checkout.submit(page.card(failing ? undefined : refusedCard));
      await world.settle();
      held.release(failing ? 'order' : tokens);
      await world.settle();
      held.release();
      await submitted;
      assert.equal(errorOf(page), failing ? 'order_unavailable' : 'card_rejected');
      assert.equal(page.spent, 0);
      assert.deepEqual(await world.requests('POST', creation), []);
    });
});

describe('the anti-fraud ids', () => {
  const none = () => Promise.reject<AntifraudIds>(new CheckoutError('part_unavailable', 'There are none.'));
  const sessions = async (world: FlowWorld) =>
    (await world.requests('POST', creation)).map(({ body }) => body?.['session_id']);

  it('are waited for once, beside all else that a creation needs', async () => {
    let give = (_ids: AntifraudIds): void => {};
    const ids = new Promise<AntifraudIds>((resolve) => (give = resolve));
    const { world, page, held } = await ready({ environment: { identify: () => ids } });
    void page.checkout.submit(page.card());
    assert.deepEqual(await rounds(world, held), [[tokens, 'order']]);
    give({ sessionId: 'session-1' });
    assert.deepEqual(await rounds(world, held), [[creation]]);
    assert.deepEqual(await sessions(world), ['session-1']);
  });

  it('keep nobody from hearing what is wrong with the card', async () => {
    const identify = () => new Promise<AntifraudIds>(() => {});
    const shop = await ready({ environment: { identify } });
    await press(shop, shop.page.card(refusedCard));
    assert.equal(errorOf(shop.page), 'card_rejected');
  });

  it('B2: are not waited for again where there were none, and looked for meanwhile', async () => {
    let asked = 0;
    const identify = () => (++asked === 1 ? none() : new Promise<AntifraudIds>(() => {}));
    const shop = await ready({ environment: { identify } });
    const { world, page } = shop;
    assert.deepEqual(page.of('warning'), ['antifraud_unavailable']);
    assert.deepEqual(await press(shop, page.card()), [[tokens, 'order'], [creation]]);
    assert.deepEqual(await sessions(world), [undefined]);
    assert.equal(asked, 2);
  });

  it('B2: are not waited for where another checkout of the page was given none', async () => {
    const identify = () => new Promise<AntifraudIds>(() => {});
    const shop = await ready({ environment: { identify, isUnidentified: () => true } });
    const { world, page } = shop;
    assert.deepEqual(await press(shop, page.card()), [[tokens, 'order'], [creation]]);
    assert.deepEqual(await sessions(world), [undefined]);
  });

  it('B2: go with a payment that has them, whatever another checkout of the page was given', async () => {
    const identify = () => Promise.resolve({ sessionId: 'own' });
    const shop = await ready({ environment: { identify, isUnidentified: () => true } });
    await press(shop, shop.page.card());
    assert.deepEqual(await sessions(shop.world), ['own']);
  });

  it('B2: go with the next payment where they are there by then', async () => {
    let asked = 0;
    const identify = () => (++asked === 1 ? none() : Promise.resolve({ sessionId: 'late' }));
    const shop = await ready({ failing: 1, environment: { identify } });
    const { world, page } = shop;
    const card = page.card();
    await press(shop, card);
    await press(shop, card);
    assert.deepEqual(await sessions(world), ['late']);
    assert.deepEqual(page.of('warning'), ['antifraud_unavailable']);
  });
});
