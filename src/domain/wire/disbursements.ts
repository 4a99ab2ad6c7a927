/** The records of the disbursements API (SPEC.md section 4.8). */
import * as z from 'zod/mini';
import { filledText, lenient, lenientOrNull, listOf, openRecord } from './fields.ts';

const text = lenientOrNull(z.string());
const integer = lenientOrNull(z.int());

/** Most messages and most accounts that are read: each that cannot be is a complaint, which takes longer than a good one. */
const most = { messages: 100, accounts: 10_000 };

/** One message or several; what is no text is left out. */
const messagesIn = (given: unknown): string[] =>
  (Array.isArray(given) ? given.slice(0, most.messages) : [given]).filter((one) => typeof one === 'string');

/** The envelope (SPEC.md sections 2.8 and 7.1). Gateways before the service answer otherwise. */
export const disbursementsEnvelopeSchema = z.object({
  meta: lenient(z.object({ trace_id: z.string() })),
  /** `OK`, or what went wrong. */
  code: lenient(z.string()),
  message: z.pipe(z.optional(z.unknown()), z.transform(messagesIn)),
  type: lenient(z.enum(['Business', 'Technical'])),
  data: z.optional(z.unknown()),
});

const account = { name: text, balanceInCents: integer, currency: text, status: text };

export const accountSchema = openRecord({ id: filledText, ...account });

/** An account that cannot be read is left out; a list of which none can be is refused. */
export const accountListSchema = z.pipe(
  z.pipe(
    z.transform((list: unknown) => (Array.isArray(list) ? list.slice(0, most.accounts) : list)),
    z
      .array(lenient(accountSchema))
      .check(z.refine((list) => list.length === 0 || list.some((one) => one !== undefined))),
  ),
  z.transform((list) => list.filter((one) => one !== undefined)),
);

/** A source account of payouts (SPEC.md section 4.8 shows no shape); its balance is in minor units. */
export type Account = z.infer<typeof accountSchema>;

/** Which account was recharged is known: an answer that says nothing of it has recharged it all the same. */
export const rechargedAccountSchema = lenientOrNull(openRecord({ id: lenient(filledText), ...account }));

/** Whoever pays goes by it, so all of it has to be there. */
export const keyPreviewSchema = openRecord({
  holderName: z.string(),
  financialEntity: openRecord({ name: z.string(), code: z.string() }),
  keyType: z.string(),
  keyValue: z.string(),
});

/** Who stands behind a key (SPEC.md section 2.6): the holder's masked name and the institution. */
export type KeyPreview = z.infer<typeof keyPreviewSchema>;

export const payoutReceiptSchema = openRecord({
  payoutId: filledText,
  transactions: z.optional(z.unknown()),
  success: integer,
  failed: integer,
});

/** What creating a batch gives (SERVICE-NOTES.md "payout creation"): its id, and how many transfers were taken. */
export type PayoutReceipt = z.infer<typeof payoutReceiptSchema>;

const transferSchema = openRecord({
  id: filledText,
  status: filledText,
  /** Why it has failed. */
  statusMessage: text,
  amount: integer,
  key: text,
  name: text,
  email: text,
});

/** A batch without its transfers would look as if it had none: one that cannot be read refuses the record. */
const transferListSchema = listOf(transferSchema);

export const payoutRecordSchema = openRecord({
  id: filledText,
  status: filledText,
  reference: text,
  accountId: text,
  paymentType: text,
  amountInCents: integer,
  currency: text,
  totalTransactions: integer,
  /** ISO 8601. */
  createdAt: text,
  transactions: z.pipe(lenientOrNull(z.array(z.unknown())), z.nullish(transferListSchema)),
});

/**
 * A batch as the service sees it (SERVICE-NOTES.md "payout record"); amounts in minor units. `status` is PENDING,
 * PENDING_APPROVAL, REJECTED, PARTIAL_PAYMENT or TOTAL_PAYMENT, a transfer's PENDING, PROCESSING, APPROVED or FAILED;
 * SPEC.md leaves both lists open, so another word is possible and never means paid.
 */
export type PayoutRecord = z.infer<typeof payoutRecordSchema>;
