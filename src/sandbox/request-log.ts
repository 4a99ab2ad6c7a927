import { isCardField, parseWithoutCardData, REMOVED, withoutCardNumber } from './card-data.ts';
import { isOversized, mostServerValues } from '../domain/oversized.ts';

const KEPT_REQUESTS = 5000;
/** Characters of the longest body that is kept, and of all that is. */
const KEPT_BODY = 262_144;
const KEPT_CHARACTERS = 2_000_000;
const TOKENIZATION = /^(\/v1)?\/tokens\/cards$/;

/** One request as `GET /_sandbox/requests` lists it. It holds no card data and no secret. */
export type LoggedRequest = ReturnType<typeof newEntry> & ReturnType<typeof loggedBody>;

/** A request whose answer is still to come. */
type Entry = Pick<LoggedRequest, 'status' | 'fault'>;

/** The latest requests. They are kept as text: the objects of a hostile body would take many times its length. */
export class RequestLog {
  #kept: { readonly text: string; readonly entry: Entry }[] = [];
  #characters = 0;

  /** Notes a request down before anything is done with it. @returns what its answer is written to */
  add(request: Request, bodyText: string, now: number): Entry {
    const { status, fault, ...asked } = newEntry(request, now);
    const entry = { status, fault };
    const text = JSON.stringify({ ...asked, ...loggedBody(new URL(request.url).pathname, bodyText) });
    this.#kept.push({ text, entry });
    this.#characters += text.length;
    while (this.#kept.length > KEPT_REQUESTS || (this.#kept.length > 1 && this.#characters > KEPT_CHARACTERS))
      this.#characters -= this.#kept.shift()?.text.length ?? 0;
    return entry;
  }

  list(): LoggedRequest[] {
    return this.#kept.map(({ text, entry }) => ({ ...(JSON.parse(text) as LoggedRequest), ...entry }));
  }

  clear(): void {
    this.#kept = [];
    this.#characters = 0;
  }
}

const newEntry = ({ method, headers, url: address }: Request, now: number) => {
  const url = new URL(address);
  return {
    method,
    path: loggedPath(url.pathname),
    query: loggedQuery(url.search),
    host: url.host,
    /** ISO 8601, by the sandbox's clock. */
    time: new Date(now).toISOString(),
    /** Names of the headers that came. */
    headers: [...headers.keys()],
    /** The Origin header, which tells a frame without an origin of its own. */
    origin: headers.get('origin'),
    /** The Authorization header when it carries a public key; of any other key only the kind. */
    authorization: maskKey(headers.get('authorization')),
    /** The answer's status; null while it is under way and when the connection was closed without one. */
    status: null as number | null,
    /** The fault that was applied. */
    fault: null as string | null,
  };
};

/** The JSON body, but never that of a tokenization, and whether something had to be removed from it. */
function loggedBody(path: string, text: string): { body?: unknown; card_data_removed?: true } {
  if (text.length > KEPT_BODY || TOKENIZATION.test(path)) return {};
  try {
    const body = parseWithoutCardData(text);
    if (isOversized(body, mostServerValues)) return {};
    return JSON.stringify(body).includes(REMOVED) ? { body, card_data_removed: true } : { body };
  } catch {
    return {};
  }
}

// As it came, unless there is a card number in it, whose digits may be escaped as well.
function loggedPath(path: string): string {
  const masked = withoutCardNumber(unescaped(path));
  return masked.includes(REMOVED) ? masked : path;
}

function loggedQuery(search: string): string {
  const query = search.replace(
    /([?&])([^=&]*)(=?)([^&]*)/g,
    (_all, before: string, name: string, is: string, value) => {
      const field = unescaped(name);
      return `${before}${field}${is}${isCardField(field) && is ? REMOVED : unescaped(String(value))}`;
    },
  );
  return withoutCardNumber(query);
}

function maskKey(header: string | null): string | null {
  if (header === null) return null;
  const [, scheme = '', key = ''] = /^(\S+) +(\S+)$/.exec(header) ?? [];
  if (/^pub_(test|prod)_/.test(key)) return `${scheme} ${key}`;
  const kind = /^(prv_(?:test|prod)_|otp_test_)/.exec(key)?.[1] ?? '';
  return `${scheme} ${kind}…`.trim();
}

// Escapes that stand for nothing stay, and do not keep the others from being read.
function unescaped(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
