import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import { remainderOf, type Transaction } from '../../src/domain/transaction.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { attemptBy, paid, pendingRecord, statusOf } from './method-world.ts';

describe('a half payment with points', () => {
  const half = { sandbox_status: 'APPROVED_HALF_POINTS' };

  /** A page that makes its orders, and is about to have the rest paid; `asked` are the amounts that it was told. */
  async function halfPaid() {
    const world = new FlowWorld();
    const asked: (number | undefined)[] = [];
    const changes: Partial<CheckoutConfiguration> = {
      customer: { email: 'ana@example.com', fullName: 'Ana Ruiz' },
      orders: {
        kind: 'created',
        create: async ({ rest }) => {
          asked.push(rest?.amountInCents);
          return world.order(`O-${asked.length}`, rest?.amountInCents);
        },
      },
    };
    const page = await world.page(changes);
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', half));
    await page.until('settled');
    page.checkout.retry();
    return { world, page, changes, asked };
  }

  it('leaves the rest, and nothing else does', () => {
    const rest = (remaining_amount_in_cents: unknown, status: Transaction['status'] = 'APPROVED') =>
      remainderOf(pendingRecord({ remaining_amount_in_cents }, { status }));
    assert.deepEqual(rest(400), { amountInCents: 400, currency: 'COP' });
    for (const none of [0, -1, 1000, 2000, '400', 0.5, undefined]) assert.equal(rest(none), undefined);
    assert.equal(rest(400, 'DECLINED'), undefined);
  });

  it('is paid by a second transaction, for exactly the rest, under a reference of its own', async () => {
    const world = new FlowWorld();
    const asked: unknown[] = [];
    const page = await world.page({
      customer: { email: 'ana@example.com' },
      orders: {
        kind: 'created',
        create: async (request) => {
          asked.push(request);
          return world.order(`O-${asked.length}`, request.rest?.amountInCents);
        },
      },
    });
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', half));
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    page.checkout.retry();
    assert.equal(page.state.status, 'ready');
    assert.equal(page.checkout.rest?.amountInCents, 5_950_000);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
    const [first, second] = await world.transactions();
    assert.deepEqual(asked, [
      { method: 'PCOL' },
      { method: 'CARD', rest: { amountInCents: 5_950_000, currency: 'COP', transactionId: first?.id, method: 'PCOL' } },
    ]);
    assert.equal(second?.reference, 'O-2');
    assert.equal((second as unknown as { amount_in_cents: number }).amount_in_cents, 5_950_000);
    assert.equal(page.of('settled').length, 2);
    page.checkout.retry();
    assert.equal(page.state.status, 'settled', 'nothing is left to pay');
  });

  it('is never paid in full twice: an order for the whole is refused', async () => {
    const world = new FlowWorld();
    let count = 0;
    const page = await world.page({
      customer: { email: 'ana@example.com' },
      orders: { kind: 'created', create: () => world.order(`O-${++count}`) },
    });
    page.accept();
    await page.checkout.submit(await attemptBy('PCOL', half));
    await page.until('settled');
    page.checkout.retry();
    await page.checkout.submit(page.card());
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'invalid_order');
    assert.equal((await world.transactions()).length, 1);
  });

  it('stays half paid where the rest was declined while the payer was at the bank', async () => {
    const { world, page, changes, asked } = await halfPaid();
    await page.checkout.submit(await attemptBy('BANKA_TRANSFER', { sandbox_status: 'DECLINED' }));
    await page.until('action');
    page.checkout.disconnect();
    world.returned = { id: (await world.transactions())[1]?.id ?? '', isMarked: true };
    const back = await world.page({ ...changes, amount: undefined });
    await back.until('settled');
    assert.equal(statusOf(back), 'DECLINED');
    // A page may hear of its amount after the payment was found.
    back.checkout.configure({ ...back.configuration, amount: { amountInCents: 11_900_000, currency: 'COP' } });
    // Also where the page names it once more.
    back.checkout.resume((await world.transactions())[1]?.id ?? '');
    await back.until('settled');
    back.checkout.retry();
    await back.until('ready');
    assert.equal(back.checkout.rest?.amountInCents, 5_950_000);
    back.accept();
    await back.checkout.submit(back.card());
    await back.until('settled');
    assert.equal(statusOf(back), 'APPROVED');
    assert.deepEqual(asked, [undefined, 5_950_000, 5_950_000]);
  });

  it('stays half paid where the rest was sent, nobody knew of it, and it was declined when it was sent again', async () => {
    const { world, page, changes, asked } = await halfPaid();
    await world.fault('POST', '/transactions', { kind: 'drop-before' });
    await page.checkout.submit(page.card());
    await page.until('unknown');
    page.checkout.disconnect();
    const later = await world.page(changes);
    await later.checkout.resend();
    await later.until('ready');
    assert.equal(later.checkout.rest?.amountInCents, 5_950_000);
    later.accept();
    await later.checkout.submit(later.card('4111111111111111'));
    await later.until('settled');
    assert.equal(statusOf(later), 'DECLINED');
    later.checkout.retry();
    await later.checkout.submit(later.card());
    await later.until('settled');
    assert.deepEqual(asked, [undefined, 5_950_000, 5_950_000]);
  });

  it('is of no other purchase: whoever says so is asked for all of the other one', async () => {
    const { world, page, changes } = await halfPaid();
    await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
    await page.until('action');
    page.checkout.disconnect();
    const other = await world.page({ orders: undefined, amount: undefined });
    await other.until('action');
    assert.equal(other.checkout.rest?.amountInCents, 5_950_000, 'until it says what it sells');
    let asked: unknown = 'nothing yet';
    const create = async ({ rest }: { rest?: unknown }) => {
      asked = rest;
      return world.order('ELSE-1', 2_000_000);
    };
    other.checkout.configure({
      ...other.configuration,
      ...changes,
      orders: { kind: 'created', create },
      amount: { amountInCents: 2_000_000, currency: 'COP' },
    });
    await world.settle();
    assert.ok(
      other.state.status === 'action' && other.state.guessed,
      'the place is the same, and the payer can say so',
    );
    other.checkout.buyElse();
    await other.until('ready');
    assert.equal(other.checkout.rest, undefined);
    other.accept();
    await other.checkout.submit(other.card());
    await other.until('settled');
    assert.equal(statusOf(other), 'APPROVED');
    assert.equal(asked, undefined);
  });

  it('is asked about once the page has begun anew, and not called paid', async () => {
    const { world, page } = await halfPaid();
    page.checkout.reset();
    await page.until('ready');
    page.accept();
    await page.checkout.submit(page.card());
    assert.ok(page.state.status === 'ready');
    assert.deepEqual([page.state.unconfirmed?.reference, page.state.unconfirmed?.isPaid], ['O-1', undefined]);
    assert.equal((await world.transactions()).length, 1);
    page.checkout.waive();
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal((await world.transactions()).length, 2);
  });

  for (const when of ['at once', 'late'])
    it(`is found again by a page that shows the rest alone from now on, and says so ${when}`, async () => {
      const { world, page, changes } = await halfPaid();
      await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
      await page.until('action');
      page.checkout.disconnect();
      const rest = { ...changes, amount: { amountInCents: 5_950_000, currency: 'COP' } };
      const again = await world.page(when === 'late' ? { orders: undefined, amount: undefined } : rest);
      if (when === 'late') again.checkout.configure({ ...again.configuration, ...rest });
      await again.until('action');
      await world.settle();
      assert.equal(again.state.status === 'action' && again.state.transaction.reference, 'O-2');
      assert.equal((await world.transactions()).length, 2);
    });

  it('is never paid in full twice either where the page gives the order: one for the whole is refused', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'PCOL', half);
    await page.until('settled');
    page.checkout.retry();
    await page.giveOrder('ORDER-2');
    assert.equal(page.checkout.rest?.amountInCents, 5_950_000);
    await page.checkout.submit(page.card());
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'invalid_order');
    assert.equal((await world.transactions()).length, 1);
    await page.giveOrder('ORDER-3', 5_950_000);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(statusOf(page), 'APPROVED');
  });

  describe('on a page that gives each order itself, and the first one again after a reload,', () => {
    const declined = '4111111111111111';

    const firstHalf = async () => {
      const world = new FlowWorld();
      const page = await paid(world, 'PCOL', half);
      await page.until('settled');
      return { world, page };
    };

    /** Asks for the page's order for the rest, and pays it. */
    const payRest = async (page: FlowPage, reference: string, card?: string): Promise<void> => {
      const asked = page.of('renewal').length;
      page.checkout.retry();
      assert.equal(page.of('renewal').length, asked + 1, 'the page is asked for an order');
      await page.giveOrder(reference, 5_950_000);
      assert.equal(page.checkout.rest?.amountInCents, 5_950_000);
      page.accept();
      await page.checkout.submit(card ? page.card(card) : page.card());
      await page.until('settled');
    };

    const shownBy = async (world: FlowWorld): Promise<FlowPage> => {
      const page = await world.page({}, { isShownAgain: () => true });
      await world.settle();
      // An element does so at each rendering.
      page.checkout.configure(page.configuration);
      return page;
    };

    const referenceOf = ({ state }: FlowPage) => 'transaction' in state && state.transaction.reference;

    it('is offered again after a rest that was declined, however often, and shown once it is paid', async () => {
      const { world, page } = await firstHalf();
      for (const reference of ['REST-1', 'REST-2', 'REST-3']) {
        await payRest(page, reference, declined);
        assert.equal(referenceOf(await shownBy(world)), 'ORDER-1');
      }
      const again = await shownBy(world);
      await payRest(again, 'REST-4');
      assert.equal(statusOf(again), 'APPROVED');
      const last = await shownBy(world);
      // A page that begins anew shows no receipt, and pays nothing that is paid.
      last.accept();
      await last.checkout.submit(last.card());
      await world.settle();
      const approved = (await world.transactions()).filter(({ status }) => status === 'APPROVED');
      assert.deepEqual(
        approved.map(({ reference }) => reference),
        ['ORDER-1', 'REST-4'],
      );
    });

    it('can be tried again where its rest is declined after the reload', async () => {
      const { world, page } = await firstHalf();
      page.checkout.retry();
      await page.giveOrder('REST-1', 5_950_000);
      await page.checkout.submit(await attemptBy('WALLET_A', { phone_number: '3992222222' }));
      page.checkout.disconnect();
      const again = await shownBy(world);
      await again.until('settled');
      assert.deepEqual([referenceOf(again), statusOf(again)], ['REST-1', 'DECLINED']);
      again.checkout.configure(again.configuration);
      await payRest(again, 'REST-2');
      assert.deepEqual([referenceOf(again), statusOf(again)], ['REST-2', 'APPROVED']);
    });

    it('has an order for the whole refused at each try, and goes on after a reference that was given twice', async () => {
      const { world, page } = await firstHalf();
      await payRest(page, 'REST-1', declined);
      page.checkout.retry();
      await page.giveOrder('WHOLE-1', 11_900_000);
      await page.checkout.submit(page.card());
      assert.equal(page.state.status === 'ready' && page.state.error?.code, 'invalid_order');
      await page.giveOrder('REST-2', 5_950_000);
      await page.checkout.submit(page.card(declined));
      await page.until('settled');
      // Ahead of the payer's press, for a page that hears of the decline gives the next order at once.
      await page.giveOrder('WHOLE-2', 11_900_000);
      page.checkout.retry();
      assert.equal(page.checkout.rest?.amountInCents, 5_950_000);
      await page.checkout.submit(page.card());
      assert.equal(page.state.status === 'ready' && page.state.error?.code, 'invalid_order');
      await page.giveOrder('ORDER-1', 5_950_000);
      await page.checkout.submit(page.card());
      await world.settle();
      assert.equal(referenceOf(await shownBy(world)), 'ORDER-1');
      assert.equal((await world.transactions()).filter(({ status }) => status === 'APPROVED').length, 1);
    });

    it('is paid once by two tabs that each have an order of their own for it, whichever comes first', async () => {
      const { world, page } = await firstHalf();
      const other = await shownBy(world);
      other.checkout.retry();
      await other.giveOrder('REST-OTHER', 5_950_000);
      other.accept();
      await payRest(page, 'REST-1', declined);
      page.checkout.retry();
      await page.giveOrder('REST-2', 5_950_000);
      // A payment that lasts: it is under way while the other tab is pressed.
      await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
      await other.checkout.submit(other.card());
      assert.equal(referenceOf(other), 'REST-2');
      assert.deepEqual(
        (await world.transactions()).map(({ reference }) => reference).filter((reference) => reference !== 'REST-1'),
        ['ORDER-1', 'REST-2'],
      );
    });
  });

  it('asks again where the payer went for another order, and came back without one', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'PCOL', half);
    await page.until('settled');
    page.checkout.retry();
    page.checkout.revisit();
    assert.equal(page.state.status === 'settled' && page.state.awaitsOrder, undefined);
    page.checkout.retry();
    assert.deepEqual(page.of('renewal'), ['ORDER-1', 'ORDER-1']);
  });

  it('offers the ways on again where the page gives no new order, and says so', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'PCOL', half);
    await page.until('settled');
    page.checkout.retry();
    await world.advance(14_000);
    assert.equal(page.state.status === 'settled' && page.state.awaitsOrder, true);
    await world.advance(2000);
    assert.equal(page.state.status === 'settled' && page.state.awaitsOrder, undefined);
    assert.equal(page.state.status === 'settled' && page.state.error?.code, 'order_unavailable');
    assert.equal(page.of('error').length, 1);
    page.checkout.retry();
    assert.equal(page.state.status === 'settled' && page.state.error, undefined);
    page.checkout.disconnect();
    await world.advance(60_000);
    assert.equal(page.of('error').length, 1, 'nobody waits while the element is away');
    page.checkout.connect();
    await world.advance(10_000);
    assert.equal(page.state.status === 'settled' && page.state.awaitsOrder, true);
    await page.giveOrder('ORDER-2', 5_950_000);
    await world.advance(60_000);
    assert.equal(page.state.status, 'ready');
    assert.equal(page.of('error').length, 1);
  });

  it('takes a new order that comes late', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'PCOL', half);
    await page.until('settled');
    page.checkout.retry();
    await world.advance(20_000);
    assert.equal(page.state.status, 'settled');
    await page.giveOrder('ORDER-2', 5_950_000);
    assert.equal(page.state.status, 'ready');
  });

  it('asks the merchant for a new order where the page gave a fixed one', async () => {
    const world = new FlowWorld();
    const page = await paid(world, 'PCOL', half);
    await page.until('settled');
    page.checkout.retry();
    assert.deepEqual(page.of('renewal'), ['ORDER-1']);
    assert.equal(page.state.status === 'settled' && page.state.awaitsOrder, true);
    await page.giveOrder('ORDER-2', 5_950_000);
    assert.equal(page.state.status, 'ready');
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal((await world.transactions()).length, 2);
  });
});
