import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import {
  memoryStore,
  OrderBook,
  PaymentsError,
  type OrderStore,
  type PaymentNews,
  type StoredRecord,
} from '../../src/server/index.ts';
import { cart, eventOf, openBook } from './open-book.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const paidError = { name: 'OrderBookError', type: 'CART_PAID', status: 409 };

describe('an order book: the order of a cart', () => {
  it('is signed, for the price of the cart', async () => {
    const order = await openBook().book.order(cart);
    assert.deepEqual(order, {
      reference: order.reference,
      amountInCents: 11_900_000,
      currency: 'COP',
      signature: sha256(`${order.reference}11900000COPintegrity-of-test`),
      cartId: 'cart-1',
    });
  });

  it('is the same for everybody who asks, one after the other or all at once', async () => {
    const { book } = openBook();
    const orders = await Promise.all(Array.from({ length: 100 }, () => book.order(cart)));
    assert.deepEqual(
      [...orders, await book.order(cart)],
      Array.from({ length: 101 }, () => orders[0]),
    );
    assert.notEqual((await book.order({ ...cart, id: 'cart-2' })).reference, orders[0]?.reference);
  });

  it('is the same after a crash between storing it and answering', async () => {
    const store = memoryStore();
    const crashing: OrderStore = {
      ...store,
      compareAndSet: async (...change) => {
        await store.compareAndSet(...change);
        if (change[0].startsWith('cart:')) throw new Error('the power went out');
        return true;
      },
    };
    await assert.rejects(openBook({ store: crashing }).book.order(cart), /power/);
    const { book } = openBook({ store });
    const { orders } = await book.cart(cart.id);
    assert.equal(orders.length, 1);
    assert.equal((await book.order(cart)).reference, orders[0]?.reference);
  });

  it('is found by its reference from the moment at which it is stored', async () => {
    const store = memoryStore();
    const broken: OrderStore = {
      ...store,
      compareAndSet: async (...change) => {
        if (change[0].startsWith('cart:')) throw new Error('the power went out');
        return store.compareAndSet(...change);
      },
    };
    const references: string[] = [];
    const createReference = () => {
      references.push(`R-${references.length}`);
      return references.at(-1) ?? '';
    };
    await assert.rejects(openBook({ store: broken, createReference }).book.order(cart), /power/);
    assert.ok(await store.get('reference:R-0'));
    assert.equal(await openBook({ store }).book.resolve('R-0'), undefined);
  });

  it('stays as it was when the price changes, and says so', async () => {
    const { book, service } = openBook();
    const first = await book.order(cart);
    const cheaper = { ...cart, amountInCents: 8_800_000 };
    assert.deepEqual(await book.order(cheaper), { ...first, priceChanged: true });
    const { id } = service.pay(first, 'DECLINED');
    const next = await book.order(cheaper, { after: id });
    assert.notEqual(next.reference, first.reference);
    assert.deepEqual([next.amountInCents, next.priceChanged], [8_800_000, undefined]);
  });

  it('refuses what is no cart, secret or reference, before anything is stored', async () => {
    const { book, store } = openBook();
    for (const change of [
      { id: '' },
      { id: 'x'.repeat(201) },
      { amountInCents: 0 },
      { amountInCents: 1.5 },
      { currency: 'cop' },
    ])
      await assert.rejects(book.order({ ...cart, ...change }), TypeError, JSON.stringify(change));
    assert.equal(await store.get('cart:cart-1'), undefined);
    assert.throws(() => new OrderBook({ store, secret: '' }), TypeError);
    assert.throws(() => new OrderBook({ store, secret: 'prv_test_x' }), /private key/);
    const fixed = openBook({ createReference: () => 'SAME' }).book;
    await fixed.order(cart);
    await assert.rejects(fixed.order({ ...cart, id: 'cart-2' }), /given before/);
  });

  it('gives up when others change the cart at each attempt', async () => {
    const store = memoryStore();
    const contended: OrderStore = {
      ...store,
      compareAndSet: async (...change) => change[0].startsWith('reference:') && store.compareAndSet(...change),
    };
    await assert.rejects(openBook({ store: contended }).book.order(cart), { type: 'BUSY', status: 503 });
  });

  it('is not guessed from what a later version of the kit has written', async () => {
    const store = memoryStore();
    await store.compareAndSet('cart:cart-1', undefined, { format: 2, version: 1, cart: 'cart-1' } as never);
    await assert.rejects(openBook({ store }).book.order(cart), /later version/);
  });

  it('lets no secret out', () => {
    const { book } = openBook();
    assert.doesNotMatch(inspect(book, { depth: 5, showHidden: true }) + JSON.stringify(book), /integrity-of-test/);
  });
});

