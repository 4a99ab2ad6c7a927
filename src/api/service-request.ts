import { isTestKey } from '../domain/is-test-key.ts';
import { safeAddress } from '../domain/safe-address.ts';
import { defaultPaths } from '../domain/service-profile.ts';

/** Headers of a request that has no key: SPEC.md section 4.1 names the merchant by its own. */
export const merchantHeaders = (publicKey: string): Record<string, string> => ({ 'x-merchant-public-key': publicKey });

/**
 * What all requests to the service have in common. A redirect is never followed: a 307 or 308 would deliver the body, a
 * card's number or the acceptance tokens, to an address that nobody configured.
 */
export const requestInit: RequestInit = {
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
};

/** Below the base address, which may end with a slash, or with the version that some paths begin with. */
export const addressOf = (baseUrl: string, path: string): string =>
  (baseUrl.replace(/(?<!\/)\/+$/, '') + path).replace('/v1/v1/', '/v1/');

/** What a page knows of service workers, where it runs in a browser at all. */
interface WorkerScope {
  navigator?: { serviceWorker?: { controller: unknown } };
}

function hasWorker(): boolean {
  try {
    return Boolean((globalThis as WorkerScope).navigator?.serviceWorker?.controller);
  } catch {
    return false; // a sandboxed frame has none, and may not even ask
  }
}

/**
 * The address, told apart from all that were asked for before where a service worker of the shop answers this page: one
 * that looks into its cache first, whatever `cache` says, would give the contracts or the payment of an earlier visit.
 */
export function pastWorker(address: string): string {
  if (!hasWorker()) return address;
  const url = new URL(address);
  url.searchParams.set('_', `${Math.random()}`);
  return url.href;
}

/** `fetch`, past the cache of a worker. A worker keeps nothing of what is posted. */
export const fetchAnew: typeof fetch = (asked, init) =>
  fetch(typeof asked === 'string' && init?.method !== 'POST' ? pastWorker(asked) : asked, init);

/**
 * Asks for the contracts while those who read them are still being fetched: a slow phone has them a round trip or two
 * sooner. Whoever then asks for the same is given that answer, once; an answer that nobody wants is left alone.
 *
 * @returns a `fetch` that gives it; nothing where the page has not yet said whom to ask, or has it wrong.
 */
export function askAhead(
  baseUrl: string | null | undefined,
  publicKey: string | null | undefined,
): typeof fetch | undefined {
  const key = publicKey ?? '';
  if (!baseUrl || !safeAddress(baseUrl, { allowLoopback: isTestKey(key) }) || !/^pub_[!-~]+$/.test(key)) return;
  const address = addressOf(baseUrl, defaultPaths.merchant);
  const ending = new AbortController();
  const headers = { accept: 'application/json', ...merchantHeaders(key) };
  let answer: Promise<Response> | undefined = fetchAnew(address, { ...requestInit, headers, signal: ending.signal });
  answer.catch(() => undefined);
  return (asked, init) => {
    const isSame = asked === address && JSON.stringify(init?.headers) === JSON.stringify(headers);
    const given = isSame && answer;
    if (!given) return fetchAnew(asked, init);
    answer = undefined;
    init?.signal?.addEventListener('abort', () => ending.abort());
    return given;
  };
}
