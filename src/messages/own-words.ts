import type { PaymentMethodType } from '../domain/payment-method-type.ts';
import type { Language } from './catalogue.ts';
import type { Messages } from './es.ts';
import type { MethodMessages } from './methods/es.ts';

/** What a page can say in words of its own: a text of the catalogue, or the title of a payment method. */
export type WordKey = keyof Messages | keyof MethodMessages | PaymentMethodType;

/** Texts of the page's own by their keys; whatever is not there is said in the catalogue's words. */
export type OwnWords = { readonly [Key in WordKey]?: string };

/** Own texts, for whatever language is spoken or below `es`, `en` and `pt` for that one, which wins. */
export type CheckoutWords = OwnWords & { readonly [Spoken in Language]?: OwnWords };

/** The words of a language, with those of the page among them. */
export type SpokenWords = Messages & OwnWords;

/** How many gaps a text has, and one more. */
export const gapsIn = (text: unknown): number => String(text).split('{').length;

/**
 * Puts the page's own texts in place of the catalogue's. A text that is empty, or has not as many gaps as the one that it
 * replaces, is left out: the words around a link, an amount or the host of another page may change, but none of these may
 * disappear.
 */
export function withOwn<Words extends Readonly<Record<string, string>>>(words: Words, own: object): Words {
  const known: Record<string, unknown> = { ...words };
  for (const [key, text] of Object.entries(own)) if (text && gapsIn(text) === gapsIn(known[key])) known[key] = text;
  return known as typeof words;
}

/** What the page calls a payment method, if it does. */
export const ownTitle = (words: SpokenWords, type: string): string | undefined =>
  (words as Readonly<Record<string, string | undefined>>)[type];
