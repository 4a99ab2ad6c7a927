import * as z from 'zod/mini';
import { disbursementsEnvelopeSchema } from '../domain/wire/disbursements-envelope.ts';
import { inData, misfitOf } from '../domain/wire/fields.ts';
import { DisbursementError, refusedBy, unanswered, type DisbursementErrorDetails } from './disbursement-error.ts';
import { exchange, NoAnswer, type ExchangeRequest, type Fetch } from './exchange.ts';
import { backoffMs, pause, retryAfterMs, type RetryPolicy } from './retry.ts';

/** One call of the disbursements API, attempts included. */
export interface DisbursementCall<Data> {
  request: ExchangeRequest;
  /** Of `data` in the envelope (SPEC.md section 2.8). */
  schema: z.ZodMiniType<Data>;
  /** Whether a second request can do no harm: a read, or a creation under an idempotency key. */
  isRepeatable: boolean;
  idempotencyKey?: string;
}

interface Failure {
  details: DisbursementErrorDetails;
  /** Whether the service may have done what was asked. */
  isUnknown: boolean;
}

/** SPEC.md section 7.6: these may pass by themselves. */
const transientCodes: ReadonlySet<string> = new Set(['EXC_001', 'EXC_036', 'EXC_037']);

/**
 * Sends a call, again if that may help, and gives the envelope's `data`.
 *
 * @throws DisbursementError
 */
export async function callDisbursements<Data>(
  send: Fetch,
  policy: RetryPolicy,
  call: DisbursementCall<Data>,
): Promise<Data> {
  const { signal } = call.request;
  // Stays set once an attempt's outcome is unknown: a later refusal says nothing about the earlier attempt.
  let isUnknown = false;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptCall(send, call);
    if ('data' in result) return result.data;
    const { details } = result;
    const isRepeated = details.code === 'EXC_032' && isUnknown;
    isUnknown ||= result.isUnknown;

    const afterMs = details.retryAfterMs ?? 0;
    const isOver = attempt >= policy.attempts || afterMs > policy.maxMs || !mayPass(details, call.isRepeatable);
    if (isOver) throw failed(call, { ...details, alreadyProcessed: isRepeated }, isUnknown && !isRepeated);
    if (!(await pause(Math.max(afterMs, backoffMs(attempt, policy)), signal)))
      throw failed(call, gaveUpBetweenAttempts(signal), isUnknown);
  }
}

async function attemptCall<Data>(
  send: Fetch,
  { request, schema }: DisbursementCall<Data>,
): Promise<Failure | { data: Data }> {
  try {
    const answer = await exchange(send, request);
    const isSuccess = answer.status >= 200 && answer.status <= 299;
    const { code } = z.safeParse(disbursementsEnvelopeSchema, answer.body).data ?? {};
    if (!isSuccess || (code !== undefined && code !== 'OK')) {
      const afterMs = retryAfterMs(answer.headers);
      const details = {
        ...refusedBy(answer, request.secrets),
        ...(afterMs !== undefined && { retryAfterMs: afterMs }),
      };
      return { details, isUnknown: answer.status >= 500 };
    }
    const parsed = z.safeParse(inData(schema), answer.body);
    if (parsed.success) return { data: parsed.data.data };
    const messages = [`The answer is not the record that was asked for: see ${misfitOf(parsed.error)}.`];
    return {
      details: { status: answer.status, code: 'INVALID_RESPONSE', type: 'Technical', messages },
      isUnknown: true,
    };
  } catch (error) {
    if (error instanceof NoAnswer) return { details: unanswered(error), isUnknown: error.sent };
    throw error;
  }
}

const gaveUpBetweenAttempts = (signal: AbortSignal | undefined): DisbursementErrorDetails => ({
  status: 0,
  code: 'ABORTED',
  type: 'Technical',
  messages: ['The caller gave up between two attempts.'],
  cause: signal?.reason,
});

function mayPass({ code, type }: DisbursementErrorDetails, isRepeatable: boolean): boolean {
  if (transientCodes.has(code)) return true;
  return isRepeatable && code !== 'ABORTED' && type === 'Technical';
}

function failed(
  { request, idempotencyKey }: Pick<DisbursementCall<unknown>, 'request' | 'idempotencyKey'>,
  details: DisbursementErrorDetails,
  isUnknown: boolean,
): DisbursementError {
  const outcomeUnknown = isUnknown && request.method !== 'GET';
  return new DisbursementError({ ...details, outcomeUnknown, ...(idempotencyKey !== undefined && { idempotencyKey }) });
}
