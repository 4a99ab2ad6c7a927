/** What leaves the flow: copies that nobody can change, so that nothing that a page does to them comes back. */

/**
 * Tokens are of use to whoever has them: none of them is told, by whichever name a service gives them, nor the addresses
 * of the services that take a code, which may carry one.
 */
const isSecret = (name: string): boolean =>
  /token|jwt|bearer|secret|^authorization$|^accept_personal_auth$|^url_services$/i.test(name);

/** The copy of each record. A copy is its own. */
const copies = new WeakMap<object, object>();

export function isRecord(value: unknown): value is Record<string, unknown> {
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === Object.prototype || prototype === null;
}

/** A copy of plain records and lists, all the way down. What is no such thing, as a function, stays itself. */
function copyOf(value: unknown, copy: (inner: unknown) => unknown, isLeftOut?: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !isLeftOut?.(name));
  return Object.fromEntries(entries.map(([name, inner]) => [name, copy(inner)]));
}

/** What a page or a shop gives or is given, as it is now: what it writes into its own record later changes nothing. */
export const taken = <Given>(value: Given): Given => copyOf(value, taken) as Given;

/**
 * A frozen copy without tokens: the same one each time for the same record, so that a page can tell by it whether
 * something has changed.
 */
export function published<Own>(value: Own): Own {
  if (!isRecord(value) && !Array.isArray(value)) return value;
  const known = copies.get(value) ?? Object.freeze(copyOf(value, published, isSecret) as object);
  copies.set(value, known).set(known, known);
  return known as Own;
}
