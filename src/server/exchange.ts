import { hideSecrets, type Sent } from './hide-secrets.ts';
import { readBytes } from '../domain/wire/read-bytes.ts';
import { mostServerValues, mostValues } from '../domain/oversized.ts';
import { parseJson } from '../domain/wire/parse-json.ts';
import { misfitOf } from '../domain/wire/fields.ts';

/** `fetch` as far as the kit uses it, so that a proxy-aware or a recording one can be handed in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Why there was no usable answer. */
export type NoAnswerReason = 'NO_ANSWER' | 'TIMEOUT' | 'ABORTED';

/** The request ended without an answer. When it was sent, the service may have seen it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: NoAnswerReason;
  /** False when the caller had given up before anything left. */
  readonly sent: boolean;

  constructor(
    reason: NoAnswerReason,
    message: string,
    { cause, sent = true }: { cause?: unknown; sent?: boolean } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.sent = sent;
  }
}

/** An answer whose body was read; `body` is undefined when it cannot be. */
export interface Answer {
  status: number;
  /** Whether the status says success. */
  ok: boolean;
  headers: Headers;
  body: unknown;
  /** Why the body cannot be read: what the answer is. */
  flaw?: string;
}

/** How much of an answer is read, unpacked. */
interface AnswerLimits {
  mebibytes: number;
  values: number;
}

const ofOneRecord: AnswerLimits = { mebibytes: 1, values: mostValues };
/** Room for a batch of forty thousand transfers. */
const ofBatch: AnswerLimits = { mebibytes: 16, values: mostServerValues };

export interface ExchangeRequest extends Sent {
  /** The answer may be about a whole batch, rather than one record. */
  isOfBatch?: true;
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The platform's fetch, looked up when it is called so that a test's or a framework's patch is honoured. */
export const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/**
 * One request and its whole answer within one deadline. It never sends twice and follows no redirect: a redirect would
 * carry credentials to an address that nobody configured.
 *
 * @throws NoAnswer
 */
export async function exchange(send: Fetch, request: ExchangeRequest): Promise<Answer> {
  const { method, url, body, timeoutMs, signal } = request;
  const limits = request.isOfBatch ? ofBatch : ofOneRecord;
  if (signal?.aborted) throw gaveUp(signal, false);
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (body !== undefined) headers['content-type'] = 'application/json';

  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as NoAnswer), { once: true });
  });
  const timer = setTimeout(
    () => controller.abort(new NoAnswer('TIMEOUT', `No answer within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  const handleAbort = () => controller.abort(signal && gaveUp(signal, true));
  signal?.addEventListener('abort', handleAbort, { once: true });

  const run = async (): Promise<Answer> => {
    const response = await send(url, { method, headers, body, redirect: 'manual', signal: controller.signal });
    const { status, ok, headers: answered } = response;
    return {
      status,
      ok,
      headers: answered,
      ...readJson(await readBytes(response, limits.mebibytes * 2 ** 20), limits),
    };
  };
  try {
    // Raced, because a fetch that was handed in may ignore the signal.
    return await Promise.race([run(), ended]);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer('NO_ANSWER', 'The request ended without an answer.', { cause: withoutDetails(error, request) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', handleAbort);
  }
}

const gaveUp = (signal: AbortSignal, sent: boolean): NoAnswer =>
  new NoAnswer('ABORTED', `The caller gave up${sent ? '' : ' before anything was sent'}.`, {
    cause: signal.reason,
    sent,
  });

function readJson(bytes: Uint8Array | undefined, { mebibytes, values }: AnswerLimits): Pick<Answer, 'body' | 'flaw'> {
  return bytes ? parseJson(bytes, values) : { body: undefined, flaw: `larger than ${mebibytes} MiB` };
}

/**
 * Whether nobody knows by this status what the service has done: it has failed, or points elsewhere (303: to what came of
 * it), or what stands between has given up, or asks for the same once more (408, 421, 425).
 */
export const leavesUnknown = (status: number): boolean =>
  status >= 500 || (status >= 300 && status < 400) || [408, 421, 425].includes(status);

/** Why an answer is not taken. */
export const misfit = ({ flaw }: Answer, error: Parameters<typeof misfitOf>[0]): string =>
  `The answer is ${flaw ?? `not the record that was asked for: see ${misfitOf(error)}`}.`;

/** Some HTTP clients hang the whole request, headers included, on their errors; only the words are kept. */
function withoutDetails(error: unknown, request: Sent): Error {
  const hide = hideSecrets(request);
  if (!(error instanceof Error)) return new Error(hide(String(error)));
  const inner = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  const clean = new Error(hide(`${error.message}${inner}`));
  clean.name = hide(error.name);
  return clean;
}
