/** What the answer to a creation means for the payment. */
import { leavesOutcomeOpen, otherPayment, type TransactionRequest } from '../api/payments-api.ts';
import { refusedAs } from '../api/service-client.ts';
import { asCheckoutError, type CheckoutError } from '../domain/checkout-error.ts';
import type { Order } from '../domain/order.ts';
import type { Transaction } from '../domain/transaction.ts';

/** What a creation came to (the table of SECURITY.md section 5). */
export type CreationOutcome =
  | { kind: 'created'; transaction: Transaction }
  /** Nobody knows yet whether the transaction exists. `closes`: one does, and its id is not known. */
  | { kind: 'open'; error: CheckoutError; closes?: boolean }
  /**
   * The service has refused it. `frees`: the same request would always be refused. Otherwise a browser that lost the
   * connection may have sent the request a second time by itself, and what is refused is that one: its token was used.
   */
  | { kind: 'stale-acceptance' | 'refused'; error: CheckoutError; frees: boolean };

type Payment = Pick<TransactionRequest, 'reference' | 'amount_in_cents' | 'currency'>;

/** What an order asks for, as the service spells it. */
export const termsOf = ({ reference, amountInCents, currency }: Omit<Order, 'signature'>): Payment => ({
  reference,
  amount_in_cents: amountInCents,
  currency,
});

/** Whether a record is the payment that was asked for: a foreign reference, amount or currency is never taken over. */
export const isSamePayment = (transaction: Transaction, payment: Payment): boolean =>
  transaction.reference === payment.reference &&
  transaction.amount_in_cents === payment.amount_in_cents &&
  transaction.currency === payment.currency;

/** What makes the transaction of an order. */
export interface Creation extends Payment {
  /** The same each time, so that it can be sent again as it was. */
  send: () => Promise<Transaction>;
}

/** Sends a creation, once, and says what it came to. Never rejects. */
export async function createOnce(creation: Creation): Promise<CreationOutcome> {
  try {
    const transaction = await creation.send();
    return isSamePayment(transaction, creation)
      ? { kind: 'created', transaction }
      : { kind: 'open', error: otherPayment() };
  } catch (thrown) {
    return outcomeOf(asCheckoutError(thrown));
  }
}

/** What a refusal of a creation, or the want of an answer to it, means. */
function outcomeOf(error: CheckoutError): CreationOutcome {
  const { fields, status } = error;
  const names = Object.keys(fields);
  if (leavesOutcomeOpen(error)) return { kind: 'open', error };
  // Another payment has paid the cart, or the order was closed: it cannot be charged, and may have been before.
  if (error.code === 'cart_paid') return { kind: 'open', error, closes: true };
  if (fields['reference']) return { kind: 'open', error: refusedAs('reference_used', error), closes: true };
  if (fields['acceptance_token'] || fields['accept_personal_auth'])
    return { kind: 'stale-acceptance', error: refusedAs('acceptance_rejected', error), frees: false };
  if (fields['signature']) return { kind: 'refused', error: refusedAs('signature_rejected', error), frees: true };
  if (names.some((field) => /(^|\.)token$/.test(field)))
    return { kind: 'refused', error: refusedAs('token_rejected', error), frees: false };
  // Before anything was charged: a saved card that is another payer's, or gone.
  if (fields['payment_source_id'])
    return { kind: 'refused', error: refusedAs('token_rejected', error), frees: status === 422 };
  const isClear = status === 400 || status === 401 || (status === 422 && names.length > 0);
  return isClear ? { kind: 'refused', error, frees: true } : { kind: 'open', error };
}
