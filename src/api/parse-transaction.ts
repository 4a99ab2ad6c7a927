import { CheckoutError } from '../domain/checkout-error.ts';
import type { Transaction } from '../domain/transaction.ts';
import { transactionShape } from '../domain/transaction-shape.ts';

/**
 * A record that a merchant's own function gave, bare or in the service's `{data}` envelope.
 *
 * @throws CheckoutError `invalid_response`.
 */
export function parseTransaction(value: unknown): Transaction {
  const bare = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  try {
    return transactionShape(bare);
  } catch (thrown) {
    throw new CheckoutError('invalid_response', "The merchant's function gave no transaction record.", {
      cause: thrown,
    });
  }
}
