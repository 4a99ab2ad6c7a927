import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventOf, openShop, secrets, sha256, transactionFor, type Order } from './open-shop.ts';

describe("the demo shop's backend: events", () => {
  it('tell that a cart is paid once, however often and in whatever order they come', async () => {
    const shop = openShop();
    const order = await shop.order();
    const first = await shop.happens(transactionFor(order));
    assert.deepEqual([first.status, await first.json()], [200, { status: 'paid' }]);
    const again = await shop.send(eventOf(transactionFor(order), { at: Date.now() + 2000 }));
    assert.deepEqual([again.status, await again.json()], [200, { status: 'paid' }]);
    await shop.happens(transactionFor(order, { status: 'PENDING' }));
    await shop.happens(transactionFor(order, { status: 'DECLINED' }));
    assert.equal(await shop.status(order.reference), 'paid');
    assert.deepEqual(shop.paid, [order.reference]);
  });

  it('change nothing when they are played back, whatever is written into them', async () => {
    const shop = openShop();
    const order = await shop.order();
    shop.setCookie('');
    const other = await shop.order();
    const approved = transactionFor(order);
    const genuine = eventOf(approved);
    await shop.happens(approved);
    await shop.happens(transactionFor(order, { status: 'VOIDED' }));
    shop.serviceHas(approved.id, approved);
    for (const event of [genuine, genuine.replaceAll(order.reference, other.reference), ` ${genuine}`])
      assert.equal((await shop.send(event)).status, 200);
    assert.equal(await shop.status(order.reference), 'voided');
    assert.equal(await shop.status(other.reference), 'awaiting_payment');
    assert.deepEqual(shop.paid, [order.reference]);
  });

  it('are refused when they are tampered with, foreign, stale or broken, and change nothing', async () => {
    const shop = openShop();
    const order = await shop.order();
    const approved = transactionFor(order);
    shop.serviceHas(approved.id, approved);
    const genuine = eventOf(approved);
    for (const event of [
      genuine.replace(String(order.amount_in_cents), '100'),
      eventOf(transactionFor(order, { status: 'DECLINED' })).replace('"status":"DECLINED"', '"status":"APPROVED"'),
      eventOf(approved, { secret: 'guessed' }),
      eventOf(approved, { at: Date.now() - 26 * 3_600_000 }),
      eventOf(approved, { at: Date.now() + 10 * 60_000 }),
      genuine.slice(0, -20),
      '',
      'null',
    ]) {
      assert.equal((await shop.send(event)).status, 401, event.slice(0, 200));
    }
    assert.equal(await shop.status(order.reference), 'awaiting_payment');
    assert.deepEqual(shop.paid, []);
  });

  it('are acknowledged when they are not about its orders', async () => {
    const shop = openShop();
    const order = await shop.order();
    const stranger = await shop.happens(transactionFor({ ...order, reference: 'ELSEWHERE-1' }));
    assert.deepEqual([stranger.status, await stranger.json()], [200, { status: null }]);
    const timestamp = Math.floor(Date.now() / 1000);
    const payout = {
      event: 'payout.updated',
      data: { payout: { id: 'p-1', status: 'TOTAL_PAYMENT', amountInCents: 300_000 } },
      signature: {
        properties: ['payout.id', 'payout.status', 'payout.amountInCents'],
        checksum: sha256(`p-1TOTAL_PAYMENT300000${timestamp}${secrets.eventsSecret}`),
      },
      timestamp,
    };
    const answer = await shop.send(JSON.stringify(payout));
    assert.deepEqual([answer.status, await answer.json()], [200, { status: null }]);
  });

  it('leaves a declined cart open for another attempt, and closes a paid one', async () => {
    const shop = openShop();
    const declined = await shop.order();
    await shop.happens(transactionFor(declined, { id: 'first', status: 'DECLINED' }));
    assert.equal(await shop.status(declined.reference), 'not_paid');
    const second = await shop.order();
    assert.notEqual(second.reference, declined.reference);
    await shop.happens(transactionFor(second, { id: 'second' }));
    const refused = await shop.ask('POST', '/api/order', { method: 'CARD' });
    assert.equal(refused.status, 409);
    assert.equal((await refused.json()).error.type, 'CART_PAID');
  });

  it('leave a paid cart as it is in every tab, until the visitor begins another purchase', async () => {
    const shop = openShop();
    const cart = async () => (await shop.ask('GET', '/api/cart')).json();
    const begin = async (page = '') => (await shop.ask('GET', `/api/new-purchase${page}`)).headers.get('location');
    const order = await shop.order();
    const { cart_id: first } = await cart();
    assert.equal(await begin(), '/');
    assert.equal((await cart()).cart_id, first, 'nothing is paid yet');
    await shop.happens(transactionFor(order));
    for (const times of [1, 2]) {
      const { cart_id: id, is_paid: isPaid } = await cart();
      assert.deepEqual([id, isPaid], [first, true], `visit ${times}`);
      assert.equal((await shop.ask('POST', '/api/order', { method: 'CARD' })).status, 409);
    }
    assert.equal(await begin('/tarjetas'), '/tarjetas');
    const second = await cart();
    assert.notEqual(second.cart_id, first);
    assert.equal(second.is_paid, false);
    assert.notEqual((await shop.order()).reference, order.reference);
    assert.equal(await begin('/elsewhere'), '/');
    assert.equal((await cart()).cart_id, second.cart_id);
  });

  it("finds the visitor's own purchase: the paid attempt, else the last one", async () => {
    const shop = openShop();
    await shop.ask('GET', '/api/cart');
    const latest = async () => (await (await shop.ask('GET', '/api/orders/latest')).json()).order;
    assert.equal(await latest(), null);
    const first = await shop.order();
    await shop.happens(transactionFor(first, { id: 'first', status: 'DECLINED' }));
    assert.deepEqual([(await latest()).reference, (await latest()).status], [first.reference, 'not_paid']);
    const second = await shop.order();
    await shop.happens(transactionFor(second, { id: 'second' }));
    assert.deepEqual([(await latest()).reference, (await latest()).status], [second.reference, 'paid']);
    shop.setCookie('neblina_cart=00000000-0000-4000-8000-000000000000');
    assert.equal(await latest(), null);
  });

  it('takes a void of the approved payment in', async () => {
    const shop = openShop();
    const order = await shop.order();
    await shop.happens(transactionFor(order));
    await shop.happens(transactionFor(order, { status: 'VOIDED' }));
    assert.equal(await shop.status(order.reference), 'voided');
  });

  it('say what became of a reference, and nothing else does', async () => {
    const shop = openShop();
    const order = await shop.order();
    const resolve = (reference: string) => shop.ask('GET', `/api/resolve?reference=${reference}`);
    assert.equal((await resolve(order.reference)).status, 204);
    assert.equal((await resolve('ELSEWHERE-1')).status, 204);
    await shop.happens(transactionFor(order));
    const { id, status } = await (await resolve(order.reference)).json();
    assert.deepEqual([id, status], [transactionFor(order).id, 'APPROVED']);
    assert.equal((await shop.ask('GET', '/api/orders/NB-NOTHING')).status, 404);
  });
});

