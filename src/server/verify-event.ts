import * as z from 'zod/mini';
import { isOversized, mostServerValues } from '../domain/oversized.ts';
import { isRecordId } from '../domain/record-id.ts';
import {
  amountNames,
  eventRecordSchemas,
  eventStatuses,
  serviceEventSchema,
  type ServiceEvent,
} from '../domain/wire/service-event.ts';
import { requireObject } from './client-options.ts';
import { requireSecret } from './credential.ts';
import { equalsInConstantTime } from './equals-in-constant-time.ts';
import { sha256Hex } from './sha256-hex.ts';

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

export interface VerifyEventOptions {
  /**
   * How far the event's time may be from now, either way. Default: 25 hours old, as a service tries for a day to
   * deliver, and 5 minutes ahead, as clocks differ.
   */
  toleranceSeconds?: number;
  /** The time to compare with, in ms since 1970, as a date, or a clock. Default: now. */
  now?: number | Date | (() => number | Date);
  /**
   * The unit of the service's timestamps. Default: milliseconds when there are 13 digits, seconds otherwise. An event of
   * seconds that fits milliseconds too, with a smaller amount, is then refused; one of seconds that is sent again as
   * milliseconds may pass on a few days of a year.
   */
  timestampUnit?: 'seconds' | 'milliseconds';
}

/** Longest body that is read, in bytes: an event is a few kilobytes. */
const maxBodyBytes = 1024 * 1024;
/** No event of these APIs is older: 1 January 2020, in ms. */
const firstEventMs = 1_577_836_800_000;

