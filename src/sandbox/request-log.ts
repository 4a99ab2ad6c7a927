import { networkOf, passesLuhn } from './card-networks.ts';
import { isJsonObject } from './request-body.ts';
import type { World } from './world.ts';

const KEPT_REQUESTS = 5000;
const KEPT_BODY = 262_144;
const TOKENIZATION = /^(\/v1)?\/tokens\/cards$/;
const CARD_FIELDS = new Set(['number', 'card_number', 'cvc', 'cvv', 'exp_month', 'exp_year']);
const REMOVED = '[card data removed]';

/** One request as `GET /_sandbox/requests` lists it. It holds no card data and no secret. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly host: string;
  /** ISO 8601, by the sandbox's clock. */
  readonly time: string;
  /** Names of the headers that came. */
  readonly headers: readonly string[];
  /** The Origin header, which tells a frame without an origin of its own. */
  readonly origin: string | null;
  /** The Authorization header when it carries a public key; of any other key only the kind. */
  readonly authorization: string | null;
  /** The answer's status; null while it is under way and when the connection was closed without one. */
  status: number | null;
  /** The fault that was applied. */
  fault: string | null;
  /** The JSON body, but never that of a tokenization. */
  body?: unknown;
  /** Present and true when something had to be removed from the body. */
  card_data_removed?: true;
}

/** Remembers what reached the service, preflights and the control API left out. */
export class RequestLog {
  readonly #world: World;
  readonly #requests: LoggedRequest[] = [];

  constructor(world: World) {
    this.#world = world;
    world.onReset(() => {
      this.#requests.length = 0;
    });
  }

  /** Everything that came since the last reset, oldest first. */
  list(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** Notes a request down before anything is done with it. */
  add(request: Request, url: URL, bodyText: string): LoggedRequest {
    const query = decodeURIComponentSafely(url.search).replace(/([?&]([^=&]+)=)[^&]*/g, (one, lead, name) =>
      CARD_FIELDS.has(name) ? lead + REMOVED : one,
    );
    const nobody = (): void => undefined;
    const logged: LoggedRequest = {
      method: request.method,
      path: withoutCardNumber(url.pathname, nobody),
      query: withoutCardNumber(query, nobody),
      host: url.host,
      time: new Date(this.#world.now()).toISOString(),
      headers: [...request.headers.keys()],
      origin: request.headers.get('origin'),
      authorization: maskKey(request.headers.get('authorization')),
      status: null,
      fault: null,
      ...loggedBody(url.pathname, bodyText),
    };
    this.#requests.push(logged);
    if (this.#requests.length > KEPT_REQUESTS) this.#requests.shift();
    return logged;
  }
}

function loggedBody(path: string, text: string): Pick<LoggedRequest, 'body' | 'card_data_removed'> {
  if (text === '' || text.length > KEPT_BODY || TOKENIZATION.test(path)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return {};
  }
  let isClean = true;
  const body = withoutCardData(parsed, () => {
    isClean = false;
  });
  return isClean ? { body } : { body, card_data_removed: true };
}

/** What lies deeper than anything the service takes is left out. */
const MOST_LEVELS = 100;

function withoutCardData(value: unknown, found: () => void, level = 0): unknown {
  if (level > MOST_LEVELS) return '…';
  if (typeof value === 'string') return withoutCardNumber(value, found);
  if (typeof value === 'number' && withoutCardNumber(String(value), found) === REMOVED) return REMOVED;
  if (Array.isArray(value)) return value.map((item) => withoutCardData(item, found, level + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (!CARD_FIELDS.has(name)) return [name, withoutCardData(field, found, level + 1)];
      found();
      return [name, REMOVED];
    }),
  );
}

// Digits that read as a card of a known network, however they are grouped. Other long numbers, such as a reference made
// from the time, are left alone.
function withoutCardNumber(text: string, found: () => void): string {
  return text.replace(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, (digits) => {
    const number = digits.replace(/\D/g, '');
    if (!passesLuhn(number) || networkOf(number).brand === 'UNKNOWN') return digits;
    found();
    return REMOVED;
  });
}

function maskKey(header: string | null): string | null {
  if (header === null) return null;
  const [, scheme = '', key = ''] = /^(\S+) +(\S+)$/.exec(header) ?? [];
  if (/^pub_(test|prod)_/.test(key)) return `${scheme} ${key}`;
  const kind = /^(prv_(?:test|prod)_|otp_test_)/.exec(key)?.[1] ?? '';
  return `${scheme} ${kind}…`.trim();
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
