import * as z from 'zod/mini';
import { CheckoutError, type CheckoutErrorCode } from '../domain/checkout-error.ts';
import { defaultPaths, type ServicePaths, type ServiceProfile } from '../domain/service-profile.ts';
import { mostValues } from '../domain/oversized.ts';
import { inData, misfitOf } from '../domain/wire/fields.ts';
import { paymentsErrorSchema } from '../domain/wire/payments-error.ts';
import { parseJson } from '../domain/wire/parse-json.ts';
import { readBytes } from '../domain/wire/read-bytes.ts';
import { addressOf, fetchAnew, requestInit } from './service-request.ts';

interface Bounds {
  signal?: AbortSignal | undefined;
  /** After this long without a whole answer the request counts as unanswered, in ms. Default: 20 s. */
  timeoutMs?: number;
}

export interface ServiceRequest<Answer> extends Bounds {
  /** Absolute address, or a path below the base address. */
  path: string;
  /** What an error calls it, where it holds a secret. Default: the path, and of a whole address its origin alone. */
  called?: string;
  /** Default: POST with a body, GET without. */
  method?: 'GET' | 'POST';
  /** Default: those of a public-key request. */
  headers?: Record<string, string>;
  body?: object;
  /** What the answer has to look like. */
  schema: z.ZodMiniType<Answer>;
}

export interface ServiceClientOptions {
  /** `{base_url}` of SPEC.md. */
  baseUrl: string;
  publicKey: string;
  profile?: ServiceProfile | null | undefined;
  fetch?: typeof fetch | undefined;
  /** Calls `run` after this long, in ms, unless what it returns is called before. Default: the page's timers. */
  timer?: ((ms: number, run: () => void) => () => void) | undefined;
}

/** How the service names the fields of a request, and the types of its errors and what has a status: nothing else is quoted. */
const fieldName = /^[a-z_.]{1,64}$/i;
export const typeName = /^[A-Z_]{1,64}$/;
/** Most bytes of an answer: a record has a few thousand, one with the page of a bank in it a hundred thousand. */
const maxAnswerBytes = 1024 * 1024;
/** How many fields are named in an error's message. */
const mostNamed = 10;

const isAddress = (path: string): boolean => /^https?:/.test(path);

const realTimer = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const codesByStatus: Record<number, CheckoutErrorCode> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  // What stands between gives up: a proxy, or a service worker of the shop's where the network has failed.
  408: 'timeout',
  421: 'network',
  425: 'network',
  429: 'rate_limited',
};

/**
 * Speaks HTTP with the payments API. Every answer is parsed, every failure is a CheckoutError, and nothing is ever
 * re-sent here: whether that is safe is the flow's to know.
 */
