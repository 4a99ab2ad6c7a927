import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import { FlowWorld } from './flow-world.ts';
import { attemptBy } from './method-world.ts';

const day = 24 * 60 * 60 * 1000;
const slow = { settleMs: { min: 100 * day, max: 100 * day } };
const wallet = () => attemptBy('WALLET_A', { phone_number: '3991111111' });

/** A page that makes a new order at each request; the backend says which cart it is of, when it says so. */
function selling(world: FlowWorld, changes: Partial<CheckoutConfiguration> = {}, cartOf?: () => string) {
  let orders = 0;
  const source: CheckoutConfiguration['orders'] = {
    kind: 'created',
    create: async () => {
      orders += 1;
      const order = await world.order(`O-${orders}`);
      return cartOf ? { ...order, cartId: cartOf() } : order;
    },
  };
  return { ...changes, orders: source };
}

const finish = async (world: FlowWorld, reference: string, status = 'APPROVED') => {
  const found = (await world.transactions()).find((one) => one.reference === reference);
  await world.control(`transactions/${found?.id}`, { status });
};

const approved = async (world: FlowWorld) =>
  (await world.transactions()).filter(({ status }) => status === 'APPROVED').map(({ reference }) => reference);

/** O-1 by push wallet, pending and turned from; O-2 by card is lost on its way; O-1 is approved meanwhile. */
async function turnedFromAndLost() {
  const world = new FlowWorld(slow);
  const page = await world.page(selling(world, { cartId: 'c-1' }));
  page.accept();
  await page.checkout.submit(await wallet());
  assert.notEqual(page.state.status, 'ready');
  page.checkout.setAside();
  await world.fault('POST', '/transactions', { kind: 'drop-before' });
  await world.fault('POST', '/v1/transactions', { kind: 'drop-before' });
  void page.checkout.submit(page.card());
  await page.until('unknown');
  await finish(world, 'O-1');
  return { world, page };
}

describe('what was turned from is looked at before anything is sent', () => {
  it('also when the payer sends again what had no answer', async () => {
    const { world, page } = await turnedFromAndLost();
    assert.deepEqual(await approved(world), ['O-1']);
    for (let press = 0; press < 6 && page.state.status === 'unknown'; press++) {
      void page.checkout.resend();
      await world.advance(30_000);
      await world.advance(30_000);
    }
    await finish(world, 'O-2').catch(() => undefined);
    assert.deepEqual(await approved(world), ['O-1']);
  });

  it('and nothing is sent again while that cannot be looked at', async () => {
    const { world, page } = await turnedFromAndLost();
    const id = (await world.transactions()).find(({ reference }) => reference === 'O-1')?.id;
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 503 }, 60);
    const sent = (await world.requests('POST', '/transactions')).length;
    await page.checkout.resend();
    assert.ok(page.state.status === 'unknown' && page.state.resendable);
    assert.equal((await world.requests('POST', '/transactions')).length, sent);
  });

  it('also in the form that is opened for it after a reload', async () => {
    const { world, page } = await turnedFromAndLost();
    page.checkout.disconnect();
    const again = await world.page(page.configuration);
    await again.until('unknown');
    again.accept();
    for (let press = 0; press < 8 && !['processing', 'settled'].includes(again.state.status); press++) {
      if (again.state.status === 'unknown') void again.checkout.resend();
      await world.settle();
      if (again.state.status === 'ready') void again.checkout.submit(again.card());
      await world.advance(30_000);
    }
    await finish(world, 'O-2').catch(() => undefined);
    assert.deepEqual(await approved(world), ['O-1']);
  });
});

describe('a paid cart stays paid', () => {
  it('when it was pending for longer than a month', async () => {
    const world = new FlowWorld(slow);
    const page = await world.page(selling(world, { cartId: 'c-1' }));
    page.accept();
    await page.checkout.submit(await wallet());
    world.time += 31 * day;
    await finish(world, 'O-1');
    page.checkout.checkAgain();
    await page.until('settled');
    page.checkout.disconnect();
    const again = await world.page(page.configuration);
    assert.equal(again.state.status, 'settled');
  });

  it('when the clock was wrong while it was paid', async () => {
    const world = new FlowWorld();
    const right = world.time;
    world.time = right - 40 * day;
    const page = await world.page(selling(world, { cartId: 'c-1' }));
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    page.checkout.disconnect();
    world.time = right;
    const again = await world.page(page.configuration);
    again.accept();
    if (again.state.status === 'ready') await again.checkout.submit(again.card());
    await again.until('settled');
    assert.deepEqual(await approved(world), ['O-1']);
  });
});

