/** Whether a request comes from a page of this shop, as a browser says it; a program has no visitor's cookies to misuse. */
export function isForOwnPage({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || (URL.canParse(origin) && new URL(origin).host === new URL(url).host);
}