export class ServiceClient {
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
  }

  /** What the merchant knows of the live service. */
  get profile(): ServiceProfile {
    return this.#options.profile ?? {};
  }

  /** The path of an endpoint, as SPEC.md writes it or as the profile says. */
  path(name: keyof ServicePaths): string {
    return this.profile.paths?.[name] ?? defaultPaths[name];
  }

  /** The same for an answer in the service's envelope: what is in it (SPEC.md section 2). */
  async fetchData<Data>(request: ServiceRequest<Data>): Promise<Data> {
    const { data } = await this.request({ ...request, schema: inData(request.schema) });
    return data;
  }

  /**
   * @returns the parsed answer.
   * @throws CheckoutError `network`, `timeout`, `service_unavailable` and `invalid_response` leave open whether the
   * service has acted; every other code says that it has refused. `aborted` when `signal` ended the request.
   */
  async request<Answer>(request: ServiceRequest<Answer>): Promise<Answer> {
    const { path, body, schema } = request;
    const called = request.called ?? (isAddress(path) ? new URL(path).origin : path.replace(/\?.*/s, ''));
    const { publicKey } = this.#options;
    const {
      method = body ? 'POST' : 'GET',
      // Of a public-key request (SERVICE-NOTES.md "public-key auth").
      headers = { authorization: this.profile.authorization?.(publicKey) ?? `Bearer ${publicKey}` },
    } = request;
    const address = this.#addressOf(path);
    return this.bounded(`${method} ${this.#addressOf(called)}`, request, async (signal) => {
      const response = await (this.#options.fetch ?? fetchAnew)(address, {
        ...requestInit,
        method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await readJson(response);
      if (!response.ok) throw refusal(response, answer);
      const parsed = z.safeParse(schema, answer);
      if (parsed.success) return parsed.data;
      const text = `The answer to ${method} ${called} cannot be used: see ${misfitOf(parsed.error)}.`;
      throw new CheckoutError('invalid_response', text, { status: response.status });
    });
  }

  #addressOf(path: string): string {
    return isAddress(path) ? path : addressOf(this.#options.baseUrl, path);
  }

  /**
   * What `run` comes to, unless that takes too long.
   *
   * @param what is asked, for whoever reads the error.
   * @throws CheckoutError `network`, `timeout` and `aborted`, or what `run` throws as such.
   */
  async bounded<Answer>(
    what: string,
    { signal, timeoutMs = 20_000 }: Bounds,
    run: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const ending = endingWith(signal);
    const cancel = (this.#options.timer ?? realTimer)(timeoutMs, ending.abort);
    try {
      const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', reject));
      return await Promise.race([run(ending.signal), ended]);
    } catch (thrown) {
      if (thrown instanceof CheckoutError) throw thrown;
      if (signal?.aborted) throw new CheckoutError('aborted', `${what} was given up.`);
      if (ending.signal.aborted) throw new CheckoutError('timeout', `${what} had no answer within ${timeoutMs} ms.`);
      throw new CheckoutError('network', `${what} had no answer, or a redirect, which is not followed.`, {
        cause: thrown,
      });
    } finally {
      cancel();
      ending.release();
    }
  }
}

/**
 * The body as JSON; undefined when it is none, or has more in it than a page can read between two keys of the payer. A
 * connection that breaks midway still throws, as one without an answer.
 */
export async function readJson(response: Response): Promise<unknown> {
  const bytes = await readBytes(response, maxAnswerBytes);
  return bytes && parseJson(bytes, mostValues).body;
}

/**
 * What a refusal by the service means, or by a backend that hands it on: the names of what it refuses, and none of its
 * words, for they may quote what was sent, in any spelling. Whoever needs them finds the answer in the network panel.
 */
export function refusal(response: Response, answer: unknown): CheckoutError {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = seconds >= 0 ? seconds * 1000 : undefined;
  if (status >= 500)
    return new CheckoutError('service_unavailable', `The service answered ${status}.`, { status, retryAfterMs });
  const { type = '', messages = {} } = z.safeParse(paymentsErrorSchema, answer).data?.error ?? {};
  const names = Object.keys(messages).map((name) => (fieldName.test(name) ? name : 'other'));
  const named = names.slice(0, mostNamed).join(', ');
  const message = [`The service answered ${status}`, typeName.test(type) && type, named && `about ${named}`];
  return new CheckoutError(codesByStatus[status] ?? 'request_rejected', `${message.filter(Boolean).join(' ')}.`, {
    status,
    fields: Object.fromEntries(names.map((name) => [name, true])),
    retryAfterMs,
  });
}

/** Something that ends when it is told to, or with what it is a part of. */
export interface Ending {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** It is over: what it was a part of no longer holds it. */
  readonly release: () => void;
}

/** An end of its own for a part of what `whole` ends; where there is none, only `abort` ends it. */
export function endingWith(whole: AbortSignal | undefined): Ending {
  const controller = new AbortController();
  const abort = () => controller.abort();
  whole?.addEventListener('abort', abort);
  if (whole?.aborted) abort();
  return { signal: controller.signal, abort, release: () => whole?.removeEventListener('abort', abort) };
}

/** A refusal by a name of its own; what the service says of it stays. */
export const refusedAs = (
  code: CheckoutErrorCode,
  { message, status = 422, fields }: CheckoutError,
  about = '',
): CheckoutError => new CheckoutError(code, about + message, { status, fields });

/** Gives what a request throws when the service refuses it another name; whatever else went wrong keeps its own. */
export const refusing =
  (codes: Partial<Record<CheckoutErrorCode, CheckoutErrorCode>>, about?: string) =>
  (thrown: unknown): never => {
    const error = thrown as CheckoutError;
    const code = codes[error.code];
    throw code ? refusedAs(code, error, about) : error;
  };
