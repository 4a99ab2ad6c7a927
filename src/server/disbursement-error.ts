import * as z from 'zod/mini';
import { disbursementsEnvelopeSchema } from '../domain/wire/disbursements.ts';
import type { PayoutRowProblem } from '../domain/payout-batch.ts';
import { leavesUnknown, type Answer, type NoAnswer } from './exchange.ts';
import { hideSecrets, isTraceId, typeName, type Sent } from './hide-secrets.ts';
import { retryAfterMs } from './retry.ts';

/** SPEC.md section 7.1: a Business error needs another request; a Technical one may pass by itself. */
export type DisbursementErrorType = 'Business' | 'Technical';

export interface DisbursementErrorDetails {
  status: number;
  code: string;
  type: DisbursementErrorType;
  messages?: string[];
  traceId?: string | undefined;
  rows?: PayoutRowProblem[];
  idempotencyKey?: string | undefined;
  alreadyProcessed?: boolean;
  outcomeUnknown?: boolean;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/**
 * What the disbursements API refused, what was refused before sending, or that there was no usable answer. It carries
 * no credential, and nothing of the payees.
 */
export class DisbursementError extends Error {
  override readonly name = 'DisbursementError';
  /** HTTP status, also of what was refused before sending (400); 0 without an answer. */
  readonly status: number;
  /**
   * `EXC_…` (SPEC.md sections 7.2 and 7.3), `400` for validation, the HTTP status as text when the answer names no code
   * (`401`, `403`, `502`, …); or the kit's `NO_ANSWER`, `TIMEOUT`, `ABORTED`, `INVALID_RESPONSE`.
   */
  readonly code: string;
  readonly type: DisbursementErrorType;
  /** The service's messages. A bad batch has those of SPEC.md section 7.4, each once; `rows` says which transfers. */
  readonly messages: readonly string[];
  /** Give it to the service's support. Absent when nothing was sent or answered. */
  readonly traceId: string | undefined;
  /** The bad transfers of a batch that was refused before sending. */
  readonly rows: readonly PayoutRowProblem[];
  /**
   * The idempotency key that was sent. Store it with the batch: with it, and only with it, sending again cannot pay
   * twice, for the 24 hours that the service remembers it (SPEC.md section 8.1).
   */
  readonly idempotencyKey: string | undefined;
  /**
   * The batch of this very call was taken by one of its earlier attempts, whose answer was lost: it is being paid.
   * Its record comes with the `payout.updated` event, by its reference.
   */
  readonly alreadyProcessed: boolean;
  /** The service may have taken the batch although this call failed. Run again with the same `idempotencyKey`, within 24 hours. */
  readonly outcomeUnknown: boolean;
  /** How long the service asked to wait (`Retry-After`), when it was longer than this call would. */
  readonly retryAfterMs: number | undefined;

  constructor(details: DisbursementErrorDetails) {
    const { status, code, type, messages = [], cause } = details;
    const shown = messages.slice(0, 5).join('; ');
    const rest = messages.length > 5 ? `; and ${messages.length - 5} more` : '';
    super(
      `${code} (${type})${shown && `: ${shown}${rest}`}${placesOf(details.rows ?? [])}`,
      cause === undefined ? undefined : { cause },
    );
    this.status = status;
    this.code = code;
    this.type = type;
    this.messages = messages;
    this.traceId = details.traceId;
    this.rows = details.rows ?? [];
    this.idempotencyKey = details.idempotencyKey;
    this.alreadyProcessed = details.alreadyProcessed ?? false;
    this.outcomeUnknown = details.outcomeUnknown ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

function placesOf(rows: readonly PayoutRowProblem[]): string {
  const places = rows.slice(0, 5).map(({ index }) => `transactions[${index}]`);
  const rest = rows.length > 5 ? ` and ${rows.length - 5} more` : '';
  return places.length > 0 ? ` (${places.join(', ')}${rest})` : '';
}

/** Reads an answer that is not a success (SPEC.md section 7.1); gateways before the service answer in other shapes. */
export function refusedBy({ status, headers, body }: Answer, request: Sent): DisbursementErrorDetails {
  const { meta, code, message = [], type } = z.safeParse(disbursementsEnvelopeSchema, body).data ?? {};
  const hide = hideSecrets(request);
  const said = code && code !== 'OK' ? code : String(status);
  return {
    status,
    code: said === String(status) || typeName.test(said) ? said : hide(said),
    type: type ?? (leavesUnknown(status) || status === 429 ? 'Technical' : 'Business'),
    messages: message.map(hide),
    traceId: meta && hideSecrets(request, isTraceId)(meta.trace_id),
    outcomeUnknown: leavesUnknown(status),
    retryAfterMs: retryAfterMs(headers),
  };
}

/** A request that ended without an answer. */
export const unanswered = ({ reason, message, cause, sent }: NoAnswer): DisbursementErrorDetails => ({
  status: 0,
  code: reason,
  type: 'Technical',
  messages: [message],
  outcomeUnknown: sent,
  cause,
});
