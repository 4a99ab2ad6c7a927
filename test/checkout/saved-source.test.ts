import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import type { CheckoutError } from '../../src/domain/checkout-error.ts';
import { base, publicKey, type FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { SourceShop, type ShopFault } from './source-shop.ts';

const fixedOrder = { reference: 'FIXED-X', amountInCents: 11_900_000, currency: 'COP', signature: 'f'.repeat(64) };

interface Scene {
  world: FlowWorld;
  shop: SourceShop;
  card: string;
  /** A page of the shop, on which the payer has accepted both contracts. */
  open: (changes?: Partial<CheckoutConfiguration>) => Promise<FlowPage>;
}

const scene = async (t: TestContext, number?: string): Promise<Scene> => {
  const world = new FlowWorld();
  const shop = new SourceShop(world);
  t.mock.method(globalThis, 'fetch', shop.fetch);
  t.mock.method(console, 'warn', () => undefined);
  const card = await shop.keepCard(number);
  const open = async (changes = {}) => {
    const page = await world.page(shop.settings(changes));
    page.accept();
    return page;
  };
  return { world, shop, card, open };
};

const press = async ({ checkout, world }: FlowPage, source: string, installments?: number): Promise<void> => {
  void checkout.submit({ method: 'CARD', source, installments });
  await world.settle();
};

/** The payer sends again what is unknown. */
const again = async ({ checkout, world }: FlowPage): Promise<void> => {
  void checkout.resend();
  await world.settle();
};

/** The `payment_method` of each transaction that was asked for. */
const sentMethods = async (world: FlowWorld): Promise<unknown[]> =>
  (await world.requests('POST', '/transactions')).map(({ body }) => body?.['payment_method']);

const statusOf = ({ state }: FlowPage): string =>
  state.status === 'settled' ? state.transaction.status : state.status;

const errorCodes = (page: FlowPage): string[] => page.of('error').map((error) => (error as CheckoutError).code);

describe('a saved card', () => {
  it('is ordered with its id, which charges nothing, then charged by the backend and followed to its end', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    const before = (await world.requests('POST', '/v1/tokens/cards')).length;
    await press(page, card);
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    assert.deepEqual(shop.asked.slice(-2), [
      { path: 'order', body: { method: 'CARD', source: card } },
      { path: 'charge', body: { reference: 'ORDER-1X', source: card } },
    ]);
    const [sent, ...more] = await world.requests('POST', '/transactions');
    assert.equal(more.length, 0);
    assert.equal(sent?.body?.['reference'], 'ORDER-1X');
    assert.ok(sent.body['payment_source_id']);
    assert.equal(sent.body['acceptance_token'], undefined);
    assert.equal((await world.requests('POST', '/v1/tokens/cards')).length, before, 'no card token');
  });

  it('is charged in as many installments as the payer has chosen, and its order asks for none', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    await press(page, card, 12);
    await page.until('settled');
    assert.deepEqual(shop.asked.slice(-2), [
      { path: 'order', body: { method: 'CARD', source: card } },
      { path: 'charge', body: { reference: 'ORDER-1X', source: card, installments: 12 } },
    ]);
    assert.deepEqual(await sentMethods(world), [{ installments: 12 }]);
  });

  it('asks for a charge in one installment where the payer has chosen that, and else says nothing of it', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    await press(page, card, 1);
    await page.until('settled');
    assert.deepEqual(shop.charges(), [{ reference: 'ORDER-1X', source: card, installments: 1 }]);
    assert.deepEqual(await sentMethods(world), [{ installments: 1 }]);
    const unasked = await scene(t);
    const other = await unasked.open();
    await press(other, unasked.card);
    await other.until('settled');
    assert.deepEqual(unasked.shop.charges(), [{ reference: 'ORDER-1X', source: unasked.card }]);
  });

  it('that is sent again is the same charge, in the same installments', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open({ resolveReference: async () => Promise.reject(new Error('nobody knows')) });
    shop.fault('drop-before');
    await press(page, card, 12);
    await page.until('unknown');
    await again(page);
    await page.until('settled');
    const charge = { reference: 'ORDER-1X', source: card, installments: 12 };
    assert.deepEqual(shop.charges(), [charge, charge]);
    assert.deepEqual(await sentMethods(world), [{ installments: 12 }]);
  });

  it('whose installments the backend refuses was not charged, and pays with fewer', async (t) => {
    const { world, shop, card, open } = await scene(t);
    shop.maxInstallments = 12;
    const page = await open();
    await press(page, card, 24);
    assert.equal(statusOf(page), 'ready');
    assert.deepEqual(await world.transactions(), []);
    await press(page, card, 12);
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is not charged before both contracts are accepted, whose tokens it leaves for a card that is typed', async (t) => {
    const { world, shop, card } = await scene(t, '4111111111111111');
    const page = await world.page(shop.settings());
    await press(page, card);
    assert.deepEqual([statusOf(page), errorCodes(page)], ['ready', ['consent_required']]);
    assert.equal(shop.charges().length, 0);
    page.accept();
    const asked = (await world.requests('GET', '/merchants/info')).length;
    await press(page, card);
    await page.until('settled');
    page.checkout.retry();
    void page.checkout.submit(page.card());
    await world.until(() => statusOf(page) === 'APPROVED');
    assert.equal((await world.requests('GET', '/merchants/info')).length, asked);
  });

  it('that is declined leaves the way to another card, with another order', async (t) => {
    const { shop, card, open } = await scene(t, '4111111111111111');
    const page = await open();
    await press(page, card);
    await page.until('settled');
    assert.equal(statusOf(page), 'DECLINED');
    const id = page.state.status === 'settled' ? page.state.transaction.id : '';
    page.checkout.retry();
    const other = await shop.keepCard();
    await press(page, other);
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    assert.deepEqual(
      shop.asked.filter(({ path }) => path === 'order').map(({ body }) => body),
      [
        { method: 'CARD', source: card },
        { method: 'CARD', source: other, after: id },
      ],
    );
    assert.deepEqual(
      shop.charges().map(({ reference }) => reference),
      ['ORDER-1X', 'ORDER-2X'],
    );
  });

  it('may be answered with a challenge', async (t) => {
    const { world, open } = await scene(t);
    const order = await world.order('ORDER-1X');
    const page = await open({
      orders: { kind: 'created', create: async () => order },
      chargeSource: async ({ reference }) => {
        const merchant = await page.api.fetchMerchant();
        const token = await page.api.tokenizeCard({
          number: '4000000000003220',
          cvc: '123',
          exp_month: '12',
          exp_year: '39',
          card_holder: 'Ana Ruiz',
        });
        return page.api.createTransaction({
          acceptance_token: merchant.presigned_acceptance.acceptance_token,
          accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
          reference,
          amount_in_cents: order.amountInCents,
          currency: order.currency,
          signature: order.signature,
          customer_email: 'ana@example.com',
          payment_method_type: 'CARD',
          payment_method: { type: 'CARD', token: token.id, installments: 1 },
        });
      },
    });
    await press(page, 'card-1');
    await page.until('action');
    assert.ok(page.state.status === 'action' && page.state.action.kind === 'challenge');
  });

  it('is charged for nothing that the payer has not seen', async (t) => {
    const { world, shop, card, open } = await scene(t);
    for (const changes of [{ amount: undefined }, { amount: { amountInCents: 100, currency: 'COP' } }]) {
      const page = await open(changes);
      await press(page, card);
      await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
      assert.equal(shop.charges().length, 0);
      page.checkout.disconnect();
    }
    const page = await open({ amount: undefined });
    await press(page, card);
    await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
    await world.advance(2000);
    await press(page, card);
    await page.until('settled');
    assert.equal(shop.charges().length, 1);
    assert.equal(shop.asked.filter(({ path }) => path === 'order').length, 3, 'the order that was confirmed is used');
  });

  it('is not charged on a contract that has changed since it was accepted', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open({ amount: undefined });
    await press(page, card);
    await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
    await world.control('contracts', {});
    await world.advance(31 * 60_000); // longer than a contract is taken for the present one
    await press(page, card);
    assert.deepEqual([statusOf(page), errorCodes(page)], ['ready', ['consent_changed']]);
    assert.equal(shop.charges().length, 0);
    page.accept();
    await press(page, card);
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
  });

  it('is another order than that of a card that is typed, or of another saved one', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open({ amount: undefined });
    const asks = async (go: () => unknown) => {
      void go();
      await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
      page.checkout.configure({ ...page.configuration, amount: { amountInCents: 1, currency: 'COP' } });
      page.checkout.configure(page.configuration);
      return shop.asked.at(-1)?.body;
    };
    const other = await shop.keepCard();
    assert.deepEqual(await asks(() => press(page, card)), { method: 'CARD', source: card });
    assert.deepEqual(await asks(() => press(page, other)), { method: 'CARD', source: other });
    assert.deepEqual(await asks(() => page.checkout.submit(page.card())), { method: 'CARD' });
  });

  it('keeps its order for itself: what was asked for with another card is not charged to it', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const other = await shop.keepCard();
    const page = await open({ amount: undefined });
    await press(page, other);
    await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
    await world.advance(2000);
    await press(page, card);
    await page.until('settled');
    const orders = shop.asked.filter(({ path }) => path === 'order').map(({ body }) => body['source']);
    assert.deepEqual(orders, [other, card]);
  });

  for (const [what, changes] of Object.entries({
    'who charges it': { chargeSource: undefined },
    'who orders it': { orders: { kind: 'fixed' as const, order: fixedOrder } },
  }))
    it(`is refused, and nothing sent, where the page does not say ${what}`, async (t) => {
      const { world, card, open } = await scene(t);
      const page = await open(changes);
      await press(page, card);
      assert.deepEqual([statusOf(page), errorCodes(page)], ['ready', ['missing_order']]);
      assert.deepEqual(await world.transactions(), []);
    });
});

