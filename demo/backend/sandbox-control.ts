import * as z from 'zod/mini';

/** A refusal by the sandbox's control API, or no answer from it at all (`status` 0). */
export class SandboxControlError extends Error {
  override readonly name = 'SandboxControlError';
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const secretName = /secret|api_key|private|principal/i;

/** Leaves out whatever is named like a credential, at any depth: the rest may go to the page. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  );
}

const transactionsSchema = z.array(z.looseObject({ reference: z.string() }));
const requestsSchema = z.array(z.object({ method: z.string(), path: z.string() }));

/**
 * The sandbox's control API, as the test panel may use it. It goes through the shop's backend because
 * `GET /_sandbox/config` holds secrets, and because control is no part of the service that a page could call.
 */
export class SandboxControl {
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;

  constructor(baseUrl: string, fetcher: typeof fetch = fetch) {
    this.#baseUrl = baseUrl;
    this.#fetch = fetcher;
  }

  /** The designated test values, without any credential. */
  async testValues(): Promise<unknown> {
    return withoutSecrets(await this.#call('GET', '/_sandbox/config'));
  }

  /** What the service was asked so far, each method and path once: the paths that a fault can be put on. */
  async seenRequests(): Promise<{ method: string; path: string }[]> {
    const requests = z.safeParse(requestsSchema, await this.#call('GET', '/_sandbox/requests'));
    if (!requests.success) throw new SandboxControlError('The sandbox answered with an unreadable request log.', 502);
    const distinct = new Map(requests.data.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
    return [...distinct.values()].filter(({ path }) => !path.startsWith('/_sandbox/'));
  }

  /** The transaction of a reference; null when there is none. */
  async transactionOf(reference: string): Promise<object | null> {
    const all = z.safeParse(transactionsSchema, await this.#call('GET', '/_sandbox/transactions'));
    if (!all.success) throw new SandboxControlError('The sandbox answered with unreadable transactions.', 502);
    return all.data.find((one) => one.reference === reference) ?? null;
  }

  /** Says where events go. */
  async sendEventsTo(url: string): Promise<void> {
    await this.#call('POST', '/_sandbox/webhooks', { url });
  }

  async addFault(fault: unknown): Promise<void> {
    await this.#call('POST', '/_sandbox/faults', fault);
  }

  /** Clears transactions, faults and the request log. */
  async reset(): Promise<void> {
    await this.#call('POST', '/_sandbox/reset');
  }

  async #call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(this.#baseUrl + path, {
        method,
        signal: AbortSignal.timeout(5_000),
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (cause) {
      throw new SandboxControlError(`The sandbox at ${this.#baseUrl} does not answer.`, 0, { cause });
    }
    if (!response.ok) throw new SandboxControlError(`The sandbox refused: ${text.slice(0, 500)}`, response.status);
    if (!text) return null;
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw new SandboxControlError('The sandbox answered with something that is not JSON.', 502, { cause });
    }
  }
}
