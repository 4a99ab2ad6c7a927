import { isValidKey, keyTypesOf } from '../../src/domain/breb-keys.ts';

/** Signs that people put between the digits of a number to read it by. */
const separators = /[\s.()\u2010-\u2015-]/gu;

/** A number in groups of three: `1.012.345.678`. */
const grouped = /^\d{1,3}(?:[.\s]\d{3})+$/u;

/**
 * A key as it is sent, from how people write phones and identity numbers: `+57 300 123 4567` is 3001234567, and
 * `900.123.456` is 900123456. What is a key already stays, and so does what could mean something else: of
 * `900.123.456-7` nobody here knows whether the check digit belongs to the key.
 */
export function plainKey(typed: string): string {
  const key = typed.trim();
  if (keyTypesOf(key).length > 0) return key;
  const phone = key.replace(separators, '').replace(/^\+?57(?=3\d{9}$)/, '');
  if (isValidKey(phone, 'PHONE')) return phone;
  return grouped.test(key) ? key.replace(separators, '') : key;
}
