import { withOwn, type AllWords, type SpokenWords } from './catalogue.ts';
import { methodMessages } from './method-messages.ts';

const known = new WeakMap<SpokenWords, AllWords>();

/**
 * The words of the lazy forms and screens, with those that are spoken. The Spanish ones come along with these forms: nearly
 * every payer reads them. Those of another language are among what is spoken.
 */
export function allWords(words: SpokenWords): AllWords {
  const all = known.get(words) ?? withOwn(methodMessages, words);
  known.set(words, all);
  return all;
}
