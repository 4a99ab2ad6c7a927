/** A batch of transfers: the answer to its creation, and its record (SERVICE-NOTES.md "payout creation", "payout record"). */
import * as z from 'zod/mini';
import { filledText, lenientOrNull } from './fields.ts';

const text = lenientOrNull(z.string());
const integer = lenientOrNull(z.int());

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
