/** Requests that no client should send: the routes and bodies of a backend, spoilt by a generator with a seed. */

/** A request as it goes over the wire. */
export interface Malformed {
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

/** What a request looks like before it is spoilt. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or the fields of a form. */
  readonly body?: unknown;
  readonly isForm?: true;
  /** Puts a signature or the like on the spoilt body. */
  readonly seal?: (body: string) => string;
}

/** A sequence of choices that is the same for the same seed (mulberry32). */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  isOneIn(many: number): boolean {
    return this.below(many) === 0;
  }

  of<Value>(list: readonly Value[]): Value {
    return list[this.below(list.length)] as Value;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'get', 'X-Y'];

const SEGMENTS = [
  '..',
  '.',
  '%2e%2e',
  '%2f..%2f',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ff%fe',
  '%F0%9F%9B%92',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  ':id',
  '*',
  ';a=b',
  '%5f%5Fproto__',
  'x'.repeat(6000),
  '1e999',
  '-1',
  '',
  '%0d%0aset-cookie:%20a=b',
];

const QUERIES = [
  '?',
  '??',
  '?=',
  '?&&&=',
  '?reference=%',
  '?reference=%ff',
  '?reference=a&reference=b',
  '?__proto__[x]=1',
  '?keyType=__proto__',
  '?reference=%00',
  `?reference=${'x'.repeat(6000)}`,
  '?amount_in_cents=1e400&currency=COP',
  '?amount_in_cents=0x10&currency=COP',
  '?after=../../x',
  '#',
];

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'content-type',
    [
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
      'application/json;;;',
      'x',
    ],
  ],
  [
    'authorization',
    [
      '',
      'Bearer',
      'Bearer  ',
      'Basic Og==',
      'Bearer pub_prod_1',
      'Bearer __proto__',
      `Bearer ${'x'.repeat(4000)}`,
      'ÿþ',
    ],
  ],
  [
    'cookie',
    [
      '',
      '=',
      ';;;',
      'neblina_cart',
      'neblina_cart=%',
      'neblina_cart=__proto__',
      'neblina_customer=%ff',
      `a=${'b'.repeat(4000)}`,
    ],
  ],
  ['x-merchant-public-key', ['', 'prv_test_1', 'pub_test_', '__proto__', 'pub_test_ÿ']],
  ['idempotency-key', ['', '__proto__', 'a b', 'ÿ', 'x'.repeat(4000)]],
  ['origin', ['null', '', 'x', 'https://evil.example', 'http://[::1', 'file://']],
  ['sec-fetch-site', ['', 'cross-site', 'same-origin', 'x']],
  ['accept-encoding', ['x', '*;q=nonsense']],
  ['range', ['bytes=9-1']],
  ['if-none-match', ['*']],
  ['x-event-checksum', ['', 'x']],
  ['content-encoding', ['gzip', 'x']],
  ['access-control-request-method', ['', 'X']],
  ['x-forwarded-host', ['evil.example']],
];

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Values that stand where others should. Functions, so that nothing big is kept. */
const ODD_VALUES: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -0,
  () => -1,
  () => 0.1,
  () => 2 ** 53,
  () => 1e300,
  () => '',
  () => ' ',
  () => '\u0000',
  () => '\ud800',
  () => '\u202e\u200b',
  () => 'x'.repeat(70_000),
  () => '4242424242424242',
  () => '9'.repeat(5000),
  () => 'javascript:alert(1)',
  () => 'http://[::1',
  () => 'https://a@b@c/',
  () => '__proto__',
  () => 'constructor',
  () => '2026-02-31T99:99:99Z',
  () => [],
  () => [null],
  () => Array.from({ length: 2000 }, () => ({})),
  () => ({}),
  () => ({ length: 1e9 }),
  () => ({ toString: 1, valueOf: null, toJSON: 'x' }),
  () => ({ $gt: '' }),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  () => JSON.parse(deep(200)) as unknown,
];

