/** An event of either API as it is delivered (SERVICE-NOTES.md "webhook"), and as `verifyEvent` gives it. */
import * as z from 'zod/mini';
import { transactionStatuses } from '../transaction.ts';
import { anyRecord, lenientOrNull, openRecord } from './fields.ts';

const text = lenientOrNull(z.string());
const record = lenientOrNull(anyRecord);

/** The shape of SERVICE-NOTES.md "webhook", as far as verification reads it. */
export const serviceEventSchema = openRecord({
  event: z.string().check(z.minLength(1)),
  data: openRecord({ transaction: record, payout: record }),
  environment: text,
  signature: openRecord({
    properties: z.array(z.string()).check(z.minLength(1), z.maxLength(32)),
    checksum: z.string().check(z.regex(/^[0-9a-f]{64}$/i)),
  }),
  timestamp: z.int().check(z.positive()),
  sent_at: text,
});

/** Of a payment; one guide calls what was declined in bank debit REJECTED (SPEC.md section 3.1). */
const paymentStatuses = [...transactionStatuses, 'REJECTED'] as const;
const transferStatuses = ['PENDING', 'PROCESSING', 'APPROVED', 'FAILED'] as const;
const batchStatuses = ['PENDING', 'PENDING_APPROVAL', 'REJECTED', 'PARTIAL_PAYMENT', 'TOTAL_PAYMENT'] as const;

/** By the kind of a record and the name of its amount: the statuses that it may have. */
export const eventStatuses = {
  'transaction.amount_in_cents': paymentStatuses,
  'transaction.amountInCents': transferStatuses,
  'transaction.amount': transferStatuses,
  'payout.amount_in_cents': batchStatuses,
  'payout.amountInCents': batchStatuses,
  'payout.amount': batchStatuses,
} as const;

/** The names of an amount, in minor units. */
export const amountNames = ['amount_in_cents', 'amountInCents', 'amount'] as const;

const amount = lenientOrNull(z.int());
const common = {
  id: z.string(),
  amount_in_cents: amount,
  amountInCents: amount,
  amount,
  currency: text,
  reference: text,
};

/** What is read of a record once its signature is proved. */
export const eventRecordSchemas = {
  transaction: openRecord({
    ...common,
    status: z.enum([...paymentStatuses, ...transferStatuses]),
    payment_method_type: text,
    customer_email: text,
    /** The batch that a transfer belongs to. */
    payoutId: text,
    /** Why a transfer has failed. */
    statusMessage: text,
  }),
  payout: openRecord({ ...common, status: z.enum(batchStatuses) }),
};

/** A payment, or one transfer of a batch, as an event tells of it. */
export type EventTransaction = z.infer<typeof eventRecordSchemas.transaction>;
/** A batch as an event tells of it. */
export type EventPayout = z.infer<typeof eventRecordSchemas.payout>;

/** A value that a signature covers. */
export type SignedValue = string | number;

/** What a signature covers, by path: `{ 'transaction.id': '…', 'transaction.status': 'APPROVED', … }`. */
export type SignedFields = {
  readonly [Path in `${'transaction' | 'payout'}.${'id' | 'status'}`]?: string;
} & {
  readonly [Path in keyof typeof eventStatuses]?: number;
};

interface Verified {
  environment?: string | null | undefined;
  /** The checksum in lower case. It is the same whenever the same event is delivered again: store it to act once. */
  signature: { properties: string[]; checksum: string };
  /** As sent, in seconds or milliseconds; it is part of what is signed. */
  timestamp: number;
  sent_at?: string | null | undefined;
  /** When the event was made, from `timestamp`. */
  occurredAt: Date;
  /** What the signature covers. */
  signed: SignedFields;
}

/** Tells of a payment, or of one transfer of a batch. */
export interface TransactionEvent extends Verified {
  event: 'transaction.updated';
  /**
   * The record that changed. Only the fields in `signed` are vouched for; fetch the record by its id before relying on
   * another one, such as the reference.
   */
  data: { transaction: EventTransaction; payout?: null | undefined };
}

/** Tells of a batch. */
export interface PayoutEvent extends Verified {
  event: 'payout.updated';
  /** The batch that changed; only the fields in `signed` are vouched for. */
  data: { payout: EventPayout; transaction?: null | undefined };
}

/**
 * A verified event of either API (SPEC.md section 6), spelled as it was sent. Its name is not signed: it is here by the
 * record that is.
 */
export type ServiceEvent = TransactionEvent | PayoutEvent;
