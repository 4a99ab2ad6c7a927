import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import type { TextStorage } from '../../src/checkout/environment.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { pendingRecord } from './method-world.ts';

describe('an outcome that nobody knows', () => {
  const submitted = async (world: FlowWorld, fault: Record<string, unknown>, changes = {}): Promise<FlowPage> => {
    const page = await world.page(changes);
    page.accept();
    await world.fault('POST', '/transactions', fault);
    void page.checkout.submit(page.card());
    await world.settle();
    return page;
  };

  for (const fault of [
    { kind: 'drop-before' },
    { kind: 'drop-after' },
    { kind: 'garbage' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 409 },
  ])
    it(`is unknown, not failed (${JSON.stringify(fault)}), and only the payer sends it again`, async () => {
      const world = new FlowWorld();
      const page = await submitted(world, fault);
      assert.deepEqual({ ...page.state }, { status: 'unknown', reference: 'ORDER-1', resendable: true });
      assert.deepEqual(page.of('unknown'), ['ORDER-1']);
      await world.advance(10 * 60_000);
      assert.equal((await world.requests('POST', '/transactions')).length, 1);
      await page.checkout.resend();
      const [first, second] = await world.requests('POST', '/transactions');
      assert.deepEqual(second?.body, first?.body, 'identical');
      assert.equal((await world.transactions()).length, 1);
    });

  it('is the payment that this browser has seen approved, where its reference is paid already', async () => {
    const world = new FlowWorld();
    const [first, again] = [await world.page(), await world.page()];
    first.accept();
    await first.checkout.submit(first.card());
    await first.until('settled');
    again.checkout.reset(); // what was paid until now is no news to a page that asks anew, as after a reload
    await world.settle();
    again.accept();
    await again.checkout.submit(again.card());
    await again.until('settled');
    assert.deepEqual(again.state, { ...first.state, wasPaid: true });
    assert.equal((await world.transactions()).length, 1);
  });

  it('stays the one to send again when the amount changes meanwhile, which the payer then has to confirm', async () => {
    const world = new FlowWorld();
    let count = 0;
    const create = async () => world.order(`ORDER-${++count}`);
    const changes = { orders: { kind: 'created' as const, create } };
    await submitted(world, { kind: 'drop-after' }, changes);
    const page = await world.page(changes);
    await page.until('unknown');
    await page.checkout.resend();
    await page.until('ready');
    page.checkout.configure({ ...page.configuration, amount: { amountInCents: 12_900_000, currency: 'COP' } });
    page.accept();
    void page.checkout.submit(page.card());
    await page.until('ready');
    await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
    assert.ok(page.state.status === 'ready' && page.state.changedAmount?.amountInCents === 11_900_000);
    void page.checkout.submit(page.card());
    await world.advance(60_000);
    assert.equal(count, 1, 'no other order is asked for');
    assert.equal((await world.transactions()).length, 1);
  });

  it("is found by the merchant's backend", async () => {
    const world = new FlowWorld();
    const resolveReference = async (reference: string) =>
      (await world.transactions()).find((one) => one.reference === reference) ?? null;
    const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
    await page.until('settled');
    assert.equal(page.state.status === 'settled' && page.state.transaction.status, 'APPROVED');
    assert.equal(page.of('unknown').length, 0);
  });

  it("is asked for again, and named in the console, where the merchant's function fails or gives no record", async (t) => {
    const warn = t.mock.method(console, 'warn', () => undefined);
    const world = new FlowWorld();
    const answers: (() => unknown)[] = [
      () => {
        throw new Error('The backend is down.');
      },
      () => ({ id: 'no record' }),
      () => null,
    ];
    const resolveReference = async (reference: string): Promise<unknown> => {
      const answer = answers.shift();
      return answer ? answer() : (await world.transactions()).find((one) => one.reference === reference);
    };
    const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
    await page.until('settled');
    const said = warn.mock.calls.map(({ arguments: words }) => words.join(' '));
    assert.equal(said.length, 2, 'that nobody knows of it yet is an answer');
    for (const words of said) assert.match(words, /resolveReference gave no usable transaction record/);
    assert.match(said[0] ?? '', /The backend is down/);
  });

  it('is asked for at once when the payer wants to know, also before it is said, and nothing is sent for that', async () => {
    const world = new FlowWorld();
    let asked = 0;
    const resolveReference = async (): Promise<null> => ((asked += 1), null);
    const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
    const again = await world.page({ resolveReference });
    await world.settle();
    for (const { checkout, state } of [page, again]) {
      assert.equal(state.status, 'submitting');
      const before = asked;
      checkout.checkAgain();
      await world.settle();
      assert.equal(asked, before + 1);
    }
    await world.advance(20_000);
    assert.deepEqual([page.state.status, again.state.status], ['unknown', 'unknown']);
    assert.equal((await world.requests('POST', '/transactions')).length, 1);
  });

  it("is said after some seconds, while the merchant's backend is asked on for a minute", async () => {
    const world = new FlowWorld();
    let asked = 0;
    let knows = false;
    const resolveReference = async (reference: string) => {
      asked += 1;
      return (knows && (await world.transactions()).find((one) => one.reference === reference)) || null;
    };
    const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
    assert.equal(page.state.status, 'submitting');
    await world.advance(20_000);
    assert.deepEqual(page.state, { status: 'unknown', reference: 'ORDER-1', resendable: true });
    assert.deepEqual(page.of('unknown'), ['ORDER-1']);
    knows = true;
    await page.until('settled');

    const other = new FlowWorld();
    const silent = await submitted(other, { kind: 'drop-after' }, { resolveReference: async () => void (asked += 1) });
    await other.advance(70_000);
    const before = asked;
    await other.advance(10 * 60_000);
    assert.equal(asked, before);
    silent.checkout.checkAgain();
    await other.settle();
    assert.equal(asked, before + 1, 'the payer asks again');
  });

  for (const [what, foreign] of Object.entries({
    reference: { reference: 'OTHER' },
    amount: { amount_in_cents: 11_900_001 },
    currency: { currency: 'USD' },
  })) {
    const asked = { reference: 'ORDER-1', amount_in_cents: 11_900_000, status: 'APPROVED' } as const;
    const data = pendingRecord({}, { ...asked, ...foreign });

    it(`does not believe a resolver that answers with a payment of another ${what}, and says so`, async (t) => {
      const warn = t.mock.method(console, 'warn', () => undefined);
      const world = new FlowWorld();
      const resolveReference = async () => data;
      const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
      await page.until('unknown');
      assert.equal(page.of('settled').length, 0);
      assert.match(warn.mock.calls[0]?.arguments.join(' ') ?? '', /resolveReference .* another payment/);
    });

    it(`is what the answer to a creation leaves that is a payment of another ${what}`, async () => {
      const world = new FlowWorld();
      const page = await submitted(world, { kind: 'status', status: 201, body: { data } });
      await page.until('unknown');
      assert.equal(page.of('settled').length, 0);
    });
  }

  it('is not taken for no payment where the storage is full by the time that its id is known', async () => {
    const world = new FlowWorld();
    const { storage } = world.environment();
    assert.ok(storage);
    const full = {
      ...storage,
      write: (key: string, value: string) => world.stored.size === 0 && storage.write(key, value),
    };
    const page = await world.page({}, { storage: full });
    page.accept();
    await page.checkout.submit(page.card());
    assert.equal(page.state.status, 'processing');
    page.checkout.disconnect();
    assert.equal((await world.page()).state.status, 'unknown');
  });

  it('takes a used reference for a payment that exists', async () => {
    const world = new FlowWorld();
    const first = await submitted(world, { kind: 'drop-after' });
    first.checkout.disconnect();
    world.stored.clear();
    const second = await world.page();
    second.accept();
    await second.checkout.submit(second.card());
    assert.equal(second.state.status, 'unknown');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is sent again under its own reference, whatever order the page has given since', async () => {
    const world = new FlowWorld();
    const page = await submitted(world, { kind: 'drop-after' });
    await page.until('unknown');
    await page.giveOrder('ORDER-2');
    await page.checkout.resend();
    await page.until('unknown');
    await page.checkout.resend();
    if (page.state.status === 'ready') await page.checkout.submit(page.card());
    await world.settle();
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-1'],
    );
    assert.equal((await world.requests('POST', '/transactions')).length > 1, true);
  });

  it('is sent again as well where a refusal may hide a payment, whatever order the page has given since', async () => {
    // Of a request that the browser sent twice by itself, the second finds the tokens used: by the first.
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { token: ['El token ya fue usado'] } } };
    const refusal = { kind: 'status', status: 422, body };
    for (const isPaidElsewhere of [false, true]) {
      const world = new FlowWorld();
      const page = await submitted(world, { ...refusal, kind: isPaidElsewhere ? 'status' : 'status-after' });
      assert.equal(page.state.status === 'ready' && page.state.error?.code, 'token_rejected');
      if (isPaidElsewhere) {
        const other = await world.page();
        await other.checkout.resend();
        other.accept();
        await other.checkout.submit(other.card());
        await other.until('settled');
      }
      await page.giveOrder('ORDER-2');
      await page.checkout.submit(page.card());
      await page.until(isPaidElsewhere ? 'settled' : 'unknown');
      assert.deepEqual(
        (await world.transactions()).map(({ reference }) => reference),
        ['ORDER-1'],
      );
    }
  });

  it('is sent again with what the page has corrected since, under the same reference', async () => {
    const world = new FlowWorld();
    const spoilt = { ...(await world.order('ORDER-1')), signature: '0'.repeat(64) };
    await world.fault('POST', '/transactions', { kind: 'drop-before' });
    const first = await world.page({ orders: { kind: 'fixed', order: spoilt } });
    first.accept();
    await first.checkout.submit(first.card());
    await first.until('unknown');
    first.checkout.disconnect();
    const page = await world.page({ orders: { kind: 'fixed', order: spoilt } });
    await page.checkout.resend();
    await page.until('ready');
    page.accept();
    await page.checkout.submit(page.card());
    assert.equal(page.state.status, 'ready', 'the signature is refused');
    await page.giveOrder('ORDER-1');
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('says which reference is sent, where the page has given another one since', async () => {
    const world = new FlowWorld();
    const first = await submitted(world, { kind: 'drop-before' });
    first.checkout.disconnect();
    const page = await world.page();
    await page.checkout.resend();
    await page.until('ready');
    await page.giveOrder('ORDER-2');
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual(page.of('submitting'), [{ method: 'CARD', reference: 'ORDER-1' }]);
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-1'],
    );
  });

  it('is known to the other checkouts of a page whose browser keeps nothing', async () => {
    const world = new FlowWorld();
    const nowhere = { storage: undefined, unkept: new Map<string, string>() };
    const first = await world.page({}, nowhere);
    first.accept();
    await first.checkout.submit(first.card());
    assert.equal(first.state.status, 'processing');
    first.checkout.disconnect();
    const second = await world.page({}, nowhere);
    await second.until('settled');
    assert.equal(second.of('settled').length, 1);
    assert.equal((await world.transactions()).length, 1);
  });

  it('takes a reference for used also where the service words that in another shape', async () => {
    for (const messages of [
      { reference: 'La referencia ya ha sido usada' },
      { reference: ['usada'], more: { a: 1 } },
    ]) {
      const world = new FlowWorld();
      const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages } };
      const page = await submitted(world, { kind: 'status', status: 422, body });
      assert.equal(page.state.status, 'unknown');
    }
  });

  describe('on a page that does not say what it sells', () => {
    /** Sends an order there, whose answer is lost; then the next visitor comes. */
    const found = async (kind: 'drop-before' | 'drop-after', changes: Partial<CheckoutConfiguration> = {}) => {
      const world = new FlowWorld();
      const asked: string[] = [];
      const create = async () => {
        asked.push(`ORDER-${asked.length + 1}`);
        return world.order(asked.at(-1) ?? '');
      };
      const orders = { kind: 'created' as const, create };
      const first = await submitted(world, { kind }, { ...changes, orders });
      await first.until('unknown');
      first.checkout.disconnect();
      const texts = new Map<string, string>();
      const tab: TextStorage = {
        keys: () => [...texts.keys()],
        read: (key) => texts.get(key) ?? null,
        write: (key, value) => Boolean(texts.set(key, value)),
        remove: (key) => void texts.delete(key),
      };
      const open = (environment = {}): Promise<FlowPage> => world.page({ ...changes, orders }, environment);
      const next = await open({ tab });
      await next.until('unknown');
      return { world, asked, first, next, tab, open };
    };
    const references = async (world: FlowWorld) => (await world.transactions()).map(({ reference }) => reference);

    it('is told to the next visitor with what is known of it, and gives way to another purchase', async () => {
      const { world, asked, first, next } = await found('drop-before');
      const at = world.time;
      assert.equal('guessed' in first.state, false, 'who has sent it knows what it was for');
      assert.deepEqual(next.state, {
        status: 'unknown',
        reference: 'ORDER-1',
        resendable: false,
        guessed: { reference: 'ORDER-1', amountInCents: 11_900_000, currency: 'COP', method: 'CARD', at },
      });
      next.checkout.buyElse();
      await next.until('ready');
      next.accept();
      await next.checkout.submit(next.card());
      await next.until('settled');
      assert.deepEqual(asked, ['ORDER-1', 'ORDER-2']);
      assert.deepEqual(await references(world), ['ORDER-2']);
    });

    it('can still be sent again by the next visitor, under its own reference', async () => {
      const { world, asked, next } = await found('drop-after');
      await next.checkout.resend();
      await next.until('ready');
      next.accept();
      void next.checkout.submit(next.card());
      await next.until('unknown');
      assert.equal('guessed' in next.state, false, 'by now it is the payment of this visitor');
      assert.deepEqual(asked, ['ORDER-1']);
      assert.deepEqual(await references(world), ['ORDER-1']);
    });

    it('is not shown again to who has said that this is another purchase, nor to who comes after', async () => {
      const { next, tab, open } = await found('drop-before');
      next.checkout.buyElse();
      await next.until('ready');
      next.checkout.disconnect();
      for (const environment of [{ tab, isShownAgain: () => true }, { tab }, {}]) {
        const page = await open(environment);
        assert.deepEqual(page.state, { status: 'ready' });
        page.checkout.disconnect();
      }
    });

    it('is told before anything else is sent, where it turns out to be paid after it was turned from', async () => {
      let isKnown = false;
      const answer: { world?: FlowWorld } = {};
      const resolveReference = async (reference: string) =>
        (isKnown && (await answer.world?.transactions())?.find((one) => one.reference === reference)) || null;
      const { world, asked, next, open } = await found('drop-after', { resolveReference });
      answer.world = world;
      next.checkout.buyElse();
      await next.until('ready');
      next.checkout.disconnect();
      await world.advance(60_000);
      isKnown = true;
      const page = await open();
      assert.deepEqual(page.state, { status: 'ready' });
      page.accept();
      await page.checkout.submit(page.card());
      await page.until('settled');
      assert.ok(page.state.status === 'settled' && page.state.wasPaid && page.state.guessed);
      assert.equal(page.state.transaction.reference, 'ORDER-1');
      assert.deepEqual(asked, ['ORDER-1']);
      assert.deepEqual(await references(world), ['ORDER-1']);
    });
  });

  it('is not sent again as it was once its card token is refused as used, and the form may be filled in again', async () => {
    const world = new FlowWorld();
    const page = await submitted(world, { kind: 'drop-before' });
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { 'payment_method.token': ['used'] } } };
    await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
    await page.checkout.resend();
    assert.deepEqual({ ...page.state }, { status: 'unknown', reference: 'ORDER-1', resendable: false });
    await page.checkout.resend();
    assert.equal(page.state.status, 'ready');
    assert.equal((await world.requests('POST', '/transactions')).length, 2);
  });

  it('is not sent again as it was once what was typed is refused, and may be corrected in the form', async () => {
    const world = new FlowWorld();
    const page = await submitted(world, { kind: 'drop-before' });
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { 'customer_data.phone_number': ['no'] } } };
    await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
    await page.checkout.resend();
    assert.deepEqual({ ...page.state }, { status: 'unknown', reference: 'ORDER-1', resendable: false });
    await page.checkout.resend();
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-1'],
    );
  });

  it('is sent again once where the service calls its reference used, and then asked about in the form', async () => {
    const world = new FlowWorld();
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { reference: ['usada'] } } };
    const used = { kind: 'status', status: 422, body };
    const page = await submitted(world, used);
    assert.deepEqual({ ...page.state }, { status: 'unknown', reference: 'ORDER-1', resendable: true });
    await world.fault('POST', '/transactions', used);
    await page.checkout.resend();
    assert.deepEqual({ ...page.state }, { status: 'unknown', reference: 'ORDER-1', resendable: false });
    await page.checkout.resend();
    await page.checkout.submit(page.card());
    assert.equal(page.state.status === 'ready' && page.state.unconfirmed?.reference, 'ORDER-1');
    assert.equal((await world.requests('POST', '/transactions')).length, 2);
  });

  it('is not sent again with the request of another order, once another payment is the unknown one', async () => {
    const world = new FlowWorld({ settleMs: { min: 3_600_000, max: 3_600_000 } });
    let count = 0;
    let isKnown = false;
    const changes = {
      cartId: 'c-1',
      orders: { kind: 'created' as const, create: async () => world.order(`O-${++count}`) },
      resolveReference: async (reference: string) =>
        (isKnown && (await world.transactions()).find((one) => one.reference === reference)) || null,
    };
    const page = await submitted(world, { kind: 'drop-after' }, changes);
    await page.until('unknown');
    const [lost] = await world.transactions();
    await world.control(`transactions/${lost?.id}`, { status: 'DECLINED' });
    isKnown = true;
    await page.until('settled');
    page.checkout.retry();
    const other = await world.page(changes);
    other.accept();
    await other.checkout.submit(other.card());
    const id = (await world.transactions()).find(({ reference }) => reference === 'O-2')?.id;
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 401 }, 60);
    await page.checkout.submit(page.card());
    await page.until('unknown');
    assert.deepEqual(page.state, { status: 'unknown', reference: 'O-2', resendable: false });
  });

  it('survives a reload, and the form may be filled in again for the same reference', async () => {
    const world = new FlowWorld();
    const first = await submitted(world, { kind: 'drop-before' });
    first.checkout.disconnect();
    const second = await world.page();
    assert.deepEqual(second.state, { status: 'unknown', reference: 'ORDER-1', resendable: false });
    await second.checkout.resend();
    await second.until('ready');
    second.accept();
    await second.checkout.submit(second.card());
    await second.until('settled');
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-1'],
    );
  });
});