describe('a page that has begun anew', () => {
  it('goes by the payment that it has shown since, also after a reload', async () => {
    const world = new FlowWorld();
    const texts = new Map<string, string>();
    const tab = {
      keys: () => [...texts.keys()],
      read: (key: string) => texts.get(key) ?? null,
      write: (key: string, value: string) => Boolean(texts.set(key, value)),
      remove: (key: string) => void texts.delete(key),
    };
    const configuration = selling(world);
    const page = await world.page(configuration, { tab });
    page.accept();
    await page.checkout.submit(page.card());
    const [transaction] = await world.transactions();
    page.checkout.reset();
    await page.until('ready');
    page.checkout.resume(transaction?.id ?? '');
    await page.until('settled');
    page.checkout.disconnect();
    const again = await world.page(configuration, { tab, isShownAgain: () => true });
    again.accept();
    if (again.state.status === 'ready') await again.checkout.submit(again.card());
    await again.until('settled');
    assert.deepEqual(await approved(world), ['O-1']);
  });
});

describe('a paid cart of which the service knows nothing for a while', () => {
  it('is asked about before anything is sent in its place', async () => {
    const world = new FlowWorld();
    const configuration = selling(world, { cartId: 'c-1' });
    const page = await world.page(configuration);
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    page.checkout.disconnect();
    const [transaction] = await world.transactions();
    await world.fault('GET', `/v1/transactions/${transaction?.id}`, { kind: 'status', status: 404 }, 4);
    const again = await world.page(configuration);
    await again.until('ready');
    again.accept();
    await again.checkout.submit(again.card());
    assert.ok(again.state.status === 'ready');
    assert.deepEqual([again.state.unconfirmed?.reference, again.state.unconfirmed?.isPaid], ['O-1', undefined]);
    assert.deepEqual(await approved(world), ['O-1']);
    again.checkout.waive();
    await again.checkout.submit(again.card());
    await again.until('settled');
    assert.deepEqual(await approved(world), ['O-1', 'O-2']);
  });
});

describe('an order that names another cart', () => {
  /** An order that named c-1 was declined; the next one names c-2, and is paid. */
  async function paidAsAnother() {
    const world = new FlowWorld();
    let cart = 'c-1';
    const configuration = selling(world, {}, () => cart);
    const page = await world.page(configuration);
    page.accept();
    await page.checkout.submit(page.card('4111111111111111'));
    await page.until('settled');
    page.checkout.retry();
    cart = 'c-2';
    await page.checkout.submit(page.card());
    await page.until('settled');
    return { world, configuration, page };
  }

  it('is written to that cart, not to the one that an earlier order has named', async () => {
    const { world, page } = await paidAsAnother();
    page.checkout.disconnect();
    const keys = [...world.stored].filter(([, value]) => value.includes('"paid"')).map(([key]) => key);
    assert.deepEqual(
      keys.map((key) => key.split(':').at(-1)),
      ['c-2'],
    );
  });

  it('does not make the cart before it look paid', async () => {
    const { world, page } = await paidAsAnother();
    page.checkout.disconnect();
    const first = await world.page(selling(world, { cartId: 'c-1' }));
    assert.equal(first.state.status, 'ready');
  });

  it('is not paid a second time from another tab', async () => {
    const { world, configuration } = await paidAsAnother();
    const other = await world.page(configuration);
    other.accept();
    if (other.state.status === 'ready') await other.checkout.submit(other.card());
    await other.until('settled');
    assert.equal((await approved(world)).length, 1);
  });
});

describe('an order that was kept under its reference', () => {
  it('has its end written where it was sent, when the page has named its cart since', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.accept();
    for (const path of ['/transactions', '/v1/transactions'])
      await world.fault('POST', path, {
        kind: 'status',
        status: 422,
        body: { error: { type: 'INPUT_VALIDATION_ERROR', messages: { customer_email: ['no'] } } },
      });
    await page.checkout.submit(page.card());
    assert.equal(page.state.status, 'ready');
    page.checkout.disconnect();
    const named = await world.page({ cartId: 'c-1' });
    named.accept();
    for (let press = 0; press < 3 && named.state.status === 'ready'; press++) await named.checkout.submit(named.card());
    await named.until('settled');
    named.checkout.disconnect();
    const again = await world.page({ cartId: 'c-1' });
    await world.advance(60_000);
    assert.equal(again.state.status, 'settled');
  });
});

