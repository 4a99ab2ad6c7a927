import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transition, type CheckoutState, type CheckoutStep } from '../../src/checkout/state.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { FlowWorld, type FlowPage } from './flow-world.ts';

const record = (status: Transaction['status']): Transaction => ({
  id: '1-2-3',
  amount_in_cents: 100,
  reference: 'R',
  currency: 'COP',
  payment_method_type: 'CARD',
  payment_method: { type: 'CARD' },
  status,
});

describe('the state machine', () => {
  const observed = (status: Transaction['status']): CheckoutStep => ({
    type: 'observed',
    transaction: record(status),
    action: undefined,
  });
  const submitting: CheckoutState = { status: 'submitting', step: 'order' };

  it('takes a submission only when ready', () => {
    const submit: CheckoutStep = { type: 'submitted', reference: 'R' };
    assert.equal(transition({ status: 'ready' }, submit).status, 'submitting');
    const others: CheckoutState[] = [
      { status: 'loading' },
      submitting,
      { status: 'processing', transaction: record('PENDING') },
      { status: 'settled', transaction: record('DECLINED') },
      { status: 'unknown', reference: 'R', resendable: true },
    ];
    for (const state of others) assert.equal(transition(state, submit), state);
  });

  it('stays settled, whatever is observed later', () => {
    const settled = transition(submitting, observed('APPROVED'));
    assert.equal(settled.status, 'settled');
    for (const status of ['PENDING', 'DECLINED', 'ERROR'] as const)
      assert.equal(transition(settled, observed(status)), settled);
  });

  it('never calls a payment under way failed', () => {
    const step: CheckoutStep = { type: 'broken', error: new CheckoutError('network', 'down') };
    const underWay: CheckoutState[] = [
      submitting,
      { status: 'processing', transaction: record('PENDING') },
      { status: 'action', action: { kind: 'push' }, transaction: record('PENDING') },
      { status: 'unknown', reference: 'R', resendable: false },
    ];
    for (const state of underWay) assert.equal(transition(state, step), state);
  });

  it('gives the same state for the same news, so that nothing is announced twice', () => {
    const pending = transition(submitting, observed('PENDING'));
    assert.equal(transition(pending, observed('PENDING')), pending);
  });
});

