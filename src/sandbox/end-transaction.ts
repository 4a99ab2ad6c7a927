import type { DesignatedOutcome } from './config.ts';
import { randomInteger } from './random.ts';
import type { TransactionBook } from './transaction-book.ts';
import type { Transaction } from './transaction-record.ts';

const REASONS: Readonly<Record<DesignatedOutcome, string | null>> = {
  APPROVED: null,
  DECLINED: 'Rechazada por la entidad',
  ERROR: 'Error externo en el medio de pago',
};

/** Ends a pending transaction with what its method reports at the end; one that has ended stays as it is. */
export function endTransaction(
  book: TransactionBook,
  transaction: Transaction,
  outcome: DesignatedOutcome,
  reason: string | null = REASONS[outcome],
): void {
  const { status, payment_method: method } = transaction.record;
  if (status !== 'PENDING') return;
  if (method.type === 'CARD' && outcome === 'APPROVED') {
    method.extra['external_identifier'] = String(randomInteger(100_000_000_000, 999_999_999_999));
    method.extra['processor_response_code'] = '00';
  }
  book.settle(transaction, outcome, reason);
}