describe('an order book: the next order', () => {
  for (const status of ['DECLINED', 'ERROR', 'VOIDED'] as const)
    it(`is made after a payment that is ${status}, which a page names or an event tells`, async () => {
      const { book, service } = openBook();
      const first = await book.order(cart);
      const second = await book.order(cart, { after: service.pay(first, status).id });
      assert.notEqual(second.reference, first.reference);
      const news = await book.record(eventOf(service.pay(second, status)));
      assert.deepEqual([news?.cartId, news?.status, news?.isNew], ['cart-1', 'unpaid', true]);
      const third = await book.order(cart);
      assert.equal(new Set([first.reference, second.reference, third.reference]).size, 3);
    });

  it('is not made while the payment is under way, or for a word of the page that does not fit', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const other = await book.order({ ...cart, id: 'cart-2' });
    const pending = service.take(order);
    const foreign = service.pay(other, 'DECLINED');
    const stranger = service.pay({ ...cart, reference: 'ELSEWHERE' }, 'DECLINED');
    for (const after of [pending?.id, foreign.id, stranger.id, 'no-such-transaction'])
      assert.equal((await book.order(cart, { after })).reference, order.reference, after);
    assert.equal(await book.resolve(other.reference), undefined, 'what another cart names is not written there');
  });

  it('is not made for a record of another amount or currency', async () => {
    for (const change of [{ amountInCents: 100 }, { currency: 'USD' }]) {
      const { book, service } = openBook();
      const order = await book.order(cart);
      const record = service.pay({ ...order, ...change }, 'DECLINED');
      assert.equal((await book.order(cart, { after: record.id })).reference, order.reference);
      assert.equal(await book.record(eventOf(record)), undefined);
      assert.equal((await book.cart(cart.id)).status, 'unpaid');
    }
  });

  it('is refused while the payment that is named cannot be read, and when it has paid', async () => {
    const { book, service } = openBook();
    const { id } = service.pay(await book.order(cart), 'APPROVED');
    service.trouble = new PaymentsError({ status: 503, type: 'HTTP_503' });
    await assert.rejects(book.order(cart, { after: id }), { type: 'UNREADABLE_PAYMENT', status: 503 });
    service.trouble = undefined;
    await assert.rejects(book.order(cart, { after: id }), paidError);
  });

  it('asks the service about nothing whose end is known', async () => {
    const { book, service } = openBook();
    const { id } = service.pay(await book.order(cart), 'DECLINED');
    await book.order(cart, { after: id });
    await book.order(cart, { after: id });
    assert.deepEqual(service.read, [id]);
  });

  it('is made once, however many ask for it at once', async () => {
    const { book, service } = openBook();
    const first = await book.order(cart);
    const { id } = service.pay(first, 'DECLINED');
    const next = await Promise.all(Array.from({ length: 50 }, () => book.order(cart, { after: id })));
    assert.equal(new Set(next.map(({ reference }) => reference)).size, 1);
    assert.notEqual(next[0]?.reference, first.reference);
  });

  it('is never made by a book that can read nothing', async () => {
    const { store, service } = openBook();
    const blind = new OrderBook({ store, secret: 'integrity-of-test' });
    const order = await blind.order(cart);
    const declined = service.pay(order, 'DECLINED');
    assert.equal((await blind.order(cart, { after: declined.id })).reference, order.reference);
    await assert.rejects(blind.record(eventOf(declined)), /payments/);
  });
});

