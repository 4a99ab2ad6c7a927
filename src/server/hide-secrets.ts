/** What a service quotes of a request in its refusals goes no further: to no page, no console and no log. */
import { cleanBounded, cleanText, maxTextLength } from '../domain/clean-text.ts';

/**
 * How the service names fields, and what is wrong with them. Such a name stays whole, whatever was sent: by `reference`
 * it is known that a payment exists, and by `EXC_032` that a batch was taken.
 */
export const fieldName = /^[a-z_.]{1,64}$/;
export const typeName = /^[A-Z][A-Z_]{0,60}(?:\d{3})?$/;

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

/**
 * A credential and its parts: of `Basic <base64 of user:password>` a service may quote any. `Basic` alone is no secret.
 */
function partsOf(credential: string): string[] {
  const parts = [credential, ...credential.replace(/^[a-z]+ /i, '').split(partEnds)];
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

/**
 * How much of a text is searched: twice what is kept of it, so that no secret is cut before it is found. In UTF-16 code
 * units.
 */
const searchedLength = 2 * maxTextLength;

/** How much is searched of one refusal; the texts behind it are not told. In UTF-16 code units. */
const searchedInAll = 20_000;

/** By so many of its letters and digits a secret is known, however long it is. */
const traceLength = 16;

/**
 * Signs as an address, a page or JSON spells them, twice over as well, and the tags of a page: what is not letters and
 * digits of a text, though it looks like it.
 */
const spelledSigns =
  /%(?:25)*[\da-f]{2}|&(?:amp;)*#?\w{1,8};|\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2})|<[^<>]{1,99}>/gi;

/** The words and numbers of a text, without case and accents. */
const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The same without each letter that may be spelled otherwise. */
const latinWords = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, ' ')
    .trim();

const wordsOf = (text: string): string[] =>
  /^[ -~]*$/.test(text) ? [latinWords(text)] : [plainWords(text), latinWords(text)];

const joined = (words: string): string => words.replaceAll(' ', '');

/**
 * By what a secret is found: its beginning in letters and digits alone, so that no case, grouping, accent or spelling of
 * a sign matters, and of a phone number what stands behind the country. A short one is a word or a number of its own.
 */
function tracesOf(secret: string): string[] {
  const text = cleanText(secret).normalize();
  return wordsOf(text).flatMap((words) => {
    const isNumber = /^[\d ]+$/.test(words);
    const run = joined(words);
    const trace = isNumber && text.startsWith('+') && run.length > 9 ? run.slice(3) : run;
    // One letter or digit tells nothing, and two letters are half the words of a message.
    if (/^(?:.?|[A-Z]{2})$/su.test(trace)) return [];
    if (/^[A-Z\d]{2,3}$/.test(trace)) return [` ${isNumber ? trace : words} `];
    return [trace.slice(0, traceLength)];
  });
}

/** All that a trace may stand in. */
const searchedIn = (text: string): string[] =>
  [...new Set([text, text.replace(spelledSigns, ' ')])]
    .flatMap(wordsOf)
    .flatMap((words) => [joined(words), ` ${words} `, ` ${words.replace(/\D+/g, ' ')} `]);

/** Leaves out each text of a service or an HTTP client that quotes something from the request, in one refusal. */
export function hideSecrets({ secrets, body = 'null' }: Sent): (text: string) => string {
  const traces = new Set([...secrets.flatMap(partsOf), ...textsIn(JSON.parse(body))].flatMap(tracesOf));
  const lengths = [...new Set([...traces].map(({ length }) => length))];
  const hasTrace = (form: string): boolean => {
    for (let at = 0; at < form.length; at += 1)
      if (lengths.some((length) => traces.has(form.slice(at, at + length)))) return true;
    return false;
  };
  let left = searchedInAll;
  return (text) => {
    const searched = cleanBounded(text.slice(0, searchedLength)).normalize();
    left -= searched.length;
    return left < 0 || searchedIn(searched).some(hasTrace) ? '…' : cleanText(text);
  };
}
