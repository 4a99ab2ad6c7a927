import { otherPayment } from '../api/payments-api.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { isFinal, type Transaction } from '../domain/transaction.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { isSamePayment } from './outcome.ts';
import type { Stage } from './stage.ts';
import { within } from './within.ts';

/** How long a payment of before is asked for, in ms. */
const lookMs = 5000;

/**
 * Asks once what became of a payment that is not shown: a code that was scanned, a bank's app that was slow.
 *
 * @returns its record; nothing where it ended unpaid, which is written down.
 * @throws CheckoutError when that cannot be told for now.
 */
export async function earlierRecord(
  { api, environment }: Stage,
  journal: Journal,
  { id = '', reference, amountInCents, currency }: JournalEntry,
): Promise<Transaction | undefined> {
  const tooLate = () => new CheckoutError('timeout', 'No record of the earlier transaction came in time.');
  const record = await within(api.fetchTransaction(id), lookMs, environment, tooLate);
  if (!isSamePayment(record, { reference, amount_in_cents: amountInCents, currency })) throw otherPayment();
  if (record.status === 'APPROVED' || !isFinal(record)) return record;
  journal.settle(reference, false);
}