describe('an order book: a cart that is paid', () => {
  it('gets no order, until the payment is voided', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const approved = service.pay(order, 'APPROVED');
    const news = await book.record(eventOf(approved));
    assert.deepEqual([news?.status, news?.dueInCents, news?.transaction], ['paid', 0, approved]);
    await assert.rejects(book.order(cart), paidError);
    const again = await book.record(eventOf(approved));
    assert.deepEqual([again?.status, again?.isNew], ['paid', false]);

    await book.record(eventOf(service.settle(approved.id, 'VOIDED')));
    assert.equal((await book.cart(cart.id)).status, 'unpaid');
    assert.notEqual((await book.order(cart)).reference, order.reference);
  });

  it('stays paid whatever comes late, and is voided once', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const { id } = service.pay(order, 'APPROVED');
    const records = new Map(
      (['PENDING', 'DECLINED', 'APPROVED', 'VOIDED'] as const).map((status) => [status, service.settle(id, status)]),
    );
    const says = async (status: 'PENDING' | 'DECLINED' | 'APPROVED' | 'VOIDED') => {
      service.transactions.set(id, records.get(status)!);
      return (await book.record(eventOf(records.get(status)!)))?.isNew;
    };
    assert.equal(await says('PENDING'), true);
    assert.equal(await says('APPROVED'), true);
    for (const late of ['PENDING', 'DECLINED', 'APPROVED'] as const) assert.equal(await says(late), false);
    assert.equal((await book.cart(cart.id)).status, 'paid');
    assert.equal(await says('VOIDED'), true);
    for (const late of ['PENDING', 'APPROVED', 'VOIDED'] as const) assert.equal(await says(late), false);
    assert.equal((await book.cart(cart.id)).status, 'unpaid');
  });

  it('is paid by money that came beside a declined payment of the same reference', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const declined = service.pay(order, 'DECLINED');
    await book.record(eventOf(declined));
    const second = { ...declined, id: 'beside', status: 'APPROVED' as const };
    service.transactions.set(second.id, second);
    assert.equal((await book.record(eventOf(second)))?.status, 'paid');
    const third = { ...declined, id: 'more', status: 'DECLINED' as const };
    service.transactions.set(third.id, third);
    assert.equal((await book.record(eventOf(third)))?.status, 'paid');
  });
});

describe('an order book: a cart whose price changes', () => {
  const dearer = cart;
  const cheap = { ...cart, amountInCents: 100_000 };

  it('is not paid by an order of before it became dearer, and gets one for the difference', async () => {
    const { book, service } = openBook();
    const order = await book.order(cheap);
    assert.deepEqual(await book.order(dearer), { ...order, priceChanged: true }, 'a browser may have sent it');
    const news = await book.record(eventOf(service.pay(order, 'APPROVED')));
    assert.deepEqual(
      [news?.status, news?.dueInCents, news?.surplusInCents, news?.priceInCents],
      ['partly_paid', 11_800_000, 0, 11_900_000],
    );
    const rest = await book.order(dearer);
    assert.deepEqual([rest.amountInCents, rest.priceChanged], [11_800_000, undefined]);
    const paid = await book.record(eventOf(service.pay(rest, 'APPROVED')));
    assert.deepEqual([paid?.status, paid?.dueInCents, paid?.surplusInCents], ['paid', 0, 0]);
  });

  it('is paid with a surplus by an order of before it became cheaper', async () => {
    const { book, service } = openBook();
    const order = await book.order(dearer);
    await book.order(cheap);
    const news = await book.record(eventOf(service.pay(order, 'APPROVED')));
    assert.deepEqual([news?.status, news?.dueInCents, news?.surplusInCents], ['paid', 0, 11_800_000]);
  });

  it('is measured by the latest price, also when that is the first one again', async () => {
    const { book, service } = openBook();
    const order = await book.order(cheap);
    await book.order(dearer);
    assert.deepEqual(await book.order(cheap), order);
    assert.equal((await book.record(eventOf(service.pay(order, 'APPROVED'))))?.status, 'paid');
  });

  it('stays paid once it is, and what is added is another purchase', async () => {
    const { book, service } = openBook();
    await book.record(eventOf(service.pay(await book.order(cheap), 'APPROVED')));
    await assert.rejects(book.order(dearer), paidError);
    const { status, priceInCents } = await book.cart(cart.id);
    assert.deepEqual([status, priceInCents], ['paid', 100_000]);
  });

  it('keeps its currency', async () => {
    const { book } = openBook();
    await book.order(cart);
    await assert.rejects(book.order({ ...cart, currency: 'USD' }), { type: 'OTHER_CURRENCY', status: 409 });
  });
});