/**
 * Verifies an event of either API (SPEC.md section 6; SERVICE-NOTES.md "webhook" and "payout events"): SHA-256 over
 * the values that `signature.properties` names, in that order, the timestamp and the secret; compared in constant time
 * and without regard to case.
 *
 * `signature.properties` itself is not signed, and the values are joined without separators. Whoever holds one genuine
 * event could name other fields that spell the same text, or cut it at other places. So the event must hold one record,
 * a transaction or a payout, and the properties must be its id, status and amount, in this order: an id, a known status
 * and a whole number can be cut in one way alone.
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
  const given = requireObject(options ?? {}, 'The options');
  const { oldestMs, newestMs } = window(given);
  const unit = requireUnit(given.timestampUnit);
  const parsed = z.safeParse(serviceEventSchema, readBody(rawBody));
  if (!parsed.success) throw new EventVerificationError('broken_body', 'The body is not an event with a signature.');
  const event = parsed.data;
  const { properties } = event.signature;
  const checksum = event.signature.checksum.toLowerCase();
  const { kind, fields, amount, signed } = requireCoverage(event.data, properties);
  const expected = await sha256Hex(`${Object.values(signed).join('')}${event.timestamp}${key}`);
  if (!equalsInConstantTime(expected, checksum))
    throw new EventVerificationError('bad_signature', 'The checksum does not fit the body and the event secret.');

  const timeMs = readTime(event.timestamp, unit);
  if (!unit && timeMs !== event.timestamp && mayBeMilliseconds(amount, event.timestamp, newestMs))
    throw new EventVerificationError('stale', 'The time may be in seconds or in milliseconds: give timestampUnit.');
  if (timeMs < oldestMs) throw new EventVerificationError('stale', 'The event is too old.');
  if (timeMs > newestMs) throw new EventVerificationError('stale', 'The event is from the future; check this clock.');
  return {
    ...event,
    event: `${kind}.updated`,
    data: { ...event.data, [kind]: z.parse(eventRecordSchemas[kind], fields) },
    signature: { ...event.signature, properties, checksum },
    occurredAt: new Date(timeMs),
    signed,
  } as ServiceEvent;
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
  // A text has at least as many bytes as characters: what is much too long is not copied to be measured.
  const isTooLong =
    rawBody.length > maxBodyBytes ||
    (typeof rawBody === 'string' && new TextEncoder().encode(rawBody).length > maxBodyBytes);
  if (isTooLong) throw new EventVerificationError('broken_body', 'The body is larger than 1 MiB.');
  let body: unknown;
  try {
    const text = typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
    body = JSON.parse(text);
  } catch {
    throw new EventVerificationError('broken_body', 'The body is not JSON.');
  }
  // What is not signed in it could be anything, and whoever keeps the event would run out of stack.
  if (isOversized(body, mostServerValues))
    throw new EventVerificationError('broken_body', 'The body is nested too deeply, or has too much in it.');
  return body;
}

type EventData = z.infer<typeof serviceEventSchema>['data'];

function recordOf({ transaction, payout }: EventData) {
  if (transaction && payout)
    throw new EventVerificationError('unsigned_fields', 'The event holds two records, and a signature covers one.');
  if (transaction) return { kind: 'transaction', fields: transaction } as const;
  if (payout) return { kind: 'payout', fields: payout } as const;
  throw new EventVerificationError('broken_body', 'The event holds neither a transaction nor a payout.');
}

/** The event's record, with what of it is signed, in the order in which it is. */
function requireCoverage(data: EventData, properties: readonly string[]) {
  const { kind, fields } = recordOf(data);
  const refuse = (words: string) => new EventVerificationError('unsigned_fields', words);
  // Own properties alone: `__proto__` and `constructor` lead nowhere.
  const valueOf = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const amounts = amountNames.filter((name) => (valueOf(name) ?? undefined) !== undefined);
  const amountName = amounts.find((name) => properties.includes(`${kind}.${name}`));
  if (!amountName) throw refuse(`The signature does not cover the ${kind}'s amount.`);
  const covered = ['id', 'status', amountName].map((name) => `${kind}.${name}`);
  if (properties.length !== covered.length || covered.some((path, at) => path !== properties[at]))
    throw refuse(`The signature has to cover the ${kind}'s id, status and amount, in this order, and nothing else.`);

  const [id, status, amount] = [valueOf('id'), valueOf('status'), valueOf(amountName)];
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0)
    throw refuse('The signed amount is not a whole number.');
  if (amounts.some((name) => valueOf(name) !== amount)) throw refuse('The event has an amount that was not signed.');
  if (!isRecordId(id)) throw refuse('The signed id is not one of a record.');
  const known: readonly unknown[] = eventStatuses[`${kind}.${amountName}`];
  if (!known.includes(status)) throw refuse(`The signed status is not one of a ${kind}.`);
  const values = [id, status, amount];
  return { kind, fields, amount, signed: Object.fromEntries(covered.map((path, at) => [path, values[at]])) };
}

function requireUnit(unit: unknown): VerifyEventOptions['timestampUnit'] {
  if (unit === undefined || unit === 'seconds' || unit === 'milliseconds') return unit;
  throw new TypeError("timestampUnit must be 'seconds' or 'milliseconds'.");
}

/**
 * In ms. Seconds have 10 digits from 2001 to 2286, and milliseconds 13: with another number of them, digits of the
 * amount, which stands before the time in what is signed, could be counted to it.
 */
function readTime(timestamp: number, unit: VerifyEventOptions['timestampUnit']): number {
  const read = { 10: 'seconds', 13: 'milliseconds' }[String(timestamp).length];
  if (!read || read !== (unit ?? read))
    throw new EventVerificationError('stale', `The time is not in ${unit ?? 'seconds or milliseconds'}.`);
  return read === 'milliseconds' ? timestamp : timestamp * 1000;
}

/**
 * Whether a time in seconds is what an older event in milliseconds would have spelled, whose first three digits were
 * pushed into the amount before it.
 */
function mayBeMilliseconds(amount: number, seconds: number, newestMs: number): boolean {
  const digits = String(amount);
  const older = Number(`${digits.slice(-3)}${seconds}`);
  return digits.length > 3 && String(seconds).length === 10 && older >= firstEventMs && older <= newestMs;
}
