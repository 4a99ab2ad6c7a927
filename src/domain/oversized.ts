/** How deep JSON may be nested: more than anything here needs, and nothing that a stack runs out of. */
export const mostLevels = 100;
/**
 * How much there may be in one answer of a few records: a list of 1,600 banks fits. A record that stands in several places
 * counts at each of them.
 */
export const mostValues = 5000;
/** The same of a batch, which only a server reads: a transfer has some ten, and there may be tens of thousands of them. */
export const mostServerValues = 500_000;

/** How many fields one record may have, however many records there are. */
export const mostFields = 10_000;

/** Whether there are records or lists in more levels than there may be, or more in them than can be copied, or gone through. */
export function isOversized(value: unknown, most = mostValues): boolean {
  let left = most;
  const exceeds = (inner: unknown, levels: number): boolean => {
    if (typeof inner !== 'object' || inner === null) return false;
    const isList = Array.isArray(inner);
    const count = isList ? inner.length : Object.keys(inner).length;
    left -= count;
    if (levels === 0 || left < 0 || (count > mostFields && !isList)) return true;
    return Object.values(inner).some((each) => exceeds(each, levels - 1));
  };
  return exceeds(value, mostLevels);
}