describe('a card payment', () => {
  const ready = async (world: FlowWorld): Promise<FlowPage> => {
    const page = await world.page();
    assert.equal(page.state.status, 'ready');
    page.accept();
    return page;
  };
  const settledAs = (page: FlowPage) =>
    page.state.status === 'settled' ? page.state.transaction.status : page.state.status;

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
      assert.equal(world.stored.size, 0, 'the journal is cleared');
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

  it("is found by the merchant's backend", async () => {
    const world = new FlowWorld();
    const resolveReference = async (reference: string) =>
      (await world.transactions()).find((one) => one.reference === reference) ?? null;
    const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
    await page.until('settled');
    assert.equal(page.state.status === 'settled' && page.state.transaction.status, 'APPROVED');
    assert.equal(page.of('unknown').length, 0);
  });

  it('does not believe a resolver that answers with another payment', async () => {
    const world = new FlowWorld();
    const resolveReference = async () => ({ ...record('APPROVED'), reference: 'OTHER' });
    const page = await submitted(world, { kind: 'drop-after' }, { resolveReference });
    await page.until('unknown');
    assert.equal(page.of('settled').length, 0);
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
    const order = await world.order('ORDER-2');
    page.checkout.configure({
      publicKey: 'pub_test_flow',
      amount: order,
      orders: { kind: 'fixed', order },
      scope: '/checkout',
      mode: 'payment',
      customer: { email: 'ana@example.com' },
    });
    await world.settle();
    page.accept();
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

describe('following a payment', () => {
  const pending = async (world: FlowWorld, changes = {}): Promise<FlowPage> => {
    const page = await world.page(changes);
    page.accept();
    await page.checkout.submit(page.card());
    return page;
  };

  it('asks one at a time, every two to three seconds', async () => {
    const world = new FlowWorld({ settleMs: { min: 30_000, max: 30_000 } });
    const page = await pending(world);
    const since = world.time;
    await page.until('settled');
    const id = (await world.transactions())[0]?.id;
    const polls = await world.requests('GET', `/v1/transactions/${id}`);
    const seconds = (world.time - since) / 1000;
    assert.ok(
      polls.length >= seconds / 3 - 1 && polls.length <= seconds / 2 + 1,
      `${polls.length} polls in ${seconds} s`,
    );
  });

  it('goes on through failures, and says so meanwhile', async () => {
    const world = new FlowWorld();
    const page = await pending(world);
    const id = (await world.transactions())[0]?.id;
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'status', status: 500 }, 2);
    await world.fault('GET', `/v1/transactions/${id}`, { kind: 'garbage' }, 1);
    await world.until(() => page.state.status === 'processing' && page.state.error !== undefined);
    await page.until('settled');
    assert.equal(page.of('settled').length, 1);
  });

  it('is resumed after a reload', async () => {
    const world = new FlowWorld();
    const first = await pending(world);
    first.checkout.disconnect();
    const second = await world.page();
    assert.equal(second.state.status, 'processing');
    await second.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('goes on after the element was away', async () => {
    const world = new FlowWorld();
    const page = await pending(world);
    page.checkout.disconnect();
    await world.advance(60_000);
    assert.equal(page.state.status, 'processing');
    page.checkout.connect();
    await page.until('settled');
  });

  it('stops looking often after a quarter of an hour, and looks at once when the payer comes back', async () => {
    const world = new FlowWorld({ settleMs: { min: 3_600_000, max: 3_600_000 } });
    const page = await pending(world);
    await world.until(() => page.state.status === 'processing' && page.state.stalled === true, 20 * 60_000);
    world.time += 3_600_000;
    await world.wake();
    assert.equal(page.state.status, 'settled');
  });

  it('gives a challenge its five minutes from when it came, however late that was', async () => {
    const world = new FlowWorld();
    const startedAt = world.time;
    const minutes = () => (world.time - startedAt) / 60_000;
    const challenge = { current_step: 'CHALLENGE', current_step_status: 'PENDING', three_ds_method_data: '&lt;b&gt;' };
    const fetchTransaction = async (id: string) => ({
      ...record('PENDING'),
      id,
      reference: 'ORDER-1',
      amount_in_cents: 11_900_000,
      payment_method: { type: 'CARD', extra: minutes() > 6 ? { three_ds_auth: challenge } : {} },
    });
    const page = await pending(world, { profile: { fetchTransaction } });
    const isStalled = () => page.state.status === 'action' && page.state.stalled === true;
    await page.until('action');
    assert.ok(!isStalled());
    const cameAt = minutes();
    await world.until(isStalled);
    assert.ok(Math.abs(minutes() - cameAt - 5.2) < 0.3, `after ${minutes() - cameAt} minutes`);
  });

  it('is shown to the second tab, which cannot pay it again', async () => {
    const world = new FlowWorld();
    const second = await world.page();
    second.accept();
    const first = await pending(world);
    await second.checkout.submit(second.card());
    await second.until('settled');
    await first.until('settled');
    assert.equal((await world.transactions()).length, 1);
  });

  it('is found on the return page by the id in its address, which is cleaned', async () => {
    const world = new FlowWorld();
    const first = await pending(world);
    first.checkout.disconnect();
    const id = (await world.transactions())[0]?.id ?? '';
    world.returned = { id, isMarked: true };
    const page = await world.page();
    await page.until('settled');
    assert.equal(world.returned, undefined);
  });

  it('does not take a foreign transaction in the address for its own', async () => {
    const world = new FlowWorld();
    const first = await pending(world);
    await first.until('settled');
    world.returned = { id: (await world.transactions())[0]?.id ?? '', isMarked: true };
    const order = await world.order('ORDER-2');
    const page = await world.page({ orders: { kind: 'fixed', order } });
    assert.equal(page.state.status, 'ready');
    assert.deepEqual(page.of('warning'), ['foreign_transaction']);
  });
});

describe('another try', () => {
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
    const order = await world.order('ORDER-2');
    page.checkout.configure({
      publicKey: 'pub_test_flow',
      amount: order,
      orders: { kind: 'fixed', order },
      scope: '/checkout',
      mode: 'payment',
      customer: { email: 'ana@example.com' },
    });
    assert.equal(page.state.status, 'ready');
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
    await page.checkout.submit(page.card());
    assert.deepEqual(page.state, { status: 'ready', changedAmount: { amountInCents: 12_500_000, currency: 'COP' } });
    assert.equal((await world.requests('POST', '/v1/tokens/cards')).length, 0);
    await page.checkout.submit(page.card());
    await page.until('settled');
    assert.equal(count, 1);
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
});
