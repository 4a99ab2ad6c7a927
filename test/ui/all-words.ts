import { loadMessages, type AllWords, type Language } from '../../src/messages/catalogue.ts';
import { MethodWords } from '../../src/messages/method-words.ts';

/** Everything that the checkout says in a language. */
export const allWords = async (language: Language): Promise<AllWords> =>
  (await MethodWords.load(language)).in(language, await loadMessages(language), () => undefined);
