import * as z from 'zod/mini';
import { statusNamed, transactionStatuses } from '../domain/transaction.ts';
import { transactionIdPattern } from '../domain/transaction-id.ts';

const id = z.union([z.string().check(z.minLength(1)), z.int()]);
const text = z.nullish(z.string());
const record = z.nullish(z.record(z.string(), z.unknown()));

/** A backend keeps every field of a record, those that SPEC.md does not show included; what it acts on is checked. */
export const transactionRecordSchema = z.looseObject({
  id: z.string().check(z.regex(transactionIdPattern)),
  status: z.pipe(z.transform(statusNamed), z.enum(transactionStatuses)),
  reference: z.string(),
  amount_in_cents: z.int(),
  currency: z.string(),
  status_message: text,
  created_at: text,
  finalized_at: text,
  customer_email: text,
  payment_method_type: text,
  payment_method: record,
  payment_source_id: z.nullish(id),
  redirect_url: text,
});

/** The transaction of SPEC.md section 2.3 with every field that the service sent; the amount is in minor units. */
export type TransactionRecord = z.infer<typeof transactionRecordSchema>;

/** Voiding answers with the record, or with the record one level down, as services of this family differ. */
export const voidedTransactionSchema = z.pipe(
  z.transform((data: unknown) =>
    typeof data === 'object' && data !== null && 'transaction' in data ? data.transaction : data,
  ),
  transactionRecordSchema,
);

export const paymentSourceSchema = z.looseObject({
  id,
  status: z.string(),
  type: text,
  customer_email: text,
  public_data: record,
});

/** A stored means of payment (SPEC.md section 2.5): keep its `id`; charge it while its `status` is `AVAILABLE`. */
export type PaymentSource = z.infer<typeof paymentSourceSchema>;

const acceptance = z.looseObject({
  acceptance_token: z.string().check(z.minLength(1)),
  permalink: z.string().check(z.minLength(1)),
  type: z.string(),
});

export const merchantRecordSchema = z.looseObject({
  presigned_acceptance: acceptance,
  presigned_personal_data_auth: acceptance,
});

/** The merchant with both acceptance contracts (SPEC.md section 2.1). Each read gives new, single-use tokens. */
export type MerchantRecord = z.infer<typeof merchantRecordSchema>;

/** Who pays, as both POST bodies carry it (SPEC.md sections 4.2 and 4.3). */
export interface CustomerData {
  /** From the anti-fraud library in the payer's browser. */
  device_id?: string;
  full_name?: string;
  /** International format with a plus sign. */
  phone_number?: string;
  [field: string]: unknown;
}

/** Body of `POST /payment_sources` (SPEC.md section 4.3); the element's `pay-source` event hands it over ready made. */
export interface PaymentSourceRequest {
  acceptance_token: string;
  accept_personal_auth: string;
  customer_email: string;
  /** `CARD` or `WALLET_A`. */
  type: string;
  /** The single-use card token, or the wallet token. */
  token: string;
  session_id?: string;
  customer_data?: CustomerData;
}

/**
 * Body of `POST /transactions` (SPEC.md section 4.2). To charge a payment source give `payment_source_id`, and in
 * `payment_method` what is left to say, such as `{ installments: 1 }`.
 */
export interface TransactionRequest {
  /** Positive integer in minor units (cents). */
  amount_in_cents: number;
  /** Three upper-case letters, such as `COP`. */
  currency: string;
  /** From `integritySignature`. */
  signature: string;
  customer_email: string;
  /** Unique for each attempt. */
  reference: string;
  acceptance_token?: string;
  accept_personal_auth?: string;
  payment_method?: { type?: string; [field: string]: unknown };
  payment_method_type?: string;
  payment_source_id?: string | number;
  redirect_url?: string;
  session_id?: string;
  customer_data?: CustomerData;
  [field: string]: unknown;
}
