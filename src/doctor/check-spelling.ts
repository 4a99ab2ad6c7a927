import type { LitElement } from 'lit';
import { isPaymentMethodType } from '../domain/payment-method-type.ts';
import type { CheckoutHost } from '../element/host.ts';
import { hasGapsOf, type CheckoutWords } from '../messages/catalogue.ts';
import { es } from '../messages/es.ts';
import { allWords } from '../messages/method-words.ts';

/** A word with at most this many wrong letters may be another word: `order-ulr` has two. */
const wrongLetters = 2;

/** How many letters have to be added, left out or changed to make one word another (Levenshtein). */
function distance(one: string, other: string): number {
  let row = [...Array(other.length + 1).keys()];
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

const isNear = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= wrongLetters && distance(one, other) <= wrongLetters;

/**
 * Attributes that are spelled like properties, or nearly like an attribute. HTML knows no capitals, so that `publicKey`
 * arrives as `publickey` and means nothing; a property that takes a function arrives as text.
 */
export function checkSpelling({ host }: { host: CheckoutHost }): string | undefined {
  const found: string[] = [];
  const { elementProperties } = host.constructor as typeof LitElement;
  const known = [...elementProperties].map(([property, { attribute = true }]) => {
    const name = String(property).toLowerCase();
    return { property: String(property), name, right: attribute === true ? name : attribute };
  });
  for (const given of host.getAttributeNames()) {
    if (known.some(({ right }) => right === given)) continue;
    // Hosted widgets take data attributes. A page that comes from one is known by the key; other data is the page's own.
    const bare = given.replace(/^data-(?=public-key$)|[^a-z]/g, '');
    const same = known.find(({ name }) => name === bare);
    // An attribute that all elements have is no misspelling. Short ones are too near to one another.
    const isOdd = given.length > 5 && !(given in host) && !/^(?:aria|data|on)/.test(given);
    const near =
      isOdd && !same ? known.find(({ right }) => typeof right === 'string' && isNear(given, right)) : undefined;
    const { right, property } = same ?? near ?? {};
    if (right) found.push(`${given} is written ${right}`);
    else if (property) found.push(`${given} is no attribute: set the property ${property}`);
  }
  if (found.length > 0) return `HTML attributes are public-key, amount-in-cents and so on: ${found.join('; ')}.`;
}

function problemOf(key: string, text: unknown, known: Readonly<Record<string, string>>): string | undefined {
  const replaced = known[key];
  if (typeof text !== 'string' || text === '')
    return 'is not a text, or an empty one: the checkout says its own text instead';
  if (isPaymentMethodType(key.replace(/\.hint$/, ''))) return;
  if (replaced === undefined) return 'is not a key of the words: nobody will read it';
  if (!hasGapsOf(replaced, text))
    return `needs the gaps of "${replaced}": with others the checkout says its own text instead`;
}

/** Says which of the page's own words nobody will read, and why. */
export function checkWords({ es: spanish, en, pt, ...all }: CheckoutWords, say: (text: string) => void): void {
  const known = allWords(es);
  for (const [place, own] of Object.entries({ words: all, 'words.es': spanish, 'words.en': en, 'words.pt': pt }))
    for (const [key, text] of Object.entries(own ?? {})) {
      const problem = problemOf(key, text, known);
      if (problem) say(`${place}.${key} ${problem}.`);
    }
}
