/** What a service quotes of a request in its refusals goes no further: to no page, no console and no log. */
import { cleanText, digitsOf } from './clean-text.ts';

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

/** Signs as an address, a page or JSON spells them: what is not letters and digits of a text, though it looks like it. */
const spelledSigns = /%[\da-f]{2}|&#?\w{1,8};|\\u[\da-f]{4}/gi;

/** By which a text is found, whatever its other signs look like. */
const plainRun = /[a-z\d]{2}/i;

/**
 * A secret in any case, grouping and spelling: a card number may be quoted as it is printed, and a name or an address with
 * its signs as in a query or a page. A short one is a word or a number of its own.
 */
function patternOf(secret: string): RegExp {
  const digits = /\p{L}/u.test(secret) ? '' : digitsOf(secret);
  const words = cleanText(secret).normalize();
  const spelled = digits
    ? digits.replace(/\B/g, '\\W{0,5}')
    : plainRun.test(words)
      ? words.replace(/[^a-z\d]+/gi, ({ length }) => `[^a-z\\d]{1,${9 * length}}`)
      : escaped(words);
  const beside = digits ? '\\d' : '\\w';
  return new RegExp(secret.length < 4 ? `(?<!${beside})${spelled}(?!${beside})` : spelled, 'gi');
}

/** Takes out of what a service says whatever secret it quotes from the request that it answers. */
export function hideSecrets(body: unknown): (text: string) => string {
  const patterns = secretsIn(body).map(patternOf);
  return (text) =>
    patterns.reduce(
      (clean, pattern) => clean.replaceAll(pattern, '…'),
      cleanText(text).replace(spelledSigns, ' ').normalize(),
    );
}
