import * as z from 'zod/mini';
import { disbursementsEnvelopeSchema } from '../domain/wire/disbursements.ts';
import { inData } from '../domain/wire/fields.ts';
import { DisbursementError, refusedBy, unanswered, type DisbursementErrorDetails } from './disbursement-error.ts';
import { exchange, misfit, NoAnswer, type ExchangeRequest, type Fetch } from './exchange.ts';
import { backoffMs, pause, type RetryPolicy } from './retry.ts';

/** One call of the disbursements API, attempts included. */
export interface DisbursementCall<Data> {
  request: ExchangeRequest;
  /** Of `data` in the envelope (SPEC.md section 2.8). */
  schema: z.ZodMiniType<Data>;
  /** Whether a second request can do no harm: a read, or a creation under an idempotency key. */
  isRepeatable: boolean;
  idempotencyKey?: string;
}

/** SPEC.md section 7.6: these may pass by themselves. */
const transientCodes: ReadonlySet<string> = new Set(['EXC_001', 'EXC_036', 'EXC_037']);

/** Sends a call, again if that may help, and gives the envelope's `data`; else throws a DisbursementError. */
export async function callDisbursements<Data>(
  send: Fetch,
  policy: RetryPolicy,
  call: DisbursementCall<Data>,
): Promise<Data> {
  const { request, idempotencyKey, isRepeatable } = call;
  const { method, signal } = request;
  // Stays set once an attempt's outcome is unknown: a later refusal says nothing about the earlier attempt.
  let isUnknown = false;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptCall(send, call);
    if ('data' in result) return result.data;
    const alreadyProcessed = result.code === 'EXC_032' && isUnknown;
    isUnknown ||= result.outcomeUnknown ?? false;

    const afterMs = result.retryAfterMs ?? 0;
    const isOver = attempt >= policy.attempts || afterMs > policy.maxMs || !mayPass(result, isRepeatable);
    const isPaused = !isOver && (await pause(Math.max(afterMs, backoffMs(attempt, policy)), signal));
    if (isPaused) continue;
    const outcomeUnknown = isUnknown && !alreadyProcessed && method !== 'GET';
    const gaveUp = new NoAnswer('ABORTED', 'The caller gave up between two attempts.', { cause: signal?.reason });
    const details = isOver ? { ...result, alreadyProcessed } : unanswered(gaveUp);
    throw new DisbursementError({ ...details, outcomeUnknown, idempotencyKey });
  }
}

async function attemptCall<Data>(
  send: Fetch,
  { request, schema }: DisbursementCall<Data>,
): Promise<DisbursementErrorDetails | { data: Data }> {
  try {
    const answer = await exchange(send, request);
    const { code = 'OK' } = z.safeParse(disbursementsEnvelopeSchema, answer.body).data ?? {};
    if (!answer.ok || code !== 'OK') return refusedBy(answer, request);
    const parsed = z.safeParse(inData(schema), answer.body);
    if (parsed.success) return { data: parsed.data.data };
    const messages = [misfit(answer, parsed.error)];
    return { status: answer.status, code: 'INVALID_RESPONSE', type: 'Technical', messages, outcomeUnknown: true };
  } catch (error) {
    if (error instanceof NoAnswer) return unanswered(error);
    throw error;
  }
}

function mayPass({ code, type }: DisbursementErrorDetails, isRepeatable: boolean): boolean {
  if (transientCodes.has(code)) return true;
  return isRepeatable && code !== 'ABORTED' && type === 'Technical';
}
