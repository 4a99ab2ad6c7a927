import * as z from 'zod/mini';
import { statusNamed, transactionStatuses } from '../domain/transaction.ts';
import { serviceEventSchema, type ServiceEvent, type SignedValue } from '../domain/wire/service-event.ts';
import { requireObject } from './client-options.ts';
import { requireSecret } from './credential.ts';
import { equalsInConstantTime } from './equals-in-constant-time.ts';
import { EventVerificationError } from './event-verification-error.ts';
import { sha256Hex } from './sha256-hex.ts';

export interface VerifyEventOptions {
  /**
   * How far the event's time may be from now, either way. Default: 25 hours old, as a service tries for a day to
   * deliver, and 5 minutes ahead, as clocks differ.
   */
  toleranceSeconds?: number;
  /** The time to compare with, in ms since 1970, as a date, or a clock. Default: now. */
  now?: number | Date | (() => number | Date);
}

/** Seconds reach 12 digits in the year 5138; anything longer is milliseconds. */
const firstMilliseconds = 1e11;

/**
 * Verifies an event of either API (SPEC.md section 6; SERVICE-NOTES.md "webhook" and "payout events"): SHA-256 over
 * the values that `signature.properties` names, in that order, the timestamp and the secret; compared in constant time
 * and without regard to case.
 *
 * `signature.properties` itself is not signed. Whoever holds one genuine event could name other fields that spell the
 * same text and then rewrite the ones that were signed. So the id, the status, and the amount if there is one, of each
 * record in the event must be among the properties, each named once, as plain values under `data`.
 *
 * An event may be delivered more than once, and one that is caught can be sent again while it is fresh: act once per
 * `signature.checksum`.
 *
 * @param rawBody the request's body as it arrived; a parsed and re-serialized one may differ
 * @param secret the event secret of the dashboard; each API and environment has its own
 * @throws EventVerificationError with its `reason`
 * @throws TypeError for an unusable secret, option or body type, which only the caller's code can mend
 */
export async function verifyEvent(
  rawBody: string | Uint8Array,
  secret: string,
  options?: VerifyEventOptions,
): Promise<ServiceEvent> {
  const key = requireSecret(secret, 'event secret');
  const { oldestMs, newestMs } = window(requireObject(options ?? {}, 'The options'));
  const parsed = z.safeParse(serviceEventSchema, readBody(rawBody));
  if (!parsed.success) throw new EventVerificationError('broken_body', 'The body is not an event with a signature.');
  const event = parsed.data;
  const { properties } = event.signature;
  const checksum = event.signature.checksum.toLowerCase();

  const signed = signedValues(event.data, properties);
  const text = properties.map((path) => String(signed.get(path))).join('');
  const expected = await sha256Hex(`${text}${event.timestamp}${key}`);
  if (!equalsInConstantTime(expected, checksum))
    throw new EventVerificationError('bad_signature', 'The checksum does not fit the body and the event secret.');
  requireCoverage(event.data, signed);

  const timeMs = event.timestamp >= firstMilliseconds ? event.timestamp : event.timestamp * 1000;
  if (timeMs < oldestMs) throw new EventVerificationError('stale', 'The event is too old.');
  if (timeMs > newestMs) throw new EventVerificationError('stale', 'The event is from the future; check this clock.');
  return {
    ...event,
    signature: { ...event.signature, properties, checksum },
    occurredAt: new Date(timeMs),
    signed: Object.fromEntries(signed),
  };
}

function window({ toleranceSeconds, now = Date.now }: VerifyEventOptions): { oldestMs: number; newestMs: number } {
  if (toleranceSeconds !== undefined && (typeof toleranceSeconds !== 'number' || !(toleranceSeconds >= 0)))
    throw new TypeError('toleranceSeconds must be a number of seconds, zero or more.');
  const nowMs = Number(typeof now === 'function' ? now() : now);
  if (Number.isNaN(nowMs))
    throw new TypeError('now must be a time in milliseconds, a date, or a function that gives one.');
  return {
    oldestMs: nowMs - (toleranceSeconds ?? 25 * 3600) * 1000,
    newestMs: nowMs + (toleranceSeconds ?? 5 * 60) * 1000,
  };
}

function readBody(rawBody: unknown): unknown {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array))
    throw new TypeError(
      'verifyEvent needs the raw body, a text or its bytes, as it arrived: parsed objects cannot be verified.',
    );
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
    return JSON.parse(text) as unknown;
  } catch {
    throw new EventVerificationError('broken_body', 'The body is not JSON.');
  }
}

/** The values behind the paths, own properties alone: `__proto__` and `constructor` lead nowhere. */
function signedValues(data: unknown, properties: readonly string[]): Map<string, SignedValue> {
  const values = new Map<string, SignedValue>();
  for (const path of properties) {
    if (values.has(path)) throw new EventVerificationError('unsigned_fields', 'The signature names a field twice.');
    let value: unknown = data;
    for (const name of path.split('.'))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? Reflect.get(value, name)
          : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new EventVerificationError(
        'unsigned_fields',
        'The signature names a field that the event has no plain value for.',
      );
    values.set(path, value);
  }
  return values;
}

function requireCoverage(data: ServiceEvent['data'], signed: ReadonlyMap<string, SignedValue>): void {
  const refuse = (words: string) => new EventVerificationError('unsigned_fields', words);
  for (const [kind, record] of Object.entries({ transaction: data.transaction, payout: data.payout })) {
    if (!record) continue;
    const amounts = ['amount_in_cents', 'amountInCents'].filter((name) => Object.hasOwn(record, name));
    for (const name of ['id', 'status', ...amounts])
      if (!signed.has(`${kind}.${name}`)) throw refuse(`The signature does not cover the ${kind}'s ${name}.`);
    // A boundary moved between two signed values leaves a torn status behind.
    const status = statusNamed(signed.get(`${kind}.status`));
    if ('amount_in_cents' in record && !transactionStatuses.some((known) => known === status))
      throw refuse('The signed status is not one of a transaction.');
  }
}
