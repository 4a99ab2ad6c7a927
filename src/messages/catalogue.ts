import type { PaymentMethodType } from '../domain/payment-method-type.ts';
import { es, type Messages } from './es.ts';
import type { MethodMessages } from './method-messages.ts';

/** The languages that the checkout speaks. */
export type Language = 'es' | 'en' | 'pt';

/** One text in each language, where it stands beside what it names instead of in a catalogue. */
export type Phrase = Readonly<Record<Language, string>>;

/**
 * The locale to speak and to format in: `es-CO` as it is given, Spanish for what the catalogue does not have. Whatever
 * comes back, Intl takes it.
 */
export function spokenLocale(locale: string | null | undefined): string {
  const [, language = 'es', region] = /^(es|en|pt)(?![a-z])(?:[-_]([a-z]{2}|\d{3})\b)?/i.exec(locale ?? '') ?? [];
  return region ? `${language}-${region}` : language;
}

/** The language for a BCP 47 locale: `es-CO` is Spanish, and so is whatever the catalogue does not have. */
export const languageOf = (locale: string): Language => spokenLocale(locale).slice(0, 2).toLowerCase() as Language;

/** The words that need not be waited for, by language. */
export const atHand: { es: Messages; en?: Messages; pt?: Messages } = { es };

const files = { en: () => import('./en.ts'), pt: () => import('./pt.ts') };

/**
 * The words of a language. The first form has its own in Spanish; the file of another language has those of the lazy
 * forms and screens as well. Rejects as imports do when the file cannot be had.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'es' ? es : (atHand[language] ??= (await files[language]()).messages);
}

/** Puts values into the `{names}` of a text. A name without a value stays as it is, so that somebody sees the gap. */
export const fill = (text: string, values: Record<string, string>): string => fillParts(text, values).join('');

/** The same for values that may be markup: the texts around the names and the values, in their order. */
export const fillParts = <Value>(text: string, values: Record<string, Value>): (string | Value)[] =>
  // What matches in brackets stands at each odd place.
  text.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? (values[part] ?? `{${part}}`) : part));

/** A text of the catalogue. */
export type CatalogueKey = keyof Messages | keyof MethodMessages;

/** What a page can say in words of its own: a text of the catalogue, or the title or the hint of a payment method. */
export type WordKey = CatalogueKey | PaymentMethodType | `${PaymentMethodType}.hint`;

/** Texts of the page's own by their keys; whatever is not there is said in the catalogue's words. */
export type OwnWords = { readonly [Key in WordKey]?: string };

/** Own texts, for whatever language is spoken or below `es`, `en` and `pt` for that one, which wins. */
export type CheckoutWords = OwnWords & { readonly [Spoken in Language]?: OwnWords };

/** The words of the first form, with those of the page among them, and in other languages than Spanish all others. */
export type SpokenWords = Messages & OwnWords;

/** What is spoken: the words, and the locale of their language, in which amounts and times are written. */
export interface Speech {
  words: SpokenWords;
  locale: string;
}

/** All words of a language, with those of the page among them. */
export type AllWords = SpokenWords & MethodMessages;

/**
 * Whether a text has the gaps of the one that it replaces, by their names: one that is called otherwise stays empty. The gap
 * of a consent is the text of its link, which may be any.
 */
export function hasGapsOf(replaced: unknown, text: unknown): boolean {
  const [known, own] = [String(replaced), String(text)];
  const names = known.match(/\{\w+\}/g) ?? [];
  return own.split('{').length === known.split('{').length && names.every((name) => own.includes(name));
}

/**
 * Puts the page's own texts in place of the catalogue's, or beside them. What is no text, is empty, or has not the gaps of
 * the one that it replaces, is left out: the words around a link, an amount or the host of another page may change, but none
 * of these may disappear.
 */
export function withOwn<Words extends object, Own extends object>(words: Words, own: Own): Words & Own {
  const known = { ...words } as Record<string, unknown>;
  for (const [key, text] of Object.entries(own))
    if (typeof text === 'string' && text && (!(key in words) || hasGapsOf(known[key], text))) known[key] = text;
  return known as Words & Own;
}

/** What the page calls a payment method by its type, or says below that name by `<TYPE>.hint`, if it does. */
export const ownWord = (words: SpokenWords, key: string): string | undefined =>
  (words as Readonly<Record<string, string | undefined>>)[key];
