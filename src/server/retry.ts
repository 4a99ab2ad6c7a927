/** How often and how fast technical errors are tried again. */
export interface RetryOptions {
  /** Requests in all, the first included. Default 4. */
  attempts?: number;
  /** Upper bound of the first pause; it doubles each time. Default 400. */
  baseMs?: number;
  /** Upper bound of any pause. Default 10000. */
  maxMs?: number;
}

export type RetryPolicy = Readonly<Required<RetryOptions>>;

/** Fills in the defaults, also for null; `false` means a single attempt. Throws a TypeError for the rest. */
export function retryPolicy(options?: RetryOptions | false | null): RetryPolicy {
  const given = options === false ? { attempts: 1 } : (options ?? {});
  if (typeof given !== 'object' || Array.isArray(given)) throw new TypeError('retry must be an object, or false.');
  const { attempts = 4, baseMs = 400, maxMs = 10_000 } = given;
  if (!Number.isSafeInteger(attempts) || attempts < 1)
    throw new TypeError('retry.attempts must be a positive integer; false turns retries off.');
  if (typeof baseMs !== 'number' || !(baseMs >= 0 && baseMs < Infinity))
    throw new TypeError('retry.baseMs must be a number of milliseconds.');
  if (typeof maxMs !== 'number' || !(maxMs >= 0 && maxMs <= 2_147_483_647))
    throw new TypeError('retry.maxMs must be a number of milliseconds.');
  return { attempts, baseMs, maxMs };
}

/**
 * Full jitter: anywhere between nothing and the exponential bound, so that clients that failed together do not come
 * back together. The first attempt is 1.
 */
export const backoffMs = (
  attempt: number,
  { baseMs, maxMs }: RetryPolicy,
  random: () => number = Math.random,
): number => random() * Math.min(maxMs, baseMs * 2 ** (attempt - 1));

/** `Retry-After` in ms, given in seconds or as a date; undefined when absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Waits; resolves early with false when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isOver: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', handleAbort);
      resolve(isOver);
    };
    const handleAbort = () => finish(false);
    const timer = setTimeout(() => finish(true), ms);
    if (signal?.aborted) finish(false);
    else signal?.addEventListener('abort', handleAbort, { once: true });
  });
}
