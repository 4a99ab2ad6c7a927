import type { LitElement } from 'lit';
import type { CheckoutHost } from '../element/host.ts';

/** How many letters are wrong at most in what may be another word: `order-ulr` has two. */
const wrongLetters = 2;

/** How many letters one word takes to become another, by adding, leaving out and changing (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, place) => place);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let place = 1; place <= other.length; place += 1) {
      const [before = 0, above = 0] = row.slice(place - 1, place + 1);
      const changed = before + (one[at - 1] === other[place - 1] ? 0 : 1);
      next.push(Math.min(changed, above + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * Attributes that are spelled like properties, or nearly like an attribute. HTML knows no capitals, so that `publicKey`
 * arrives as `publickey` and means nothing; a property that takes a function arrives as text.
 */
export function checkSpelling(host: CheckoutHost): string | undefined {
  const found: string[] = [];
  const { elementProperties } = host.constructor as typeof LitElement;
  const known = [...elementProperties].map(([property, { attribute = true }]) => {
    const name = String(property).toLowerCase();
    return { property: String(property), name, right: attribute === true ? name : attribute };
  });
  for (const given of host.getAttributeNames()) {
    if (known.some(({ right }) => right === given)) continue;
    // Hosted widgets have theirs as data, by the key of which a page that comes from one is known; other data is the page's.
    const bare = given.replace(/^data-(?=public-key$)|[^a-z]/g, '');
    const same = known.find(({ name }) => name === bare);
    // What all elements have is no misspelling, and the short ones are near to one another.
    const isOdd = given.length > 5 && !(given in host) && !/^(?:aria|data|on)/.test(given);
    const near =
      isOdd && !same
        ? known.find(({ right }) => typeof right === 'string' && distance(given, right) <= wrongLetters)
        : undefined;
    const { right, property } = same ?? near ?? {};
    if (right) found.push(`${given} is written ${right}`);
    else if (property) found.push(`${given} is no attribute: set the property ${property}`);
  }
  if (found.length > 0) return `HTML attributes are public-key, amount-in-cents and so on: ${found.join('; ')}.`;
}
