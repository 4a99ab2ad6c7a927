import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.string()));
const cents = z.optional(z.nullable(z.int()));
const count = z.optional(z.nullable(z.int()));
const id = z.string().check(z.minLength(1));

export const keyPreviewSchema = z.looseObject({
  holderName: z.string(),
  financialEntity: z.looseObject({ name: z.string(), code: z.string() }),
  keyType: z.string(),
  keyValue: z.string(),
});

/** Who stands behind a key (SPEC.md section 2.6): the holder's masked name and the institution. */
export type KeyPreview = z.infer<typeof keyPreviewSchema>;

export const payoutReceiptSchema = z.looseObject({
  payoutId: id,
  transactions: z.optional(z.unknown()),
  success: count,
  failed: count,
});

/** What creating a batch gives (SERVICE-NOTES.md "payout creation"): its id, and how many transfers were taken. */
export type PayoutReceipt = z.infer<typeof payoutReceiptSchema>;

export const payoutRecordSchema = z.looseObject({
  id,
  status: id,
  reference: text,
  paymentType: text,
  amountInCents: cents,
  currency: text,
  totalTransactions: count,
  createdAt: text,
  transactions: z.optional(
    z.nullable(z.array(z.looseObject({ id, status: id, amount: cents, key: text, name: text }))),
  ),
});

/**
 * A batch as the service sees it (SERVICE-NOTES.md "payout record"); amounts in minor units. `status` is PENDING,
 * PENDING_APPROVAL, REJECTED, PARTIAL_PAYMENT or TOTAL_PAYMENT, a transfer's PENDING, PROCESSING, APPROVED or FAILED;
 * SPEC.md leaves both lists open, so another word is possible and never means paid.
 */
export type PayoutRecord = z.infer<typeof payoutRecordSchema>;

export const accountSchema = z.looseObject({
  id,
  name: text,
  balanceInCents: cents,
  currency: text,
  status: text,
});

/** A source account; its balance is in minor units. */
export type Account = z.infer<typeof accountSchema>;

/** Body of `POST /accounts/balance-recharge`, which only the sandbox has. */
export interface BalanceRecharge {
  accountId: string;
  /** Positive integer in minor units (cents). */
  amountInCents: number;
}
