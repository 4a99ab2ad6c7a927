import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HTTPException } from 'hono/http-exception';
import type { Cart } from '../../demo/backend/carts.ts';
import type { Orders } from '../../demo/backend/orders.ts';
import { SecondPayments } from '../../demo/backend/second-payments.ts';
import { PaymentsError, type PaymentsBackend } from '../../src/server/index.ts';
import { openMerchant, type Body } from '../server/open-merchant.ts';
import { textOf } from '../sandbox/open-sandbox.ts';
import { eventOf, type transactionFor } from './open-shop.ts';

/** A visitor with one cart, and a service at which nothing happens before the clock goes on. */
async function openCart() {
  let ms = Date.now();
  const merchant = await openMerchant({ now: () => ms });
  const { control, until } = merchant;
  const { ask } = merchant.visitor();

  const order = async (method: string, more: object = {}) => {
    const { status, body } = await ask('POST', '/order', { method, ...more });
    assert.equal(status, 200, JSON.stringify(body));
    return { ...body, reference: textOf(body['reference']) } as Body & { reference: string };
  };
  const statusOf = async ({ reference }: { reference: string }) =>
    textOf((await ask('GET', `/orders/${reference}`)).body['status']);
  const comesTo = (status: string, one: { reference: string }) =>
    until(async () => (await statusOf(one)) === status, `the order to be ${status}`, { details: () => statusOf(one) });
  /** Lets time pass, and the service do what is due. */
  const pass = async (duration: number) => {
    ms += duration;
    await control('config');
  };
  const recordOf = async (id: string) => (await merchant.transactions()).find((one) => one.id === id);
  const voids = async () =>
    (await merchant.requests()).flatMap(({ path }) => /^\/transactions\/(.+)\/void$/.exec(path)?.[1] ?? []);

  /** A card that approves. */
  const byCard = async (one: Body) => {
    const id = await merchant.payByCard(one);
    await pass(50);
    return id;
  };
  const byTransfer = async (one: Body) => {
    const id = await merchant.pay(one, { type: 'BANKA_TRANSFER', user_type: 'PERSON' });
    await control(`transactions/${id}`, { status: 'APPROVED' });
    return id;
  };
  const byPoints = async (one: Body, sandbox_status = 'APPROVED_HALF_POINTS') => {
    const id = await merchant.pay(one, { type: 'PCOL', sandbox_status });
    await pass(50);
    return id;
  };
  const due = async () => Number((await ask('GET', '/cart')).body['due_in_cents']);
  /** What the payer has paid with these transactions, as the service has it. */
  const charged = async (...ids: string[]) => {
    let sum = 0;
    for (const id of ids) {
      const { amount_in_cents, payment_method } = await merchant.payments.getTransaction(id);
      const { remaining_amount_in_cents: left = 0 } = (payment_method?.['extra'] ?? {}) as Record<string, number>;
      sum += amount_in_cents - left;
    }
    return sum;
  };
  /** Tells the shop of a payment what the service has told it, or would have. */
  const tell = async (id: string, at = ms) => {
    const record = (await recordOf(id)) as unknown as ReturnType<typeof transactionFor>;
    const told = eventOf({ ...record, status: 'APPROVED' }, { secret: 'test_events_pay_checkout', at });
    const answer = await merchant.shop.request('/api/webhooks', { method: 'POST', body: told });
    return { status: answer.status, body: (await answer.json()) as { outcome?: string } };
  };
  return { ...merchant, ask, order, comesTo, pass, recordOf, voids, byCard, byTransfer, byPoints, due, charged, tell };
}

