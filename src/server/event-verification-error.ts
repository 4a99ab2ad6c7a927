/**
 * Why an event was refused:
 * - `broken_body`: not UTF-8, not JSON, or not the shape of an event with a signature;
 * - `unsigned_fields`: the signature does not cover what an event has to cover, or names fields that the event lacks;
 * - `bad_signature`: the checksum does not fit the body and the secret;
 * - `stale`: genuine, but too old or from the future.
 */
export type EventVerificationReason = 'broken_body' | 'unsigned_fields' | 'bad_signature' | 'stale';

/** An event that must not be acted on. Answer it with a 4xx. Its words quote nothing of the body. */
export class EventVerificationError extends Error {
  override readonly name = 'EventVerificationError';
  readonly reason: EventVerificationReason;

  constructor(reason: EventVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
