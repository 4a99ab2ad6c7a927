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

/** The same address without what the return added; behind the hash may stand an id of the shop's own, which stays. */
export function withoutReturn(href: string): string {
  let isFound = false;
  const parts = href.split('#').map((part) => {
    if (isFound || !returnedFrom(part)) return part;
    isFound = true;
    const [path = '', ...query] = part.split('?');
    const kept = query
      .join('?')
      .split('&')
      .filter((one) => !/^(?:id|env)=/.test(one))
      .join('&');
    return kept ? `${path}?${kept}` : path;
  });
  return parts.join('#');
}
