import { isLoopback } from '../domain/safe-address.ts';
import { type Fetch, platformFetch } from './exchange.ts';

/** Refuses what is no object in words that say which argument it is, not which property of nothing was read. */
export function requireObject<Value extends object>(value: Value, what: string): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${what} must be an object.`);
  return value;
}

/** Options of a client of either API. */
export interface ClientOptions<Paths> {
  /** Where the API is (`{base_url}`, `{payouts_base_url}`, …); https, or http inside a private network. */
  baseUrl: string;
  fetch?: Fetch;
  /** Longest wait for one answer. Default 30000. */
  timeoutMs?: number;
  paths?: Partial<Paths>;
}

/** Reads where an API is, and how it is asked; throws a TypeError for what cannot be used. */
export function connectionOf<Paths extends object>(options: ClientOptions<Paths>, defaults: Paths) {
  const { baseUrl, fetch, timeoutMs, paths } = requireObject(options, 'The options');
  // It would look like a service that does not answer.
  if (fetch !== undefined && fetch !== null && typeof fetch !== 'function')
    throw new TypeError('fetch must be a function.');
  return {
    baseUrl: requireBaseUrl(baseUrl),
    send: fetch ?? platformFetch,
    timeoutMs: requireTimeout(timeoutMs ?? 30_000),
    paths: requirePaths(defaults, paths),
  };
}

/** Where an API is, and how it is asked. */
export type Connection<Paths extends object> = ReturnType<typeof connectionOf<Paths>>;

/** The paths of an API with a merchant's own in place of some; what is undefined or null stays as it was. */
function requirePaths<Paths extends object>(defaults: Paths, given: Partial<Paths> | null | undefined): Paths {
  const own = Object.entries(requireObject(given ?? {}, 'paths')).filter(
    ([, path]) => path !== undefined && path !== null,
  );
  for (const [name, path] of own)
    if (typeof path !== 'string' || !path.startsWith('/'))
      throw new TypeError(`paths.${name} must begin with a slash.`);
  return { ...defaults, ...Object.fromEntries(own) };
}

export interface CallOptions {
  /** Gives up on the call. What was already sent stays sent. */
  signal?: AbortSignal;
}

/** The signal of a call's options, of which there may be none. */
export function signalOf(options: CallOptions | null | undefined): AbortSignal | undefined {
  const { signal } = requireObject(options ?? {}, 'The options of a call');
  if (signal === undefined || signal === null) return undefined;
  // A test's or a framework's own AbortSignal is one too.
  if (typeof signal.addEventListener !== 'function') throw new TypeError('signal must be an AbortSignal.');
  return signal;
}

/** Longest `setTimeout` delay; beyond it the timer would fire at once. */
const longestMs = 2_147_483_647;

function requireTimeout(value: number): number {
  if (typeof value !== 'number' || !(value > 0 && value <= longestMs))
    throw new TypeError('timeoutMs must be a positive number of milliseconds.');
  return value;
}

// Names that cannot be reached over the open internet: reserved ones (RFC 2606, 6761, 6762), single labels (containers) and private networks.
const privateHost =
  /^(?:[^.[]+|.+\.(?:test|example|invalid|local|internal|home\.arpa)|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[f[cd][0-9a-f:]*\])$/i;

/** Plain http passes only on this machine and in a private network, as every request carries a credential. */
function requireBaseUrl(value: unknown): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an absolute http(s) address.');
  if (url.username || url.password) throw new TypeError('baseUrl must carry no user name or password.');
  if (url.search || url.hash) throw new TypeError('baseUrl must have no query and no fragment.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !privateHost.test(url.hostname))
    throw new TypeError('baseUrl must be https: credentials would travel in the clear.');
  return url;
}

/**
 * Puts a path below a base address. A version that the base already ends with is not repeated: live base addresses
 * are often given as `https://api.example/v1`, while SPEC.md writes `{base_url}/v1/transactions/<id>`.
 */
export function serviceUrl(base: URL, path: string, query?: Record<string, string>): string {
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
  const version = /\/v\d+$/.exec(prefix)?.[0];
  const tail = version && path.startsWith(`${version}/`) ? path.slice(version.length) : path;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return `${base.origin}${prefix}${tail}${search}`;
}
