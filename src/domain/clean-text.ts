/** Text that was typed, pasted or given by a page or the service: bounded, and without what nobody can see. */

/** Longer than any text that means something here; what is behind it reaches no pattern. In UTF-16 code units. */
export const maxTextLength = 1000;

/** Latin letters, digits and signs, which nearly every text is made of: no tables of Unicode are needed for these. */
const plain = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;

/**
 * Characters that show nothing, or nothing but that one is missing: format characters, among them zero-width ones and
 * those that turn the direction of writing, what a display ignores (DI), halves of characters, private ones and those
 * that are none, and what stands for a picture or for what could not be read. Two of them make pictures and stay there,
 * for a shop may have a picture in its name: the joiner between two (👩‍🍳), and the selector behind a sign (❤️). So do
 * pictures that are newer than the browser. Anywhere else a joiner goes: in the names of people, as everywhere in Latin
 * script, it is nothing but a trace of where the text was copied.
 */
const unseen =
  /([\p{ExtPict}\p{EMod}]\uFE0F?\u200D(?=\p{ExtPict})|\p{ExtPict}\uFE0F?)|[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{DI}\uFFFC\uFFFD]/gu;

/**
 * The text as it was meant: full-width signs, which Asian keyboards type, are the usual ones; blanks of any kind, line
 * breaks and control characters are one blank, and none stands around the text.
 */
export const cleanText = (text: string): string => cleanBounded(text.slice(0, maxTextLength));

/** The same of a text that is bounded already. */
export function cleanBounded(text: string): string {
  const visible = plain.test(text)
    ? text
    : text.replace(unseen, '$1').replace(/[\uFF01-\uFF5E]/g, (sign) => sign.normalize('NFKC'));
  return visible.replace(/[\s\p{Cc}\u2800]+/gu, ' ').trim();
}

/** Whether a text has a sign in it that nobody can see, or a blank that is not the usual one. */
export const hasUnseen = (text: string): boolean =>
  !plain.test(text) && (text.replace(unseen, '$1') !== text || /[^\S ]|[\p{Cc}\u2800]/u.test(text));

/** The digits in a text, however they are written and grouped. */
export const digitsOf = (text: string): string => cleanText(text).replace(/\D/g, '');

/** The first character of a name, with its accents or as a flag: a picture of several joined ones is its first. */
export const initialOf = (name: string): string | undefined => /^(?:\p{RI}{2}|.\p{M}*)/u.exec(cleanText(name))?.[0];
