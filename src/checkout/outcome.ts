import { leavesOutcomeOpen, otherPayment, type PaymentsApi, type TransactionRequest } from '../api/payments-api.ts';
import { refusedAs } from '../api/service-client.ts';
import { asCheckoutError, type CheckoutError } from '../domain/checkout-error.ts';
import type { Order } from '../domain/order.ts';
import type { Transaction } from '../domain/transaction.ts';
import { parseTransaction } from '../domain/wire/transaction.ts';
import type { Environment } from './environment.ts';
import { stopwatch } from './stopwatch.ts';
import { within } from './within.ts';

/** What a creation came to (the table of SECURITY.md section 5). */
export type CreationOutcome =
  | { kind: 'created'; transaction: Transaction }
  /** Nobody knows yet whether the transaction exists, or one does and its id is not known. */
  | { kind: 'open'; error: CheckoutError }
  | { kind: 'stale-acceptance'; error: CheckoutError }
  | { kind: 'refused'; error: CheckoutError };

type Payment = Pick<TransactionRequest, 'reference' | 'amount_in_cents' | 'currency'>;

const answerTimeoutMs = 8000;

/** Whether a record is the payment that was asked for: a foreign reference, amount or currency is never taken over. */
export const isSamePayment = (transaction: Transaction, payment: Payment): boolean =>
  transaction.reference === payment.reference &&
  transaction.amount_in_cents === payment.amount_in_cents &&
  transaction.currency === payment.currency;

/** Sends a creation, once, and says what it came to. Never rejects. */
export async function createOnce(api: PaymentsApi, request: TransactionRequest): Promise<CreationOutcome> {
  try {
    const transaction = await api.createTransaction(request);
    if (isSamePayment(transaction, request)) return { kind: 'created', transaction };
    return { kind: 'open', error: otherPayment() };
  } catch (thrown) {
    const error = asCheckoutError(thrown);
    if (leavesOutcomeOpen(error)) return { kind: 'open', error };
    const { fields } = error;
    if (fields['reference']) return { kind: 'open', error: refusedAs('reference_used', error) };
    // A browser that loses the connection sends again by itself: what its second try conflicts with may be its first.
    if (error.status === 409) return { kind: 'open', error };
    if (fields['acceptance_token'] || fields['accept_personal_auth'])
      return { kind: 'stale-acceptance', error: refusedAs('acceptance_rejected', error) };
    if (fields['signature']) return { kind: 'refused', error: refusedAs('signature_rejected', error) };
    if (Object.keys(fields).some((field) => /(^|\.)token$/.test(field)))
      return { kind: 'refused', error: refusedAs('token_rejected', error) };
    return { kind: 'refused', error };
  }
}

export type ResolveReference = (reference: string) => Promise<unknown>;

/**
 * Asks the merchant's backend what became of a reference, at least once, with pauses from 1 to 8 s.
 * An answer about another payment, an error or a broken record counts as no answer.
 *
 * @param forMs when to ask no more; a hanging answer is given up after 8 s.
 */
export async function resolveOutcome(
  resolve: ResolveReference,
  { reference, amountInCents, currency }: Omit<Order, 'signature'>,
  environment: Pick<Environment, 'now' | 'random' | 'wait'>,
  forMs: number,
): Promise<Transaction | undefined> {
  const passed = stopwatch(environment);
  const nobody = new AbortController().signal;
  for (let pause = 1000; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const tooLate = () => new Error('resolveReference took too long.');
      const answer = await within(resolve(reference), answerTimeoutMs, environment, tooLate);
      const transaction = answer === null || answer === undefined ? undefined : parseTransaction(answer);
      if (transaction && isSamePayment(transaction, { reference, amount_in_cents: amountInCents, currency }))
        return transaction;
    } catch (thrown) {
      // No usable answer: ask again. The merchant hears of it, the payer is told nothing that is not known.
      console.warn('<pay-checkout>: resolveReference gave no usable transaction record.', thrown);
    }
    if (passed() + pause > forMs) return;
    await environment.wait(pause * (0.75 + environment.random() / 4), nobody);
  }
}
