/** Digits, and one or two decimals after a dot: no sign, no separators of thousands, no exponent. */
const decimal = /^(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Money from text to minor units, without a float in between: `'1250.50'` is 125050, `'119000'` is 11900000.
 * For amounts that come from a form, a file or a decimal column; what is a number of minor units already stays one.
 *
 * @param amount a plain decimal text with at most two decimals. Separators of thousands are refused, as `1.250` is a
 *   thousand and more in Bogotá and little more than one in Boston: whoever reads the text knows which, this does not.
 * @throws TypeError for anything else, a number included: it may have been computed with, and 0.1 + 0.2 is no money.
 */
export function minorUnits(amount: string): number {
  const [, whole = '', fraction = ''] = (typeof amount === 'string' && decimal.exec(amount)) || [];
  if (whole === '')
    throw new TypeError(
      "An amount is a text of digits with at most two decimals after a dot, such as '1250.50': no sign, no blanks, no separators of thousands.",
    );
  const cents = Number(whole + fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) throw new TypeError('The amount is larger than a JSON number can carry exactly.');
  return cents;
}
