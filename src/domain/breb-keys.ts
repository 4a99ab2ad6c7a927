import { isEmailAddress } from './email-address.ts';

/** The key types of SPEC.md section 7.5, in its order. */
export const keyTypes = ['ALPHANUMERIC', 'MAIL', 'PHONE', 'IDENTIFICATION', 'ESTABLISHMENT_CODE'] as const;

/** A type of BRE-B key. */
export type KeyType = (typeof keyTypes)[number];

const matches = (pattern: RegExp) => (value: string) => pattern.test(value);

const formats: ReadonlyMap<unknown, (value: string) => boolean> = new Map<KeyType, (value: string) => boolean>([
  ['ALPHANUMERIC', matches(/^@[a-zA-Z0-9]{5,20}$/)],
  ['MAIL', isEmailAddress],
  ['PHONE', matches(/^3[0-9]{9}$/)],
  ['IDENTIFICATION', matches(/^[a-zA-Z0-9]{1,18}$/)],
  ['ESTABLISHMENT_CODE', matches(/^[0-9]{8}$/)],
]);

/** Whether a value is one of the five key types. */
export const isKeyType = (value: unknown): value is KeyType => formats.has(value);

/**
 * Whether a value has the format of a key of that type (SPEC.md section 7.5). Nothing is trimmed or converted: a key
 * with a blank around it is another key. False for a type that does not exist.
 */
export const isValidKey = (value: unknown, keyType: KeyType): value is string =>
  typeof value === 'string' && formats.get(keyType)?.(value) === true;

/**
 * The key types whose format a value has, in the order of SPEC.md section 7.5: `3001234567` can be a PHONE or an
 * IDENTIFICATION. Empty for what fits none, and for what is not text.
 */
export const keyTypesOf = (value: unknown): KeyType[] => keyTypes.filter((keyType) => isValidKey(value, keyType));
