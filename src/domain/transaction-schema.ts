import * as z from 'zod/mini';
import { transactionIdPattern, transactionStatuses } from './transaction.ts';

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