describe('a saved card whose charge goes wrong', () => {
  const shopFaults: ShopFault[] = [
    'drop-before',
    'drop-after',
    'garbage',
    { status: 500 },
    { status: 502 },
    { statusAfter: 500 },
    // A second delivery, by the browser itself, of a request that was taken.
    { statusAfter: 403 },
    { statusAfter: 404 },
    { statusAfter: 408 },
    { statusAfter: 409 },
    { statusAfter: 422 },
    { statusAfter: 429 },
  ];
  for (const fault of shopFaults)
    it(`on the way to the shop (${JSON.stringify(fault)}) is charged once, and never called failed`, async (t) => {
      const { world, shop, card, open } = await scene(t);
      const page = await open();
      shop.fault(fault);
      await press(page, card);
      await world.until(() => ['settled', 'unknown'].includes(page.state.status));
      if (page.state.status === 'unknown') {
        await again(page);
        await page.until('settled');
      }
      assert.equal(statusOf(page), 'APPROVED');
      assert.ok(!page.statuses.slice(page.statuses.indexOf('submitting')).includes('ready'), 'no form meanwhile');
      const [first, second = first] = shop.charges();
      assert.deepEqual(second, first, 'identical');
      assert.equal((await world.transactions()).length, 1);
    });

  for (const fault of [
    { kind: 'drop-before' },
    { kind: 'drop-after' },
    { kind: 'garbage' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 409 },
    { kind: 'status-after', status: 403 },
    { kind: 'status-after', status: 500 },
  ])
    it(`between shop and service (${JSON.stringify(fault)}) is charged once, and never called failed`, async (t) => {
      const { world, shop, card, open } = await scene(t);
      const page = await open();
      await world.fault('POST', '/transactions', fault);
      await press(page, card);
      await page.until('unknown');
      await again(page);
      const isTaken = (await world.transactions()).length === 1;
      await shop.hear();
      page.checkout.checkAgain();
      await page.until('settled');
      assert.ok(isTaken);
      assert.equal(statusOf(page), 'APPROVED');
      assert.ok(!page.statuses.slice(page.statuses.indexOf('submitting')).includes('ready'), 'no form meanwhile');
      assert.equal((await world.transactions()).length, 1);
    });

  it('is unknown, also to the next press, where the service says that the reference is used', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    await press(page, card);
    await page.until('unknown');
    await again(page); // 422 on the reference, of which no event has come
    await page.until('unknown');
    assert.equal(page.of('settled').length, 0);
    await again(page);
    await page.until('ready');
    await press(page, card);
    assert.ok(page.state.status === 'ready' && page.state.unconfirmed?.reference === 'ORDER-1X');
    await shop.hear();
    await press(page, card);
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is found after a reload in the middle of it, which was written down before', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    const held = world.hold('/transactions');
    await press(page, card);
    assert.ok(held.isAsked());
    assert.match([...world.stored.values()].join(), /"reference":"ORDER-1X".*"fate":"sent"/);
    page.checkout.disconnect();
    const reloaded = await open();
    assert.notEqual(statusOf(reloaded), 'ready');
    held.release();
    await reloaded.until('settled');
    assert.equal(statusOf(reloaded), 'APPROVED');
    assert.equal((await world.transactions()).length, 1);
    assert.equal(shop.charges().length, 1);
  });

  it('that never arrived goes out after a reload under its own reference alone, with whichever card', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    shop.fault('drop-before');
    await press(page, card);
    await page.until('unknown');
    page.checkout.disconnect();
    const reloaded = await open();
    await reloaded.until('unknown');
    await again(reloaded);
    await reloaded.until('ready');
    void reloaded.checkout.submit(reloaded.card());
    await reloaded.until('settled');
    const [transaction, ...more] = await world.transactions();
    assert.deepEqual([transaction?.reference, more.length], ['ORDER-1X', 0]);
    assert.equal(shop.charges().length, 1);
  });

  it('is charged once by two tabs with two cards', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const other = await shop.keepCard();
    const [one, two] = [await open(), await open()];
    const held = world.hold('/transactions');
    await press(one, card);
    await press(two, other);
    held.release();
    await world.until(() => [one, two].every((page) => page.state.status === 'settled'));
    assert.deepEqual([one, two].map(statusOf), ['APPROVED', 'APPROVED']);
    assert.equal((await world.transactions()).length, 1);
    assert.equal(shop.charges().length, 1);
  });

  it('is charged once by two devices, which know nothing of one another', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const other = await shop.keepCard();
    const page = await open();
    const nothing = { keys: () => [], read: () => null, write: () => false, remove: () => undefined };
    const device = await world.page(shop.settings(), { storage: nothing, lock: async () => () => undefined });
    device.accept();
    const held = world.hold('/transactions');
    await press(page, card);
    void device.checkout.submit({ method: 'CARD', source: other });
    while (shop.charges().length < 2) await new Promise((resolve) => setImmediate(resolve));
    held.release();
    await world.until(() => page.state.status !== 'submitting' && device.state.status !== 'submitting');
    await shop.hear();
    for (const { checkout } of [page, device]) checkout.checkAgain();
    await world.until(() => [page, device].every((one) => one.state.status === 'settled'));
    assert.equal((await world.transactions()).length, 1);
  });

  it("of another customer's is refused, and the order serves the next card", async (t) => {
    const { world, shop, card, open } = await scene(t);
    shop.customer = 'eve';
    const page = await open();
    await press(page, card);
    assert.deepEqual([statusOf(page), errorCodes(page)], ['ready', ['token_rejected']]);
    assert.ok(page.state.status === 'ready' && !page.state.unconfirmed, 'nothing was charged, and nobody says so');
    assert.deepEqual(await world.transactions(), []);
    const own = await shop.keepCard();
    await press(page, own);
    await page.until('settled');
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-1X'],
    );
  });

  it('that is gone when it is sent again leaves the way to another card, under the same reference', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const page = await open();
    shop.fault('drop-before');
    await press(page, card);
    await page.until('unknown');
    shop.kept.delete(`ana ${card}`);
    await again(page);
    await page.until('unknown');
    await again(page);
    await page.until('ready');
    await press(page, await shop.keepCard());
    await page.until('settled');
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-1X'],
    );
  });

  it('is not sent again where the cart turns out to be paid: the payer is asked first', async (t) => {
    const { world, shop, card, open } = await scene(t);
    const paid = () => Response.json({ error: { type: 'CART_PAID' } }, { status: 409 });
    const page = await open();
    t.mock.method(globalThis, 'fetch', async (input: string, init: RequestInit) =>
      input.endsWith('/charge') ? paid() : shop.fetch(input, init),
    );
    await press(page, card);
    await page.until('unknown');
    assert.deepEqual(errorCodes(page), ['cart_paid']);
    for (let time = 0; time < 2; time += 1) {
      await again(page);
      await world.until(() => page.state.status !== 'submitting');
    }
    await press(page, card);
    assert.ok(page.state.status === 'ready' && page.state.unconfirmed);
    assert.deepEqual(await world.transactions(), []);
  });

  const order = { reference: 'ORDER-1X', amount_in_cents: 11_900_000, currency: 'COP' };
  const answers: Record<string, () => Promise<unknown>> = {
    fails: () => Promise.reject(new Error('The backend is down.')),
    'fails at once': () => {
      throw new Error('The backend is down.');
    },
    'gives nothing': async () => undefined,
    'gives no record': async () => ({ ok: true }),
    'gives the record of another payment': async () => ({
      ...order,
      id: '1-2-3',
      status: 'APPROVED',
      reference: 'OTHER',
    }),
    'gives the record of another amount': async () => ({
      ...order,
      id: '1-2-3',
      status: 'APPROVED',
      amount_in_cents: 1,
    }),
    'gives a status that nobody knows': async () => ({ ...order, id: '1-2-3', status: 'PAID' }),
  };
  for (const [what, chargeSource] of Object.entries(answers))
    it(`is unknown where the page's own function ${what}`, async (t) => {
      const { card, open } = await scene(t);
      const page = await open({ chargeSource });
      await press(page, card);
      await page.until('unknown');
      assert.equal(page.of('settled').length, 0);
    });

  it('is unknown once the answer takes longer than half a minute', async () => {
    const late: (() => void)[] = [];
    const api = new HttpPaymentsApi({
      baseUrl: base,
      publicKey,
      timer: (ms, run) => {
        assert.equal(ms, 30_000);
        late.push(run);
        return () => undefined;
      },
    });
    const charged = api.chargeSource(() => new Promise(() => undefined));
    late[0]?.();
    await assert.rejects(charged, { code: 'timeout' });
  });

  it("has the checkout's own name of its method, whatever the service calls it", async () => {
    const profile = { wireTypes: { CARD: 'TARJETA' } };
    const api = new HttpPaymentsApi({ baseUrl: base, publicKey, profile });
    const record = { ...order, id: '1-2-3', status: 'PENDING', payment_method_type: 'TARJETA' };
    assert.equal((await api.chargeSource(async () => record)).payment_method_type, 'CARD');
  });
});