describe('an order book: an order that does not end', () => {
  const day = 24 * 60 * 60 * 1000;

  function openAged() {
    let time = Date.UTC(2026, 10, 1);
    const opened = openBook({ now: () => new Date(time) });
    return { ...opened, passDays: (days: number) => void (time += days * day) };
  }

  it('is read again when that is asked, for an event that never came', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    assert.equal(await book.refresh(order.reference), undefined, 'no transaction is known');
    const { id } = await book.charge(order.reference, { customer_email: 'ana@example.com', payment_source_id: 1 });
    service.settle(id, 'APPROVED');
    const news = await book.refresh(order.reference);
    assert.deepEqual([news?.status, news?.isNew], ['paid', true]);
    await assert.rejects(book.refresh('NONE'), { type: 'UNKNOWN_ORDER' });
  });

  it('is closed by the merchant once it is a week old, or as old as the merchant says', async () => {
    const { book, service, passDays } = openAged();
    const order = await book.order(cart);
    await book.record(eventOf(service.take(order)!));
    passDays(6);
    await assert.rejects(book.close(order.reference), { type: 'STILL_OPEN', status: 409 });
    assert.equal((await book.order(cart)).reference, order.reference);
    passDays(1);
    assert.equal((await book.close(order.reference)).status, 'unpaid');
    const next = await book.order(cart);
    assert.notEqual(next.reference, order.reference);
    await assert.rejects(book.close(next.reference, { minAgeMs: 1 }), { type: 'STILL_OPEN' });
    await book.close(next.reference, { minAgeMs: 0 });
    await assert.rejects(book.charge(next.reference, { customer_email: 'ana@example.com', payment_source_id: 1 }), {
      type: 'ORDER_CLOSED',
      status: 409,
    });
    await assert.rejects(book.close('NONE'), { type: 'UNKNOWN_ORDER' });
  });

  it('counts when it is paid after it was closed: beside another payment that is a surplus', async () => {
    const { book, service, passDays } = openAged();
    const order = await book.order(cart);
    passDays(8);
    await book.close(order.reference);
    await book.record(eventOf(service.pay(await book.order(cart), 'APPROVED')));
    const news = await book.record(eventOf(service.pay(order, 'APPROVED')));
    assert.deepEqual([news?.status, news?.surplusInCents], ['paid', 11_900_000]);
  });

  it('is not closed unread: what has been paid meanwhile counts', async () => {
    const { book, service, passDays } = openAged();
    const order = await book.order(cart);
    const { id } = service.take(order)!;
    await book.record(eventOf(service.transactions.get(id)!));
    passDays(8);
    service.settle(id, 'APPROVED');
    service.trouble = new PaymentsError({ status: 503, type: 'HTTP_503' });
    await assert.rejects(book.close(order.reference), { type: 'UNREADABLE_PAYMENT' });
    service.trouble = undefined;
    assert.equal((await book.close(order.reference)).status, 'paid');
  });
});

