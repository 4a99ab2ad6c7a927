/**
 * Whether a request comes from a page of the same origin, as a browser says it; another program has no visitor's cookies to
 * misuse.
 */
export function isForOwnPage({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  // By the host alone: behind a proxy that ends TLS, the scheme is another one.
  return !origin || (URL.canParse(origin) && new URL(origin).host === new URL(url).host);
}