describe('what is kept in the browser', () => {
  it('is not dropped as a whole for one attempt that a later version has written', async () => {
    const world = new FlowWorld();
    const page = await world.page(selling(world, { cartId: 'c-1' }));
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    page.checkout.disconnect();
    for (const [key, text] of world.stored) {
      const entry = JSON.parse(text);
      if (!entry.attempts) continue;
      entry.attempts.push({ ...entry.attempts[0], fate: 'voided', id: 'x-1' });
      world.stored.set(key, JSON.stringify(entry));
    }
    const again = await world.page(page.configuration);
    again.accept();
    if (again.state.status === 'ready') await again.checkout.submit(again.card());
    await world.advance(60_000);
    assert.deepEqual(await approved(world), ['O-1']);
  });

  it('counts for a tab that could keep nothing for a while', async () => {
    const world = new FlowWorld();
    const configuration = selling(world, { cartId: 'c-1' });
    let isFull = true;
    const { storage } = world.environment();
    assert.ok(storage);
    const page = await world.page(configuration, {
      storage: { ...storage, write: (key, value) => !isFull && storage.write(key, value) },
    });
    page.accept();
    await page.checkout.submit(page.card('4111111111111111'));
    await page.until('settled');
    isFull = false;
    const other = await world.page(configuration);
    other.accept();
    await other.checkout.submit(other.card());
    await other.until('settled');
    assert.deepEqual(await approved(world), ['O-2']);
    page.checkout.retry();
    await page.checkout.submit(page.card());
    await world.advance(60_000);
    assert.deepEqual(await approved(world), ['O-2']);
  });

  it('does not hide what a tab has sent since it could keep nothing', async () => {
    const world = new FlowWorld(slow);
    let isFull = false;
    const { storage } = world.environment();
    assert.ok(storage);
    const page = await world.page(selling(world, { cartId: 'c-1' }), {
      storage: { ...storage, write: (key, value) => !isFull && storage.write(key, value) },
    });
    page.accept();
    await page.checkout.submit(page.card());
    await finish(world, 'O-1', 'DECLINED');
    page.checkout.checkAgain();
    await page.until('settled');
    page.checkout.retry();
    isFull = true;
    await page.checkout.submit(await wallet());
    page.checkout.setAside();
    await finish(world, 'O-2');
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual(await approved(world), ['O-2']);
    assert.equal((await world.transactions()).length, 2);
  });
});

describe('after an answer that was lost, and a payment that was declined', () => {
  /** Two ways to learn that what was unknown was declined. */
  const ways = { 'sent again': true, 'found by the backend': false };
  for (const [name, isResent] of Object.entries(ways))
    it(`the next press gets a new order: ${name}`, async () => {
      const world = new FlowWorld();
      const resolveReference = async (reference: string) => {
        const found = (await world.transactions()).find((one) => one.reference === reference);
        return isResent ? null : (found ?? null);
      };
      const page = await world.page(selling(world, { cartId: 'c-1', resolveReference }));
      page.accept();
      await world.fault('POST', '/transactions', { kind: isResent ? 'drop-before' : 'drop-after' });
      void page.checkout.submit(page.card('4111111111111111'));
      if (isResent) {
        await page.until('unknown');
        await page.checkout.resend();
      }
      await page.until('settled');
      page.checkout.retry();
      const press = page.checkout.submit(page.card());
      await world.until(() => ['ready', 'settled'].includes(page.state.status));
      await press;
      assert.deepEqual(
        page
          .of('error')
          .map((error) => (error as { code: string }).code)
          .filter((code) => code === 'reference_used'),
        [],
      );
    });
});

describe('a wait for another tab', () => {
  it('does not hide what the page gives meanwhile', async () => {
    const world = new FlowWorld();
    const configuration = selling(world, { cartId: 'c-1' });
    const first = await world.page(configuration);
    first.accept();
    const held = world.hold('/transactions');
    const sending = first.checkout.submit(first.card());
    await world.settle();
    const second = await world.page(configuration);
    assert.equal(second.state.status, 'submitting');
    second.checkout.configure({ ...second.configuration, cartId: 'c-2' });
    await world.advance(1000);
    held.release();
    await sending;
    await first.until('settled');
    await world.advance(30_000);
    assert.equal(second.state.status, 'ready', 'the page sells c-2, of which nothing is paid');
  });
});