describe('an order book: news', () => {
  it('are new until whoever is told them has ended without throwing', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const approved = service.pay(order, 'APPROVED');
    await assert.rejects(book.order(cart, { after: approved.id }), paidError);
    const told: (boolean | undefined)[] = [];
    const fails = ({ isNew }: { isNew: boolean }) => {
      told.push(isNew);
      throw new Error('no database');
    };
    await assert.rejects(book.record(eventOf(approved), fails), /no database/);
    const takes = async ({ isNew }: { isNew: boolean }) => void told.push(isNew);
    for (let time = 0; time < 2; time += 1) await book.record(eventOf(approved), takes);
    await book.record(eventOf(service.settle(approved.id, 'VOIDED')), takes);
    assert.deepEqual(told, [true, true, false, true]);
  });

  for (const [what, write] of [
    ['that it is handled', (news) => void (news.isNew = false)],
    ['another transaction', (news) => void (news.transaction = { ...news.transaction, id: 'mine' })],
    ['a status of its own', ({ transaction }) => void Object.assign(transaction, { status: 'approved' })],
    ['another cart', (news) => void (news.cartId = 'order 42')],
    ['nothing, and empties it', (news) => Object.keys(news).forEach((name) => Reflect.deleteProperty(news, name))],
  ] satisfies [string, (news: PaymentNews) => void][])
    it(`B11: are new once where the shop writes into them ${what}`, async () => {
      const { book, service } = openBook();
      const approved = service.pay(await book.order(cart), 'APPROVED');
      const told: unknown[] = [];
      for (let time = 0; time < 3; time += 1) {
        const known = await book.record(eventOf(approved), (news) => {
          told.push([news.isNew, news.status, news.transaction.status]);
          write(news);
        });
        assert.deepEqual([known?.cartId, known?.status, known?.transaction.id], ['cart-1', 'paid', approved.id]);
      }
      assert.deepEqual(
        told,
        [true, false, false].map((isNew) => [isNew, 'paid', 'APPROVED']),
      );
    });

  it('that were overtaken while they were told do not make the newer ones old', async () => {
    const { book, service } = openBook();
    const approved = service.pay(await book.order(cart), 'APPROVED');
    await book.record(eventOf(approved), async () => {
      await book.order(cart, { after: service.settle(approved.id, 'VOIDED').id }).catch(() => {});
      await book.refresh(approved.reference);
    });
    assert.equal((await book.record(eventOf(service.transactions.get(approved.id)!)))?.isNew, true);
  });
});

describe('an order book: what it hands out', () => {
  /** A store that keeps and gives the very objects that it is given. */
  function ownObjects(): OrderStore {
    const records = new Map<string, StoredRecord>();
    return {
      get: async (key) => records.get(key),
      compareAndSet: async (key, expected, next) => {
        if (records.get(key)?.version !== expected?.version) return false;
        records.set(key, next);
        return true;
      },
    };
  }

  it('B11: is not what it knows: a cart is paid, whatever the shop writes into its order', async () => {
    const { book, service } = openBook({ store: ownObjects() });
    const { reference } = await book.order(cart);
    service.pay(await book.order(cart), 'APPROVED');
    await book.record(eventOf(service.transactions.get('t-1')!));
    const found = await book.find(reference);
    Object.assign(found?.order.transaction ?? {}, { status: 'approved' });
    Object.assign((await book.resolve(reference)) ?? {}, { status: 'DECLINED' });
    await assert.rejects(book.order(cart), paidError);
  });

  it('B11: is not what it knows: an order that was closed stays so', async () => {
    const { book } = openBook({ store: ownObjects() });
    const { reference } = await book.order(cart);
    const { orders } = await book.close(reference, { minAgeMs: 0 });
    Object.assign(orders[0] ?? {}, { closedAt: undefined });
    assert.notEqual((await book.order(cart)).reference, reference);
  });

  it('B11: is of the cart as it was when the order was asked for', async () => {
    const bought = { ...cart };
    const { book } = openBook({
      createReference: () => {
        bought.amountInCents = NaN;
        return 'ORDER-1X';
      },
    });
    const order = await book.order(bought);
    assert.deepEqual([order.amountInCents, order.cartId, order.priceChanged], [11_900_000, 'cart-1', undefined]);
  });
});

