import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkoutRoutes,
  PaymentsError,
  type ChargedOrder,
  type CheckoutRoutesOptions,
  type KeptSources,
  type PaymentSource,
  type PaymentSourceRequest,
  type PaymentsErrorDetails,
} from '../../src/server/index.ts';
import { cart, openBook } from './open-book.ts';

const shop = 'https://shop.example/api/pay';

const handedOver = {
  acceptance_token: 'policy-1',
  accept_personal_auth: 'personal-1',
  customer_email: 'ana@example.com',
  type: 'CARD',
  token: 'tok_test_1',
  session_id: 'session-1',
  customer_data: { device_id: 'device-1' },
};

/** A shop that keeps the cards of whoever its cookie names. */
function openShop(change: Partial<CheckoutRoutesOptions> = {}, own: Partial<KeptSources> = {}) {
  const { book, service } = openBook();
  const made: PaymentSourceRequest[] = [];
  const charged: Record<string, unknown>[] = [];
  const asked: [owner: string, id: string, order: ChargedOrder][] = [];
  const kept = new Map<string, string | number>([
    ['ana card-1', 3891],
    ['eve card-2', 3892],
  ]);
  const state: {
    source: Partial<PaymentSource>;
    trouble: PaymentsError | undefined;
    pause: () => Promise<unknown>;
  } = { source: { status: 'AVAILABLE' }, trouble: undefined, pause: async () => undefined };
  const create = service.payments.createTransaction;
  service.payments.createTransaction = async (body) => {
    charged.push(body);
    return create(body);
  };
  const handler = checkoutRoutes({
    orders: book,
    eventsSecret: 'events-of-test',
    cart: () => cart,
    payments: {
      createPaymentSource: async (body) => {
        made.push(body);
        await state.pause();
        if (state.trouble) throw state.trouble;
        return { id: 4000 + made.length, type: body.type, ...state.source };
      },
    },
    sources: {
      owner: ({ headers }) => headers.get('cookie') ?? undefined,
      keep: (owner, { id }) => {
        kept.set(`${owner} card-${id}`, id);
        return { id: `card-${id}` };
      },
      find: (owner, id, order) => {
        asked.push([owner, id, order]);
        const source = kept.get(`${owner} ${id}`);
        return source === undefined
          ? undefined
          : { payment_source_id: source, customer_email: 'ana@example.com', payment_method: { installments: 1 } };
      },
      ...own,
    },
    ...change,
  });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { cookie: 'ana', 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    const answer = await handler(new Request(`${shop}/${path}`, init));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return { status: answer.status, body: await answer.json() };
  };
  const charge = (reference: string, source = 'card-1', headers = {}) => post('charge', { reference, source }, headers);
  return { book, service, handler, made, charged, asked, kept, state, post, charge };
}

const typeOf = ({ status, body }: { status: number; body: { error?: { type: string } } }) => [status, body.error?.type];

const refusal = (details: Partial<PaymentsErrorDetails>) =>
  new PaymentsError({ status: 422, type: 'INPUT_VALIDATION_ERROR', ...details });

