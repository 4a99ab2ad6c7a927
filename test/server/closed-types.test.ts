/** The compiler is what is asked here: `npm run typecheck` fails where a line below `@ts-expect-error` compiles. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { Disbursements, PaymentsBackend, verifyEvent, type ServiceEvent } from '../../src/server/index.ts';

const answering = (data: unknown) => async () => Response.json({ status: 200, code: 'OK', data });

const payments = (data: unknown) =>
  new PaymentsBackend({
    baseUrl: 'https://api.example',
    privateKey: 'prv_test_shop',
    publicKey: 'pub_test_shop',
    fetch: answering(data),
  });
const disbursements = (data: unknown) =>
  new Disbursements({ baseUrl: 'https://payouts.example', apiKey: 'a', userPrincipalId: 'p', fetch: answering(data) });

it('N5: a transaction has its amount under one spelling, and what the service sends beside it', async () => {
  const sent = {
    id: '1-2-3',
    status: 'APPROVED',
    reference: 'ORDER-1X',
    amount_in_cents: 11_900_000,
    currency: 'COP',
    payment_method: { type: 'CARD', installments: 1, extra: { brand: 'VISA' } },
    taxes: [],
    unheard_of: 1,
  };
  const order = { amountInCents: 11_900_000 };
  const transaction = await payments(sent).getTransaction('1-2-3');
  assert.deepEqual(transaction, sent);
  assert.equal(order.amountInCents, transaction.amount_in_cents);
  // @ts-expect-error
  assert.notEqual(order.amountInCents, transaction.amountInCents);
  // @ts-expect-error
  assert.notEqual(transaction.payment_method?.installment, 1);
  // @ts-expect-error
  assert.equal(transaction.status === 'PAID', false);
});

it('N5: a payment source, a merchant, an account, a key and a batch have their fields under one spelling', async () => {
  const source = await payments({ id: 3891, public_data: { last_four: '4242' } }).getPaymentSource(3891);
  assert.equal(source.public_data?.last_four, '4242');
  // @ts-expect-error
  assert.equal(source.public_data?.lastFour, undefined);
  // @ts-expect-error
  assert.equal(source.customerEmail, undefined);

  const contract = { acceptance_token: 'a', permalink: 'https://shop.example/a.pdf', type: 'END_USER_POLICY' };
  const merchant = await payments({
    presigned_acceptance: contract,
    presigned_personal_data_auth: contract,
  }).getMerchant();
  assert.equal(merchant.presigned_acceptance.acceptance_token, 'a');
  // @ts-expect-error
  assert.equal(merchant.presigned_acceptance.acceptanceToken, undefined);
  // @ts-expect-error
  assert.equal(merchant.legalName, undefined);

  const [account] = await disbursements([{ id: 'acc_1', balanceInCents: 5 }]).listAccounts();
  assert.equal(account?.balanceInCents, 5);
  // @ts-expect-error
  assert.equal(account?.balance_in_cents, undefined);

  const key = { holderName: 'A**', financialEntity: { name: 'Banco', code: '1' }, keyType: 'PHONE', keyValue: '3' };
  const preview = await disbursements(key).resolveKey('3001234567', 'PHONE');
  assert.equal(preview.financialEntity.name, 'Banco');
  // @ts-expect-error
  assert.equal(preview.financialEntity.bank, undefined);
  // @ts-expect-error
  assert.equal(preview.holder, undefined);

  const batch = { id: 'p_1', status: 'TOTAL_PAYMENT', transactions: [{ id: 't_1', status: 'APPROVED', amount: 5 }] };
  const payout = await disbursements(batch).getPayout('p_1');
  assert.equal(payout.transactions?.[0]?.amount, 5);
  // @ts-expect-error
  assert.equal(payout.transactions?.[0]?.amountInCents, undefined);
  // @ts-expect-error
  assert.equal(payout.amount_in_cents, undefined);
});

/** What a backend may write, told apart by the kind of the event. */
function toldBy(event: ServiceEvent): string {
  // @ts-expect-error
  assert.equal(event.data.transacton, undefined);
  // @ts-expect-error
  assert.equal(event.signed['transaction.amountincents'], undefined);
  // @ts-expect-error
  assert.equal(event.event === 'transaction.created', false);
  if (event.event === 'payout.updated') {
    // @ts-expect-error
    assert.equal(event.data.payout.status === 'APPROVED', false);
    return `${event.data.payout.id} ${event.data.payout.amountInCents}`;
  }
  // @ts-expect-error
  assert.equal(event.data.transaction.state, undefined);
  return `${event.data.transaction.id} ${event.data.transaction.amount_in_cents}`;
}

it('N5: events are told apart by their kind, which is that of the record that is signed', async () => {
  const now = Date.parse('2026-11-20T15:00:00Z');
  const told = async (kind: string, record: Record<string, unknown>, name: string) => {
    const names = Object.keys(record);
    const text = `${Object.values(record).join('')}${now / 1000}secret-of-test`;
    const checksum = createHash('sha256').update(text).digest('hex');
    const raw = JSON.stringify({
      event: name,
      data: { [kind]: record },
      signature: { properties: names.map((one) => `${kind}.${one}`), checksum },
      timestamp: now / 1000,
    });
    return toldBy(await verifyEvent(raw, 'secret-of-test', { now, timestampUnit: 'seconds' }));
  };
  const payment = { id: '1-2-3', status: 'APPROVED', amount_in_cents: 150_000 };
  const batch = { id: 'p-1', status: 'TOTAL_PAYMENT', amountInCents: 300_000 };
  assert.equal(await told('transaction', payment, 'transaction.updated'), '1-2-3 150000');
  assert.equal(await told('payout', batch, 'payout.updated'), 'p-1 300000');
  // The name is not signed: whoever changes it changes nothing.
  assert.equal(await told('transaction', payment, 'payout.updated'), '1-2-3 150000');
  assert.equal(await told('payout', batch, 'transaction.updated'), 'p-1 300000');
});
