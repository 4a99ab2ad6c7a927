/** Text that was typed, pasted or given by a page or the service: bounded, and without what nobody can see. */

/** Longer than any text that means something here; what is behind it reaches no pattern. In UTF-16 code units. */
export const maxTextLength = 1000;

/** Latin letters, digits and signs, which nearly every text is made of: no tables of Unicode are needed for these. */
const plain = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;

/**
 * Characters that show nothing: format characters, among them zero-width ones and those that turn the direction of
 * writing, fillers, and halves of characters. Two of them make pictures and stay there, for a shop may have a picture in
 * its name: the joiner between two (👩‍🍳), and the selector behind a sign (❤️). Anywhere else a joiner goes: in the names
 * of people, as everywhere in Latin script, it is nothing but a trace of where the text was copied.
 */
const unseen =
  /([\p{ExtPict}\p{EMod}]\uFE0F?\u200D(?=\p{ExtPict})|\p{ExtPict}\uFE0F)|[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The text as it was meant: full-width signs, which Asian keyboards type, are the usual ones; blanks of any kind, line
 * breaks and control characters are one blank, and none stands around the text.
 */
export function cleanText(text: string): string {
  const bounded = text.slice(0, maxTextLength);
  const visible = plain.test(bounded)
    ? bounded
    : bounded
        .replace(unseen, '$1')
        .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  return visible.replace(/[\s\p{Cc}\u2800]+/gu, ' ').trim();
}

/** The digits in a text, however they are written and grouped. */
export const digitsOf = (text: string): string => cleanText(text).replace(/\D/g, '');

/** The characters of a text as its reader counts them. Firefox before 125 knows code points alone. */
const graphemesOf = (text: string): string[] =>
  plain.test(text) || !('Segmenter' in Intl)
    ? Array.from(text)
    : Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** The first character of a text. */
export const firstGrapheme = (text: string): string | undefined => graphemesOf(cleanText(text).slice(0, 40))[0];

/**
 * The beginning of a text: as many whole characters as are no longer than `length` together.
 *
 * @param length in UTF-16 code units, which whoever takes the text may count: a picture has several.
 */
export function cutText(text: string, length: number): string {
  let cut = '';
  for (const grapheme of graphemesOf(cleanText(text))) {
    if (cut.length + grapheme.length > length) break;
    cut += grapheme;
  }
  return cut.trim();
}
