import * as z from 'zod/mini';

/** SPEC.md section 3.1. All but PENDING are final. */
export const transactionStatuses = ['PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** What a transaction's id may look like before it is put into an address or a request. */
export const transactionIdPattern = /^[A-Za-z0-9_-]{1,100}$/;

const optionalText = z.nullish(z.string());
const optionalRecord = z.nullish(z.record(z.string(), z.unknown()));

/** The record of SPEC.md section 2.3. An unknown status or a missing field fails the parse: never success, never a crash. */
export const transactionSchema = z.object({
  id: z.string().check(z.regex(transactionIdPattern)),
  created_at: optionalText,
  finalized_at: optionalText,
  amount_in_cents: z.number(),
  reference: z.string(),
  customer_email: optionalText,
  currency: z.string(),
  payment_method_type: z.string(),
  payment_method: z.looseObject({ type: z.string(), extra: optionalRecord }),
  status: z.enum(transactionStatuses),
  status_message: optionalText,
  redirect_url: optionalText,
  payment_source_id: z.nullish(z.union([z.string(), z.number()])),
  payment_link_id: optionalText,
  merchant: optionalRecord,
  taxes: z.nullish(z.array(z.unknown())),
});

/**
 * A payment as the service reports it (SPEC.md section 2.3), spelled as the service spells it.
 * `amount_in_cents` is in minor units, the times are ISO 8601.
 */
export type Transaction = z.infer<typeof transactionSchema>;

/** Whether the service has finished with a transaction (SPEC.md section 3.1). */
export const isFinal = (transaction: Pick<Transaction, 'status'>): boolean => transaction.status !== 'PENDING';

/** The method's output, or an empty object while the service has none (SPEC.md section 2.4). */
export const extraOf = (transaction: Transaction): Record<string, unknown> => transaction.payment_method.extra ?? {};
