import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { Order } from '../../src/domain/order.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { attemptBy } from './method-world.ts';

const ready = async (world: FlowWorld): Promise<FlowPage> => {
  const page = await world.page();
  assert.equal(page.state.status, 'ready');
  page.accept();
  return page;
};
/** How long it takes to read another amount: before that, no press is a yes to it. */
const readingMs = 1000;
const settledAs = (page: FlowPage) =>
  page.state.status === 'settled' ? page.state.transaction.status : page.state.status;

describe('a card payment', () => {
  for (const [number, outcome] of [
    ['4242424242424242', 'APPROVED'],
    ['4111111111111111', 'DECLINED'],
    ['5555555555554444', 'ERROR'],
  ] as const)
    it(`is ${outcome} when the service says so, once`, async () => {
      const world = new FlowWorld();
      const page = await ready(world);
      await page.checkout.submit(page.card(number));
      assert.equal(page.state.status, 'processing');
      await page.until('settled');
      assert.equal(settledAs(page), outcome);
      assert.equal(page.of('settled').length, 1);
      const kept = [...world.stored.values()].join();
      assert.doesNotMatch(kept, /"fate":"(sent|refused|pending)"/, 'nothing is under way');
      assert.doesNotMatch(kept, /[0-9a-f]{64}/, 'the signature is dropped');
      assert.equal((await world.transactions()).length, 1);
    });

  it('sends what SPEC.md 4.2 lists, field by field', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await page.checkout.submit(page.card());
    const [request] = await world.requests('POST', '/transactions');
    const { acceptance_token, accept_personal_auth, signature, payment_method, ...rest } = request?.body ?? {};
    assert.ok(typeof acceptance_token === 'string' && typeof accept_personal_auth === 'string');
    assert.notEqual(acceptance_token, accept_personal_auth);
    assert.equal(signature, (await world.order('ORDER-1')).signature);
    const { token, ...method } = payment_method as Record<string, unknown>;
    assert.ok(typeof token === 'string');
    assert.deepEqual(method, { type: 'CARD', installments: 1 });
    assert.deepEqual(rest, {
      amount_in_cents: 11_900_000,
      currency: 'COP',
      customer_email: 'ana@example.com',
      reference: 'ORDER-1',
      redirect_url: 'https://shop.example/thanks',
      payment_method_type: 'CARD',
      session_id: 'session-1',
      customer_data: { device_id: 'device-1', full_name: 'Ana' },
    });
  });

  it('sends nothing without both consents', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.checkout.accept('acceptance_token', true);
    await page.checkout.submit(page.card());
    assert.equal(page.state.status, 'ready');
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'consent_required');
    assert.equal((await world.requests('POST', '/v1/tokens/cards')).length, 0);
    assert.equal((await world.requests('POST', '/transactions')).length, 0);
  });

  it('is one payment for three presses in one task', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await Promise.all([
      page.checkout.submit(page.card()),
      page.checkout.submit(page.card()),
      page.checkout.submit(page.card()),
    ]);
    await page.until('settled');
    assert.equal((await world.requests('POST', '/v1/tokens/cards')).length, 1);
    assert.equal((await world.requests('POST', '/transactions')).length, 1);
  });

  it('is not sent when the page objects', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    page.answers.submitting = false;
    await page.checkout.submit(page.card());
    assert.equal(page.state.status, 'ready');
    assert.equal((await world.requests('POST', '/v1/tokens/cards')).length, 0);
  });

  it('keeps the form when the card is refused at tokenization', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await page.checkout.submit(page.card('4242424242424241'));
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'card_rejected');
    assert.equal(page.spent, 0);
    assert.equal(world.stored.size, 0);
  });

  it('renews refused acceptance tokens once, under the same reference', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await world.advance(20 * 60_000);
    const body = {
      error: {
        type: 'INPUT_VALIDATION_ERROR',
        messages: { acceptance_token: ['El token de aceptación ya fue usado'] },
      },
    };
    await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(settledAs(page), 'APPROVED');
    const sent = await world.requests('POST', '/transactions');
    assert.equal(sent.length, 2);
    assert.equal(sent[0]?.body?.['reference'], sent[1]?.body?.['reference']);
    assert.notEqual(sent[0]?.body?.['acceptance_token'], sent[1]?.body?.['acceptance_token']);
  });

  it('asks the payer again when a refused token belongs to a contract that has changed, under the same reference', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await world.control('contracts', {});
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { acceptance_token: ['vencido'] } } };
    await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
    await page.checkout.submit(page.card());
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'consent_changed');
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual(
      (await world.transactions()).map(({ reference, status }) => [reference, status]),
      [['ORDER-1', 'APPROVED']],
    );
  });

  it('renews acceptance tokens that have grown old before it sends them', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await world.advance(2 * 60 * 60_000);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(settledAs(page), 'APPROVED');
    assert.equal((await world.requests('POST', '/transactions')).length, 1);
  });

  it('says what is wrong with a signature, to the developer', async () => {
    const world = new FlowWorld();
    const order = { ...(await world.order('ORDER-1')), signature: 'f'.repeat(64) };
    const page = await world.page({ orders: { kind: 'fixed', order } });
    page.accept();
    await page.checkout.submit(page.card());
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'signature_rejected');
    assert.equal((page.of('error')[0] as CheckoutError).code, 'signature_rejected');
  });
});

