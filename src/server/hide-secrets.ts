/** What a service quotes of a request in its refusals goes no further: to no page, no console and no log. */
import { cleanBounded, cleanText, digitsOf, maxTextLength } from '../domain/clean-text.ts';

/**
 * How the service names fields, and what is wrong with them. Such a name stays whole, whatever was sent: by `reference`
 * it is known that a payment exists, and by `EXC_032` that a batch was taken.
 */
export const fieldName = /^[a-z_.]{1,64}$/;
export const typeName = /^[A-Z_]{0,60}(?:[A-Z_]|\d{3})$/;

/** What of a request may not be told. */
export interface Sent {
  /** What lets it in, and what is secret in its address. */
  secrets: readonly string[];
  /** JSON text. */
  body?: string | undefined;
}

/**
 * The fields of requests whose values may be quoted, as developers look for them: what the merchant named, what is paid,
 * and words of a list. Whatever any other field holds is the payer's, the payee's or a secret.
 */
const plainFields: ReadonlySet<string> = new Set([
  'reference',
  'amount_in_cents',
  'currency',
  'type',
  'payment_method_type',
  'user_type',
  'user_legal_id_type',
  'installments',
  'sandbox_status',
  'paymentType',
  'transactionStatus',
]);

/** A text, and what an address hands over in its query. */
const withQuery = (text: string): string[] =>
  URL.canParse(text) ? [text, ...new URL(text).searchParams.values()] : [text];

/** What the fields of a request say, but the plain ones. */
function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, one]) => textsIn(one, inner));
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText && !plainFields.has(name) ? withQuery(String(value)) : [];
}

/** A credential and its parts: of `Basic <base64 of user:password>` a service may quote any. */
function partsOf(credential: string): string[] {
  const parts = [credential, ...credential.split(partEnds)];
  return [...parts, ...parts.flatMap((part) => decoded(part).split(partEnds))];
}

const partEnds = /[\s:=,;"']+/;

/** The text that a base64 one stands for; empty where it is none. */
function decoded(text: string): string {
  try {
    const bytes = atob(text);
    return /^[ -~]*$/.test(bytes) ? bytes : '';
  } catch {
    return '';
  }
}

/** A text without the signs around it, which a service may leave out. */
const wordsOf = (text: string): string =>
  /^[^\p{L}\p{N}]*(.*[\p{L}\p{N}])?/su.exec(cleanText(text).normalize())?.[1] ?? '';

/** One letter or digit tells nothing, and two letters are half the words of a message. */
const isTelling = (text: string): boolean => !/^(?:.?|[a-z]{2})$/iu.test(wordsOf(text));

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

const spacedDigits = (digits: string): string => digits.replace(/\B/g, '[\\W_]{0,5}');

interface Secret {
  /** Of plain letters and digits; all of them stand in whatever spells the secret. */
  traces: readonly string[];
  /** Made when it is needed: a payroll has more secrets than there is memory for patterns. */
  pattern: () => RegExp;
}

/**
 * A secret in any case, grouping and spelling: a card number may be quoted as it is printed, a phone number without its
 * country, and a name or an address with its signs as in a query or a page. A short one is a word or a number of its own,
 * and of one that is very long the beginning tells where it is.
 */
function secretOf(text: string): Secret {
  const words = wordsOf(text);
  const digits = /\p{L}/u.test(words) ? '' : digitsOf(words);
  const isWorldwide = cleanText(text).startsWith('+') && digits.length > 9;
  const number = isWorldwide ? digits.slice(3) : digits;
  const spelled = number
    ? `${isWorldwide ? '(?:\\d\\W?){0,3}' : ''}${spacedDigits(number)}`
    : plainRun.test(words)
      ? words.replace(/[^a-z\d]+/gi, signsPattern)
      : escaped(words);
  const beside = number ? '\\d' : '\\w';
  const whole = text.length > maxTextLength ? `${spelled}\\S*` : spelled;
  return {
    traces: number ? [number] : (words.match(/[a-z\d]+/gi) ?? []).map((run) => run.toLowerCase()),
    pattern: () => new RegExp(words.length < 4 ? `(?<!${beside})${whole}(?!${beside})` : whole, 'gi'),
  };
}

/** Takes out of what a service or an HTTP client says whatever it quotes from the request. */
export function hideSecrets({ secrets, body = 'null' }: Sent): (text: string) => string {
  const texts = new Set([...secrets.flatMap(partsOf), ...textsIn(JSON.parse(body))].filter(isTelling));
  // The longest first: a name may be a part of an e-mail address.
  const sent = [...texts].toSorted((a, b) => b.length - a.length).map(secretOf);
  const hide = (text: string): string => {
    const plain = text.toLowerCase().replace(/[\W_]+/g, '');
    return sent
      .filter(({ traces }) => traces.every((trace) => plain.includes(trace)))
      .reduce((clean, { pattern }) => clean.replaceAll(pattern(), '…'), text);
  };
  // Before signs are read as well: what looks like a spelled one may be the beginning of a secret.
  return (text) => {
    const hidden = hide(cleanBounded(text.slice(0, searchedLength)).normalize());
    return cleanText(hide(hidden.replace(spelledSigns, ' ')));
  };
}
