/** What leaves the flow: copies that nobody can change, so that nothing that a page does to them comes back. */

import { isOversized } from './oversized.ts';

/**
 * What is of use to whoever has it, by whichever name a service gives it, in English or Spanish: tokens, keys, passwords,
 * one-time codes, and what a card is paid with. With it the addresses of the services that take a code, which may carry
 * one. Told are a public key, and the number of an approval, which some call an authorization code.
 */
const secretNames = new RegExp(
  [
    'token|jwt|bearer|secret|passw|contrase|credential|cookie|[cx]srf|sess(ion)?_?id',
    '(^|_)(pwd|psw?d?|pass(code|phrase)?|claves?|llaves?|pins?|t?otps?|otp_?code|nonce|session|sesi(on|_n)|sid)(_|$)',
    '(^|_)(cvc|cvv|csc|pan)\\d?(_|$)|card_?num|(security|verification)_?code',
    '(card|cc)_?(no|num(ber)?)(_|$)|(num(ero)?|n_mero)_(de_)?(la_)?tarjeta|primary_account|track_?\\d|cavv|cryptogram|authentication_?value',
    '(one_?time|sms|dynamic|access|secure|challenge|validation)_?code|c(o|_)digo_(de_)?(otp|sms|seguridad|verif|valid|acceso|din)',
    '(^|_)keys?$|(access|api|auth|client|private|service|session|signing)_?key',
    '^(x|basic|http|proxy)?_?auth(orization)?(_?header)?$|^accept_personal_auth$|^url_?services?$',
  ].join('|'),
  'i',
);

const isSecret = (name: string): boolean => {
  const words = name.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$&_').replace(/[^a-z\d]+/gi, '_');
  return secretNames.test(words) && !/public_keys?$/i.test(words);
};

/** Addresses that the payer or the page opens, which lead nowhere without their query, and what the page shows. */
const isOpened = (name: string): boolean =>
  /^(url|pageUrl|async_payment_url|redirect_url|permalink|logo_url|methodData|three_ds_method_data)$/.test(name);

/** Longest query, in UTF-16 code units, that is looked through. */
const maxQuery = 4000;

/** With the signs that stand as escapes: a whole address may be the value of a parameter. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address up to its path, where a secret follows, and without a password before its host. Any other word stays itself. */
function wordWithoutSecrets(word: string): string {
  const [, path = word, rest = ''] = /^((?:[a-z][\w+.-]*:\/)?\/[^?#;]*)[?#;](.*)$/i.exec(word) ?? [];
  const names = unescaped(rest.slice(0, maxQuery))
    .split(/[?&#;]/)
    .flatMap((part) => (part.includes('=') ? part.split('=').slice(0, -1) : part));
  const told = rest.length > maxQuery || names.some(isSecret) ? path : word;
  return told.replace(/^([a-z][\w+.-]*:\/\/)[^/?#@]*@/i, '$1');
}

/** A text in which addresses of any scheme lead nowhere in the name of somebody else, and JSON has no secrets either. */
function withoutSecrets(text: string): string {
  try {
    const record: unknown = /^[[{]/.test(text) ? JSON.parse(text) : undefined;
    if (record) return isOversized(record) ? '' : JSON.stringify(published(record));
  } catch {
    // It only begins like one.
  }
  return text.includes('/') ? text.replace(/[^\s"'<>()[\]]+/g, wordWithoutSecrets) : text;
}

/** The copy of each record. A copy is its own. */
const copies = new WeakMap<object, object>();

/** A record or a list, of whichever class or realm. What stays itself, as an error or a URL, is neither. */
const isCopied = (value: unknown): value is object =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

/** @param name of the field; none in a list. */
const toldOf = (value: unknown, name = ''): unknown =>
  typeof value === 'string' && !isOpened(name) ? withoutSecrets(value) : published(value);

/** A list may have names and values: `[{name: 'token', value: '…'}]`. */
const isSecretEntry = (value: object): boolean =>
  ['name', 'key', 'field', 'nombre'].some((name) => isSecret(String(Reflect.get(value, name) ?? ''))) &&
  ['value', 'valor'].some((name) => name in value);

function copyOf(value: object): object {
  if (Array.isArray(value)) return value.map((inner) => toldOf(inner));
  const told = isSecretEntry(value) ? [] : Object.entries(value).filter(([name]) => !isSecret(name));
  return Object.fromEntries(told.map(([name, inner]) => [name, toldOf(inner, name)]));
}

/**
 * A frozen copy without secrets: the same one each time for the same record, so that a page can tell by it whether
 * something has changed.
 */
export function published<Own>(value: Own): Own {
  if (!isCopied(value)) return value;
  const known = copies.get(value) ?? Object.freeze(copyOf(value));
  copies.set(value, known).set(known, known);
  return known as Own;
}
