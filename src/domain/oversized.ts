/** How deep JSON may be nested: more than anything here needs, and nothing that a stack runs out of. */
export const mostLevels = 100;
/**
 * How much there may be in one record: a long list of banks has two thousand values. What a page gives may hold a record
 * in several places, each time in another one of those.
 */
export const mostValues = 5000;
/** The same of a batch, which only a server reads: a transfer has some ten, and there may be tens of thousands of them. */
export const mostServerValues = 500_000;

/** Whether there are records or lists in more levels than there may be, or more in them than can be copied. */
export function isOversized(value: unknown, most = mostValues): boolean {
  let left = most;
  const exceeds = (inner: unknown, levels: number): boolean => {
    if (typeof inner !== 'object' || inner === null) return false;
    left -= Array.isArray(inner) ? inner.length : Object.keys(inner).length;
    return levels === 0 || left < 0 || Object.values(inner).some((each) => exceeds(each, levels - 1));
  };
  return exceeds(value, mostLevels);
}
