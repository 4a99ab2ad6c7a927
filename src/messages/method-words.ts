import { keyedMethods } from './keyed-methods.ts';
import { languageOf, type Language } from './catalogue.ts';
import type { MethodMessages } from './methods/es.ts';

const load: Record<Language, () => Promise<MethodMessages>> = {
  es: async () => keyedMethods((await import('./methods/es.ts')).es),
  en: async () => keyedMethods((await import('./en.ts')).methodMessages),
  pt: async () => keyedMethods((await import('./pt.ts')).methodMessages),
};

/**
 * The words of the forms and screens that come lazily. They are fetched with the first of these, so that the first form
 * does not wait for what it does not say.
 */
export class MethodWords {
  #messages: MethodMessages;
  #language: Language;

  private constructor(language: Language, messages: MethodMessages) {
    this.#language = language;
    this.#messages = messages;
  }

  /** @param locale BCP 47. Rejects as imports do when the words cannot be fetched. */
  static async load(locale: string): Promise<MethodWords> {
    const language = languageOf(locale);
    return new MethodWords(language, await load[language]());
  }

  /** The words of the locale; while those of a new one are on their way, the ones of before. */
  in(locale: string, update: () => void): MethodMessages {
    const language = languageOf(locale);
    if (language !== this.#language) {
      this.#language = language;
      load[language]().then(
        (messages) => {
          if (this.#language !== language) return;
          this.#messages = messages;
          update();
        },
        () => undefined, // the words of before still say everything
      );
    }
    return this.#messages;
  }
}
