import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '../../src/checkout/ledger/may-send.ts';
import type { Attempt } from '../../src/checkout/ledger/purchase.ts';
import { whyNotSent } from '../../src/doctor/why-not-sent.ts';
import type { FlowPage } from './flow-page.ts';
import { FlowWorld } from './flow-world.ts';
import { attemptBy } from './method-world.ts';

/** What the developer is told of a page's presses. */
const told = (page: FlowPage): string[] => (page.of('withheld') as Verdict[]).map(whyNotSent);

const pay = async (page: FlowPage): Promise<void> => {
  page.accept();
  const submitted = page.checkout.submit(page.card());
  await page.world.until(() => page.state.status !== 'submitting');
  await submitted;
};

describe('a press that was not sent', () => {
  it('is explained with the payment that is pending: reference, fate and time', async () => {
    const world = new FlowWorld();
    const [page, other] = [await world.page(), await world.page()];
    await pay(page);
    await pay(other);
    assert.deepEqual(told(page), [], 'it was sent');
    const [line, ...more] = told(other);
    assert.match(
      line ?? '',
      /not sent \(follow\): .+ Attempt ORDER-1: CARD, pending, sent last at 2026-11-21T12:00:00/,
    );
    assert.deepEqual(more, []);
  });

  it('is explained by the amount that the payer has not seen', async () => {
    const world = new FlowWorld();
    const order = await world.order('ORDER-1', 12_500_000);
    const page = await world.page({ orders: { kind: 'created', create: async () => order } });
    await pay(page);
    assert.match(told(page).join(), /not sent \(ask: other-amount\): .+amount-in-cents.+ Order ORDER-1\.$/);
  });

  it('is explained by the record that could not be read, once', async () => {
    const world = new FlowWorld();
    const page = await world.page({
      orders: { kind: 'created', create: async () => world.order('ORDER-1') },
    });
    page.accept();
    await page.checkout.submit(await attemptBy('WALLET_A', { phone_number: '3991111111' }));
    page.checkout.setAside();
    const [pending] = await world.transactions();
    await world.fault('GET', `/v1/transactions/${pending?.id}`, { kind: 'status', status: 503 }, 60);
    await pay(page);
    assert.equal(told(page).length, 1);
    assert.match(told(page).join(), /not sent \(look\): .+ Attempt ORDER-1: WALLET_A, pending, turned from, sent last/);
  });

  it('is explained for each press anew', async () => {
    const world = new FlowWorld();
    const order = await world.order('ORDER-1', 12_500_000);
    const page = await world.page({ orders: { kind: 'created', create: async () => order } });
    await pay(page);
    // Before the amount can have been read.
    await pay(page);
    assert.equal(told(page).length, 2);
  });

  const attempt: Attempt = {
    order: { reference: 'A', amountInCents: 100, currency: 'COP', signature: 'secret-signature' },
    method: 'CARD',
    fate: 'refused',
    doubtful: true,
    closed: true,
    id: '1-2-3',
    epoch: 'epoch-1',
    at: 0,
  };
  const verdicts: Verdict[] = [
    { do: 'show', attempt },
    { do: 'follow', attempt },
    { do: 'look', attempts: [attempt] },
    { do: 'ask', why: 'other-amount', order: attempt.order },
    { do: 'ask', why: 'unseen-amount', order: attempt.order },
    { do: 'ask', why: 'unconfirmed-payment', attempt },
    { do: 'order' },
    { do: 'send', order: attempt.order },
    { do: 'refuse', code: 'reference_used' },
    { do: 'refuse', code: 'invalid_order' },
  ];
  for (const verdict of verdicts) {
    const [name = '', ...more] = Object.values(verdict).filter((part) => typeof part === 'string');
    it(`has words, without a signature: ${[name, ...more].join(' ')}`, () => {
      const line = whyNotSent(verdict);
      assert.ok(line.startsWith(`this press was not sent (${[name, ...more].join(': ')}): `), line);
      assert.doesNotMatch(line, /undefined|secret-signature/);
      if ('attempt' in verdict) assert.match(line, /Attempt A: CARD, refused, doubtful, closed, sent last at 1970-/);
    });
  }
});
