/** A batch of transfers: the answer to its creation, and its record (SERVICE-NOTES.md "payout creation", "payout record"). */
import * as z from 'zod/mini';
import { filledText, lenientOrNull } from './fields.ts';

const text = lenientOrNull(z.string());
const integer = lenientOrNull(z.int());

/** What creating a batch gives (SERVICE-NOTES.md "payout creation"): its id, and how many transfers were taken. */
export interface PayoutReceipt {
  payoutId: string;
  transactions?: unknown;
  success?: number | null | undefined;
  failed?: number | null | undefined;
  [field: string]: unknown;
}

export const payoutReceiptSchema: z.ZodMiniType<PayoutReceipt> = z.looseObject({
  payoutId: filledText,
  transactions: z.optional(z.unknown()),
  success: integer,
  failed: integer,
});

/** One transfer of a batch. */
interface PayoutTransfer {
  id: string;
  status: string;
  amount?: number | null | undefined;
  key?: string | null | undefined;
  name?: string | null | undefined;
  [field: string]: unknown;
}

/**
 * A batch as the service sees it (SERVICE-NOTES.md "payout record"); amounts in minor units. `status` is PENDING,
 * PENDING_APPROVAL, REJECTED, PARTIAL_PAYMENT or TOTAL_PAYMENT, a transfer's PENDING, PROCESSING, APPROVED or FAILED;
 * SPEC.md leaves both lists open, so another word is possible and never means paid.
 */
export interface PayoutRecord {
  id: string;
  status: string;
  reference?: string | null | undefined;
  paymentType?: string | null | undefined;
  amountInCents?: number | null | undefined;
  currency?: string | null | undefined;
  totalTransactions?: number | null | undefined;
  /** ISO 8601. */
  createdAt?: string | null | undefined;
  /** Absent also where one of them has no id or status. */
  transactions?: PayoutTransfer[] | null | undefined;
  [field: string]: unknown;
}

export const payoutRecordSchema: z.ZodMiniType<PayoutRecord> = z.looseObject({
  id: filledText,
  status: filledText,
  reference: text,
  paymentType: text,
  amountInCents: integer,
  currency: text,
  totalTransactions: integer,
  createdAt: text,
  // A batch without its transfers would look as if it had none: a transfer that cannot be read refuses the record.
  transactions: z.pipe(
    lenientOrNull(z.array(z.unknown())),
    z.nullish(z.array(z.looseObject({ id: filledText, status: filledText, amount: integer, key: text, name: text }))),
  ),
});
