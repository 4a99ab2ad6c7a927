/** A text as it is compared: without case, accents and punctuation. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The options in which each word of the query begins a word or stands inside of one; those that begin with the query
 * come first, then those with a word that does.
 */
export function search<Option extends { label: string }>(options: readonly Option[], query: string): readonly Option[] {
  const wanted = folded(query);
  if (!wanted) return options;
  const words = wanted.split(' ');
  const rank = (text: string): number => (text.startsWith(wanted) ? 0 : ` ${text}`.includes(` ${wanted}`) ? 1 : 2);
  return options
    .map((option) => ({ option, text: folded(option.label) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort((one, other) => rank(one.text) - rank(other.text))
    .map(({ option }) => option);
}
