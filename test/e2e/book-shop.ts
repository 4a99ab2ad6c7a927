import { createServer } from 'node:http';
import { listen } from '../../scripts/node-tools.mjs';
import {
  checkoutRoutes,
  integritySignature,
  memoryStore,
  OrderBook,
  PaymentsBackend,
  toNodeListener,
} from '../../src/server/index.ts';
import { serveFolder } from './folder-server.ts';

const terms = { amountInCents: 11_900_000, currency: 'COP' };

/** A page's cart, which is in the address here; a shop knows it by the visitor's session. */
const cartOf = (request: Request): string => new URL(request.url).searchParams.get('cart') ?? '';

/**
 * A shop whose backend keeps its orders in an order book and hears of the service's events; or, without the book, one
 * that signs an order for every request.
 */
export class BookShop {
  readonly #serviceUrl: string;
  readonly #bundle: string;
  readonly #closing: (() => unknown)[] = [];
  #origin = '';
  #count = 0;
  #passage = Promise.resolve();
  /** How many order requests wait to be let go. */
  held = 0;

  /** @param bundle the folder of a script-tag build */
  constructor(serviceUrl: string, bundle: string) {
    this.#serviceUrl = serviceUrl;
    this.#bundle = bundle;
  }

  async start(): Promise<void> {
    const answer = await fetch(`${this.#serviceUrl}/_sandbox/config`);
    const { integrity_secret: secret, events_secret: eventsSecret } = (await answer.json()) as Record<string, string>;
    if (!secret || !eventsSecret) throw new Error('The sandbox tells no secrets.');
    const payments = new PaymentsBackend({ baseUrl: this.#serviceUrl, privateKey: 'prv_test_e2e' });
    const routes = checkoutRoutes({
      orders: new OrderBook({ store: memoryStore(), secret, payments }),
      eventsSecret,
      events: { timestampUnit: 'seconds' },
      cart: (request) => ({ id: cartOf(request), ...terms }),
    });
    const signAnew = async (): Promise<Response> => {
      const reference = `ANEW-${crypto.randomUUID()}`;
      const { amountInCents: amount_in_cents, currency } = terms;
      const signature = await integritySignature({ reference, ...terms, secret });
      return Response.json({ reference, amount_in_cents, currency, signature });
    };
    const scripts = await serveFolder(this.#bundle);
    const answerTo = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/order')) await this.#pass();
      if (pathname === '/bookless/order') return signAnew();
      if (pathname.startsWith('/book/')) return routes(request);
      if (pathname !== '/shop') return new Response(null, { status: 204 });
      return new Response(this.#page(request, scripts.origin), { headers: { 'content-type': 'text/html' } });
    };
    const server = createServer(toNodeListener(answerTo));
    this.#closing.push(
      () => scripts.close(),
      () => server.close().closeAllConnections(),
    );
    this.#origin = await listen(server);
    const url = `${this.#origin}/book/webhook`;
    await fetch(`${this.#serviceUrl}/_sandbox/webhooks`, { method: 'POST', body: JSON.stringify({ url }) });
  }

  close(): void {
    for (const close of this.#closing) close();
  }

  /** Answers no order request until what this gives is called. */
  holdOrders(): () => void {
    let letGo = (): void => {};
    this.#passage = new Promise((resolve) => (letGo = resolve));
    return letGo;
  }

  async #pass(): Promise<void> {
    this.held += 1;
    await this.#passage;
    this.held -= 1;
  }

  /** The address of the page of a cart that nobody has seen before. */
  newCart({ hasBook }: { hasBook: boolean }): string {
    return `${this.#origin}/shop?cart=cart-${(this.#count += 1)}&backend=${hasBook ? 'book' : 'bookless'}`;
  }

  #page(request: Request, scripts: string): string {
    const backend = new URL(request.url).searchParams.get('backend');
    return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Tienda</title></head><body>
<pay-checkout public-key="pub_test_e2e" base-url="${this.#serviceUrl}" library-url="${this.#serviceUrl}/libs/js/v1.js"
  amount-in-cents="${terms.amountInCents}" customer-email="ana@example.com" redirect-url="${request.url}"
  order-url="/${backend}/order?cart=${cartOf(request)}" resolve-url="/${backend}/resolve"></pay-checkout>
<script type="module" src="${scripts}/pay-checkout.js"></script></body></html>`;
  }
}
