/** The transaction of SPEC.md section 2.3, as a page and as a merchant's backend keep it. */
import * as z from 'zod/mini';
import { CheckoutError } from '../checkout-error.ts';
import { taken } from '../published.ts';
import { statusNamed, transactionIdPattern, transactionStatuses, type Transaction } from '../transaction.ts';
import { anyRecord, lenient, lenientOrNull, misfitOf } from './fields.ts';

const text = lenientOrNull(z.string());

const fields = {
  id: z.string().check(z.regex(transactionIdPattern)),
  // An unknown status refuses the record: it is never success.
  status: z.pipe(z.transform(statusNamed), z.enum(transactionStatuses)),
  reference: z.string(),
  amount_in_cents: z.int(),
  currency: z.string(),
  /** ISO 8601. */
  created_at: text,
  /** ISO 8601; null while the status is PENDING. */
  finalized_at: text,
  status_message: text,
  customer_email: text,
  payment_method_type: text,
  redirect_url: text,
  payment_source_id: lenientOrNull(z.union([z.string(), z.number()])),
};

/** What a page keeps: what else the service says of the payer does not reach it. */
export const transactionSchema: z.ZodMiniType<Transaction> = z.pipe(
  z.object({
    ...fields,
    payment_method_type: z.string(),
    payment_method: lenient(z.looseObject({ type: lenient(z.string()), extra: lenientOrNull(anyRecord) })),
    payment_link_id: text,
    merchant: lenientOrNull(anyRecord),
    taxes: lenientOrNull(z.array(z.unknown())),
  }),
  z.transform((record) => ({
    ...record,
    payment_method: { ...record.payment_method, type: record.payment_method?.type ?? record.payment_method_type },
  })),
);

/** What a backend keeps: every field, those that SPEC.md does not show included. */
export const transactionRecordSchema = z.looseObject({ ...fields, payment_method: lenientOrNull(anyRecord) });

/** The transaction of SPEC.md section 2.3 with every field that the service sent; the amount is in minor units. */
export type TransactionRecord = z.infer<typeof transactionRecordSchema>;

/** Voiding answers with the record, or with the record one level down, as services of this family differ. */
export const voidedTransactionSchema = z.pipe(
  z.transform((data: unknown) =>
    typeof data === 'object' && data !== null && 'transaction' in data ? data.transaction : data,
  ),
  transactionRecordSchema,
);

/**
 * A record that a merchant's own function gave, bare or in the service's `{data}` envelope.
 *
 * @throws CheckoutError `invalid_response`.
 */
export function parseTransaction(value: unknown): Transaction {
  const bare = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const parsed = z.safeParse(transactionSchema, taken(bare));
  if (parsed.success) return parsed.data;
  const misfit = misfitOf(parsed.error, 'what it returned');
  throw new CheckoutError(
    'invalid_response',
    `The merchant's function gave no record that can be used: see ${misfit}.`,
  );
}