describe('a wait for another tab whose payment is being read', () => {
  for (const what of ['is begun anew', 'sells another cart'] as const)
    it(`does not bring that payment to a page that ${what}`, async () => {
      const world = new FlowWorld(slow);
      const configuration = selling(world, { cartId: 'c-1' });
      const [first, second] = [await world.page(configuration), await world.page(configuration)];
      const held = world.holdAll();
      first.accept();
      const sending = first.checkout.submit(await wallet());
      await world.settle();
      assert.deepEqual(held.underWay, ['/transactions']);
      second.accept();
      void second.checkout.submit(await wallet());
      await world.advance(8000);
      assert.ok(second.state.status === 'submitting' && second.state.awaited);
      held.release();
      await sending;
      await world.settle();
      assert.equal(held.underWay.length, 1, 'the record is asked for by the one that waits');
      if (what === 'is begun anew') second.checkout.reset();
      else second.checkout.configure({ ...second.configuration, cartId: 'c-2' });
      held.release();
      await world.settle();
      held.release();
      await world.settle();
      assert.equal(second.state.status, 'ready');
    });
});

describe('a press that waits for another tab', () => {
  for (const what of ['reset', 'checkAgain'] as const)
    it(`sends nothing afterwards, once ${what}() has brought the form back`, async () => {
      const world = new FlowWorld();
      const shop = selling(world, { cartId: 'c-1' });
      const [first, second] = [await world.page(shop), await world.page(shop)];
      // The other tab's order is refused, so that whoever still waits might pay.
      const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { signature: ['no'] } } };
      await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
      const held = world.hold('/transactions');
      for (const page of [first, second]) {
        page.accept();
        void page.checkout.submit(page.card());
        await world.settle();
      }
      await world.advance(8000);
      assert.ok(second.state.status === 'submitting' && second.state.elsewhere);
      second.checkout[what]();
      await world.settle();
      held.release();
      await first.until('ready');
      await world.advance(60_000);
      assert.equal(second.state.status, 'ready');
      assert.equal((await world.requests('POST', '/transactions')).length, 1);
    });
});

describe('a press that waits for another checkout of its page', () => {
  it('calls the payment of that no other tab’s', async () => {
    const world = new FlowWorld();
    const page = { sentHere: new Set<string>(), unkept: new Map<string, string>() };
    const [first, second] = [await world.page({}, page), await world.page({}, page)];
    const held = world.hold('/transactions');
    first.accept();
    second.accept();
    void first.checkout.submit(first.card());
    await world.settle();
    assert.ok(held.isAsked());
    void second.checkout.submit(second.card());
    await world.settle();
    held.release();
    await second.until('processing');
    assert.ok(second.state.status === 'processing');
    assert.equal(second.state.elsewhere, undefined);
  });
});

describe('another form of a page that has begun nothing', () => {
  it('shows what another tab has paid since the page was opened', async () => {
    const world = new FlowWorld();
    const configuration = selling(world);
    const page = { shownAt: new Map<string, number>() };
    const first = await world.page(configuration, page);
    await world.advance(1000);
    const paying = await world.page(configuration);
    paying.accept();
    await paying.checkout.submit(paying.card());
    await paying.until('settled');
    first.checkout.disconnect();
    const second = await world.page(configuration, { ...page, isShownAgain: () => true });
    if (second.state.status === 'ready') {
      second.accept();
      await second.checkout.submit(second.card());
    }
    await second.until('settled');
    assert.deepEqual(await approved(world), ['O-1']);
  });
});

