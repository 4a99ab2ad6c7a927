import { openMerchant } from './open-merchant.ts';
import { textOf } from '../sandbox/open-sandbox.ts';

export const key = () => crypto.randomUUID();
export const transfer = (change: object = {}) => ({
  amount: 150_000,
  name: 'Ana Rojas',
  email: 'ana@example.com',
  key: '3001234567',
  ...change,
});
export const batch = (change: object = {}) => ({
  reference: 'NOMINA-11',
  accountId: 'acc_test_main',
  paymentType: 'PAYROLL',
  transactions: [transfer(), transfer({ key: '@tienda01', name: 'Tienda' })],
  ...change,
});
/** What an account holds at reset, in minor units. */
export const full = 1_000_000_000;

/** The demo's shop and a visitor of its payouts page. */
export async function openPayouts(options?: Parameters<typeof openMerchant>[0]) {
  const merchant = await openMerchant(options);
  const { ask } = merchant.visitor();
  const send = (body: object = batch(), idempotency_key: string = key()) =>
    ask('POST', '/payouts', { idempotency_key, batch: body });
  const balance = async () => {
    const { body } = await ask('GET', '/payouts/accounts');
    return (body as unknown as { id: string; balance_in_cents: number }[]).find(({ id }) => id === 'acc_test_main')
      ?.balance_in_cents;
  };
  const settled = (idempotencyKey: unknown, status: string) =>
    merchant.until(async () => {
      const { body } = await ask('GET', `/payouts/${textOf(idempotencyKey)}`);
      return textOf(body['status']) === status && body;
    }, `the batch to be ${status}`);
  return { ...merchant, ask, send, balance, settled };
}