/** A copy with one value at some place replaced, left out or added. */
function spoilt(value: unknown, choose: Choices): unknown {
  if (typeof value !== 'object' || value === null || choose.isOneIn(8)) return choose.of(ODD_VALUES)();
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const at = choose.below(items.length + 1);
    return items.length === 0 || choose.isOneIn(6)
      ? [...items, choose.of(ODD_VALUES)()]
      : items.map((item, index) => (index === at ? spoilt(item, choose) : item));
  }
  const entries = Object.entries(value);
  const at = choose.below(entries.length + 1);
  const way = choose.below(6);
  if (way === 0) entries.splice(at, 1);
  else if (way === 1) entries.push([choose.of(['__proto__', 'constructor', 'x', 'length']), choose.of(ODD_VALUES)()]);
  else
    return Object.fromEntries(entries.map(([name, item], index) => [name, index === at ? spoilt(item, choose) : item]));
  return Object.fromEntries(entries);
}

/** A JSON text that is one no more, or says something twice. */
const TEXT_SPOILS: readonly ((text: string, choose: Choices) => string)[] = [
  (text, choose) => text.slice(0, choose.below(text.length)),
  (text) => `${text}${text}`,
  (text) => text.replace('{', '{"__proto__":{"polluted":true},'),
  (text) => text.replace(/"(\w+)":/, '"$1":null,"$1":'),
  (text) => text.replace(/\d+/, '1e400'),
  (text) => text.replace(/\d+/, '-00012'),
  (text) => text.replaceAll('"', "'"),
  (text) => `\ufeff${text}`,
  (text) => `${text},`,
  () => '',
  () => 'null',
  () => '"text"',
  () => 'NaN',
  () => deep(30_000),
  () => '{"a":'.repeat(20_000),
  () => '['.repeat(200_000),
  (text) => `${text.slice(0, -1)},"pad":"${'x'.repeat(300_000)}"}`,
];

const BYTES_OF_NO_TEXT = [0xff, 0xc0, 0x80, 0xed, 0x00];

function spoiltBody({ body, isForm, seal }: Route, choose: Choices): Uint8Array | undefined {
  if (body === undefined && !choose.isOneIn(4)) return undefined;
  if (isForm) {
    const fields = Object.entries(body as Record<string, string>);
    const text = new URLSearchParams(fields).toString();
    return new TextEncoder().encode(
      choose.of([text, `${text}&%=%zz`, `${text}=${text}`, '%', 'outcome', `otp=${'9'.repeat(90_000)}`]),
    );
  }
  const once = spoilt(body, choose);
  let text = JSON.stringify(choose.isOneIn(2) ? once : spoilt(once, choose)) ?? '';
  if (seal && choose.isOneIn(2)) text = seal(text);
  if (choose.isOneIn(4)) text = choose.of(TEXT_SPOILS)(text, choose);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 0 && choose.isOneIn(8)) bytes[choose.below(bytes.length)] = choose.of(BYTES_OF_NO_TEXT);
  return bytes;
}

/** Spoils a request at one place or several. */
export function malformed(route: Route, choose: Choices): Malformed {
  const method = choose.isOneIn(8) ? choose.of(METHODS) : route.method;
  let target = route.path;
  if (choose.isOneIn(4)) {
    const parts = target.split('/');
    parts[1 + choose.below(parts.length)] = choose.of(SEGMENTS);
    target = parts.join('/');
  }
  if (choose.isOneIn(5)) target += choose.of(QUERIES);
  const headers = Object.entries({ 'content-type': 'application/json', ...route.headers });
  for (let left = choose.below(3); left > 0; left -= 1) {
    const [name, values] = choose.of(HEADERS);
    const known = headers.findIndex(([other]) => other === name);
    if (known >= 0 && !choose.isOneIn(4)) headers.splice(known, 1);
    headers.push([name, choose.of(values)]);
  }
  const isBodiless = method === 'GET' || method === 'HEAD';
  return { method, target, headers, body: isBodiless ? undefined : spoiltBody(route, choose) };
}