describe('a page that keeps nothing', () => {
  it('keeps no other tab, by the lock that it holds, from showing what was paid', async () => {
    const world = new FlowWorld(slow);
    const configuration = selling(world, { cartId: 'c-1' });
    const page = await world.page(configuration);
    page.accept();
    await page.checkout.submit(await wallet());
    page.checkout.setAside();
    const other = await world.page(configuration, { storage: undefined });
    other.accept();
    await other.checkout.submit(await wallet());
    assert.equal(other.state.status, 'action');
    await finish(world, 'O-1');
    void page.checkout.submit(page.card());
    await world.settle();
    assert.ok(page.state.status === 'settled' && page.state.transaction.reference === 'O-1');
  });

  it('has a way on while another tab waits for a payment for hours', async () => {
    const world = new FlowWorld(slow);
    const configuration = selling(world, { cartId: 'c-1' });
    const first = await world.page(configuration, { storage: undefined });
    first.accept();
    await first.checkout.submit(await wallet());
    const second = await world.page(configuration, { storage: undefined });
    second.accept();
    void second.checkout.submit(second.card());
    await world.settle();
    for (let minutes = 0; minutes < 120; minutes++) await world.advance(60_000);
    second.checkout.checkAgain();
    second.checkout.reset();
    await world.settle();
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['O-1'],
    );
    assert.notEqual(second.state.status, 'submitting');
  });
});

describe('a wait for another tab that is over', () => {
  it('leaves nothing behind that hears of the end of the page', async (t) => {
    const world = new FlowWorld();
    const [first, second] = [await world.page(), await world.page()];
    const heard = new Set<AbortSignal>();
    const hear = Object.getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener')?.value;
    t.mock.method(EventTarget.prototype, 'addEventListener', function (this: EventTarget, ...args: unknown[]) {
      if (this instanceof AbortSignal) heard.add(this);
      return Reflect.apply(hear, this, args);
    });
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { signature: ['no'] } } };
    await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
    const held = world.hold('/transactions');
    for (const page of [first, second]) {
      page.accept();
      void page.checkout.submit(page.card());
      await world.settle();
    }
    assert.ok(second.state.status === 'submitting' && second.state.elsewhere);
    held.release();
    await second.until('ready');
    const going = [...heard].filter(({ aborted }) => !aborted);
    second.checkout.disconnect();
    assert.equal(going.filter(({ aborted }) => aborted).length, 1, 'the end of the page itself');
  });

  it('is followed by a press that is written to the cart that the page has given meanwhile', async () => {
    const world = new FlowWorld();
    const configuration = selling(world, { cartId: 'c-1' });
    const first = await world.page(configuration);
    first.accept();
    const held = world.hold('/transactions');
    const sending = first.checkout.submit(first.card('4111111111111111'));
    await world.settle();
    const second = await world.page(configuration);
    second.checkout.configure({ ...second.configuration, cartId: 'c-2' });
    held.release();
    await sending;
    await first.until('settled');
    await world.advance(30_000);
    second.checkout.retry();
    second.accept();
    await second.checkout.submit(second.card());
    await second.until('settled');
    const keys = [...world.stored].filter(([, text]) => text.includes('"paid"')).map(([key]) => key);
    assert.deepEqual(
      keys.map((key) => key.split(':').at(-1)),
      ['c-2'],
    );
  });
});

describe('a page whose order address comes after it was opened', () => {
  const scope = 'https://shop.example/order';
  /** One tab pays for what has no name; another one, opened before or after that, is given the address at last. */
  async function openedLate(when: 'before' | 'after') {
    const world = new FlowWorld();
    const shop = selling(world, { scope });
    const bare = { orders: undefined, scope: '/checkout' };
    const early = when === 'before' ? await world.page(bare) : undefined;
    await world.advance(1000);
    const paying = await world.page(shop);
    paying.accept();
    await paying.checkout.submit(paying.card());
    await paying.until('settled');
    await world.advance(1000);
    const late = early ?? (await world.page(bare));
    assert.equal(late.state.status, 'loading');
    late.checkout.configure({ ...late.configuration, ...shop });
    await world.settle();
    return late;
  }

  it('is for another purchase than the one that was paid there before', async () => {
    const late = await openedLate('after');
    assert.equal(late.state.status, 'ready');
  });

  it('shows what another tab has paid there since', async () => {
    const late = await openedLate('before');
    assert.ok(late.state.status === 'settled' && late.state.wasPaid);
  });
});

