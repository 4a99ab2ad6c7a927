import * as z from 'zod/mini';
import { fieldName, hideSecrets, typeName, type Sent } from './hide-secrets.ts';
import { paymentsErrorSchema } from '../domain/wire/payments-error.ts';
import { leavesUnknown, type Answer, type NoAnswer } from './exchange.ts';

/** So many messages of a refused field are kept, and so many fields that have some. */
const maxMessages = 100;

export interface PaymentsErrorDetails {
  status: number;
  type: string;
  messages?: Record<string, string[]>;
  reason?: string | undefined;
  cause?: unknown;
  /** False for a request that never left. */
  sent?: boolean;
}

/**
 * What the payments API refused, or that it gave no usable answer. It carries no key, and of the request nothing
 * that is secret or somebody's.
 *
 * `type` is the service's own (`INPUT_VALIDATION_ERROR`, `NOT_FOUND_ERROR`, `INVALID_ACCESS_TOKEN`, …; SERVICE-NOTES.md
 * "error body"), or `HTTP_<status>` when it gave none, or one of the kit's: `NO_ANSWER`, `TIMEOUT`, `ABORTED` (status 0)
 * and `INVALID_RESPONSE`.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly type: string;
  /** Messages by request field, nested fields joined with dots: `{ reference: ['La referencia ya ha sido usada'] }`. */
  readonly messages: Readonly<Record<string, string[]>>;
  /** The service's reason, for errors that are not about a field. */
  readonly reason: string | undefined;
  /**
   * Whether the service may have done what was asked although this call failed: no answer, a 3xx or 5xx, 408, 421 or 425, a
   * 409 (it may conflict with itself), or an answer that could not be read. Find out (by an event, or by the reference)
   * before sending the same thing again.
   */
  readonly outcomeUnknown: boolean;

  constructor({ status, type, messages = {}, reason, cause, sent = true }: PaymentsErrorDetails) {
    const fields = Object.entries(messages).map(([field, texts]) => `${field}: ${texts.join(', ')}`);
    const words = [reason, ...fields].filter(Boolean).join('; ');
    super(`${status || 'No answer'} ${type}${words ? `: ${words}` : ''}`, cause === undefined ? undefined : { cause });
    this.status = status;
    this.type = type;
    this.messages = messages;
    this.reason = reason;
    this.outcomeUnknown =
      sent && (status === 0 || status === 409 || leavesUnknown(status) || type === 'INVALID_RESPONSE');
  }
}

/** Reads an answer that is not a success. */
export function refusalOf({ status, body }: Answer, request: Sent): PaymentsError {
  const { error = {} } = z.safeParse(paymentsErrorSchema, body).data ?? {};
  const { type = `HTTP_${status}`, reason, messages = {} } = error;
  const hide = hideSecrets(request);
  return new PaymentsError({
    status,
    type: typeName.test(type) ? type : hide(type),
    messages: Object.fromEntries(
      firstOf(flatten(messages)).map(([field, texts]) => [
        fieldName.test(field) ? field : hide(field),
        texts.slice(0, maxMessages).map(hide),
      ]),
    ),
    reason: reason === undefined ? reason : hide(reason),
  });
}

/** A request that ended without an answer, as this API's error. */
export const unansweredError = ({ reason, message, cause, sent }: NoAnswer): PaymentsError =>
  new PaymentsError({ status: 0, type: reason, reason: message, cause, sent });

/** The first of them: each has the name of all around it once more, however long that is. */
function firstOf<One>(all: Iterable<One>): One[] {
  const first: One[] = [];
  for (const one of all) if (first.push(one) === maxMessages) break;
  return first;
}

/** Field messages come as lists, as single texts, or nested by object; any other shape is left out. */
function* flatten(messages: Record<string, unknown>, path = '', depth = 0): Generator<[string, string[]]> {
  for (const [name, value] of Object.entries(messages)) {
    const field = path ? `${path}.${name}` : name;
    if (typeof value === 'string') yield [field, [value]];
    else if (Array.isArray(value)) yield [field, value.filter((text): text is string => typeof text === 'string')];
    else if (typeof value === 'object' && value !== null && depth < 5)
      yield* flatten(value as Record<string, unknown>, field, depth + 1);
  }
}
