// RFC 5322 section 3.4.1 without comments and folding, which no bank key or payroll file carries.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const dotAtom = new RegExp(`^${atom}(?:\\.${atom})*$`);
const quotedString = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const topLevel = /^(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/i;

/**
 * Whether a text is an e-mail address: an RFC 5322 addr-spec (dot-atom or quoted local part), within the lengths that
 * mail servers take (RFC 5321: 64 before the at sign, 254 in all), on a domain name with a top level. Host names
 * without a dot and address literals such as `a@[10.0.0.1]` are no address that a payee could be told at.
 */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 254) return false;
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  if (at < 1 || local.length > 64 || !(dotAtom.test(local) || quotedString.test(local))) return false;
  const labels = value.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((part) => label.test(part)) && topLevel.test(labels.at(-1) ?? '');
}

/** The key types of SPEC.md section 7.5, in its order. */
export const keyTypes = ['ALPHANUMERIC', 'MAIL', 'PHONE', 'IDENTIFICATION', 'ESTABLISHMENT_CODE'] as const;

/** A type of BRE-B key. */
export type KeyType = (typeof keyTypes)[number];

const formats: ReadonlyMap<unknown, Pick<RegExp, 'test'>> = new Map<KeyType, Pick<RegExp, 'test'>>([
  ['ALPHANUMERIC', /^@[a-zA-Z0-9]{5,20}$/],
  ['MAIL', { test: isEmailAddress }],
  ['PHONE', /^3[0-9]{9}$/],
  ['IDENTIFICATION', /^[a-zA-Z0-9]{1,18}$/],
  ['ESTABLISHMENT_CODE', /^[0-9]{8}$/],
]);

/** Whether a value is one of the five key types. */
export const isKeyType = (value: unknown): value is KeyType => formats.has(value);

/**
 * Whether a value has the format of a key of that type (SPEC.md section 7.5). Nothing is trimmed or converted: a key
 * with a blank around it is another key. False for a type that does not exist.
 */
export const isValidKey = (value: unknown, keyType: KeyType): value is string =>
  typeof value === 'string' && formats.get(keyType)?.test(value) === true;

/**
 * The key types whose format a value has, in the order of SPEC.md section 7.5: `3001234567` can be a PHONE or an
 * IDENTIFICATION. Empty for what fits none, and for what is not text.
 */
export const keyTypesOf = (value: unknown): KeyType[] => keyTypes.filter((keyType) => isValidKey(value, keyType));
