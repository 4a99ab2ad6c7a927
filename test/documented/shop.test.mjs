// shop.test.mjs
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createSandbox } from 'pay-checkout/sandbox';
import { PaymentsBackend, integritySignature, verifyEvent } from 'pay-checkout/server';

let now = Date.parse('2026-03-01T12:00:00Z');
let takeEvent = async (_rawBody) => {}; // your webhook comes here
const sandbox = createSandbox({
  now: () => now,
  fetch: async (address, init) => {
    await takeEvent(await new Request(address, init).text());
    return new Response();
  },
});
const payments = new PaymentsBackend({
  baseUrl: 'http://sandbox.example',
  publicKey: 'pub_test_shop',
  privateKey: 'prv_test_shop',
  fetch: sandbox.fetch,
});

/** The control of the sandbox, which the live service has not. */
const control = (path, body) =>
  sandbox.fetch(
    new Request(`http://sandbox.example/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body ?? {}) }),
  );

beforeEach(() => control('reset'));

/** Pays an order as the payer's page does; wallet A with this number approves. */
async function pay(reference, phone = '3991111111') {
  const merchant = await payments.getMerchant();
  const order = { reference, amountInCents: 11_900_000, currency: 'COP' };
  return payments.createTransaction({
    acceptance_token: merchant.presigned_acceptance.acceptance_token,
    accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
    reference,
    amount_in_cents: order.amountInCents,
    currency: order.currency,
    signature: await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' }),
    customer_email: 'ana@example.com',
    payment_method: { type: 'WALLET_A', phone_number: phone },
  });
}

test('the webhook hears of an approved payment', async () => {
  await control('webhooks', { url: 'http://shop.example/webhooks' });
  const delivered = new Promise((resolve) => {
    takeEvent = async (rawBody) => resolve(rawBody);
  });
  const { id, status } = await pay('ORDER-1001A');
  assert.equal(status, 'PENDING');
  now += 3000; // nobody waits: the payment has had its three seconds
  assert.equal((await payments.getTransaction(id)).status, 'APPROVED');
  const { signed } = await verifyEvent(await delivered, 'test_events_pay_checkout', {
    now: () => now,
    timestampUnit: 'seconds',
  });
  assert.equal(signed['transaction.id'], id);
});

test('a kept card is charged', async () => {
  // What the page's `pay-source` hands over; a backend of its own never sees a card.
  const card = { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '39', card_holder: 'Ana Pinzón' };
  const answer = await sandbox.fetch('http://sandbox.example/tokens/cards', {
    method: 'POST',
    headers: { authorization: 'Bearer pub_test_shop' },
    body: JSON.stringify(card),
  });
  const { data } = await answer.json();
  const merchant = await payments.getMerchant();
  const source = await payments.createPaymentSource({
    type: 'CARD',
    token: data.id,
    customer_email: 'ana@example.com',
    acceptance_token: merchant.presigned_acceptance.acceptance_token,
    accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
  });
  assert.equal(source.status, 'AVAILABLE');
  const order = { reference: 'RENEWAL-1A', amountInCents: 4_900_000, currency: 'COP' };
  const { id } = await payments.createTransaction({
    reference: order.reference,
    amount_in_cents: order.amountInCents,
    currency: order.currency,
    signature: await integritySignature({ ...order, secret: 'test_integrity_pay_checkout' }),
    customer_email: 'ana@example.com',
    payment_source_id: source.id,
    payment_method: { installments: 1 },
  });
  now += 3000;
  assert.equal((await payments.getTransaction(id)).status, 'APPROVED');
});

test('the order stays open while the service is down', async () => {
  await control('faults', {
    method: 'GET',
    path: '/v1/transactions/1-1-1',
    times: 1,
    fault: { kind: 'status', status: 503 },
  });
  await assert.rejects(payments.getTransaction('1-1-1'), { status: 503 });
});

test('a transaction that nobody made is not there', async () => {
  await assert.rejects(payments.getTransaction('1-1-1'), { status: 404 });
});
