import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { fetchCharge, fetchOrder, fetchResolved } from '../../src/browser/order-endpoint.ts';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import { checkoutRoutes, memoryStore, OrderBook, PaymentsBackend, type Cart } from '../../src/server/index.ts';
import { eventOf } from '../server/open-book.ts';
import { base, publicKey } from './flow-page.ts';
import { secret, type FlowWorld } from './flow-world.ts';

const address = 'https://shop.example/api';

/** What happens to a request on its way to the shop, or to its answer. */
export type ShopFault = 'drop-before' | 'drop-after' | 'garbage' | { status: number } | { statusAfter: number };

export interface Asked {
  path: string;
  body: Record<string, unknown>;
}

/** A shop with saved cards: the real routes over an order book, on the sandbox, asked by the real requests of a page. */
export class SourceShop {
  readonly asked: Asked[] = [];
  readonly book: OrderBook;
  cart: Cart = { id: 'cart-1', amountInCents: 11_900_000, currency: 'COP' };
  /** Who is signed in. */
  customer: string | undefined = 'ana';
  /** In how many installments a card can be charged at most. */
  maxInstallments = 36;
  /** By customer and the shop's own name of a card: the service's. */
  readonly kept = new Map<string, string | number>();
  readonly #world: FlowWorld;
  readonly #payments: PaymentsBackend;
  readonly #handler: (request: Request) => Promise<Response>;
  readonly #faults: ShopFault[] = [];

  constructor(world: FlowWorld) {
    this.#world = world;
    const fetch = (url: string, init: RequestInit) => world.apart(() => world.fetch(url, init));
    this.#payments = new PaymentsBackend({ baseUrl: base, privateKey: 'prv_test_flow', fetch });
    let orders = 0;
    this.book = new OrderBook({
      store: memoryStore(),
      secret,
      payments: this.#payments,
      createReference: () => `ORDER-${(orders += 1)}X`,
    });
    this.#handler = checkoutRoutes({
      orders: this.book,
      payments: this.#payments,
      eventsSecret: 'events-of-test',
      cart: () => this.cart,
      sources: {
        owner: () => this.customer,
        keep: (owner, { id }) => {
          this.kept.set(`${owner} card-${this.kept.size + 1}`, id);
          return { id: `card-${this.kept.size}` };
        },
        find: (owner, id) => {
          const source = this.kept.get(`${owner} ${id}`);
          return source === undefined
            ? undefined
            : {
                payment_source_id: source,
                customer_email: 'ana@example.com',
                payment_method: { installments: 1 },
                maxInstallments: this.maxInstallments,
              };
        },
      },
    });
  }

  /** Lets the customer have a card kept. @returns the shop's own name of it */
  async keepCard(number = '4242424242424242'): Promise<string> {
    const api = new HttpPaymentsApi({ baseUrl: base, publicKey, fetch: this.#world.fetch });
    const { presigned_acceptance: policy, presigned_personal_data_auth: personal } = await api.fetchMerchant();
    const { id: token } = await api.tokenizeCard({
      number,
      cvc: '123',
      exp_month: '12',
      exp_year: '39',
      card_holder: 'Ana Ruiz',
    });
    const body = {
      acceptance_token: policy.acceptance_token,
      accept_personal_auth: personal.acceptance_token,
      customer_email: 'ana@example.com',
      type: 'CARD',
      token,
    };
    const { id } = await (await this.#answer('source', body)).json();
    return id;
  }

  /** The next charge meets this. */
  fault(...faults: ShopFault[]): void {
    this.#faults.push(...faults);
  }

  /** What pages of the shop ask, in the place of the browser's own `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (request.method === 'GET') return this.#world.during(() => this.#handler(request));
    const body = (await request.json()) as Record<string, unknown>;
    this.asked.push({ path, body });
    const fault = path === 'charge' ? this.#faults.shift() : undefined;
    if (fault === undefined) return this.#answer(path, body);
    if (fault === 'drop-before') throw new TypeError('The connection was lost.');
    if (typeof fault === 'object' && 'status' in fault) return new Response('{}', { status: fault.status });
    await this.#answer(path, body);
    if (fault === 'drop-after') throw new TypeError('The connection was lost.');
    return fault === 'garbage' ? new Response('{"data') : new Response('{}', { status: fault.statusAfter });
  };

  /** The service's events of all that happened arrive. */
  async hear(): Promise<void> {
    for (const { id } of await this.#world.transactions())
      await this.#world.during(async () => this.book.record(eventOf(await this.#payments.getTransaction(id))));
  }

  charges(): Record<string, unknown>[] {
    return this.asked.filter(({ path }) => path === 'charge').map(({ body }) => body);
  }

  /** What a page of the shop gives. */
  settings(changes: Partial<CheckoutConfiguration> = {}): Partial<CheckoutConfiguration> {
    return {
      cartId: this.cart.id,
      orders: { kind: 'created', create: (request) => fetchOrder(`${address}/order`, request) },
      chargeSource: (charge) => fetchCharge(`${address}/charge`, charge),
      resolveReference: (reference) => fetchResolved(`${address}/resolve`, reference),
      ...changes,
    };
  }

  #answer(path: string, body: object): Promise<Response> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return this.#world.during(() => this.#handler(new Request(`${address}/${path}`, init)));
  }
}
