/** The addresses that a checkout asks of a merchant's backend, over an order book. */
import * as z from 'zod/mini';
import { isRecordId } from '../domain/record-id.ts';
import type { ServiceEvent } from '../domain/wire/service-event.ts';
import { requireObject } from './client-options.ts';
import { requireSecret } from './credential.ts';
import { unstorable, type Cart, type OrderBook, type PaymentNews } from './order-book.ts';
import { OrderBookError } from './order-book-error.ts';
import { Refusal, readBody, readPageBody, requireOwnPage } from './page-request.ts';
import type { PaymentsBackend } from './payments-backend.ts';
import { sourceRoutes, type KeptSources } from './source-routes.ts';
import { EventVerificationError, verifyEvent, type VerifyEventOptions } from './verify-event.ts';

const text = z.string().check(z.minLength(1), z.maxLength(200));
const id = z.nullish(z.string().check(z.refine(isRecordId)));

const orderBody = z.looseObject({ method: text, source: z.nullish(text), after: id, rest_of: id });

/**
 * What a page asks an order for. All of it is a browser's word: nothing in it may decide what is bought or what it costs.
 */
export interface OrderRequestBody {
  /** Type of the chosen payment method. */
  method: string;
  /** The saved card that `…/charge` is asked to charge the order to. */
  source?: string | null | undefined;
  after?: string | null | undefined;
  rest_of?: string | null | undefined;
  [field: string]: unknown;
}

export interface CheckoutRoutesOptions {
  orders: OrderBook;
  /** The events secret of the dashboard, which verifies what comes to the webhook (SPEC.md section 6). */
  eventsSecret: string;
  /** How events are verified; name the service's `timestampUnit` once it is known. */
  events?: VerifyEventOptions;
  /**
   * Says what the visitor is buying and what it costs, by the session and the merchant's own records. Undefined answers
   * 404: the page has to be loaded again.
   */
  cart: (request: Request, body: OrderRequestBody) => Cart | undefined | Promise<Cart | undefined>;
  /**
   * Told at each event about an order, before it is acknowledged: ship when the `status` is `paid`. An event may come more
   * than once: `isNew` is false when this was told it before and did not reject. One that this rejects for comes again.
   */
  onNews?: (news: PaymentNews) => unknown;
  /** Told in the same way of a verified event about no order: a kept card's, a payout's, another shop's. */
  onOtherEvent?: (event: ServiceEvent) => unknown;
  /** Whose cards and wallets are kept. Without it `…/source` and `…/charge` are answered with 404. */
  sources?: KeptSources;
  /** The service as the backend asks it, for `sources`. */
  payments?: Pick<PaymentsBackend, 'createPaymentSource'>;
}

/**
 * Answers, below any path, `POST …/order` (the element's `order-url`), `GET …/resolve?reference=` (its `resolve-url`) and
 * `POST …/webhook` (where the service's events go); with `sources` also `POST …/source` (keeps what `pay-source` hands
 * over) and `POST …/charge` (the element's `charge-url`). All but the webhook are for pages of the same origin alone. What
 * is wrong with a request is answered with a 4xx and `{error: {type, reason}}`, a cart that is paid with 409 `CART_PAID`;
 * what a store or a callback throws is thrown.
 *
 * @throws TypeError for unusable options
 */
export function checkoutRoutes(options: CheckoutRoutesOptions): (request: Request) => Promise<Response> {
  const { orders, events, cart, onNews, onOtherEvent, sources, payments } = requireObject(options, 'The options');
  requireObject(orders, 'orders');
  if (typeof cart !== 'function') throw new TypeError('cart must be a function.');
  const eventsSecret = requireSecret(options.eventsSecret, 'event secret');

  const order = async (request: Request): Promise<Response> => {
    const body: OrderRequestBody = await readPageBody(request, orderBody);
    const { after, rest_of: restOf } = body;
    const bought = await cart(request, body);
    if (!bought) throw new Refusal(404, 'UNKNOWN_CART', 'There is nothing to pay here. Load the page again.');
    const { reference, amountInCents, currency, signature, cartId, priceChanged } = await orders.order(bought, {
      after: after ?? undefined,
      restOf: restOf ?? undefined,
    });
    const answer = { reference, amount_in_cents: amountInCents, currency, signature, cart_id: cartId };
    return Response.json(priceChanged ? { ...answer, price_changed: true } : answer);
  };

  const resolve = async (request: Request): Promise<Response> => {
    requireOwnPage(request);
    const reference = text.safeParse(new URL(request.url).searchParams.get('reference'));
    if (!reference.success || unstorable.test(reference.data))
      throw new Refusal(400, 'MALFORMED_REQUEST', 'reference must be a text.');
    const transaction = await orders.resolve(reference.data);
    return transaction ? Response.json(transaction) : new Response(null, { status: 204 });
  };

  const webhook = async (request: Request): Promise<Response> => {
    const event = await verifyEvent(await readBody(request), eventsSecret, events).catch((error: unknown) => {
      if (!(error instanceof EventVerificationError)) throw error;
      throw new Refusal(401, 'INVALID_EVENT', error.message);
    });
    const news = await orders.record(event, onNews);
    if (!news) await onOtherEvent?.(event);
    return Response.json({ status: news?.status ?? null });
  };

  const routes = new Map([
    ['order', { method: 'POST', answer: order }],
    ['resolve', { method: 'GET', answer: resolve }],
    ['webhook', { method: 'POST', answer: webhook }],
  ]);
  if (sources) {
    const { keep, charge } = sourceRoutes({ orders, payments, sources });
    routes.set('source', { method: 'POST', answer: keep }).set('charge', { method: 'POST', answer: charge });
  }
  const answerTo = async (request: Request): Promise<Response> => {
    const route = routes.get(new URL(request.url).pathname.split('/').at(-1) ?? '');
    if (!route) throw new Refusal(404, 'NOT_FOUND_ERROR', 'There is nothing here.');
    if (request.method === route.method) return route.answer(request);
    throw new Refusal(405, 'METHOD_NOT_ALLOWED', `Only ${route.method} is answered here.`, {
      headers: { allow: route.method },
    });
  };
  return async (request) => {
    const answer = await answerTo(request).catch((error: unknown) => {
      if (error instanceof Refusal) return error.answer;
      if (!(error instanceof OrderBookError)) throw error;
      const { type, status, message: reason } = error;
      return Response.json({ error: { type, reason } }, { status });
    });
    answer.headers.set('cache-control', 'no-store');
    return answer;
  };
}