describe('another try', () => {
  /** A page has been told that its order was declined, and is gone. */
  const afterDecline = async (): Promise<FlowWorld> => {
    const world = new FlowWorld();
    const first = await ready(world);
    await first.checkout.submit(first.card('4111111111111111'));
    await first.until('settled');
    return world;
  };

  it('takes a new order after a decline', async () => {
    const world = new FlowWorld();
    let count = 0;
    const create = async () => world.order(`ORDER-${++count}`);
    const page = await world.page({ orders: { kind: 'created', create } });
    page.accept();
    await page.checkout.submit(page.card('4111111111111111'));
    await page.until('settled');
    page.checkout.retry();
    assert.equal(page.state.status, 'ready');
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual((await world.transactions()).map(({ reference }) => reference).toSorted(), ['ORDER-1', 'ORDER-2']);
  });

  it('asks the merchant for one when the page gave a fixed order', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.accept();
    await page.checkout.submit(page.card('4111111111111111'));
    await page.until('settled');
    page.checkout.retry();
    assert.deepEqual(page.of('renewal'), ['ORDER-1']);
    assert.equal(page.state.status, 'settled');
    await page.giveOrder('ORDER-2');
    assert.equal(page.state.status, 'ready');
  });

  it('is not sent where another tab has seen that what the payer turned from was paid', async () => {
    for (const isReloaded of [false, true]) {
      const world = new FlowWorld();
      const page = await ready(world);
      await page.checkout.submit(await attemptBy('BANKA_QR', { sandbox_status: 'APPROVED' }));
      await page.until('action');
      let other = await world.page();
      await page.giveOrder('ORDER-2');
      page.checkout.setAside();
      if (isReloaded) {
        other.checkout.disconnect();
        other = await world.page();
      }
      await other.until('settled');
      page.accept();
      await page.checkout.submit(page.card());
      await page.until('settled');
      assert.equal('transaction' in page.state && page.state.transaction.reference, 'ORDER-1');
      assert.equal((await world.transactions()).length, 1);
    }
  });

  it('leads a reload to the first order that is not over, also where what followed was declined', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
    await page.until('action');
    await page.giveOrder('ORDER-2');
    page.checkout.setAside();
    page.accept();
    await page.checkout.submit(page.card('4111111111111111'));
    await page.until('settled');
    page.checkout.disconnect();
    const again = await world.page();
    assert.equal('transaction' in again.state && again.state.transaction.reference, 'ORDER-1');
  });

  it('leads a reload on from what was turned from, once that was seen unpaid', async () => {
    const world = new FlowWorld();
    const page = await ready(world);
    await page.checkout.submit(await attemptBy('BANKA_QR', { sandbox_status: 'DECLINED' }));
    await page.until('action');
    await page.giveOrder('ORDER-2');
    page.checkout.setAside();
    await world.advance(60_000);
    page.accept();
    await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
    page.checkout.disconnect();
    const again = await world.page();
    assert.equal('transaction' in again.state && again.state.transaction.reference, 'ORDER-2');
  });

  describe('in two tabs, each with an order of its own for it', () => {
    /** Both show that the first order was declined, and have the next one. */
    const twoTabs = async () => {
      const world = new FlowWorld();
      const [page, other] = [await ready(world), await ready(world)];
      for (const tab of [page, other]) {
        await tab.checkout.submit(tab.card('4111111111111111'));
        await tab.until('settled');
        assert.equal(settledAs(tab), 'DECLINED');
        tab.checkout.retry();
        await tab.giveOrder(tab === page ? 'ORDER-2' : 'ORDER-OTHER');
      }
      return { world, page, other };
    };
    const references = async (world: FlowWorld) => (await world.transactions()).map(({ reference }) => reference);

    it('is paid once, and shown in both', async () => {
      const { world, page, other } = await twoTabs();
      await page.checkout.submit(page.card());
      await page.until('settled');
      await other.checkout.submit(other.card());
      await other.until('settled');
      assert.deepEqual(other.state, { ...page.state, wasPaid: true });
      assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-2']);
    });

    it('is waited for by one while the other sends, and shown, however it ends', async () => {
      const { world, page, other } = await twoTabs();
      const held = world.hold('/transactions');
      void page.checkout.submit(page.card('4111111111111111'));
      await world.until(() => held.isAsked());
      void other.checkout.submit(other.card());
      const opened = await world.page();
      await world.advance(5000);
      for (const tab of [other, opened]) assert.equal(tab.state.status === 'submitting' && tab.state.elsewhere, true);
      held.release();
      for (const tab of [page, other, opened]) await tab.until('settled');
      assert.equal(settledAs(other), 'DECLINED');
      assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-2']);
      // What the one has declined is no obstacle to the other, in either direction.
      other.checkout.retry();
      await other.checkout.submit(other.card());
      await other.until('settled');
      assert.equal(settledAs(other), 'APPROVED');
      page.checkout.retry();
      await page.giveOrder('ORDER-3');
      await page.checkout.submit(page.card());
      await page.until('settled');
      assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-2', 'ORDER-OTHER']);
    });

    it('is paid once also where the one was refused in doubt, and would be sent again', async () => {
      const { world, page, other } = await twoTabs();
      const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { token: ['El token ya fue usado'] } } };
      await world.fault('POST', '/transactions', { kind: 'status', status: 422, body });
      await page.checkout.submit(page.card());
      assert.equal(page.state.status === 'ready' && page.state.error?.code, 'token_rejected');
      // Nobody can say what became of the first: whoever presses in the other tab sends it again.
      await other.checkout.submit(other.card());
      await other.until('settled');
      await page.giveOrder('ORDER-3');
      await page.checkout.submit(page.card());
      await page.until('settled');
      assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-2']);
    });

    it('is paid by the other where the service refuses what the one has sent', async () => {
      const { world, page, other } = await twoTabs();
      const held = world.hold('/transactions');
      await world.fault('POST', '/transactions', {
        kind: 'status',
        status: 422,
        body: { error: { messages: { customer_email: ['No es válido'] } } },
      });
      void page.checkout.submit(page.card());
      await world.until(() => held.isAsked());
      void other.checkout.submit(other.card());
      await world.settle();
      held.release();
      await page.until('ready');
      await other.until('ready');
      assert.deepEqual(other.of('unknown'), []);
      other.accept();
      await other.checkout.submit(other.card());
      await other.until('settled');
      assert.equal(settledAs(other), 'APPROVED');
      assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-OTHER']);
    });

    it('is paid once also after a try was turned from, in whichever order, and after a reload', async () => {
      for (const isReloaded of [true, false]) {
        const { world, page, other } = await twoTabs();
        await page.checkout.submit(await attemptBy('BANKA_QR', { sandbox_status: 'DECLINED' }));
        await page.until('action');
        let turning = page;
        if (isReloaded) {
          page.checkout.disconnect();
          turning = await world.page();
        }
        await turning.giveOrder('ORDER-3');
        turning.checkout.setAside();
        await other.checkout.submit(other.card());
        await other.until('settled');
        assert.equal(settledAs(other), 'APPROVED');
        turning.accept();
        await turning.checkout.submit(turning.card());
        await turning.until('settled');
        assert.equal('transaction' in turning.state && turning.state.transaction.reference, 'ORDER-OTHER');
        assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-2', 'ORDER-OTHER']);
      }
    });

    it('is paid once also after both have been declined again', async () => {
      const { world, page, other } = await twoTabs();
      for (const tab of [page, other]) {
        await tab.checkout.submit(tab.card('4111111111111111'));
        await tab.until('settled');
        tab.checkout.retry();
        await tab.giveOrder(tab === page ? 'ORDER-3' : 'ORDER-OTHER-2');
      }
      await page.checkout.submit(await attemptBy('BANKA_COLLECT'));
      await other.checkout.submit(other.card());
      await world.settle();
      assert.equal('transaction' in other.state && other.state.transaction.reference, 'ORDER-3');
      assert.deepEqual((await references(world)).toSorted(), ['ORDER-1', 'ORDER-2', 'ORDER-3', 'ORDER-OTHER']);
    });

    it('is not taken for what is bought for another amount, nor for what the other page has turned from', async () => {
      for (const isDearer of [true, false]) {
        const { world, page, other } = await twoTabs();
        if (isDearer) {
          await page.checkout.submit(page.card());
          await page.until('settled');
          await other.giveOrder('ORDER-DEARER', 12_900_000);
        } else {
          await page.checkout.submit(await attemptBy('BANKA_QR', { sandbox_status: 'DECLINED' }));
          await page.until('action');
          await page.giveOrder('ORDER-3');
          page.checkout.setAside();
        }
        await other.checkout.submit(other.card());
        await other.until('settled');
        assert.equal(settledAs(other), 'APPROVED');
        assert.ok((await references(world)).includes(isDearer ? 'ORDER-DEARER' : 'ORDER-OTHER'));
      }
    });

    it('waits for a tab that was opened with the next order, and has tried nothing', async () => {
      for (const isRefused of [false, true]) {
        const { world, page } = await twoTabs();
        const order = await world.order('ORDER-2');
        const opened = await world.page({ orders: { kind: 'fixed', order } });
        opened.accept();
        const held = world.hold('/transactions');
        if (isRefused)
          await world.fault('POST', '/transactions', {
            kind: 'status',
            status: 422,
            body: { error: { messages: { customer_email: ['No es válido'] } } },
          });
        void opened.checkout.submit(opened.card());
        await world.until(() => held.isAsked());
        void page.checkout.submit(page.card());
        await world.advance(5000);
        assert.equal(page.state.status === 'submitting' && page.state.elsewhere, true);
        held.release();
        await page.until(isRefused ? 'ready' : 'settled');
        assert.deepEqual(page.of('unknown'), []);
        assert.equal((await references(world)).length, isRefused ? 1 : 2);
      }
    });

    it('is found by a page that is loaded anew, whatever else was tried and turned from', async () => {
      const { world, page, other } = await twoTabs();
      await page.checkout.submit(await attemptBy('BANKA_QR'));
      await page.until('action');
      await page.giveOrder('ORDER-3');
      page.checkout.setAside();
      page.accept();
      await page.checkout.submit(page.card('4111111111111111'));
      await page.until('settled');
      assert.equal(settledAs(page), 'DECLINED');
      await other.checkout.submit(await attemptBy('BANKA_COLLECT'));
      for (const tab of [page, other]) tab.checkout.disconnect();
      const again = await world.page();
      assert.equal('transaction' in again.state && again.state.transaction.reference, 'ORDER-OTHER');
    });
  });

  it('of a fixed order that was declined before the page was loaded anew is declined as well', async () => {
    const world = await afterDecline();
    const page = await ready(world);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(settledAs(page), 'DECLINED');
    assert.equal((await world.transactions()).length, 1);
    assert.equal(page.of('unknown').length, 0);
    page.checkout.retry();
    assert.deepEqual(page.of('renewal'), ['ORDER-1']);
  });

  it('of such an order is unknown where it may have been sent since', async () => {
    const world = await afterDecline();
    await world.control('reset', {});
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    const page = await ready(world);
    void page.checkout.submit(page.card());
    await page.until('unknown');
    assert.equal(page.of('settled').length, 0);
    page.checkout.disconnect();
    // What has taken the reference since is not the one that was declined.
    const later = await world.page();
    await later.until('unknown');
    later.accept();
    await later.checkout.resend();
    await later.checkout.submit(later.card());
    await later.until('unknown');
    assert.equal(later.of('settled').length, 0);
    assert.equal((await world.transactions()).length, 1);
  });

  it('of such an order is paid where the service takes its reference again', async () => {
    const world = await afterDecline();
    await world.control('reset', {});
    const page = await ready(world);
    void page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(settledAs(page), 'APPROVED');
  });

  it('is not made by an element that has left the page while another tab was sending', async () => {
    const world = new FlowWorld();
    let free = (): void => {};
    const freed = new Promise<void>((resolve) => (free = resolve));
    const lock = async (_name: string, signal?: AbortSignal) => (signal ? freed.then(() => () => {}) : undefined);
    const page = await world.page({}, { lock });
    page.accept();
    const press = page.checkout.submit(page.card());
    await world.settle();
    page.checkout.disconnect();
    free();
    await press;
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'aborted');
    assert.equal((await world.requests('POST', '/transactions')).length, 0);
    assert.equal(world.stored.size, 0);
  });

  it('is not made by an element that has left the page before anything was sent', async () => {
    const world = new FlowWorld();
    const page = await world.page();
    page.accept();
    const attempt = page.card();
    const collect = async () => {
      const details = await attempt.collect();
      page.checkout.disconnect();
      return details;
    };
    await page.checkout.submit({ ...attempt, collect });
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'aborted');
    assert.equal((await world.requests('POST', '/transactions')).length, 0);
    assert.equal(world.stored.size, 0);
    page.checkout.connect();
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('waits for no order once the element has left the page', async () => {
    const world = new FlowWorld();
    const page = await world.page({ orders: { kind: 'created', create: () => new Promise(() => {}) } });
    page.accept();
    const submitted = page.checkout.submit(page.card());
    await world.advance(0);
    const started = world.time;
    page.checkout.disconnect();
    await page.until('ready');
    await submitted;
    assert.equal(page.state.status === 'ready' && page.state.error?.code, 'aborted');
    assert.equal(world.time, started);
  });

  it('waits on for an order while the element is moved in the page', async () => {
    const world = new FlowWorld();
    let give = (_order: unknown) => {};
    const create = () => new Promise((resolve) => (give = resolve));
    const page = await world.page({ orders: { kind: 'created', create } });
    page.accept();
    const submitted = page.checkout.submit(page.card());
    await world.advance(0);
    page.checkout.disconnect();
    page.checkout.connect();
    await world.advance(1000);
    give(await world.order('ORDER-1'));
    await page.until('settled');
    await submitted;
    assert.equal(settledAs(page), 'APPROVED');
  });

  it('keeps an order that no transaction has used', async () => {
    const world = new FlowWorld();
    let count = 0;
    const page = await world.page({ orders: { kind: 'created', create: async () => world.order(`ORDER-${++count}`) } });
    page.accept();
    await page.checkout.submit(page.card('4242424242424241'));
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(count, 1);
  });

  it('asks the payer to confirm an order of another amount, and then uses that very order', async () => {
    const world = new FlowWorld();
    let count = 0;
    const page = await world.page({
      orders: { kind: 'created', create: async () => world.order(`ORDER-${++count}`, 12_500_000) },
    });
    page.accept();
    const submitted = page.checkout.submit(page.card());
    await page.until('ready');
    await submitted;
    assert.deepEqual(page.state, { status: 'ready', changedAmount: { amountInCents: 12_500_000, currency: 'COP' } });
    assert.deepEqual(await world.transactions(), []);
    await world.advance(readingMs);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(count, 1);
  });

  describe('whose amount the page has not shown', () => {
    const cop = (amountInCents: number) => ({ amountInCents, currency: 'COP' });
    /** A page without an amount, whose orders cost these sums, one after the other. */
    const unseen = async (world: FlowWorld, ...sums: number[]) => {
      let count = 0;
      const create = async () => world.order(`ORDER-${++count}`, sums[Math.min(count, sums.length) - 1]);
      const page = await world.page({ amount: undefined, orders: { kind: 'created', create } });
      page.accept();
      const press = async (attempt = page.card()) => {
        await world.advance(readingMs);
        const submitted = page.checkout.submit(attempt);
        await world.until(() => page.state.status !== 'submitting');
        await submitted;
      };
      return { page, press, orders: () => count };
    };
    const sentNothing = async (world: FlowWorld) => assert.deepEqual(await world.requests('POST', '/transactions'), []);

    it('asks before anything is sent, and a yes sends that very order, once', async () => {
      const world = new FlowWorld();
      const { page, press, orders } = await unseen(world, 99_999_999_900);
      await press();
      assert.deepEqual(page.state, { status: 'ready', changedAmount: cop(99_999_999_900) });
      await sentNothing(world);
      await press();
      await page.until('settled');
      assert.equal(orders(), 1);
      assert.equal((await world.requests('POST', '/transactions')).length, 1);
      assert.deepEqual(
        (await world.transactions()).map(({ reference }) => reference),
        ['ORDER-1'],
      );
    });

    it('takes several quick presses for one', async () => {
      const world = new FlowWorld();
      const { page, press } = await unseen(world, 12_500_000);
      const first = press();
      for (let count = 0; count < 3; count += 1) void page.checkout.submit(page.card());
      await first;
      assert.deepEqual(page.state, { status: 'ready', changedAmount: cop(12_500_000) });
      await sentNothing(world);
    });

    it('asks again when the next order costs something else', async () => {
      const world = new FlowWorld();
      const { page, press, orders } = await unseen(world, 12_500_000, 13_000_000);
      await press();
      await press({ ...page.card(), method: 'WALLET_A' });
      assert.deepEqual(page.state, { status: 'ready', changedAmount: cop(13_000_000) });
      await sentNothing(world);
      await press({ ...page.card(), method: 'WALLET_A' });
      assert.equal(orders(), 2);
    });

    it('asks for no second yes after a card that was refused', async () => {
      const world = new FlowWorld();
      const { page, press, orders } = await unseen(world, 12_500_000);
      await press();
      await press(page.card('4242424242424241'));
      assert.equal(page.state.status === 'ready' && page.state.error?.code, 'card_rejected');
      await press();
      await page.until('settled');
      assert.equal(orders(), 1);
    });

    it('asks of an order that came with the page, too', async () => {
      const world = new FlowWorld();
      const page = await world.page({ amount: undefined });
      page.accept();
      void page.checkout.submit(page.card());
      await page.until('submitting');
      await page.until('ready');
      assert.deepEqual(page.state, { status: 'ready', changedAmount: cop(11_900_000) });
      await sentNothing(world);
    });
  });

  it('does not use an order that was made for another cart of the page', async () => {
    const world = new FlowWorld();
    const asked: string[] = [];
    const from = (cart: string) => ({
      scope: `/order?cart=${cart}`,
      orders: {
        kind: 'created' as const,
        create: async () => world.order(`CART-${asked.push(cart) && cart}`, 12_500_000),
      },
    });
    const page = await world.page(from('1'));
    page.accept();
    void page.checkout.submit(page.card());
    await world.until(() => page.state.status === 'ready' && page.state.changedAmount !== undefined);
    page.checkout.configure({ ...page.configuration, ...from('2') });
    await world.advance(readingMs);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual(asked, ['1', '2']);
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['CART-2'],
    );
  });

  it('does not keep an order that was still being made when the cart became another', async () => {
    const world = new FlowWorld();
    let give!: (order: Order) => void;
    const first = new Promise<Order>((resolve) => (give = resolve));
    let count = 0;
    const orders = {
      kind: 'created' as const,
      create: async () => (++count === 1 ? first : world.order(`ORDER-${count}`, 9_000_000)),
    };
    const page = await world.page({ orders });
    page.accept();
    const submitted = page.checkout.submit(page.card('4242424242424241'));
    await world.until(() => count === 1);
    page.checkout.configure({ ...page.configuration, orders, amount: { amountInCents: 9_000_000, currency: 'COP' } });
    give(await world.order('ORDER-1'));
    await submitted;
    assert.equal(page.state.status, 'ready', 'the card is refused');
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.deepEqual(
      (await world.transactions()).map(({ reference }) => reference),
      ['ORDER-2'],
    );
  });

  it('takes no press for a yes to another amount that came late and can hardly have been read', async () => {
    const world = new FlowWorld();
    const order = await world.order('ORDER-1', 12_500_000);
    const environment = world.environment();
    const create = async () => {
      await environment.wait(2500, new AbortController().signal);
      return order;
    };
    const page = await world.page({ orders: { kind: 'created', create } });
    page.accept();
    const asked = { status: 'ready', changedAmount: { amountInCents: 12_500_000, currency: 'COP' } };
    const submit = async (afterMs: number) => {
      await world.advance(afterMs);
      const submitted = page.checkout.submit(page.card());
      await world.until(() => page.state.status !== 'submitting');
      await submitted;
    };
    await submit(0);
    assert.deepEqual(page.state, asked);
    await submit(900);
    assert.deepEqual(page.state, asked, 'asked anew');
    assert.deepEqual(await world.requests('POST', '/transactions'), []);
    await submit(0);
    await page.until('settled');
  });
});

