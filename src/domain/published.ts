/** What leaves the flow: copies that nobody can change, so that nothing that a page does to them comes back. */

/**
 * What is of use to whoever has it, by whichever name a service gives it: tokens, keys, passwords, one-time codes, and what
 * a card is paid with. With it the addresses of the services that take a code, which may carry one. Told are a public key,
 * and the number of an approval, which some call an authorization code.
 */
const secretNames = new RegExp(
  [
    'token|jwt|bearer|secret|passw|contrase|credential|cookie',
    '(^|_)(pwd|pass(code|phrase)?|clave|pin|t?otp|nonce|session|session_?id|sid)(_|$)',
    '(^|_)(cvc|cvv|csc|pan)\\d?(_|$)|card_?num|(security|verification)_?code',
    '(^|_)key$|(access|api|auth|client|private|service|session|signing)_?key',
    '^(x|basic|http|proxy)?_?auth(orization)?(_?header)?$|^accept_personal_auth$|^url_?services?$',
  ].join('|'),
  'i',
);

const isSecret = (name: string): boolean => {
  const words = name.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$&_').replace(/[^a-z\d]+/gi, '_');
  return secretNames.test(words) && !/public_key$/i.test(words);
};

/** Addresses that the payer or the page opens: they lead nowhere without their query. */
const isOpened = (name: string): boolean =>
  /^(url|pageUrl|async_payment_url|redirect_url|permalink|logo_url)$/.test(name);

/** Longest query, in UTF-16 code units, that is looked through. */
const maxQuery = 4000;

/** An address up to its path, where a secret follows. Any other text stays itself. */
function withoutSecrets(text: string): string {
  const [, path = text, rest = ''] = /^((?:https?:\/)?\/[^\s?#]*)[?#](\S*)$/i.exec(text) ?? [];
  if (rest.length > maxQuery) return path;
  return rest.split(/[?&#;]/).some((part) => isSecret(part.replace(/=.*/, ''))) ? path : text;
}

/** The copy of each record. A copy is its own. */
const copies = new WeakMap<object, object>();

/** A record or a list, of whichever class or realm. What stays itself, as an error or a URL, is neither. */
const isCopied = (value: unknown): value is object =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

/** @param name of the field; none in a list. */
const toldOf = (value: unknown, name = ''): unknown =>
  typeof value === 'string' && !isOpened(name) ? withoutSecrets(value) : published(value);

function copyOf(value: object): object {
  if (Array.isArray(value)) return value.map((inner) => toldOf(inner));
  const told = Object.entries(value).filter(([name]) => !isSecret(name));
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
