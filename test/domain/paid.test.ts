import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isWhollyPaid, transactionStatuses } from '../../src/domain/transaction.ts';

const record = { amount_in_cents: 11_900_000, currency: 'COP' };

it('an amount is paid when the service has approved it, and by no other status', () => {
  for (const status of transactionStatuses)
    assert.equal(isWhollyPaid({ ...record, status }), status === 'APPROVED', status);
});

it('an amount of which points have paid a part is not paid', () => {
  const payment_method = { extra: { remaining_amount_in_cents: 5_950_000 } };
  assert.equal(isWhollyPaid({ ...record, status: 'APPROVED', payment_method }), false);
});