describe('an order book: a half payment', () => {
  /** A cart of which points have paid 59.500 of 119.000. */
  const openHalf = async () => {
    const { book, service } = openBook();
    const first = await book.order(cart);
    const half = service.pay(first, 'APPROVED', 5_950_000);
    return { book, service, first, half };
  };

  it('gets an order for exactly the rest, once, before its event has come or after', async () => {
    const { book, service, first, half } = await openHalf();
    const rest = await book.order(cart, { restOf: half.id });
    assert.notEqual(rest.reference, first.reference);
    assert.deepEqual([rest.amountInCents, rest.priceChanged], [5_950_000, undefined]);
    const news = await book.record(eventOf(half));
    assert.deepEqual([news?.status, news?.dueInCents, news?.isNew], ['partly_paid', 5_950_000, true]);
    for (const hints of [{ restOf: half.id }, {}]) assert.deepEqual(await book.order(cart, hints), rest);
    const { status } = (await book.record(eventOf(service.pay(rest, 'APPROVED')))) ?? {};
    assert.equal(status, 'paid');
    await assert.rejects(book.order(cart, { restOf: half.id }), paidError);
  });

  it('keeps its price when the cart costs less by then', async () => {
    const { book, half } = await openHalf();
    const rest = await book.order({ ...cart, amountInCents: 100 }, { restOf: half.id });
    assert.deepEqual([rest.amountInCents, rest.priceChanged], [5_950_000, true]);
  });

  it('leaves more to pay when the cart has become dearer', async () => {
    const { book, half } = await openHalf();
    const rest = await book.order({ ...cart, amountInCents: 12_000_000 }, { restOf: half.id });
    assert.deepEqual([rest.amountInCents, rest.priceChanged], [6_050_000, undefined]);
  });

  it('gets another order for the rest when that ended unpaid', async () => {
    const { book, service, half } = await openHalf();
    const rest = await book.order(cart, { restOf: half.id });
    const { id } = service.pay(rest, 'DECLINED');
    const again = await book.order(cart, { restOf: half.id, after: id });
    assert.notEqual(again.reference, rest.reference);
    assert.equal(again.amountInCents, 5_950_000);
  });

  it('may leave a rest of its rest', async () => {
    const { book, service, half } = await openHalf();
    const quarter = service.pay(await book.order(cart, { restOf: half.id }), 'APPROVED', 2_975_000);
    const last = await book.order(cart, { restOf: quarter.id });
    assert.equal(last.amountInCents, 2_975_000);
    assert.deepEqual(await book.order(cart, { restOf: half.id }), last, 'a page that knows of the first half alone');
    assert.equal((await book.record(eventOf(service.pay(last, 'APPROVED'))))?.status, 'paid');
  });

  it('is owed again when it, or its rest, is voided', async () => {
    const { book, service, half } = await openHalf();
    const rest = service.pay(await book.order(cart, { restOf: half.id }), 'APPROVED');
    await book.record(eventOf(rest));
    const due = async () => (await book.cart(cart.id)).dueInCents;
    await book.record(eventOf(service.settle(half.id, 'VOIDED')));
    assert.equal(await due(), 5_950_000);
    const again = await book.order(cart);
    assert.equal(again.amountInCents, 5_950_000);
    await book.record(eventOf(service.settle(rest.id, 'VOIDED')));
    assert.equal(await due(), undefined);
    assert.deepEqual(await book.order(cart), again, 'what is open may still be paid');
  });

  it('is not believed for a page that names none, or one of another cart', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const other = service.pay(await book.order({ ...cart, id: 'cart-2' }), 'APPROVED', 100);
    const nothingLeft = { type: 'NOTHING_LEFT', status: 409 };
    for (const restOf of ['none', other.id]) await assert.rejects(book.order(cart, { restOf }), nothingLeft);
    const { id } = service.pay(order, 'DECLINED', 100);
    await assert.rejects(book.order(cart, { restOf: id }), nothingLeft);
  });
});