describe('the routes of a checkout: a card or wallet that is kept', () => {
  it('is made of what the page hands over and of nothing else, and kept for who is signed in', async () => {
    const { post, made, kept } = openShop();
    const more = { payment_description: 'x', customer_data: { device_id: 'device-1', role: 'admin' } };
    const { status, body } = await post('source', { ...handedOver, ...more });
    assert.deepEqual([status, body], [201, { id: 'card-4001' }]);
    assert.deepEqual(made, [handedOver]);
    assert.equal(kept.get('ana card-4001'), 4001);
  });

  it('is one of the service, also when the request comes again or twice at once', async () => {
    const { post, made, state } = openShop();
    let go = (): void => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    state.pause = () => held;
    const both = [post('source', handedOver), post('source', handedOver)];
    await new Promise((resolve) => setImmediate(resolve));
    go();
    const answers = [...(await Promise.all(both)), await post('source', handedOver)];
    assert.deepEqual(
      answers.map(({ body }) => body.id),
      ['card-4001', 'card-4001', 'card-4001'],
    );
    assert.equal(made.length, 1);
  });

  it('B11: is kept as the service made it, whatever the shop wrote into it before it failed', async () => {
    const seen: unknown[] = [];
    let trouble = true;
    const { post, made } = openShop(
      {},
      {
        keep: (_owner, source) => {
          seen.push({ ...source });
          Object.assign(source, { id: 'mine', status: 'kept' });
          if (trouble) throw new Error('no database');
          return { id: 'card' };
        },
      },
    );
    await assert.rejects(post('source', handedOver), /no database/);
    trouble = false;
    assert.equal((await post('source', handedOver)).status, 201);
    const source = { id: 4001, type: 'CARD', status: 'AVAILABLE' };
    assert.deepEqual(seen, [source, source]);
    assert.equal(made.length, 1);
  });

  it('B11: is answered as the first time, whatever the shop has written into its own record since', async () => {
    const record: Record<string, unknown> = { id: 'card-1' };
    const { post } = openShop({}, { keep: () => record });
    assert.deepEqual((await post('source', handedOver)).body, { id: 'card-1' });
    record['payment_source_id'] = 4001;
    for (let time = 0; time < 2; time += 1) assert.deepEqual((await post('source', handedOver)).body, { id: 'card-1' });
  });

  it('is never given to another customer who hands the same over', async () => {
    const { post, made } = openShop();
    await post('source', handedOver);
    await post('source', handedOver, { cookie: 'eve' });
    assert.equal(made.length, 2, 'the service says what it takes twice');
  });

  it('is not made for nobody, nor by a page of another origin, nor of what cannot be read', async () => {
    const { post, made } = openShop();
    assert.deepEqual(typeOf(await post('source', handedOver, { cookie: '' })), [401, 'UNKNOWN_CUSTOMER']);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    assert.deepEqual(typeOf(await post('source', handedOver, foreign)), [403, 'FOREIGN_ORIGIN']);
    const form = { 'content-type': 'text/plain' };
    assert.deepEqual(typeOf(await post('source', handedOver, form)), [415, 'UNSUPPORTED_MEDIA_TYPE']);
    for (const change of [
      { token: '' },
      { token: 7 },
      { type: undefined },
      { customer_email: 'ana' },
      { acceptance_token: undefined },
      { customer_data: 'x' },
      { token: 'x'.repeat(8001) },
    ])
      assert.deepEqual(typeOf(await post('source', { ...handedOver, ...change })), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(made, []);
  });

  it('S12: that the service refuses is refused without its words, and may be tried again', async () => {
    const { post, state, made } = openShop();
    state.trouble = refusal({ reason: 'No: secreto', messages: { token: ['El secreto ya fue usado'], Secreto: [] } });
    const { status, body } = await post('source', handedOver);
    const error = {
      type: 'INPUT_VALIDATION_ERROR',
      reason: 'The service has refused it.',
      messages: { token: [], other: [] },
    };
    assert.deepEqual([status, body], [422, { error }]);
    for (const type of ['No: secreto', '987']) {
      state.trouble = refusal({ type });
      assert.deepEqual(typeOf(await post('source', handedOver)), [422, 'HTTP_422']);
    }
    for (const [details, answer] of [
      [{ status: 0, type: 'TIMEOUT' }, 503],
      [{ status: 500 }, 503],
      [{ status: 201, type: 'INVALID_RESPONSE' }, 503],
      [{ status: 302 }, 503],
      [{ status: 429 }, 429],
    ] as const) {
      state.trouble = refusal(details);
      assert.equal((await post('source', handedOver)).status, answer);
    }
    state.trouble = undefined;
    assert.equal((await post('source', handedOver)).status, 201);
    assert.equal(made.length, 9);
  });

  it('S12: that the shop has removed does not come back when the same is handed over again', async (test) => {
    test.mock.timers.enable({ apis: ['Date'] });
    const { post, state, made, kept } = openShop();
    await post('source', handedOver);
    assert.ok(kept.delete('ana card-4001'));
    await post('source', handedOver);
    assert.equal(kept.has('ana card-4001'), false);
    assert.equal(made.length, 1, 'the answer may have been lost');
    test.mock.timers.tick(2 * 60_000);
    state.trouble = refusal({ messages: { token: ['El token ya fue usado'] } });
    assert.deepEqual(typeOf(await post('source', handedOver)), [422, 'INPUT_VALIDATION_ERROR']);
    assert.equal(kept.has('ana card-4001'), false);
  });

  it('S12: is remembered, with its tokens, no longer than two minutes, though no other request comes', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const { post, made } = openShop();
    await post('source', handedOver);
    test.mock.timers.tick(2 * 60_000 - 1);
    await post('source', handedOver);
    assert.equal(made.length, 1);
    test.mock.timers.tick(1);
    await post('source', handedOver);
    assert.equal(made.length, 2);
  });

  it('keeps no process from its end while it is remembered', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    await openShop().post('source', handedOver);
    assert.equal(timers(), before);
  });

  it('S8: is one of a thousand that are remembered, and of all that are on their way', async () => {
    const { post, made, state } = openShop();
    const hand = (token: number) => post('source', { ...handedOver, token: `tok_${token}` });
    let go = (): void => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    const begun = new Promise<void>((resolve) => {
      state.pause = () => {
        resolve();
        return held;
      };
    });
    const slow = hand(0);
    await begun;
    state.pause = async () => undefined;
    for (let token = 1; token <= 1001; token += 1) await hand(token);
    await hand(1001);
    assert.equal(made.length, 1002);
    await hand(1);
    assert.equal(made.length, 1003, 'the oldest is forgotten');
    const again = hand(0);
    await new Promise((resolve) => setImmediate(resolve));
    go();
    assert.deepEqual(await slow, await again);
    assert.equal(made.length, 1003, 'what is on its way is not');
  });

  it('that the shop could not keep is kept when the request comes again, and not made again', async () => {
    let isDown = true;
    const keep = (_: string, { id }: PaymentSource) => {
      if (isDown) throw new Error('no database');
      return { id };
    };
    const { post, made } = openShop({}, { keep });
    await assert.rejects(post('source', handedOver), { message: 'no database' });
    isDown = false;
    assert.deepEqual(await post('source', handedOver), { status: 201, body: { id: 4001 } });
    assert.equal(made.length, 1);
  });

  it('is kept where the service does not say that it is available, and not where it says that it is not', async () => {
    const { post, state, kept } = openShop();
    state.source = {};
    assert.equal((await post('source', handedOver)).status, 201);
    state.source = { status: 'PENDING' };
    const before = kept.size;
    assert.deepEqual(typeOf(await post('source', { ...handedOver, token: 'tok_test_2' })), [422, 'SOURCE_REFUSED']);
    assert.equal(kept.size, before);
  });
});

