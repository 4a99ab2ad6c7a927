import { isLoopback } from '../domain/safe-address.ts';

// Names that cannot be reached over the open internet: reserved ones (RFC 2606, 6761, 6762), single labels (containers) and private networks.
const privateHost =
  /^(?:[^.[]+|.+\.(?:test|example|invalid|local|internal|home\.arpa)|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[f[cd][0-9a-f:]*\])$/i;

/**
 * Reads the base address of an API. Plain http passes only where the connection stays on this machine or in a private
 * network, as every request carries a credential.
 *
 * @throws TypeError
 */
export function requireBaseUrl(value: unknown): URL {
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
  const prefix = base.pathname.replace(/\/+$/, '');
  const version = /\/v\d+$/.exec(prefix)?.[0];
  const tail = version && path.startsWith(`${version}/`) ? path.slice(version.length) : path;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return `${base.origin}${prefix}${tail}${search}`;
}
