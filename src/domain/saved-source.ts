/** The payer's saved cards, as the merchant's backend gives them to the page. */

import { cleanText } from './clean-text.ts';

/** A card that the merchant has kept as a payment source (SPEC.md section 2.5), and what may be shown of it. */
export interface SavedSource {
  /** The merchant's own name of it, which goes to the order source and to `charge-url`. */
  id: string;
  /** The card's network, such as `VISA`. */
  network: string;
  /** The last four digits of its number. */
  lastFour: string;
  /** Two digits. */
  expMonth: string;
  /** Two digits. */
  expYear: string;
}

/** What a charge of a saved card asks of the merchant's backend. */
export interface SourceCharge {
  /** Of the order, which the backend has given for this card. */
  reference: string;
  /** The id of the saved card. */
  source: string;
}

/** As long as a backend of this kit takes it. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && cleanText(value) !== '' && value.length <= 200;

/** Whether an entry of `savedSources` can be shown and charged. */
export function isSavedSource(entry: unknown): entry is SavedSource {
  const { id, network, lastFour, expMonth, expYear } = Object(entry) as Record<string, unknown>;
  return (
    isText(id) &&
    isText(network) &&
    /^\d{4}$/.test(String(lastFour)) &&
    /^(0[1-9]|1[0-2])$/.test(String(expMonth)) &&
    /^\d\d$/.test(String(expYear))
  );
}

/** Most entries that are read: nobody chooses from more. */
export const mostSources = 100;

/** The entries of a list that can be shown and charged, each id once. What is no list has none. */
export function savedSourcesIn(list: unknown): SavedSource[] {
  const usable = Array.isArray(list) ? list.slice(0, mostSources).filter(isSavedSource) : [];
  return usable.filter(({ id }, at) => usable.findIndex((one) => one.id === id) === at);
}