describe('the routes of a checkout: a charge', () => {
  it('is of the order, to the card of who is signed in, and answered with what a page may know of it', async () => {
    const { charge, charged, asked, book, post } = openShop();
    const { reference } = (await post('order', { method: 'CARD', source: 'card-1' })).body;
    const { status, body } = await charge(reference);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...(await book.resolve(reference)) });
    assert.deepEqual([body.reference, body.amount_in_cents, body.status], [reference, 11_900_000, 'PENDING']);
    assert.doesNotMatch(JSON.stringify(body), /ana@|3891/);
    const { signature } = await book.order(cart);
    assert.deepEqual(charged, [
      {
        payment_source_id: 3891,
        customer_email: 'ana@example.com',
        payment_method: { installments: 1 },
        reference,
        amount_in_cents: 11_900_000,
        currency: 'COP',
        signature,
      },
    ]);
    assert.deepEqual(asked, [['ana', 'card-1', { reference, cartId: 'cart-1' }]]);
  });

  it('is in as many installments as the page says, else in as many as the shop does', async () => {
    for (const [installments, charged] of [
      [undefined, 3],
      [1, 1],
      [2, 2],
      [36, 36],
    ]) {
      const find = () => ({
        payment_source_id: 3891,
        customer_email: 'ana@example.com',
        payment_method: { installments: 3 },
        maxInstallments: 36,
      });
      const { post, charged: sent, book } = openShop({}, { find });
      const { reference } = await book.order(cart);
      const { status } = await post('charge', { reference, source: 'card-1', installments });
      assert.deepEqual([status, sent[0]?.['payment_method']], [200, { installments: charged }]);
    }
  });

  it('is refused in a number of installments that is none, or more than the card can be charged in', async () => {
    for (const [maxInstallments, misfits] of [
      [36, [0, 37, -1, 1.5, '12', '', true, null, [12], {}, 1e21]],
      [12, [13, 36]],
      [1, [2]],
      [undefined, [2, 36]],
    ] as const) {
      const find = () => ({
        payment_source_id: 3891,
        customer_email: 'ana@example.com',
        ...(maxInstallments && { maxInstallments }),
      });
      const { post, charged, book } = openShop({}, { find });
      const { reference } = await book.order(cart);
      const body = { reference, source: 'card-1' };
      const most = maxInstallments ?? 1;
      const reason =
        most === 1
          ? 'This card is charged in one installment: sources.find gives no more as maxInstallments.'
          : `installments must be a whole number from 1 to ${most}.`;
      for (const installments of misfits)
        assert.deepEqual(await post('charge', { ...body, installments }), {
          status: 422,
          body: {
            error: {
              type: 'UNUSABLE_INSTALLMENTS',
              reason,
              messages: { 'payment_method.installments': [reason] },
            },
          },
        });
      assert.deepEqual(charged, []);
      // The order is open to fewer.
      assert.equal((await post('charge', { ...body, installments: most })).status, 200);
      assert.deepEqual(charged[0]?.['payment_method'], { installments: most });
      assert.equal('maxInstallments' in (charged[0] ?? {}), false, 'no field of the service');
    }
  });

  it('of a repeated reference is the same transaction, whatever installments it says', async () => {
    const find = () => ({ payment_source_id: 3891, customer_email: 'ana@example.com', maxInstallments: 36 });
    const { post, charged, book } = openShop({}, { find });
    const { reference } = await book.order(cart);
    const ask = (installments: unknown) => post('charge', { reference, source: 'card-1', installments });
    const [first, racing] = await Promise.all([ask(12), ask(24)]);
    assert.deepEqual([first.status, racing.body.id], [200, first.body.id]);
    for (const installments of [undefined, 1, 24, 37, 'many'])
      assert.deepEqual([(await ask(installments)).body.id, charged.length], [first.body.id, 1]);
    assert.deepEqual(charged[0]?.['payment_method'], { installments: 12 });
  });

  it('fails where the callback says of no number of installments that it is the most', async () => {
    for (const maxInstallments of [0, 37, 1.5, '12', NaN]) {
      const find = () => ({ payment_source_id: 3891, customer_email: 'a@example.com', maxInstallments }) as never;
      const { charge, charged, book } = openShop({}, { find });
      await assert.rejects(charge((await book.order(cart)).reference), TypeError);
      assert.deepEqual(charged, []);
    }
  });

  it('tells the service of the browser that asks, where the shop says so', async () => {
    const { charge, charged, book } = openShop(
      {},
      {
        find: (_owner, _id, _order, { headers }) => ({
          payment_source_id: 3891,
          customer_email: 'ana@example.com',
          customer_data: { browser_info: { browser_user_agent: headers.get('user-agent') } },
        }),
      },
    );
    const { reference } = await book.order(cart);
    assert.equal((await charge(reference, 'card-1', { 'user-agent': 'Chrome' })).status, 200);
    assert.deepEqual(charged[0]?.['customer_data'], { browser_info: { browser_user_agent: 'Chrome' } });
  });

  it('S2: is of the amount that the payer saw, where the page says which, or none', async () => {
    const { post, charged, book } = openShop();
    const { reference } = await book.order(cart);
    const body = { reference, source: 'card-1' };
    const seen = { amount_in_cents: 11_900_000, currency: 'COP' };
    for (const other of [
      { ...seen, amount_in_cents: 11_900_001 },
      { ...seen, currency: 'USD' },
      { amount_in_cents: 0 },
      { currency: 'cop' },
    ])
      assert.deepEqual(await post('charge', { ...body, ...other }), {
        status: 409,
        body: {
          error: {
            type: 'AMOUNT_CHANGED',
            reason: 'The order is of another amount than the payer saw.',
            amount_in_cents: 11_900_000,
            currency: 'COP',
          },
        },
      });
    const stranger = await post('charge', { ...body, amount_in_cents: 1 }, { cookie: '' });
    assert.deepEqual(typeOf(stranger), [401, 'UNKNOWN_CUSTOMER']);
    for (const none of [{ amount_in_cents: '11900000' }, { amount_in_cents: 1.5 }, { currency: '' }])
      assert.deepEqual(typeOf(await post('charge', { ...body, ...none })), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(charged, []);
    assert.equal((await post('charge', { ...body, ...seen })).status, 200);
    // What is charged already is told, whatever the payer saw since.
    assert.equal((await post('charge', { ...body, amount_in_cents: 1 })).body.reference, reference);
    assert.equal(charged.length, 1);
  });

  it("is refused for another customer's card, for one that is gone, and for nobody", async () => {
    const { charge, charged, book } = openShop();
    const { reference } = await book.order(cart);
    const error = {
      type: 'UNKNOWN_SOURCE',
      reason: 'There is no such card or wallet of this customer.',
      messages: { payment_source_id: ['There is no such card or wallet of this customer.'] },
    };
    for (const id of ['card-2', 'card-9', '__proto__', '3891'])
      assert.deepEqual(await charge(reference, id), { status: 422, body: { error } });
    assert.deepEqual(await charge(reference, 'card-1', { cookie: 'eve' }), { status: 422, body: { error } });
    assert.deepEqual(typeOf(await charge(reference, 'card-1', { cookie: '' })), [401, 'UNKNOWN_CUSTOMER']);
    assert.deepEqual(charged, []);
    assert.equal((await charge(reference)).status, 200, 'the order is open to its owner');
  });

  it('of a repeated reference is the same transaction, whatever became of it and whichever card is named', async () => {
    const { charge, charged, book, service, kept } = openShop();
    const { reference } = await book.order(cart);
    const { id } = (await charge(reference)).body;
    kept.clear();
    for (const status of ['PENDING', 'DECLINED'] as const) {
      if (status === 'DECLINED') {
        service.settle(id, status);
        await book.refresh(reference);
      }
      for (const card of ['card-1', 'card-2', 'card-9']) {
        const { body } = await charge(reference, card);
        assert.deepEqual([body.id, body.status], [id, status]);
      }
    }
    assert.equal(charged.length, 1);
  });

  it('is one for two requests that race, with one card or with two', async () => {
    const { charge, charged, book, service, kept } = openShop();
    kept.set('ana card-3', 3893);
    const { reference } = await book.order(cart);
    let go = (): void => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    service.pause = () => held;
    const racing = ['card-1', 'card-1', 'card-3'].map((card) => charge(reference, card));
    await new Promise((resolve) => setImmediate(resolve));
    go();
    const answers = await Promise.all(racing);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    assert.equal(charged.length, 1);
  });

  it('is one where the answer of the service is lost: nobody knows, until an event tells', async () => {
    const { charge, book, service } = openShop();
    const { reference } = await book.order(cart);
    service.trouble = refusal({ status: 0, type: 'NO_ANSWER' });
    assert.deepEqual(typeOf(await charge(reference)), [503, 'OUTCOME_UNKNOWN']);
    service.trouble = undefined;
    assert.deepEqual((await charge(reference)).body.error.messages, { reference: [] });
    const [record] = service.transactions.values();
    assert.ok(record);
    await book.order(cart, { after: record.id });
    const { status, body } = await charge(reference);
    assert.deepEqual([status, body.id, service.transactions.size], [200, record.id, 1]);
  });

  it('S12: that the service refuses is refused without its words', async () => {
    const { charge, book, service } = openShop();
    const { reference } = await book.order(cart);
    for (const [details, answer] of [
      [{ messages: { payment_source_id: ['La fuente de pago no existe'] } }, [422, 'INPUT_VALIDATION_ERROR']],
      [{ status: 401, type: 'INVALID_ACCESS_TOKEN' }, [401, 'INVALID_ACCESS_TOKEN']],
      [{ status: 409 }, [503, 'OUTCOME_UNKNOWN']],
      [{ status: 502 }, [503, 'OUTCOME_UNKNOWN']],
    ] satisfies [Partial<PaymentsErrorDetails>, unknown[]][]) {
      service.payments.createTransaction = () => Promise.reject(refusal({ reason: 'No: La fuente', ...details }));
      const refused = await charge(reference);
      assert.deepEqual(typeOf(refused), answer);
      assert.doesNotMatch(JSON.stringify(refused.body), /La fuente/);
      assert.deepEqual(Object.keys(refused.body.error.messages ?? {}), Object.keys(details.messages ?? {}));
    }
  });

  it('is refused for an order that is none, closed, or of a cart that is paid', async () => {
    const { charge, charged, book, service } = openShop();
    assert.deepEqual(typeOf(await charge('NONE')), [404, 'UNKNOWN_ORDER']);
    const closed = await book.order(cart);
    await book.close(closed.reference, { minAgeMs: 0 });
    assert.deepEqual(typeOf(await charge(closed.reference)), [409, 'ORDER_CLOSED']);
    const open = await book.order(cart);
    const paid = service.pay({ ...cart, reference: closed.reference }, 'APPROVED');
    await book.order(cart, { after: paid.id }).catch(() => undefined);
    assert.deepEqual(typeOf(await charge(open.reference)), [409, 'CART_PAID']);
    assert.deepEqual(charged, []);
  });

  it('is refused to other origins, and for what cannot be read', async () => {
    const { post, charged, book } = openShop();
    const { reference } = await book.order(cart);
    const body = { reference, source: 'card-1' };
    for (const site of ['cross-site', 'same-site'])
      assert.deepEqual(typeOf(await post('charge', body, { 'sec-fetch-site': site })), [403, 'FOREIGN_ORIGIN']);
    assert.deepEqual(typeOf(await post('charge', body, { origin: 'https://evil.example' })), [403, 'FOREIGN_ORIGIN']);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.deepEqual(typeOf(await post('charge', body, form)), [415, 'UNSUPPORTED_MEDIA_TYPE']);
    for (const bad of ['', 'null', {}, { reference }, { ...body, source: 7 }, { ...body, reference: 'a\u0000b' }])
      assert.deepEqual(typeOf(await post('charge', bad)), [400, 'MALFORMED_REQUEST'], JSON.stringify(bad));
    assert.deepEqual(charged, []);
  });

  it('fails where the callback gives no payment source: an order without one is another payment', async () => {
    for (const details of [{ customer_email: 'a@example.com' }, { payment_source_id: '' }, 'card']) {
      const { charge, charged, book } = openShop({}, { find: () => details as never });
      await assert.rejects(charge((await book.order(cart)).reference), TypeError);
      assert.deepEqual(charged, []);
    }
  });
});

describe('the routes of a checkout: a shop that keeps no cards', () => {
  it('has neither, and is told what it lacks', async () => {
    const { book: orders } = openBook();
    const options = { orders, eventsSecret: 'e', cart: () => cart };
    const handler = checkoutRoutes(options);
    for (const path of ['source', 'charge'])
      assert.equal((await handler(new Request(`${shop}/${path}`, { method: 'POST' }))).status, 404);
    const sources = { owner: () => 'a', keep: () => ({}), find: () => undefined };
    const payments = { createPaymentSource: async () => ({ id: 1 }) };
    const make = (more: object) => () => checkoutRoutes({ ...options, ...more });
    assert.throws(make({ sources }), /payments/);
    assert.throws(make({ sources: { ...sources, owner: undefined }, payments }), /sources\.owner must be a function/);
    assert.throws(make({ sources: 'x', payments }), TypeError);
    assert.equal(typeof make({ sources, payments })(), 'function');
  });

  it('answers another method with the one that is allowed', async () => {
    const { handler } = openShop();
    for (const path of ['source', 'charge']) {
      const answer = await handler(new Request(`${shop}/${path}`));
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
    }
  });
});
