/** The payer's saved cards, as the merchant's backend gives them to the page. */

import { cleanText } from './clean-text.ts';

/** In how many installments a purchase is paid at most. */
export const mostInstallments = 36;

/** Whether this is in how many installments a purchase can be paid. */
export const isInstallments = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostInstallments;

/** A card that the merchant has kept as a payment source (SPEC.md section 2.5), and what may be shown of it. */
export interface SavedSource {
  /** The merchant's own name of it, which goes to the order source and to `charge-url`. */
  id: string;
  /** The card's network, such as `VISA`. */
  network: string;
  /** The last four digits of its number. */
  lastFour: string;
  /** 1 to 12, as a number or a text. */
  expMonth: string | number;
  /** Two digits or four, as a number or a text. */
  expYear: string | number;
  /** In how many installments it can pay at most, 1 to 36. From 2 on the payer is asked; without it nobody is. */
  maxInstallments?: number | null | undefined;
}

/** The same as it is shown: month and year in two digits each. */
export interface SavedCard extends SavedSource {
  expMonth: string;
  expYear: string;
  maxInstallments?: number | undefined;
}

/** What a charge of a saved card asks of the merchant's backend. */
export interface SourceCharge {
  /** Of the order, which the backend has given for this card. */
  reference: string;
  /** The id of the saved card. */
  source: string;
  /** In how many installments, where the payer was asked. */
  installments?: number | undefined;
}

/** As long as a backend of this kit takes it. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && cleanText(value) !== '' && value.length <= 200;

/** A text, or a number as one; nothing of what is neither. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** An entry of `savedSources` as it is shown; undefined for one that cannot be shown and charged. */
export function savedCardIn(entry: unknown): SavedCard | undefined {
  const { id, network, ...rest } = Object(entry) as Record<string, unknown>;
  const lastFour = textOf(rest['lastFour']);
  const expMonth = textOf(rest['expMonth']).padStart(2, '0');
  const expYear = textOf(rest['expYear']).replace(/^20(?=\d\d$)/, '');
  const maxInstallments = rest['maxInstallments'] ?? undefined;
  const hasMost = isInstallments(maxInstallments);
  const isUsable =
    isText(id) &&
    isText(network) &&
    /^\d{4}$/.test(lastFour) &&
    /^(0[1-9]|1[0-2])$/.test(expMonth) &&
    /^\d\d$/.test(expYear);
  return isUsable ? { id, network, lastFour, expMonth, expYear, ...(hasMost && { maxInstallments }) } : undefined;
}

/** Most entries that are read: nobody chooses from more. */
export const mostSources = 100;

/** The entries of a list that can be shown and charged, each id once. What is no list has none. */
export function savedSourcesIn(list: unknown): SavedCard[] {
  const usable = Array.isArray(list) ? list.slice(0, mostSources).flatMap((entry) => savedCardIn(entry) ?? []) : [];
  return usable.filter(({ id }, at) => usable.findIndex((one) => one.id === id) === at);
}