describe('a form that was opened again for a payment that is unknown', () => {
  it('is for nothing of it once the page sells another cart', async () => {
    const world = new FlowWorld();
    const shop = selling(world, { cartId: 'c-1' });
    const first = await world.page(shop);
    first.accept();
    await world.fault('POST', '/transactions', { kind: 'drop-before' });
    void first.checkout.submit(first.card());
    await first.until('unknown');
    first.checkout.disconnect();
    const page = await world.page(shop);
    await page.until('unknown');
    await page.checkout.resend();
    assert.equal(page.state.status, 'ready');
    page.checkout.configure({ ...page.configuration, cartId: 'c-2' });
    page.accept();
    await page.checkout.submit(page.card());
    assert.deepEqual(page.of('submitting'), [{ method: 'CARD', reference: undefined }]);
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['O-2'],
    );
  });
});

describe('a cart that the page names after the form is there', () => {
  /** A tab that has begun to pay for the cart c-1. */
  async function begun() {
    const world = new FlowWorld(slow);
    const shop = selling(world);
    const paying = await world.page({ ...shop, cartId: 'c-1' });
    paying.accept();
    return { world, shop, paying };
  }
  async function pending() {
    const { paying, ...rest } = await begun();
    await paying.checkout.submit(await wallet());
    return { paying, ...rest };
  }
  /** A page without a cart, in whose form the payer has accepted the contracts. */
  async function opened({ world, shop }: Pick<Awaited<ReturnType<typeof begun>>, 'world' | 'shop'>) {
    const page = await world.page(shop);
    page.accept();
    assert.equal(page.state.status, 'ready');
    page.statuses.length = 0;
    return page;
  }

  it('shows its receipt at once where it is paid', async () => {
    const { world, shop, paying } = await pending();
    await finish(world, 'O-1');
    paying.checkout.checkAgain();
    await paying.until('settled');
    const page = await opened({ world, shop });
    page.checkout.configure({ ...page.configuration, cartId: 'c-1' });
    await world.settle();
    assert.ok(page.state.status === 'settled' && page.state.wasPaid);
    assert.equal(page.state.transaction.reference, 'O-1');
  });

  it('shows its payment at once where that is pending', async () => {
    const { world, shop } = await pending();
    const page = await opened({ world, shop });
    page.checkout.configure({ ...page.configuration, cartId: 'c-1' });
    await world.settle();
    assert.ok(page.state.status === 'action');
    assert.equal(page.state.transaction.reference, 'O-1');
  });

  it('says at once that nobody knows where its payment had no answer', async () => {
    const { world, shop, paying } = await begun();
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    void paying.checkout.submit(paying.card());
    await paying.until('unknown');
    const page = await opened({ world, shop });
    page.checkout.configure({ ...page.configuration, cartId: 'c-1' });
    await world.settle();
    assert.ok(page.state.status === 'unknown' && page.state.reference === 'O-1');
  });

  it('leaves the form and what was accepted in it where it is unpaid, without a moment of loading', async () => {
    const { world, shop } = await pending();
    const page = await opened({ world, shop });
    page.checkout.configure({ ...page.configuration, cartId: 'c-2' });
    await world.settle();
    assert.deepEqual(page.statuses, []);
    assert.ok(page.checkout.isAccepted('acceptance_token') && page.checkout.isAccepted('accept_personal_auth'));
    await page.checkout.submit(page.card());
    const kept = [...world.stored].find(([, text]) => text.includes('O-2'));
    assert.equal(kept?.[0].split(':').at(-1), 'c-2');
  });

  it('is shown as well where the page names it while the form is still to come', async () => {
    const { world, shop } = await pending();
    const held = world.hold('/merchants/info');
    const page = await world.page(shop);
    assert.equal(page.state.status, 'loading');
    page.checkout.configure({ ...page.configuration, cartId: 'c-1' });
    held.release();
    await page.until('action');
    assert.ok(!page.statuses.includes('ready'));
  });

  it('is no matter of a payment of another order, where the page takes its order away to give another one', async () => {
    const { world } = await pending();
    const page = await world.page();
    page.checkout.configure({ ...page.configuration, orders: undefined });
    await world.settle();
    assert.equal(page.state.status, 'ready');
  });

  it('gets its form where another cart was still being looked up', async () => {
    const { world, shop } = await pending();
    const [transaction] = await world.transactions();
    const held = world.hold(`/v1/transactions/${transaction?.id}`);
    const page = await world.page({ ...shop, cartId: 'c-1' });
    assert.equal(page.state.status, 'loading');
    page.checkout.configure({ ...page.configuration, cartId: 'c-2' });
    held.release();
    await page.until('ready');
    assert.deepEqual(page.statuses, ['ready']);
  });
});
