import * as z from 'zod/mini';
import { CheckoutError } from '../domain/checkout-error.ts';
import type { Transaction } from '../domain/transaction.ts';
import { misfitOf } from '../domain/wire/fields.ts';
import { transactionSchema } from '../domain/wire/transaction.ts';

/**
 * A record that a merchant's own function gave, bare or in the service's `{data}` envelope.
 *
 * @throws CheckoutError `invalid_response`.
 */
export function parseTransaction(value: unknown): Transaction {
  const bare = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const parsed = z.safeParse(transactionSchema, bare);
  if (parsed.success) return parsed.data;
  const text = `The merchant's function gave no record that can be used: see ${misfitOf(parsed.error, 'what it returned')}.`;
  throw new CheckoutError('invalid_response', text);
}
