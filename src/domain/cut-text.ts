import { cleanText } from './clean-text.ts';

/** The characters of a text as its reader counts them. Firefox before 125 knows code points alone. */
const graphemesOf = (text: string): string[] =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : Array.from(text);

/**
 * The beginning of a text: as many whole characters as are no longer than `length` together.
 *
 * @param length in UTF-16 code units, which whoever takes the text may count: a picture has several.
 */
export function cutText(text: string, length: number): string {
  const whole = cleanText(text);
  if (whole.length <= length) return whole;
  let cut = '';
  for (const grapheme of graphemesOf(whole)) {
    if (cut.length + grapheme.length > length) break;
    cut += grapheme;
  }
  return cut.trim();
}
