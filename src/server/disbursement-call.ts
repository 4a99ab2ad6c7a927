import * as z from 'zod/mini';
import { DisbursementError, refusedBy, unanswered, type DisbursementErrorDetails } from './disbursement-error.ts';
import { exchange, NoAnswer, type ExchangeRequest, type Fetch } from './exchange.ts';
import { backoffMs, pause, retryAfterMs, type RetryPolicy } from './retry.ts';

/** One call of the disbursements API, attempts included. */
export interface DisbursementCall<Schema extends z.ZodMiniType> {
  request: ExchangeRequest;
  /** Of `data` in the envelope (SPEC.md section 2.8). */
  schema: Schema;
  /** Whether a second request can do no harm: a read, or a creation under an idempotency key. */
  isRepeatable: boolean;
  idempotencyKey?: string;
}

interface Failure {
  details: DisbursementErrorDetails;
  /** Whether the service may have done what was asked. */
  isUnknown: boolean;
}

const envelope = z.object({ code: z.catch(z.optional(z.string()), undefined), data: z.optional(z.unknown()) });

/** SPEC.md section 7.6: these may pass by themselves. */
const transientCodes: ReadonlySet<string> = new Set(['EXC_001', 'EXC_036', 'EXC_037']);

/**
 * Sends a call, again if that may help, and gives the envelope's `data`.
 *
 * @throws DisbursementError
 */
export async function callDisbursements<Schema extends z.ZodMiniType>(
  send: Fetch,
  policy: RetryPolicy,
  call: DisbursementCall<Schema>,
): Promise<z.infer<Schema>> {
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

async function attemptCall<Schema extends z.ZodMiniType>(
  send: Fetch,
  { request, schema }: DisbursementCall<Schema>,
): Promise<Failure | { data: z.infer<Schema> }> {
  try {
    const answer = await exchange(send, request);
    const isSuccess = answer.status >= 200 && answer.status <= 299;
    const wrapped = z.safeParse(envelope, answer.body);
    const { code, data } = wrapped.success ? wrapped.data : {};
    if (!isSuccess || (code !== undefined && code !== 'OK')) {
      const afterMs = retryAfterMs(answer.headers);
      const details = {
        ...refusedBy(answer, request.secrets),
        ...(afterMs !== undefined && { retryAfterMs: afterMs }),
      };
      return { details, isUnknown: answer.status >= 500 };
    }
    const parsed = z.safeParse(schema, data);
    if (parsed.success) return { data: parsed.data };
    const messages = ['The answer is not the record that was asked for.'];
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
  { request, idempotencyKey }: Pick<DisbursementCall<z.ZodMiniType>, 'request' | 'idempotencyKey'>,
  details: DisbursementErrorDetails,
  isUnknown: boolean,
): DisbursementError {
  const outcomeUnknown = isUnknown && request.method !== 'GET';
  return new DisbursementError({ ...details, outcomeUnknown, ...(idempotencyKey !== undefined && { idempotencyKey }) });
}
