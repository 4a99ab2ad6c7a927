/** An event of either API as it is delivered (SERVICE-NOTES.md "webhook"), and as `verifyEvent` gives it. */
import * as z from 'zod/mini';

const signedRecord = z.nullish(z.record(z.string(), z.unknown()));

/** The shape of SERVICE-NOTES.md "webhook", as far as verification reads it. */
export const serviceEventSchema = z.looseObject({
  event: z.string().check(z.minLength(1)),
  data: z.looseObject({ transaction: signedRecord, payout: signedRecord }),
  environment: z.optional(z.nullable(z.string())),
  signature: z.looseObject({
    properties: z.array(z.string()).check(z.minLength(1), z.maxLength(32)),
    checksum: z.string().check(z.regex(/^[0-9a-f]{64}$/i)),
  }),
  timestamp: z.int().check(z.positive()),
  sent_at: z.optional(z.nullable(z.string())),
});

type EventBody = z.infer<typeof serviceEventSchema>;

/** A value that a signature covers. */
export type SignedValue = string | number | boolean;

/** A verified event of either API (SPEC.md section 6), spelled as it was sent. */
export interface ServiceEvent {
  /** `transaction.updated` (both APIs) or `payout.updated`. */
  event: string;
  /**
   * The records that changed: `transaction` of a payment or of one transfer of a batch, `payout` of a batch. Only the
   * fields in `signed` are vouched for; fetch the record by its id before relying on another one, such as the reference.
   */
  data: EventBody['data'];
  environment?: string | null | undefined;
  /** The checksum in lower case. It is the same whenever the same event is delivered again: store it to act once. */
  signature: { properties: string[]; checksum: string };
  /** As sent, in seconds or milliseconds; it is part of what is signed. */
  timestamp: number;
  sent_at?: string | null | undefined;
  /** When the event was made, from `timestamp`. */
  occurredAt: Date;
  /** What the signature covers, by path: `{ 'transaction.id': '…', 'transaction.status': 'APPROVED', … }`. */
  signed: Readonly<Record<string, SignedValue>>;
}
