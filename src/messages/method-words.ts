import { languageFiles, languageOf, withOwn, type AllWords, type Language, type SpokenWords } from './catalogue.ts';
import { methodMessages, type MethodMessages } from './method-messages.ts';

/** The Spanish ones come along: nearly every payer reads them. */
const load = async (language: Language): Promise<MethodMessages> =>
  language === 'es' ? methodMessages : (await languageFiles[language]()).methodMessages;

/** The words of the lazy forms and screens, with those of the first form. They come with the first of these. */
export class MethodWords {
  #messages: MethodMessages;
  #language: Language;
  #own: SpokenWords | undefined;
  #spoken: AllWords | undefined;

  private constructor(language: Language, messages: MethodMessages) {
    this.#language = language;
    this.#messages = messages;
  }

  /** @param locale BCP 47. Rejects as imports do when the words cannot be fetched. */
  static async load(locale: string): Promise<MethodWords> {
    const language = languageOf(locale);
    return new MethodWords(language, await load(language));
  }

  /**
   * All words of the locale; while those of a new one are on their way, the ones of before.
   *
   * @param words what the first form says: those of the page are among them, and some may be for here.
   */
  in(locale: string, words: SpokenWords, update: () => void): AllWords {
    const language = languageOf(locale);
    if (language !== this.#language) {
      this.#language = language;
      void load(language)
        .catch(() => methodMessages) // what the first form says then is Spanish, too
        .then((messages) => {
          if (this.#language !== language) return;
          this.#messages = messages;
          this.#spoken = undefined;
          update();
        });
    }
    if (this.#own !== words) this.#spoken = undefined;
    this.#own = words;
    return (this.#spoken ??= withOwn(this.#messages, words));
  }
}