describe('an order book: events', () => {
  it('are believed for their id alone: the service says what they are about', async () => {
    const { book, service } = openBook();
    const [mine, other] = [await book.order(cart), await book.order({ ...cart, id: 'cart-2' })];
    const approved = service.pay(mine, 'APPROVED');
    const news = await book.record(eventOf(approved, { reference: other.reference }));
    assert.equal(news?.cartId, 'cart-1');
    assert.equal((await book.cart('cart-2')).status, 'unpaid');
  });

  it('have to come again while the record cannot be read, or is not as far', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    const pending = service.take(order)!;
    const event = eventOf({ ...pending, status: 'APPROVED' });
    await assert.rejects(book.record(event), { type: 'RECORD_BEHIND', status: 503 });
    service.trouble = new PaymentsError({ status: 0, type: 'TIMEOUT' });
    await assert.rejects(book.record(event), { type: 'UNREADABLE_PAYMENT', status: 503 });
    service.trouble = undefined;
    await assert.rejects(book.record(eventOf({ ...pending, id: 'unknown' })), { type: 'UNREADABLE_PAYMENT' });
    assert.equal((await book.record(eventOf(service.settle(pending.id, 'APPROVED'))))?.status, 'paid');
    await assert.rejects(book.record(eventOf({ ...pending, status: 'VOIDED' })), { type: 'RECORD_BEHIND' });
    const rejected = service.pay(await book.order({ ...cart, id: 'cart-2' }), 'DECLINED');
    const event2 = {
      ...eventOf(rejected),
      signed: { 'transaction.id': rejected.id, 'transaction.status': 'REJECTED' },
    };
    assert.equal((await book.record(event2))?.status, 'unpaid');
  });

  it('about something else are left alone', async () => {
    const { book, service } = openBook();
    const stranger = service.pay({ ...cart, reference: 'ELSEWHERE' }, 'APPROVED');
    assert.equal(await book.record(eventOf(stranger)), undefined);
    const asked = service.read.length;
    assert.equal(await book.record(eventOf(stranger, { payoutId: 'p-1' })), undefined);
    assert.equal(await book.record({ ...eventOf(stranger), signed: { 'payout.id': 'p-1' } }), undefined);
    assert.equal(service.read.length, asked);
  });
});

describe('an order book: what became of a reference', () => {
  it('is the transaction, once it is known, with nothing that is personal', async () => {
    const { book, service, store } = openBook();
    const order = await book.order(cart);
    assert.equal(await book.resolve(order.reference), undefined);
    assert.equal(await book.resolve('ELSEWHERE'), undefined);
    const half = service.pay(order, 'APPROVED', 5_950_000);
    await book.record(eventOf(half));
    assert.deepEqual(await book.resolve(order.reference), {
      id: half.id,
      status: 'APPROVED',
      reference: order.reference,
      amount_in_cents: 11_900_000,
      currency: 'COP',
      payment_method_type: 'PCOL',
      payment_method: { type: 'PCOL', extra: { remaining_amount_in_cents: 5_950_000 } },
    });
    assert.doesNotMatch(JSON.stringify(await store.get('cart:cart-1')), /ana@/);
  });
});