describe('contracts that cannot be had', () => {
  for (const fault of [{ kind: 'drop-before' }, { kind: 'garbage' }, { kind: 'status', status: 500 }])
    it(`fail visibly and can be tried again (${JSON.stringify(fault)})`, async () => {
      const world = new FlowWorld();
      await world.fault('GET', '/merchants/info', fault);
      const page = await world.page();
      assert.equal(page.state.status === 'failed' && page.state.error.code, 'contracts_unreachable');
      page.checkout.checkAgain();
      await page.until('ready');
    });

  it('fail with a word about what another tab has sent meanwhile', async () => {
    const world = new FlowWorld();
    const orders = { kind: 'created' as const, create: () => world.order('ORDER-1') };
    const paying = await world.page({ orders });
    await world.fault('GET', '/merchants/info', { kind: 'status', status: 500 });
    const contracts = world.hold('/merchants/info');
    const opening = world.page({ orders });
    await world.settle();
    await world.fault('POST', '/transactions', { kind: 'drop-after' });
    paying.accept();
    await paying.checkout.submit(paying.card());
    assert.equal(paying.state.status, 'unknown');
    contracts.release();
    const { state } = await opening;
    assert.equal(state.status === 'failed' && state.error.code, 'contracts_unreachable');
    assert.equal(state.status === 'failed' && state.unconfirmed?.reference, 'ORDER-1');
  });

  for (const amount of [{ amountInCents: 11_900_000, currency: 'COP' }, undefined])
    it(`S2: takes no press for a yes to an amount that the page has followed, after ${amount ? 'another' : 'none'}, until it can be read`, async () => {
      const world = new FlowWorld();
      const order = await world.order('ORDER-1', 12_500_000);
      const page = await world.page({ amount, orders: { kind: 'created', create: async () => order } });
      page.accept();
      const changedAmount = { amountInCents: 12_500_000, currency: 'COP' };
      const submit = async () => {
        const submitted = page.checkout.submit(page.card());
        await world.until(() => page.state.status !== 'submitting');
        await submitted;
      };
      await submit();
      page.checkout.configure({ ...page.configuration, amount: changedAmount });
      assert.deepEqual(page.state, { status: 'ready', changedAmount }, 'the payer still reads why');
      await submit();
      assert.deepEqual(page.state, { status: 'ready', changedAmount });
      assert.deepEqual(await world.requests('POST', '/transactions'), []);
      await world.advance(readingMs);
      await submit();
      await page.until('settled');
    });
});