describe('a payment that was let go', () => {
  it('does not come back into the next one, however late its record arrives', async () => {
    const world = new FlowWorld();
    const first = await world.page();
    first.accept();
    await first.checkout.submit(first.card('4111111111111111'));
    first.checkout.disconnect();
    const [declined] = await world.transactions();
    await world.fault('GET', `/v1/transactions/${declined?.id}`, { kind: 'status', status: 401 });
    const page = await world.page();
    assert.equal(page.state.status, 'unknown');
    const held = world.hold(`/v1/transactions/${declined?.id}`);
    await world.advance(2500);
    assert.ok(held.isAsked(), 'the look is on its way');
    page.checkout.reset();
    await page.giveOrder('ORDER-2');
    await world.settle();
    page.accept();
    await page.checkout.submit(page.card());
    // The first one is pending for all that is known: the payer says that this is another payment.
    page.checkout.waive();
    const card = page.card();
    let goOn = (): void => {};
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    const paid = page.checkout.submit({ ...card, collect: () => asked.then(() => card.collect()) });
    await world.settle();
    held.release();
    await world.settle();
    assert.equal(page.state.status, 'submitting');
    goOn();
    await paid;
    await page.until('settled');
    assert.deepEqual(
      page.of('settled').map((one) => [(one as Transaction).reference, (one as Transaction).status]),
      [['ORDER-2', 'APPROVED']],
    );
  });
});
