import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join, normalize, sep } from 'node:path';
import { listen } from '../../scripts/node-tools.mjs';
import { integritySignature } from '../../src/server/index.ts';

/** What a page of the shop is made of. */
export interface ShopPage {
  /** Attributes of the element; `null` leaves one out. */
  attributes: Readonly<Record<string, string | null>>;
  /** What the page's body holds, the element and the script tag put in where wanted. */
  html: (parts: { element: string; script: string }) => string;
  /** `Content-Security-Policy`; `{nonce}` becomes the nonce of the page's own scripts. */
  csp?: string | undefined;
  /** Markup of the script tag that loads the widget, with `{nonce}` for the nonce. */
  script: string;
  /** What the backend signs when the element asks for an order. */
  order: OrderTerms;
  /** The page comes with another order at each load. */
  isSignedAnew?: boolean;
}

/** How the shop's backend answers the next `POST /order`. */
export interface OrderTerms {
  amountInCents: number;
  currency: string;
  /** An HTTP status to fail with instead. */
  failWith?: number | undefined;
}

/** An order that the backend has signed, and what the element asked for it with. */
interface SignedOrder {
  page: string;
  method: unknown;
  /** The transaction of this purchase that ended unpaid before. */
  after: unknown;
  reference: string;
}

/** A service worker that looks into its cache first, as many shops have one. */
const cacheFirst = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET' || event.request.mode === 'navigate') return;
    event.respondWith(
      caches.open('shop').then(async (cache) => {
        const kept = await cache.match(event.request);
        if (kept) return kept;
        const answer = await fetch(event.request);
        if (answer.ok) await cache.put(event.request, answer.clone());
        return answer;
      }),
    );
  });
`;

const types: Record<string, string> = { js: 'text/javascript', map: 'application/json' };

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
};

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

/**
 * A shop on two origins: its pages and its small backend on one, the built script-tag bundle on both. The backend holds
 * the integrity secret and signs an order for each `POST /order/<page>`, as a merchant's does.
 */
export class ShopServer {
  /** A script that runs ahead of the pages' own, in engines that know no other way to have one. */
  ahead = '';
  /** Answers `GET /resolve?reference=…`. */
  resolve: (reference: string, response: ServerResponse) => unknown = (_, response) => response.writeHead(404).end();
  readonly #secret: string;
  readonly #bundle: string;
  readonly #pages = new Map<string, ShopPage>();
  readonly #servers: Server[] = [];
  readonly #orders: SignedOrder[] = [];
  #count = 0;
  #origin = '';
  #scriptOrigin = '';

  /** @param options `secret` signs; `bundle` is the folder of the script-tag build. */
  constructor({ secret, bundle }: { secret: string; bundle: string }) {
    this.#secret = secret;
    this.#bundle = bundle;
  }

  /** The pages' origin. */
  get origin(): string {
    return this.#origin;
  }

  /** Another origin that serves the bundle, with CORS, as a CDN does. */
  get scriptOrigin(): string {
    return this.#scriptOrigin;
  }

  /** The orders that were signed, in order. */
  get orders(): readonly SignedOrder[] {
    return this.#orders;
  }

  async start(): Promise<void> {
    this.#origin = await this.#listen((request, response) => this.#answer(request, response));
    this.#scriptOrigin = await this.#listen((request, response) => this.#sendScript(request, response));
  }

  close(): void {
    for (const server of this.#servers) server.close().closeAllConnections();
  }

  /** Puts a page on offer and tells its id, which is in its addresses: `/shop/<id>`, `/return/<id>`, `/order/<id>`. */
  add(page: (id: string) => ShopPage | Promise<ShopPage>): Promise<string> {
    const id = `p${(this.#count += 1)}`;
    return Promise.resolve(page(id)).then((made) => {
      this.#pages.set(id, made);
      return id;
    });
  }

  /** A reference that nobody used before. */
  newReference(): string {
    return `E2E-${(this.#count += 1)}-${Date.now().toString(36)}`;
  }

  sign(reference: string, { amountInCents, currency }: OrderTerms): Promise<string> {
    return integritySignature({ reference, amountInCents, currency, secret: this.#secret });
  }

  #listen(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<string> {
    const server = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    this.#servers.push(server);
    return listen(server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    const [, place = '', id = ''] = url.pathname.split('/');
    if (place === 'worker.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(cacheFirst);
    if (place === 'cdn') return this.#sendScript(request, response);
    const page = this.#pages.get(id);
    if (place === 'order' && page && request.method === 'POST') return this.#sendOrder(id, page, request, response);
    if (place === 'shop' && page) {
      const reference = page.isSignedAnew ? this.newReference() : undefined;
      const anew = reference && { reference, signature: await this.sign(reference, page.order) };
      return this.#sendPage(page, { ...page.attributes, ...anew }, response);
    }
    if (place === 'return' && page) {
      const followed = { 'transaction-id': url.searchParams.get('id') };
      return this.#sendPage(page, { ...page.attributes, ...followed }, response);
    }
    if (place === 'resolve') return void this.resolve(url.searchParams.get('reference') ?? '', response);
    response.writeHead(place === 'favicon.ico' ? 204 : 404).end();
  }

  async #sendOrder(id: string, page: ShopPage, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: { method?: unknown; after?: unknown; rest_of?: string; amount_in_cents?: number } = JSON.parse(
      await bodyOf(request),
    );
    if (page.order.failWith) return sendJson(response, page.order.failWith, { error: 'The shop cannot take orders.' });
    const { currency } = page.order;
    // What points have left is asked for by its amount; a merchant's backend compares it with the first transaction.
    const amountInCents = asked.rest_of && asked.amount_in_cents ? asked.amount_in_cents : page.order.amountInCents;
    const reference = this.newReference();
    this.#orders.push({ page: id, method: asked.method, after: asked.after, reference });
    const signature = await this.sign(reference, { amountInCents, currency });
    sendJson(response, 200, { reference, amount_in_cents: amountInCents, currency, signature });
  }

  async #sendPage(page: ShopPage, attributes: ShopPage['attributes'], response: ServerResponse): Promise<void> {
    const nonce = crypto.randomUUID();
    const list = Object.entries(attributes)
      .flatMap(([name, value]) => (value === null ? [] : ` ${name}="${escape(value)}"`))
      .join('');
    const body = page.html({ element: `<pay-checkout${list}></pay-checkout>`, script: page.script });
    const ahead = this.ahead && `<script nonce="{nonce}">${this.ahead.replaceAll('</', String.raw`<\/`)}</script>`;
    const html = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Tienda</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${ahead}</head><body>${body}</body></html>`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page.csp) response.setHeader('content-security-policy', page.csp.replaceAll('{nonce}', nonce));
    response.end(html.replaceAll('{nonce}', nonce));
  }

  async #sendScript(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.#origin);
    const path = normalize(pathname.replace(/^\/cdn\//, ''));
    if (path.startsWith('..') || path.startsWith(sep)) return void response.writeHead(404).end();
    try {
      const content = await readFile(join(this.#bundle, path));
      const type = types[path.split('.').at(-1) ?? ''] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}
