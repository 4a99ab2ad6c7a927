import { es, type Messages } from './es.ts';

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

/**
 * The words of a language. Spanish is part of the first form; the others are fetched, and reject as imports do when
 * they cannot be.
 */
export async function loadMessages(language: Language): Promise<Messages> {
  return (atHand[language] ??= language === 'en' ? (await import('./en.ts')).en : (await import('./pt.ts')).pt);
}

/** Puts values into the `{names}` of a text. A name without a value stays as it is, so that somebody sees the gap. */
export const fill = (text: string, values: Record<string, string>): string => fillParts(text, values).join('');

/** The same for values that may be markup: the texts around the names and the values, in their order. */
export const fillParts = <Value>(text: string, values: Record<string, Value>): (string | Value)[] =>
  // What matches in brackets stands at each odd place.
  text.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? (values[part] ?? `{${part}}`) : part));
