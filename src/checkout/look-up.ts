import { leavesOutcomeOpen } from '../api/payments-api.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { Money } from '../domain/money.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { Pursuit } from './pursuit.ts';
import type { Stage } from './stage.ts';

/** A transaction to be found by its id. */
export interface Sought {
  id: string;
  /** The payment that it has to be, as far as it is known; else the page's own order or amount. */
  payment?:
    | (Money & {
        reference: string;
        left?: boolean | undefined;
        status?: JournalEntry['status'] | undefined;
        elsewhere?: boolean | undefined;
      })
    | undefined;
  /** The payer has come back from the bank with it. */
  hasReturned?: boolean;
  /** It is shown because its id was given: whoever looks at it has begun it elsewhere. */
  isNamed?: boolean;
  /** Default: 4, and without end where nothing but the record can tell what is to be shown, unless thrice there is none. */
  tries?: number;
  signal?: AbortSignal;
}

const longestPauseMs = 30_000;

/** Whether looking again may help. */
export const isPassing = (error: CheckoutError): boolean => leavesOutcomeOpen(error) || error.code === 'rate_limited';

/**
 * Fetches a transaction that is known by its id, waits out passing trouble, and hands it to whoever follows it.
 *
 * @returns why the transaction could not be had; nothing when it is followed now, or no longer wanted.
 */
export type LookUp = (sought: Sought) => Promise<CheckoutError | undefined>;

export const lookUpFor =
  (stage: Stage, journal: Journal, pursuit: Pursuit): LookUp =>
  async (sought) => {
    const { api, environment } = stage;
    const {
      id,
      payment,
      hasReturned = false,
      isNamed = false,
      tries = payment ? 4 : Infinity,
      signal = new AbortController().signal,
    } = sought;
    // Nothing opens by itself again where the payer was sent to the bank already.
    const hasLeft = isNamed || (payment?.left ?? false);
    // Whoever names it, comes back with it or reloads its receipt has not come to pay once more.
    const wasPaid = payment?.status === 'approved' && !isNamed && !hasReturned && id !== environment.receipt?.();
    let misses = 0;
    let isGone = true;
    for (let left = tries, pause = 1000; ; pause *= 2) {
      try {
        const transaction = await api.fetchTransaction(id, signal);
        if (signal.aborted) return;
        if (!isExpected(transaction, payment, stage.configuration))
          return new CheckoutError('foreign_transaction', 'The transaction is not of the order of this page.');
        journal.update(transaction.reference, { id, status: 'pending' });
        pursuit.follow(transaction, {
          hasReturned,
          hasLeft,
          elsewhere: payment?.elsewhere,
          wasPaid,
        });
        return;
      } catch (thrown) {
        const error = asCheckoutError(thrown);
        if (signal.aborted) return;
        const isMissing = error.code === 'not_found';
        // A service that has had other trouble meanwhile may have it with this, too.
        stage.isGone = isGone &&= isMissing;
        // The record of a payment that was only just made may not be readable yet; that of an id that is none never is.
        const mayCome = isMissing && (payment || ++misses < 3);
        if (!(isPassing(error) || mayCome) || --left === 0) return error;
        // It goes on, and the merchant hears of it once: after as many tries as end another look-up.
        if (pause === 8000) stage.listener.failed(error);
        await environment.wait(Math.min(Math.max(error.retryAfterMs ?? 0, pause), longestPauseMs), signal);
      }
    }
  };

function isExpected(
  transaction: Transaction,
  payment: Sought['payment'],
  { orders, amount }: CheckoutConfiguration,
): boolean {
  const expected = payment ?? (orders?.kind === 'fixed' ? orders.order : amount);
  if (!expected) return true;
  // An order that is made for each attempt may be for another amount than the page has shown before it.
  const isMade = !payment && orders?.kind === 'created';
  const isReference = !('reference' in expected) || expected.reference === transaction.reference;
  return (
    isReference &&
    (isMade || expected.amountInCents === transaction.amount_in_cents) &&
    expected.currency === transaction.currency
  );
}