describe("the demo shop's backend: a cart that is paid twice", () => {
  it('gives a card back that comes second', async () => {
    const { order, byTransfer, byCard, comesTo, ask, recordOf, voids, paid, tasks } = await openCart();
    const [first, second] = [await order('BANKA_TRANSFER'), await order('CARD')];
    const kept = await byTransfer(first);
    await comesTo('paid', first);
    const given = await byCard(second);
    await comesTo('given_back', second);
    await comesTo('paid', first);
    assert.deepEqual([(await recordOf(kept))?.status, (await recordOf(given))?.status], ['APPROVED', 'VOIDED']);
    assert.deepEqual(await voids(), [given]);
    assert.deepEqual([paid, tasks], [[first.reference], []]);
    const { body: latest } = await ask('GET', '/orders/latest');
    assert.equal(latest['order']?.['reference'], first.reference);
    const { body } = await ask('GET', `/orders/${second.reference}`);
    assert.deepEqual([body['paid_by'], body['transaction_id'], body['paid_at']], [first.reference, given, null]);
    assert.equal((await ask('POST', '/order', { method: 'CARD' })).body['error']?.['type'], 'CART_PAID');
  });

  it('asks the staff, once, to give back what the service does not void', async () => {
    const { order, byTransfer, byCard, comesTo, recordOf, tell, voids, paid, tasks } = await openCart();
    const [second, first] = [await order('BANKA_TRANSFER'), await order('CARD')];
    const kept = await byCard(first);
    await comesTo('paid', first);
    const extra = await byTransfer(second);
    await comesTo('paid_twice', second);
    const task = `order ${second.reference} paid twice: $ 119.000, transaction ${extra}: give it back by hand (the service voids cards alone, not BANKA_TRANSFER)`;
    assert.deepEqual(tasks, [task.replace('$ ', '$\u00A0')]);
    for (const [id, later] of [
      [extra, 2000],
      [kept, 3000],
    ] as const)
      assert.deepEqual(await tell(id, Date.now() + later), { status: 200, body: { outcome: 'unchanged' } });
    await comesTo('paid_twice', second);
    await comesTo('paid', first);
    assert.deepEqual([(await recordOf(kept))?.status, await voids()], ['APPROVED', []]);
    assert.deepEqual([paid, tasks.length], [[first.reference], 1]);
  });

  it('gives back what could not be voided at first when the event comes again', async () => {
    const { order, byTransfer, comesTo, pass, recordOf, voids, payByCard, control, fault, paid, tasks, until } =
      await openCart();
    const [first, second] = [await order('BANKA_TRANSFER'), await order('CARD')];
    const kept = await byTransfer(first);
    await comesTo('paid', first);
    const extra = await payByCard(second);
    await fault('POST', `/transactions/${extra}/void`, { kind: 'status', status: 503 });
    await pass(50);
    const answered = async () => {
      const { deliveries } = await control('webhooks');
      return (deliveries as unknown as { status: number }[]).map(({ status }) => status);
    };
    await until(async () => (await answered()).includes(503), 'the shop to ask for the event again');
    await comesTo('paid_twice', second);
    assert.equal((await recordOf(extra))?.status, 'APPROVED');
    assert.match(
      tasks.join(),
      new RegExp(`^order ${second.reference} .*${extra}: void it by hand unless its event comes`),
    );
    await pass(1000);
    await comesTo('given_back', second);
    assert.deepEqual(await voids(), [extra, extra]);
    assert.deepEqual([(await recordOf(kept))?.status, (await recordOf(extra))?.status], ['APPROVED', 'VOIDED']);
    assert.deepEqual([paid, tasks.length], [[first.reference], 1]);
  });

  it('has given back what was voided by a request whose answer was lost', async () => {
    const { order, byTransfer, byCard, comesTo, recordOf, voids, tell, control, fault, tasks } = await openCart();
    const [first, second] = [await order('BANKA_TRANSFER'), await order('CARD')];
    await byTransfer(first);
    await comesTo('paid', first);
    // From here on this test delivers the events.
    await control('webhooks', { url: null });
    const extra = await byCard(second);
    const stale = await recordOf(extra);
    await fault('POST', `/transactions/${extra}/void`, { kind: 'drop-after' });
    assert.equal((await tell(extra)).status, 503);
    await comesTo('paid_twice', second);
    assert.equal((await recordOf(extra))?.status, 'VOIDED');
    // The record that is read lags behind: the void is sent again, and the service refuses it.
    await fault('GET', `/transactions/${extra}`, { kind: 'status', status: 200, body: { data: stale } });
    assert.equal((await tell(extra)).status, 200);
    await comesTo('given_back', second);
    assert.deepEqual(await voids(), [extra, extra]);
    assert.deepEqual(await tell(extra), { status: 200, body: { outcome: 'repeated' } });
    assert.deepEqual([await voids(), tasks.length], [[extra, extra], 1]);
  });

  it('sends one void for events that come at the same time, and leaves a refused one to the staff', async () => {
    const { order, byTransfer, byCard, comesTo, voids, tell, control, fault, tasks } = await openCart();
    const orders = [await order('BANKA_TRANSFER'), await order('CARD'), await order('CARD')] as const;
    await byTransfer(orders[0]);
    await comesTo('paid', orders[0]);
    await control('webhooks', { url: null });
    const one = await byCard(orders[1]);
    await fault('POST', `/transactions/${one}/void`, { kind: 'delay', ms: 100 });
    await Promise.all([tell(one), tell(one, Date.now() + 2000)]);
    await comesTo('given_back', orders[1]);
    assert.deepEqual([await voids(), tasks], [[one], []]);

    const other = await byCard(orders[2]);
    await fault('POST', `/transactions/${other}/void`, { kind: 'status', status: 422 });
    assert.deepEqual(await tell(other), { status: 200, body: { outcome: 'paid_twice' } });
    await comesTo('paid_twice', orders[2]);
    assert.match(tasks.join(), new RegExp(`${other}: give it back by hand \\(the service does not void it: 422 `));
    await tell(other, Date.now() + 2000);
    assert.deepEqual([await voids(), tasks.length], [[one, other], 1]);
  });

  it('handles each of several, also while another cannot be voided', async () => {
    const { order, byTransfer, byCard, comesTo, voids, tell, control, fault, tasks } = await openCart();
    const orders = [await order('BANKA_TRANSFER'), await order('CARD'), await order('BANKA_TRANSFER')] as const;
    await byTransfer(orders[0]);
    await comesTo('paid', orders[0]);
    await control('webhooks', { url: null });
    const card = await byCard(orders[1]);
    await fault('POST', `/transactions/${card}/void`, { kind: 'status', status: 503 }, 20);
    const reason = 'The payment could not be voided. Deliver the event again.';
    const again = { status: 503, body: { error: { type: 'SERVICE_UNREACHABLE', reason } } };
    assert.deepEqual(await tell(card), again);
    const transfer = await byTransfer(orders[2]);
    assert.deepEqual(await tell(transfer), again);
    await comesTo('paid_twice', orders[2]);
    const told = tasks.map((task) => /transaction (\S+): (.+) by hand/.exec(task)?.slice(1).join(': '));
    assert.deepEqual(told, [`${card}: void it`, `${transfer}: give it back`, `${card}: void it`]);
    assert.deepEqual(await voids(), [card, card]);
  });

  it('gives each of the deliveries that wait for the same void an answer of its own', async () => {
    const transaction = { id: '1', payment_method_type: 'CARD', status: 'APPROVED' };
    const order = {
      reference: 'NB-1',
      status: 'paid_twice',
      transaction,
      amountInCents: 100,
      quote: { currency: 'COP' },
    };
    const tasks: string[] = [];
    const lose = async () => {
      await setImmediate(); // both wait by then
      throw new PaymentsError({ status: 503, type: 'HTTP_503' });
    };
    const second = new SecondPayments({
      orders: { paidTwice: () => [order] } as unknown as Orders,
      payments: { voidTransaction: lose } as unknown as PaymentsBackend,
      tellStaff: (task) => tasks.push(task),
    });
    const waiting = [1, 2].map(async () => {
      const refused = await second.giveBack({} as Cart).catch((error: unknown) => error);
      assert(refused instanceof HTTPException);
      return refused.getResponse().text();
    });
    const [one = '', other] = await Promise.all(waiting);
    assert.match(one, /SERVICE_UNREACHABLE/);
    assert.deepEqual([other, tasks.length], [one, 1]);
  });

  it('asks the staff, once, to look after a void that was taken and not done', async () => {
    const { order, byTransfer, byCard, comesTo, recordOf, payments, voids, tell, control, fault, tasks } =
      await openCart();
    const [first, second] = [await order('BANKA_TRANSFER'), await order('CARD')];
    await byTransfer(first);
    await comesTo('paid', first);
    await control('webhooks', { url: null });
    const extra = await byCard(second);
    const body = { data: { status: 'APPROVED', transaction: await recordOf(extra) } };
    await fault('POST', `/transactions/${extra}/void`, { kind: 'status', status: 201, body });
    assert.deepEqual(await tell(extra), { status: 200, body: { outcome: 'paid_twice' } });
    await comesTo('paid_twice', second);
    await tell(extra, Date.now() + 2000);
    assert.match(tasks.join(), new RegExp(`${extra}: give it back by hand unless .* it is APPROVED still\\)$`));
    assert.deepEqual([await voids(), tasks.length], [[extra], 1]);
    await payments.voidTransaction(extra);
    await tell(extra, Date.now() + 4000);
    await comesTo('given_back', second);
  });

  it('takes a payment for the first when the one before it was voided', async () => {
    const { order, byCard, byTransfer, comesTo, payments, ask, voids, paid, tasks } = await openCart();
    const [voided, next] = [await order('CARD'), await order('BANKA_TRANSFER')];
    const id = await byCard(voided);
    await comesTo('paid', voided);
    await payments.voidTransaction(id);
    await comesTo('voided', voided);
    const extra = await order('CARD');
    await byTransfer(next);
    await comesTo('paid', next);
    assert.equal((await ask('GET', '/orders/latest')).body['order']?.['reference'], next.reference);
    assert.deepEqual([await voids(), tasks], [[id], []]);
    await byCard(extra);
    await comesTo('given_back', extra);
    await comesTo('paid', next);
    assert.deepEqual(paid, [voided.reference, next.reference]);
  });

  it('takes points and their rest for one payment, and what comes beside them for another', async () => {
    const { order, byPoints, byCard, byTransfer, comesTo, voids, paid, tasks } = await openCart();
    const [half, again, whole] = [await order('PCOL'), await order('PCOL'), await order('BANKA_TRANSFER')];
    const id = await byPoints(half);
    await comesTo('partly_paid', half);
    const points = await byPoints(again);
    await comesTo('paid_twice', again);
    const rest = await order('CARD', { rest_of: id });
    const restAgain = await order('CARD', { rest_of: id });
    await byCard(rest);
    await comesTo('paid', rest);
    await comesTo('paid', half);
    assert.deepEqual([await voids(), paid], [[], [rest.reference]]);
    const extra = await byCard(restAgain);
    await comesTo('given_back', restAgain);
    const transfer = await byTransfer(whole);
    await comesTo('paid_twice', whole);
    await comesTo('paid', rest);
    await comesTo('paid', half);
    assert.deepEqual([await voids(), paid], [[extra], [rest.reference]]);
    const told = tasks.map((task) => /\$\s([\d.]+), transaction (\S+): give it back by hand/.exec(task)?.slice(1));
    assert.deepEqual(told, [
      ['59.500', points],
      ['119.000', transfer],
    ]);
  });

  it('gives points back, and their rest, where another payment has paid all', async () => {
    const { order, byPoints, byCard, comesTo, payments, voids, paid, tasks } = await openCart();
    const [half, whole, late] = [await order('PCOL'), await order('CARD'), await order('PCOL')];
    const id = await byPoints(half);
    await comesTo('partly_paid', half);
    const rests = [await order('CARD', { rest_of: id }), await order('CARD', { rest_of: id })] as const;
    const all = await byCard(whole);
    await comesTo('paid', whole);
    await comesTo('paid_twice', half);
    const rest = await byCard(rests[0]);
    await comesTo('given_back', rests[0]);
    await payments.voidTransaction(all);
    await comesTo('voided', whole);
    const alone = await byCard(rests[1]);
    await comesTo('given_back', rests[1]);
    assert.deepEqual([await voids(), paid], [[rest, all, alone], [whole.reference]]);
    await byPoints(late, 'APPROVED_ONLY_POINTS');
    await comesTo('paid', late);
    await comesTo('paid_twice', half);
    assert.match(
      tasks.join(),
      new RegExp(`^order ${half.reference} paid twice: \\$\\s59.500, transaction ${id}: give it back`),
    );
    assert.deepEqual([paid, tasks.length], [[whole.reference, late.reference], 1]);
  });

  it('asks for the rest of points again when the rest was voided', async () => {
    const { order, byPoints, byCard, comesTo, payments, ask, voids, tasks } = await openCart();
    const half = await order('PCOL');
    const id = await byPoints(half);
    await comesTo('partly_paid', half);
    const rest = await order('CARD', { rest_of: id });
    const voided = await byCard(rest);
    await comesTo('paid', rest);
    await payments.voidTransaction(voided);
    await comesTo('voided', rest);
    await comesTo('partly_paid', half);
    assert.equal((await ask('GET', '/cart')).body['due_in_cents'], 5_950_000);
    const next = await order('CARD', { rest_of: id });
    await byCard(next);
    await comesTo('paid', next);
    await comesTo('paid', half);
    assert.deepEqual([await voids(), tasks], [[voided], []]);
  });

  it('takes points, points for the rest and a card for what is left then for one payment', async () => {
    const { order, byPoints, byCard, comesTo, due, charged, ask, voids, paid, tasks } = await openCart();
    const first = await order('PCOL');
    const half = await byPoints(first);
    await comesTo('partly_paid', first);
    assert.equal(await due(), 5_950_000);
    const second = await order('PCOL', { rest_of: half });
    const quarter = await byPoints(second);
    await comesTo('partly_paid', second);
    await comesTo('partly_paid', first);
    assert.equal(await due(), 2_975_000);
    assert.equal((await ask('GET', '/orders/latest')).body['order']?.['reference'], second.reference);
    const third = await order('CARD', { rest_of: quarter });
    const asked = [first, second, third].map(({ amount_in_cents }) => Number(amount_in_cents));
    assert.deepEqual(asked, [11_900_000, 5_950_000, 2_975_000]);
    assert.deepEqual(paid, []);
    const last = await byCard(third);
    for (const part of [first, second, third]) {
      await comesTo('paid', part);
      const { paid_by, paid_at } = (await ask('GET', `/orders/${part.reference}`)).body;
      assert.deepEqual([paid_by, typeof paid_at], [third.reference, 'string']);
    }
    assert.equal(await charged(half, quarter, last), 11_900_000);
    assert.deepEqual([await voids(), paid, tasks], [[], [third.reference], []]);
    assert.equal((await ask('GET', '/orders/latest')).body['order']?.['reference'], third.reference);
    assert.equal((await ask('POST', '/order', { method: 'CARD' })).body['error']?.['type'], 'CART_PAID');
  });

  it('asks for what the latest points have left, and gives back what pays the rest of earlier ones', async () => {
    const { order, byPoints, byCard, comesTo, due, voids, paid, tasks } = await openCart();
    const [first, beside] = [await order('PCOL'), await order('PCOL')];
    const half = await byPoints(first);
    await comesTo('partly_paid', first);
    const rests = [
      await order('PCOL', { rest_of: half }),
      await order('PCOL', { rest_of: half }),
      await order('CARD', { rest_of: half }),
    ] as const;
    await byPoints(rests[0]);
    await comesTo('partly_paid', rests[0]);
    const points = [await byPoints(rests[1]), await byPoints(beside)];
    await comesTo('paid_twice', rests[1]);
    await comesTo('paid_twice', beside);
    const card = await byCard(rests[2]);
    await comesTo('given_back', rests[2]);
    assert.deepEqual([await due(), paid], [2_975_000, []]);
    // A page that knows of the first half alone is told the same.
    const last = await order('CARD', { rest_of: half });
    assert.equal(last['amount_in_cents'], 2_975_000);
    await byCard(last);
    for (const part of [first, rests[0], last]) await comesTo('paid', part);
    assert.deepEqual([await voids(), paid], [[card], [last.reference]]);
    const told = tasks.map((task) => /\$\s([\d.]+), transaction (\S+): give it back by hand/.exec(task)?.slice(1));
    assert.deepEqual(told, [
      ['29.750', points[0]],
      ['59.500', points[1]],
    ]);
  });

  it('gives each of several points back where another payment has paid all', async () => {
    const { order, byPoints, byCard, comesTo, voids, paid, tasks } = await openCart();
    const [first, whole] = [await order('PCOL'), await order('CARD')];
    const half = await byPoints(first);
    await comesTo('partly_paid', first);
    const second = await order('PCOL', { rest_of: half });
    const quarter = await byPoints(second);
    await comesTo('partly_paid', second);
    const rest = await order('CARD', { rest_of: quarter });
    await byCard(whole);
    await comesTo('paid', whole);
    await comesTo('paid_twice', first);
    await comesTo('paid_twice', second);
    const extra = await byCard(rest);
    await comesTo('given_back', rest);
    assert.deepEqual([await voids(), paid], [[extra], [whole.reference]]);
    const told = tasks.map((task) => /\$\s([\d.]+), transaction (\S+): give it back by hand/.exec(task)?.slice(1));
    assert.deepEqual(told, [
      ['59.500', half],
      ['29.750', quarter],
    ]);
  });

  it('asks for the rest of several points again when it was voided, and then takes it by points', async () => {
    const { order, byPoints, byCard, comesTo, payments, due, ask, voids, paid, tasks } = await openCart();
    const first = await order('PCOL');
    const half = await byPoints(first);
    await comesTo('partly_paid', first);
    const unused = await order('CARD', { rest_of: half });
    const second = await order('PCOL', { rest_of: half });
    const quarter = await byPoints(second);
    await comesTo('partly_paid', second);
    const third = await order('CARD', { rest_of: quarter });
    const voided = await byCard(third);
    await comesTo('paid', third);
    await payments.voidTransaction(voided);
    await comesTo('voided', third);
    for (const part of [first, second]) {
      await comesTo('partly_paid', part);
      assert.equal((await ask('GET', `/orders/${part.reference}`)).body['paid_at'], null);
    }
    assert.equal(await due(), 2_975_000);
    const next = await order('PCOL', { rest_of: quarter });
    await byPoints(next, 'APPROVED_ONLY_POINTS');
    for (const part of [first, second, next]) await comesTo('paid', part);
    const extra = await byCard(unused);
    await comesTo('given_back', unused);
    assert.deepEqual([await voids(), tasks], [[voided, extra], []]);
    assert.deepEqual(paid, [third.reference, next.reference]);
  });
});