describe("the demo shop's backend: an order that points pay a half of", () => {
  const half = (order: Order, id: string) => ({
    ...transactionFor(order, {
      payment_method_type: 'PCOL',
      payment_method: { type: 'PCOL', extra: { remaining_amount_in_cents: 5_950_000 } },
    }),
    id,
  });

  it('is paid when the rest is, and only then', async () => {
    const shop = openShop();
    const order = await shop.order();
    assert.deepEqual(await (await shop.happens(half(order, 'half-1'))).json(), { status: 'partly_paid' });
    assert.equal(await shop.status(order.reference), 'partly_paid');
    assert.deepEqual(shop.paid, []);
    const { total_in_cents, due_in_cents, is_paid } = await (await shop.ask('GET', '/api/cart')).json();
    assert.deepEqual([total_in_cents, due_in_cents, is_paid], [11_900_000, 5_950_000, false]);

    const rest = await shop.order({ rest_of: 'half-1', amount_in_cents: 1, currency: 'USD' });
    assert.equal(rest.amount_in_cents, 5_950_000, 'the service says what is left, not the browser');
    assert.equal(rest.signature, sha256(`${rest.reference}5950000COP${secrets.integritySecret}`));
    await shop.happens({ ...transactionFor(rest), id: 'rest-1' });
    for (const { reference } of [order, rest]) {
      assert.equal(await shop.status(reference), 'paid');
      assert.equal((await (await shop.ask('GET', `/api/orders/${reference}`)).json()).paid_by, rest.reference);
    }
    assert.deepEqual(shop.paid, [rest.reference]);
    assert.equal((await shop.ask('POST', '/api/order', { method: 'CARD' })).status, 409);
  });

  it('gets its rest signed before its event has come, and after a reload that has forgotten the first half', async () => {
    const shop = openShop();
    const order = await shop.order();
    shop.serviceHas('half-2', half(order, 'half-2'));
    const rest = await shop.order({ rest_of: 'half-2' });
    assert.equal(rest.amount_in_cents, 5_950_000);
    assert.deepEqual(await shop.order(), rest);
    await shop.happens({ ...transactionFor(rest, { status: 'DECLINED' }), id: 'rest-2' });
    assert.equal(await shop.status(order.reference), 'partly_paid');
    assert.equal((await shop.order()).amount_in_cents, 5_950_000);
  });

  it('keeps what is in it, and gives nobody a rest that is not there', async () => {
    const shop = openShop();
    const order = await shop.order();
    const asksRest = async () => (await shop.ask('POST', '/api/order', { method: 'CARD', rest_of: 'half-3' })).status;
    assert.equal(await asksRest(), 409, 'no such transaction');
    await shop.happens(half(order, 'half-3'));
    const items = [{ sku: 'bono-1500', quantity: 1 }];
    assert.equal((await shop.ask('PUT', '/api/cart', { items })).status, 409);
    shop.setCookie('');
    await shop.ask('GET', '/api/cart');
    assert.equal(await asksRest(), 409, 'another visitor');
  });
});
