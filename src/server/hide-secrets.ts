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
  /** Where it was sent. */
  url?: string | undefined;
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

/**
 * A text, and what it hands over in its query if it is an address, which may have blanks before it and line ends in it.
 * Node's own reader takes the square of a long host.
 */
const withQuery = (text: string): string[] => {
  const address = text.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  const query = /^[a-z][a-z\d+.-]*:[^?#]*\?([^#]*)/i.exec(address)?.[1];
  return query === undefined ? [text] : [text, ...new Set(new URLSearchParams(query).values())];
};

/** What the plain fields of a request say, or all the others. */
function textsIn(value: unknown, ofPlain: boolean, name = ''): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, one]) => textsIn(one, ofPlain, inner));
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText && plainFields.has(name) === ofPlain ? [String(value)] : [];
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

/** A sign as an address, a mail, a page or JSON spells it. */
const spelledSign = /%[\da-f]{2}|=[\da-f]{2}=|&#?\w{1,8};|\\\w/i;

/** The tags of a page, which may stand between the digits of a number. */
const tags = /<[^<>]{1,99}>/g;

/** Latin letters, digits, and the signs of sentences. */
const sentence = /^[ -~¡ª«°º»¿À-ɏ‘’“”–—…]*$/;

/** Numbers of a form that no encoding has: a UUID, a time, the address of a machine. */
const formedNumbers =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)(?::\d{1,5})?/gi;

/** The points in `1.500.000`. */
const thousands = /(?<=\d)\.(?=\d{3}(?!\d))/g;

/** What letters and digits a text is made of, but numbers of a form. */
const piecesOf = (text: string): string[] =>
  text
    .replace(formedNumbers, ' ')
    .replace(thousands, '')
    .match(/[\dA-Za-zÀ-ɏ]+/g) ?? [];

/** Words as sentences and names have them: `fecha`, `Fecha`, `FECHA`, `IDs`, `keyType`, `TypeError`, `SSLError`. */
const word =
  /^(?:\p{Lu}{1,6}\p{Ll}{2,}|\p{Lu}?\p{Ll}+|\p{Lu}+s?|\p{Ll}{2,}(?:\p{Lu}\p{Ll}+){1,3}|(?:\p{Lu}\p{Ll}{2,}){2,4})$/u;

/** Short numbers, also with letters on one side: `422`, `150000`, `v2`, `ISO8601`, `3DS`, `30000ms`. */
const shortNumber = /^(?:\d{1,9}|(?:[A-Z]{1,9}|[a-z]{1,9})\d{1,4}|\d{1,6}(?:[A-Z]{1,9}|[a-z]{1,9}))$/;

/** More in one text are a list of bytes. */
const maxNumbers = 4;

/**
 * Whether a text is made of words and a few short numbers, as messages are. Whatever a service makes of what it was sent
 * (base64, hex, bytes, entities, the digits of another script), it does not look like that.
 */
function isOfWords(text: string, known: ReadonlySet<string>): boolean {
  if (!sentence.test(text) || spelledSign.test(text)) return false;
  const others = piecesOf(text).filter((piece) => !known.has(piece) && !word.test(piece));
  return others.length <= maxNumbers && others.every((piece) => shortNumber.test(piece));
}

/** Whether letters and digits are a text in base64. */
function isEncodedText(piece: string): boolean {
  try {
    return piece.length >= 8 && /^[ -~]+$/.test(atob(piece));
  } catch {
    return false;
  }
}

/** An id that the service itself has made, such as a UUID: one token, of which no part is a text in base64. */
export const isTraceId = (text: string): boolean =>
  /^[\da-f-]{1,36}$/i.test(text) ||
  (/^[\w.:;=-]{1,128}$/.test(text) && !text.split(/[^\dA-Za-z]+/).some(isEncodedText));

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
  [...new Set([text, text.replace(tags, ' ')])]
    .map(plainWords)
    .flatMap((words) => [joined(words), ` ${words} `, ` ${words.replace(/\D+/g, ' ')} `]);

/** By what a refusal is searched for what was sent. */
interface Marks {
  /** Words of the request that may be told. */
  known: ReadonlySet<string>;
  traces: ReadonlySet<string>;
  /** Of the traces. */
  lengths: readonly number[];
}

/** Of each request once: a batch is long, and tried several times. */
const marks = new WeakMap<Sent, Marks>();

function marksOf(request: Sent): Marks {
  const made = marks.get(request);
  if (made) return made;
  const { secrets, body = 'null', url = '' } = request;
  const sent: unknown = JSON.parse(body);
  const hidden = [...secrets.flatMap(partsOf), ...textsIn(sent, false).flatMap(withQuery)];
  const traces = new Set(hidden.flatMap(tracesOf));
  const known = new Set([url, ...textsIn(sent, true)].flatMap(piecesOf));
  const fresh = { known, traces, lengths: [...new Set([...traces].map(({ length }) => length))] };
  marks.set(request, fresh);
  return fresh;
}

/**
 * Leaves out each text of a service or an HTTP client that quotes something from the request, in one refusal, or that does
 * not look as it should: like words, where nothing else is said.
 */
export function hideSecrets(
  sent: Sent,
  looksRight: (text: string, known: ReadonlySet<string>) => boolean = isOfWords,
): (text: string) => string {
  const { known, traces, lengths } = marksOf(sent);
  const hasTrace = (form: string): boolean => {
    for (let at = 0; at < form.length; at += 1)
      if (lengths.some((length) => traces.has(form.slice(at, at + length)))) return true;
    return false;
  };
  let left = searchedInAll;
  return (text) => {
    const read = text.slice(0, searchedLength);
    // Of the whole, for what is left out as nobody can see it is read as well.
    left -= read.length;
    if (left < 0) return '…';
    const searched = cleanBounded(read).normalize();
    return looksRight(searched, known) && !searchedIn(searched).some(hasTrace) ? cleanText(text) : '…';
  };
}
