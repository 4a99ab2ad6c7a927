import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventOf, openShop, secrets, sha256, transactionFor, type Order } from './open-shop.ts';

describe("the demo shop's backend: events", () => {
  it('marks an order paid once, however often and in whatever order its events come', async () => {
    const shop = openShop();
    const order = await shop.order();
    const first = await shop.happens(transactionFor(order));
    assert.deepEqual([first.status, await first.json()], [200, { outcome: 'paid' }]);
    const again = await shop.send(eventOf(transactionFor(order), { at: Date.now() + 2000 }));
    assert.deepEqual([again.status, await again.json()], [200, { outcome: 'unchanged' }]);
    await shop.happens(transactionFor(order, { status: 'PENDING' }));
    await shop.happens(transactionFor(order, { status: 'DECLINED' }));
    assert.equal(await shop.status(order.reference), 'paid');
    assert.deepEqual(shop.paid, [order.reference]);
  });

  it('does not act on an event that is played back, and does not even ask the service about it', async () => {
    const shop = openShop();
    const order = await shop.order();
    const other = await shop.order();
    const approved = transactionFor(order);
    const genuine = eventOf(approved);
    shop.serviceHas(approved.id, new Response('down', { status: 500 }));
    assert.equal((await shop.send(genuine)).status, 503);
    shop.serviceHas(approved.id, approved);
    assert.deepEqual(
      await (await shop.send(genuine)).json(),
      { outcome: 'paid' },
      'what was not acted on is no replay',
    );

    await shop.happens(transactionFor(order, { status: 'VOIDED' }));
    // By now the service tells something else: whoever plays the old event back changes nothing.
    shop.serviceHas(approved.id, approved);
    const asked = shop.asked.length;
    for (const event of [genuine, genuine.replaceAll(order.reference, other.reference), ` ${genuine}`]) {
      const answer = await shop.send(event);
      assert.deepEqual([answer.status, await answer.json()], [200, { outcome: 'repeated' }]);
    }
    assert.equal(shop.asked.length, asked);
    assert.equal(await shop.status(order.reference), 'voided');
    assert.equal(await shop.status(other.reference), 'awaiting_payment');
    assert.deepEqual(shop.paid, [order.reference]);
  });

  it('refuses tampered, foreign, stale and broken events and changes nothing', async () => {
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

  it('does not let a genuine event, re-addressed to another order, pay that one', async () => {
    const shop = openShop();
    const mine = await shop.order();
    const other = await shop.order();
    const approved = transactionFor(mine);
    shop.serviceHas(approved.id, approved);
    const readdressed = eventOf(approved).replaceAll(mine.reference, other.reference);
    assert.equal((await shop.send(readdressed)).status, 200);
    assert.equal(await shop.status(other.reference), 'awaiting_payment');
    assert.deepEqual(shop.paid, [mine.reference]);
  });

  it('believes the service, not the event: an unknown transaction is refused, an unreadable one is asked for again', async () => {
    const shop = openShop();
    const order = await shop.order();
    const approved = transactionFor(order);
    assert.equal((await shop.send(eventOf(approved))).status, 401);
    shop.serviceHas(approved.id, new Response('down', { status: 500 }));
    assert.equal((await shop.send(eventOf(approved))).status, 503);
    assert.equal(await shop.status(order.reference), 'awaiting_payment');
    assert.deepEqual(await (await shop.happens(approved)).json(), { outcome: 'paid' });
  });

  it('asks for an event again whose transaction is not as far where it is read', async () => {
    const shop = openShop();
    const order = await shop.order();
    const approved = transactionFor(order);
    const event = eventOf(approved);
    shop.serviceHas(approved.id, transactionFor(order, { status: 'PENDING' }));
    assert.equal((await shop.send(event)).status, 503);
    assert.equal(await shop.status(order.reference), 'awaiting_payment');
    shop.serviceHas(approved.id, approved);
    assert.deepEqual(await (await shop.send(event)).json(), { outcome: 'paid' });
    const voided = transactionFor(order, { status: 'VOIDED' });
    assert.equal((await shop.send(eventOf(voided))).status, 503, 'paid still, for all that is read');
    assert.equal(await shop.status(order.reference), 'paid');
    assert.deepEqual(await (await shop.happens(voided)).json(), { outcome: 'recorded' });
    assert.equal(await shop.status(order.reference), 'voided');
  });

  it('does not take a payment of another amount or currency for the order', async () => {
    const shop = openShop();
    const order = await shop.order();
    const answer = await shop.happens(transactionFor(order, { amount_in_cents: 100 }));
    assert.deepEqual(await answer.json(), { outcome: 'mismatch' });
    assert.equal(await shop.status(order.reference), 'amount_mismatch');
    const other = await shop.order();
    await shop.happens(transactionFor(other, { currency: 'USD' }));
    assert.deepEqual(shop.paid, []);
  });

  it('acknowledges events that are not about its orders', async () => {
    const shop = openShop();
    const order = await shop.order();
    const stranger = await shop.happens(transactionFor({ ...order, reference: 'ELSEWHERE-1' }));
    assert.deepEqual([stranger.status, await stranger.json()], [200, { outcome: 'unknown_order' }]);
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
    assert.deepEqual([answer.status, await answer.json()], [200, { outcome: 'ignored' }]);
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
    await shop.ask('GET', '/api/cart');
    assert.match((await shop.order()).reference, /^NB-/);
  });

  it("finds the visitor's own purchase: the paid attempt, else the last one", async () => {
    const shop = openShop();
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

  it('says what became of a reference only by what the service told it', async () => {
    const shop = openShop();
    const order = await shop.order();
    const resolve = (reference: string) => shop.ask('GET', `/api/resolve?reference=${reference}`);
    assert.equal((await resolve(order.reference)).status, 204);
    assert.equal((await resolve('ELSEWHERE-1')).status, 204);
    assert.equal((await shop.ask('GET', '/api/resolve')).status, 204);
    await shop.happens(transactionFor(order));
    assert.deepEqual(await (await resolve(order.reference)).json(), transactionFor(order));
    assert.equal((await shop.ask('GET', '/api/orders/NB-NOTHING')).status, 404);
  });
});

describe("the demo shop's backend: an order that points pay a half of", () => {
  const half = (order: Order, id: string, left = 5_950_000) => ({
    ...transactionFor(order, {
      payment_method_type: 'PCOL',
      payment_method: { type: 'PCOL', extra: { remaining_amount_in_cents: left } },
    }),
    id,
  });
  const restOf = (id: string) => ({ method: 'CARD', rest_of: id, amount_in_cents: 1, currency: 'USD' });

  it('is paid when the rest is, and only then', async () => {
    const shop = openShop();
    const order = await shop.order('PCOL');
    assert.deepEqual(await (await shop.happens(half(order, 'half-1'))).json(), { outcome: 'recorded' });
    assert.equal(await shop.status(order.reference), 'partly_paid');
    assert.deepEqual(shop.paid, []);
    const { total_in_cents, due_in_cents, is_paid } = await (await shop.ask('GET', '/api/cart')).json();
    assert.deepEqual([total_in_cents, due_in_cents, is_paid], [11_900_000, 5_950_000, false]);

    const rest = (await (await shop.ask('POST', '/api/order', restOf('half-1'))).json()) as Order;
    assert.equal(rest.amount_in_cents, 5_950_000, 'the service says what is left, not the browser');
    assert.equal(rest.signature, sha256(`${rest.reference}5950000COP${secrets.integritySecret}`));
    const answer = await shop.happens({ ...transactionFor(rest), id: 'rest-1' });
    assert.deepEqual(await answer.json(), { outcome: 'paid' });
    assert.equal(await shop.status(order.reference), 'paid');
    assert.equal(await shop.status(rest.reference), 'paid');
    assert.deepEqual(shop.paid, [rest.reference]);
    assert.equal((await shop.ask('POST', '/api/order', { method: 'CARD' })).status, 409);
  });

  it('gets its rest signed before its event has come, and after a reload that has forgotten the first half', async () => {
    const shop = openShop();
    const order = await shop.order('PCOL');
    shop.serviceHas('half-2', half(order, 'half-2'));
    const rest = (await (await shop.ask('POST', '/api/order', restOf('half-2'))).json()) as Order;
    assert.equal(rest.amount_in_cents, 5_950_000);
    assert.equal((await shop.order()).amount_in_cents, 5_950_000);
    await shop.happens({ ...transactionFor(rest, { status: 'DECLINED' }), id: 'rest-2' });
    assert.equal(await shop.status(order.reference), 'partly_paid');
    assert.equal((await shop.order()).amount_in_cents, 5_950_000);
  });

  it('is told to the shop once also where its page is ahead of the event that says that all of it was paid', async () => {
    const shop = openShop();
    const order = await shop.order('PCOL');
    const whole = { ...transactionFor(order, { payment_method_type: 'PCOL' }), id: 'whole-3' };
    shop.serviceHas('whole-3', whole);
    assert.equal((await shop.ask('POST', '/api/order', restOf('whole-3'))).status, 409);
    assert.deepEqual(shop.paid, [order.reference]);
    await shop.happens(whole);
    assert.deepEqual(shop.paid, [order.reference]);
  });

  it('is asked for again where points for its rest, or its own, are taken back', async () => {
    const shop = openShop();
    const due = async () =>
      ((await (await shop.ask('GET', '/api/cart')).json()) as { due_in_cents: number }).due_in_cents;
    const rest = async (id: string) => (await (await shop.ask('POST', '/api/order', restOf(id))).json()) as Order;
    const first = await shop.order('PCOL');
    await shop.happens(half(first, 'half-4'));
    const unpaid = await rest('half-4');
    const second = await rest('half-4');
    const quarter = half(second, 'quarter-4', 2_975_000);
    await shop.happens(quarter);
    assert.equal(await due(), 2_975_000);
    await shop.happens({ ...quarter, status: 'VOIDED' });
    assert.deepEqual([await shop.status(second.reference), await due()], ['voided', 5_950_000]);

    const again = await rest('half-4');
    await shop.happens(half(again, 'quarter-5', 2_975_000));
    await shop.happens({ ...transactionFor(unpaid, { status: 'VOIDED' }), id: 'unpaid-4' });
    assert.deepEqual([await shop.status(again.reference), await due()], ['partly_paid', 2_975_000]);
    await shop.happens({ ...half(first, 'half-4'), status: 'VOIDED' });
    assert.deepEqual([await shop.status(again.reference), await due()], ['paid_twice', 11_900_000]);
    assert.equal((await shop.order()).amount_in_cents, 11_900_000);
  });

  it('stays paid when another payment of its rest, which never came about, is voided', async () => {
    const shop = openShop();
    const order = await shop.order('PCOL');
    await shop.happens(half(order, 'half-6'));
    const rests = [];
    for (let times = 0; times < 2; times += 1)
      rests.push((await (await shop.ask('POST', '/api/order', restOf('half-6'))).json()) as Order);
    const [paid, unpaid] = rests as [Order, Order];
    await shop.happens({ ...transactionFor(paid), id: 'rest-6' });
    await shop.happens({ ...transactionFor(unpaid, { status: 'VOIDED' }), id: 'unpaid-6' });
    assert.deepEqual([await shop.status(order.reference), await shop.status(paid.reference)], ['paid', 'paid']);
  });

  it('keeps what is in it, and gives nobody a rest that is not there', async () => {
    const shop = openShop();
    const order = await shop.order('PCOL');
    assert.equal((await shop.ask('POST', '/api/order', restOf('half-3'))).status, 409, 'no such transaction');
    shop.serviceHas('whole', { ...transactionFor(await shop.order(), { status: 'DECLINED' }), id: 'whole' });
    assert.equal((await shop.ask('POST', '/api/order', restOf('whole'))).status, 409, 'nothing was paid');
    await shop.happens(half(order, 'half-3'));
    const items = [{ sku: 'bono-1500', quantity: 1 }];
    assert.equal((await shop.ask('PUT', '/api/cart', { items })).status, 409);
    shop.setCookie('');
    await shop.ask('GET', '/api/cart');
    assert.equal((await shop.ask('POST', '/api/order', restOf('half-3'))).status, 409, 'another visitor');
  });
});
