import { isAmountInCents, type Money } from './money.ts';

/** SPEC.md section 3.1. All but PENDING are final. */
export const transactionStatuses = ['PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The status by the name that SPEC.md has everywhere else: one guide calls what was declined in bank debit REJECTED (section 3.1). */
export const statusNamed = (status: unknown): unknown => (status === 'REJECTED' ? 'DECLINED' : status);

/**
 * A payment as the service reports it (SPEC.md section 2.3), spelled as the service spells it, without the fields that the
 * checkout has no use for: billing and shipping, the customer's data, the bill's id, and what SPEC.md does not show of the
 * method, the merchant and the taxes. `amount_in_cents` is in minor units, the times are ISO 8601.
 */
export interface Transaction {
  id: string;
  status: TransactionStatus;
  reference: string;
  amount_in_cents: number;
  currency: string;
  created_at?: string | null | undefined;
  finalized_at?: string | null | undefined;
  status_message?: string | null | undefined;
  customer_email?: string | null | undefined;
  /** By the checkout's own name, whatever the service calls it. */
  payment_method_type: string;
  payment_method: {
    type: string;
    /** What the method has put out so far. */
    extra?: Record<string, unknown> | null | undefined;
    [field: string]: unknown;
  };
  redirect_url?: string | null | undefined;
  payment_source_id?: string | number | null | undefined;
  payment_link_id?: string | null | undefined;
  merchant?: Record<string, unknown> | null | undefined;
  taxes?: unknown[] | null | undefined;
}

/** Whether the service has finished with a transaction (SPEC.md section 3.1). */
export const isFinal = (transaction: Pick<Transaction, 'status'>): boolean => transaction.status !== 'PENDING';

/** The method's output, or an empty object while the service has none (SPEC.md section 2.4). */
export const extraOf = (transaction: Transaction): Record<string, unknown> => transaction.payment_method.extra ?? {};

/**
 * What an approved payment has left to pay, in minor units: points may cover only a part, and a second payment covers
 * the rest (SERVICE-NOTES.md "points"). Undefined when nothing is left.
 */
export function remainderOf(
  transaction: Pick<Transaction, 'status' | 'amount_in_cents' | 'currency'> & {
    payment_method?: { extra?: unknown } | null | undefined;
  },
): Money | undefined {
  const { status, amount_in_cents: whole, currency, payment_method: method } = transaction;
  const { remaining_amount_in_cents: amountInCents } = Object(method?.extra) as Record<string, unknown>;
  if (status === 'APPROVED' && isAmountInCents(amountInCents) && amountInCents < whole)
    return { amountInCents, currency };
}

/** Whether the service has said that the whole amount is paid. */
export const isWhollyPaid = (transaction: Parameters<typeof remainderOf>[0]): boolean =>
  transaction.status === 'APPROVED' && !remainderOf(transaction);
