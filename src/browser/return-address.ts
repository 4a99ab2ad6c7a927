/**
 * Reads from an address what a return from the bank adds to it, `id` and `env` (SERVICE-NOTES.md "return address"):
 * unchecked, and as it is written, for an id has nothing to be decoded. A hash router's address has parameters behind its
 * hash as well (`#/thanks?id=…`): the first part with an id is the one, and there the last id, which was added.
 */
export function returnedFrom(href: string): { id: string; isMarked: boolean } | undefined {
  for (const part of href.split('#')) {
    const [, id] = /\?(?:.*&)?id=([^&]+)/.exec(part) ?? [];
    if (id) return { id, isMarked: /[?&]env=/.test(part) };
  }
}

/** The same address without what the return added; another id may be the shop's own, which stays. */
export function withoutReturn(href: string): string {
  let isFound = false;
  const parts = href.split('#').map((part) => {
    if (isFound || !returnedFrom(part)) return part;
    isFound = true;
    const [path = '', ...query] = part.split('?');
    const kept = `&${query.join('?')}`.replace(/&env=[^&]*/g, '').replace(/(.*)&id=[^&]*/, '$1');
    return path + kept.replace('&', '?');
  });
  return parts.join('#');
}

/** Where the page is: its path alone, for a query may be anybody's. */
export const pageScope = (): string => window.location.pathname;
