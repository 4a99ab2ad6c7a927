import { CheckoutError } from './checkout-error.ts';
import { isAmountInCents, isCurrency } from './money.ts';
import type { Order } from './order.ts';

/**
 * Reads an order in either spelling: `{reference, amountInCents, currency, signature}` from a function,
 * `{reference, amount_in_cents, currency, signature}` from an endpoint.
 *
 * @throws CheckoutError `invalid_order` that names the field to mend.
 */
export function parseOrder(value: unknown): Order {
  const given = Object(value) as Record<string, unknown>;
  const { reference, currency, signature } = given;
  const amountInCents = given['amountInCents'] ?? given['amount_in_cents'];
  const misfit = (field: string, rule: string) =>
    new CheckoutError('invalid_order', `The order's ${field} must be ${rule}.`);
  if (typeof reference !== 'string' || !reference.trim()) throw misfit('reference', 'a non-empty text');
  if (!isAmountInCents(amountInCents)) throw misfit('amount', 'a positive integer in minor units (cents)');
  if (!isCurrency(currency)) throw misfit('currency', 'a three-letter code such as COP');
  if (typeof signature !== 'string' || !signature.trim()) throw misfit('signature', 'a non-empty text');
  return { reference, amountInCents, currency, signature };
}
