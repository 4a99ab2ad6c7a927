/** The records of the disbursements API (SPEC.md section 4.8). */
import * as z from 'zod/mini';
import { filledText, lenient, lenientOrNull } from './fields.ts';

const text = lenientOrNull(z.string());
const integer = lenientOrNull(z.int());

/** The envelope (SPEC.md sections 2.8 and 7.1). Gateways before the service answer otherwise. */
export const disbursementsEnvelopeSchema = z.object({
  meta: lenient(z.object({ trace_id: z.string() })),
  /** `OK`, or what went wrong. */
  code: lenient(z.string()),
  message: lenient(z.union([z.string(), z.array(z.string())])),
  type: lenient(z.enum(['Business', 'Technical'])),
  data: z.optional(z.unknown()),
});

export const accountSchema = z.looseObject({
  id: filledText,
  name: text,
  balanceInCents: integer,
  currency: text,
  status: text,
});

/** A source account of payouts (SPEC.md section 4.8 shows no shape); its balance is in minor units. */
export type Account = z.infer<typeof accountSchema>;

/** Whoever pays goes by it, so all of it has to be there. */
export const keyPreviewSchema = z.looseObject({
  holderName: z.string(),
  financialEntity: z.looseObject({ name: z.string(), code: z.string() }),
  keyType: z.string(),
  keyValue: z.string(),
});

/** Who stands behind a key (SPEC.md section 2.6): the holder's masked name and the institution. */
export type KeyPreview = z.infer<typeof keyPreviewSchema>;

export const payoutReceiptSchema = z.looseObject({
  payoutId: filledText,
  transactions: z.optional(z.unknown()),
  success: integer,
  failed: integer,
});

/** What creating a batch gives (SERVICE-NOTES.md "payout creation"): its id, and how many transfers were taken. */
export type PayoutReceipt = z.infer<typeof payoutReceiptSchema>;

export const payoutRecordSchema = z.looseObject({
  id: filledText,
  status: filledText,
  reference: text,
  paymentType: text,
  amountInCents: integer,
  currency: text,
  totalTransactions: integer,
  /** ISO 8601. */
  createdAt: text,
  // A batch without its transfers would look as if it had none: a transfer that cannot be read refuses the record.
  transactions: z.pipe(
    lenientOrNull(z.array(z.unknown())),
    z.nullish(z.array(z.looseObject({ id: filledText, status: filledText, amount: integer, key: text, name: text }))),
  ),
});

/**
 * A batch as the service sees it (SERVICE-NOTES.md "payout record"); amounts in minor units. `status` is PENDING,
 * PENDING_APPROVAL, REJECTED, PARTIAL_PAYMENT or TOTAL_PAYMENT, a transfer's PENDING, PROCESSING, APPROVED or FAILED;
 * SPEC.md leaves both lists open, so another word is possible and never means paid.
 */
export type PayoutRecord = z.infer<typeof payoutRecordSchema>;
