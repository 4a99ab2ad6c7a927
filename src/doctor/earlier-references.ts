/** The references that a page has given when it was loaded before: by them a page is known that signs anew at each load. */

/** Where a tab keeps what the checkouts of its page have given; only with a test key. */
const key = 'pay-checkout:doctor';

interface GivenReference {
  /** The address of the page, and the amount. */
  place: string;
  reference: string;
}

/** What the document before this one gave, and what this one has given so far. */
let before: readonly GivenReference[] | undefined;
const given: GivenReference[] = [];

function readBefore(): GivenReference[] {
  const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? '[]');
  return Array.isArray(kept) ? kept : [];
}

/**
 * Notes a reference that the page gives, and tells those that it gave for this amount when it was loaded before, in this
 * tab; none where one of them is still given.
 *
 * @throws what the browser throws that keeps nothing for this page.
 */
export function earlierReferences(reference: string, amountInCents: unknown): string[] {
  before ??= readBefore();
  const place = `${location.pathname}${location.search} ${String(amountInCents)}`;
  if (!given.some((one) => one.place === place && one.reference === reference)) {
    given.push({ place, reference });
    window.sessionStorage.setItem(key, JSON.stringify(given));
  }
  const of = (list: readonly GivenReference[]): string[] =>
    list.filter((one) => one.place === place).map((one) => one.reference);
  const now = of(given);
  const earlier = of(before);
  return earlier.some((one) => now.includes(one)) ? [] : earlier;
}
