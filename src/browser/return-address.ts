/** What a return from the bank adds to the shop's address (SERVICE-NOTES.md "return address"). */
const idName = 'id';
const markName = 'env';

/** The parameters of the address and of a hash router's address inside it (`#/thanks?id=…`). */
function parametersOf(address: URL): { search: URLSearchParams; hash: URLSearchParams; hashPath: string } {
  const [hashPath = '', hashQuery] = address.hash.split('?', 2);
  return { search: address.searchParams, hash: new URLSearchParams(hashQuery ?? ''), hashPath };
}

/** Most addresses are of no return, and need not be taken apart. */
const mayReturn = (href: string): boolean => new RegExp(`[?&]${idName}=`).test(href);

/** Reads the transaction id from an address, unchecked. */
export function returnedFrom(href: string): { id: string; isMarked: boolean } | undefined {
  if (!mayReturn(href)) return;
  const { search, hash } = parametersOf(new URL(href));
  for (const parameters of [search, hash]) {
    const id = parameters.get(idName);
    if (id) return { id, isMarked: parameters.has(markName) };
  }
}

/** The same address without what the return added. */
export function withoutReturn(href: string): string {
  if (!mayReturn(href)) return href;
  const address = new URL(href);
  const { search, hash, hashPath } = parametersOf(address);
  // The first alone, which is the one that was read: behind the hash may stand an id of the shop's own.
  const parameters = search.get(idName) ? search : hash;
  for (const name of [idName, markName]) parameters.delete(name);
  if (address.hash.includes('?')) address.hash = hashPath + (hash.size > 0 ? `?${hash.toString()}` : '');
  return address.href;
}