describe('an order book: a charge of a kept card', () => {
  const details = { customer_email: 'ana@example.com', payment_source_id: 3891 };

  it('is made once for an order, whoever asks and however often', async () => {
    const { book, service } = openBook();
    const { reference } = await book.order(cart);
    const charged = await book.charge(reference, details);
    assert.equal(charged.status, 'PENDING');
    assert.equal((await book.charge(reference, details)).id, charged.id);
    await book.record(eventOf(service.settle(charged.id, 'APPROVED')));
    assert.equal((await book.charge(reference, details)).status, 'APPROVED');
    assert.equal(service.transactions.size, 1);
  });

  it('takes no other terms than those of the order', async () => {
    const { book, service } = openBook();
    const { reference } = await book.order(cart);
    const other = { reference: 'MINE', amount_in_cents: 1, currency: 'USD', signature: '00' };
    const { id } = await book.charge(reference, { ...details, ...other });
    assert.deepEqual(
      [service.transactions.get(id)?.reference, service.transactions.get(id)?.amount_in_cents],
      [reference, 11_900_000],
    );
  });

  it('B11: is of the card that it was asked for, whatever the shop makes of the same object for the next one', async () => {
    const sent: object[] = [];
    const { payments } = openBook().service;
    const createTransaction = (...given: Parameters<typeof payments.createTransaction>) => {
      const [{ payment_source_id, customer_email, payment_method }] = given;
      sent.push({ payment_source_id, customer_email, payment_method: { ...payment_method } });
      return payments.createTransaction(...given);
    };
    const { book } = openBook({ payments: { ...payments, createTransaction } });
    const ofAna = { ...details, payment_method: { installments: 1 } };
    const ofBeto = {
      customer_email: 'beto@example.com',
      payment_source_id: 4002,
      payment_method: { installments: 36 },
    };
    const asked = structuredClone(ofAna);
    const orders = [await book.order(cart), await book.order({ ...cart, id: 'cart-2' })] as const;
    const first = book.charge(orders[0].reference, asked);
    Object.assign(asked.payment_method, ofBeto.payment_method);
    Object.assign(asked, { ...ofBeto, payment_method: asked.payment_method });
    await Promise.all([first, book.charge(orders[1].reference, asked)]);
    assert.deepEqual(sent, [ofAna, ofBeto]);
  });

  it('gives the payment of the first of two that come at once', async () => {
    const { book, service } = openBook();
    const { reference } = await book.order(cart);
    let refuse: () => void = () => {};
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    const late = {
      ...service.payments,
      createTransaction: async (...given: Parameters<typeof service.payments.createTransaction>) => {
        await refused;
        return service.payments.createTransaction(...given);
      },
    };
    const { store } = openBook();
    const shared = { store, secret: 'integrity-of-test', createReference: () => reference };
    const [first, second] = [
      new OrderBook({ ...shared, payments: service.payments }),
      new OrderBook({ ...shared, payments: late }),
    ];
    await first.order(cart);
    const waiting = second.charge(reference, details);
    const { id } = await first.charge(reference, details);
    refuse();
    assert.equal((await waiting).id, id);
  });

  it('leaves the order open when nobody knows what became of it', async () => {
    const { book, service } = openBook();
    const order = await book.order(cart);
    service.trouble = new PaymentsError({ status: 0, type: 'TIMEOUT' });
    await assert.rejects(book.charge(order.reference, details), { type: 'TIMEOUT' });
    service.trouble = undefined;
    assert.equal((await book.order(cart)).reference, order.reference);
    await assert.rejects(book.charge(order.reference, details), { status: 422 });
    assert.equal((await book.order(cart)).reference, order.reference);
    await assert.rejects(book.charge('NONE', details), { type: 'UNKNOWN_ORDER', status: 404 });
  });

  it('S3: gives references of one length that end in a letter', async () => {
    const { book } = openBook();
    const references = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => (await book.order({ ...cart, id: `cart-${at}` })).reference),
    );
    assert.equal(new Set(references).size, 50);
    for (const reference of references) assert.match(reference, /^ORDER-[0-9a-f-]{36}X$/);
  });
});
