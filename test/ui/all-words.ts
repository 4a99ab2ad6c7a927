import { loadMessages, type AllWords, type Language } from '../../src/messages/catalogue.ts';
import { allWords as all } from '../../src/messages/method-words.ts';

/** Everything that the checkout says in a language. */
export const allWords = async (language: Language): Promise<AllWords> => all(await loadMessages(language));
