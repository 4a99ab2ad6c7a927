/** Paths that a payer's browser calls with the public key, from whatever shop it is on. */
const PUBLIC_PATHS = [
  /^(\/v1)?\/merchants\/[^/]+$/,
  /^(\/v1)?\/transactions(\/[^/]+)?$/,
  /^(\/v1)?\/tokens\/[^/]+(\/[^/]+)?$/,
  /^(\/v1)?\/pse\/financial_institutions$/,
  /^\/wallet-b\//,
  /^\/libs\//,
  /^\/contracts\//,
  /^\/_sandbox(\/|$)/,
] as const;

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'accept, authorization, content-type, x-merchant-public-key',
  'access-control-max-age': '600',
} as const;

/** Whether a page of any origin may read the answers of a path. Backend endpoints are not among them. */
export function isOpenToBrowsers(path: string): boolean {
  return PUBLIC_PATHS.some((pattern) => pattern.test(path));
}

/** Adds the header that lets a page of any origin read an answer. */
export function withCors(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set('cross-origin-resource-policy', 'cross-origin');
  headers.set('access-control-expose-headers', 'allow, retry-after');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The answer to a browser's question before a request; a path that is not open gets no permission. */
export function preflight(request: Request, path: string): Response {
  const answer = new Response(null, { status: 204, headers: { vary: 'origin, access-control-request-headers' } });
  if (!isOpenToBrowsers(path)) return answer;
  const allowed = withCors(answer);
  for (const [name, value] of Object.entries(PREFLIGHT_HEADERS)) allowed.headers.set(name, value);
  if (request.headers.has('access-control-request-private-network')) {
    allowed.headers.set('access-control-allow-private-network', 'true');
  }
  return allowed;
}
