import { fill } from '../../src/messages/catalogue.ts';
import { readPreferences } from '../preferences.ts';
import type { ShopLocale } from '../words.ts';
import { en, type ToolText } from './en.ts';
import { pt } from './pt.ts';

const catalogue: Record<ShopLocale, Record<string, string>> = { es: {}, en: { ...en }, pt: { ...pt } };
const draws = new Set<() => void>();
const spanish = new WeakMap<Element, Map<string, string>>();
let spoken = readPreferences().locale;

/** The language that the tools speak. */
export const spokenLocale = (): ShopLocale => spoken;

/** A text that came as it is, in the language of the tools; what the catalogue lacks stays. */
export const translated = (text: string): string => catalogue[spoken][text] ?? text;

/** A text of the tools, with values in its `{names}`. */
export const say = (text: ToolText, values: Record<string, string> = {}): string => fill(translated(text), values);

/**
 * Teaches the tools what one page alone says, in English and Portuguese by the Spanish.
 *
 * @returns `say` for these texts too
 */
export function teach<Text extends string>(words: Record<'en' | 'pt', Readonly<Record<Text, string>>>) {
  Object.assign(catalogue.en, words.en);
  Object.assign(catalogue.pt, words.pt);
  return (text: Text | ToolText, values: Record<string, string> = {}): string => fill(translated(text), values);
}

/** Draws again whenever the tools speak another language. */
export const onSpeech = (draw: () => void): unknown => draws.add(draw);

/** A text or a label of the page's HTML, which is the Spanish. */
function translate(element: Element, place: string, read: () => string | null, write: (text: string) => void): void {
  const texts = spanish.get(element) ?? new Map<string, string>();
  const original = texts.get(place) ?? (read() ?? '').trim().replace(/\s+/g, ' ');
  spanish.set(element, texts.set(place, original));
  if (original) write(translated(original));
}

/** Speaks a language from now on: in what the tools draw, and in what the page's HTML marks with `data-say`. */
export function speak(locale: ShopLocale, page: Document): void {
  const isNew = spoken !== locale;
  spoken = locale;
  page.documentElement.lang = locale;
  delete page.documentElement.dataset['untranslated'];
  for (const element of page.querySelectorAll('[data-say]')) {
    if (element.hasAttribute('aria-label'))
      translate(
        element,
        'label',
        () => element.getAttribute('aria-label'),
        (text) => element.setAttribute('aria-label', text),
      );
    if (element.childElementCount === 0)
      translate(
        element,
        'text',
        () => element.textContent,
        (text) => (element.textContent = text),
      );
  }
  if (isNew) for (const draw of draws) draw();
}
