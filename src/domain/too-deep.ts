/** How deep JSON may be nested: more than anything here needs, and nothing that a stack runs out of. */
export const mostLevels = 100;
/**
 * How much there may be in it: a long list of banks has two thousand values. What a page gives may hold a record in several
 * places, each time in another one of those.
 */
const mostValues = 10_000;
/** The same for a server: a transfer of a batch has some ten, and there may be tens of thousands of them. */
export const mostServerValues = 500_000;

/**
 * Whether there are records or lists in more levels than there may be, or more in them than can be copied. A list may be
 * long for a server, and a record has a few dozen names anywhere: half a million of them take seconds to go through.
 */
export function isTooDeep(value: unknown, most = mostValues): boolean {
  let left = most;
  const isDeep = (inner: unknown, levels: number): boolean => {
    if (typeof inner !== 'object' || inner === null) return false;
    const count = Array.isArray(inner) ? inner.length : Object.keys(inner).length;
    left -= count;
    if (levels === 0 || left < 0 || (count > mostValues && !Array.isArray(inner))) return true;
    return Object.values(inner).some((each) => isDeep(each, levels - 1));
  };
  return isDeep(value, mostLevels);
}
