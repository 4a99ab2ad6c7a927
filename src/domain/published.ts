/** What leaves the flow: copies that nobody can change, so that nothing that a page does to them comes back. */

/** Tokens of the contracts, and the addresses that take a code in the payer's name, with theirs. */
const secretNames: readonly string[] = ['acceptance_token', 'accept_personal_auth', 'url_services'];

/** The copy of each record. A copy is its own. */
const copies = new WeakMap<object, object>();

/** A record or a list, of whichever class or realm. What stays itself, as an error or a URL, is neither. */
const isCopied = (value: unknown): value is object =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

function copyOf(value: object): object {
  if (Array.isArray(value)) return value.map(published);
  const told = Object.entries(value).filter(([name]) => !secretNames.includes(name));
  return Object.fromEntries(told.map(([name, inner]) => [name, published(inner)]));
}

/**
 * A frozen copy without secrets: the same one each time for the same record, so that a page can tell by it whether
 * something has changed.
 */
export function published<Own>(value: Own): Own {
  if (!isCopied(value)) return value;
  const known = copies.get(value) ?? Object.freeze(copyOf(value));
  copies.set(value, known).set(known, known);
  return known as Own;
}
