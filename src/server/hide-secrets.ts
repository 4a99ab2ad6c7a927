/** What a service quotes of a request in its refusals goes no further: to no page, no console and no log. */
import { cleanBounded, cleanText, digitsOf, maxTextLength } from '../domain/clean-text.ts';

/**
 * How the service names fields. Such a name stays whole, whatever the payer has typed: by `reference` it is known that a
 * payment exists.
 */
export const fieldName = /^[a-z_.]+$/;

/** Fields of requests whose values end up in no error: what the payer has typed, and what serves once. */
const secretNames: ReadonlySet<string> = new Set([
  'number',
  'cvc',
  'exp_month',
  'exp_year',
  'card_holder',
  'code',
  'customer_email',
  'full_name',
  'name',
  'last_name',
  'phone_number',
  'user_legal_id',
  'payment_description',
  'accept_personal_auth',
]);

const isSecret = (name: string): boolean => secretNames.has(name) || name.endsWith('token');

/** The texts of a request that no error may carry. */
export function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (value && isSecret(name) ? [value] : []) : secretsIn(value),
  );
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** How much of a text is searched, so that no secret is cut before it is found. In UTF-16 code units. */
const searchedLength = 16_000;

/**
 * Signs as an address, a page or JSON spells them, twice over as well, and the tags of a page: what is not letters and
 * digits of a text, though it looks like it.
 */
const spelledSigns =
  /%(?:25)*[\da-f]{2}|&(?:amp;)*#?\w{1,8};|\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2})|<[^<>]{1,99}>/gi;

/** By which a text is found, whatever its other signs look like. */
const plainRun = /[a-z\d]{2}/i;

const otherSigns = ({ length }: string): string => `[^a-z\\d]{1,${9 * length}}`;

/** What is not a plain letter or a digit, in any spelling, or without its accents, as many services write names. */
function signsPattern(signs: string): string {
  const bare = signs.normalize('NFD').replace(/\p{M}/gu, '');
  return /[a-z]/i.test(bare) ? `(?:${otherSigns(signs)}|${bare.replace(/[^a-z]+/gi, otherSigns)})` : otherSigns(signs);
}

const spacedDigits = (digits: string): string => digits.replace(/\B/g, '\\W{0,5}');

/**
 * A secret in any case, grouping and spelling: a card number may be quoted as it is printed, a phone number without its
 * country, and a name or an address with its signs as in a query or a page. A short one is a word or a number of its own,
 * and of one that is very long the beginning tells where it is.
 */
function patternOf(secret: string): RegExp {
  const words = cleanText(secret).normalize();
  const digits = /\p{L}/u.test(secret) ? '' : digitsOf(secret);
  const isWorldwide = words.startsWith('+') && digits.length > 9;
  const spelled = isWorldwide
    ? `(?:\\d\\W?){0,3}${spacedDigits(digits.slice(3))}`
    : digits
      ? spacedDigits(digits)
      : plainRun.test(words)
        ? words.replace(/[^a-z\d]+/gi, signsPattern)
        : escaped(words);
  const beside = digits ? '\\d' : '\\w';
  const whole = secret.length > maxTextLength ? `${spelled}\\S*` : spelled;
  return new RegExp(secret.length < 4 ? `(?<!${beside})${whole}(?!${beside})` : whole, 'gi');
}

/** Takes out of what a service says whatever secret it quotes from the request that it answers. */
export function hideSecrets(body: unknown): (text: string) => string {
  const patterns = secretsIn(body).map(patternOf);
  const hide = (text: string): string => patterns.reduce((clean, pattern) => clean.replaceAll(pattern, '…'), text);
  // Before signs are read as well: what looks like a spelled one may be the beginning of a secret.
  return (text) => {
    const hidden = hide(cleanBounded(text.slice(0, searchedLength)).normalize());
    return cleanText(hide(hidden.replace(spelledSigns, ' ')));
  };
}
