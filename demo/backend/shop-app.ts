import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { parse } from 'hono/utils/cookie';
import * as z from 'zod/mini';
import {
  checkoutRoutes,
  DisbursementError,
  Disbursements,
  memoryStore,
  OrderBook,
  OrderBookError,
  PaymentsBackend,
  type Cart as PricedCart,
  type PaymentNews,
  type ServiceEvent,
} from '../../src/server/index.ts';
import { isForOwnPage } from '../../src/server/own-page.ts';
import { Carts, type Cart } from './carts.ts';
import { catalogue } from './catalogue.ts';
import { latestOf, orderAnswer } from './orders.ts';
import { PayoutDesk } from './payout-desk.ts';
import { payoutRoutes } from './payout-routes.ts';
import { playgroundRoutes } from './playground-routes.ts';
import { quote } from './quote.ts';
import { readJson, refusal } from './read-json.ts';
import { SandboxControl } from './sandbox-control.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import type { ShopSecrets } from './shop-secrets.ts';
import { SavedSources } from './saved-sources.ts';
import { keptSources, sourceRoutes } from './source-routes.ts';
import { saveTestCard } from './test-card.ts';

export interface ShopOptions {
  secrets: ShopSecrets;
  /** Origin of the service: the sandbox, whose control API the test panel uses. */
  sandboxUrl: string;
  /** Told about each cart that has just been paid, once, by the order that completed it. */
  onPaid?: (order: { reference: string; amountInCents: number; currency: string }) => void;
  now?: () => Date;
  fetch?: typeof fetch;
}

/** Any test key will do: what the playground shows is not bound to one. */
const playgroundKey = 'pub_test_neblina';
const cartCookie = 'neblina_cart';

const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const createReference = () =>
  `NB-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => referenceAlphabet[byte % 32]).join('')}X`;

const skus = catalogue.map(({ sku }) => sku);
const cartRequest = z.object({
  items: z
    .array(
      z.object({
        sku: z.enum(skus, 'is not sold here'),
        quantity: z.int().check(z.gte(1, 'must be 1 to 20'), z.lte(20, 'must be 1 to 20')),
      }),
    )
    .check(z.minLength(1, 'must hold at least one item'), z.maxLength(skus.length, 'holds too many lines')),
});

/**
 * The shop's own backend as one fetch app below `/api`: carts, signed orders, events and order status.
 * The amount of an order is what the visitor's cart costs here, whatever a browser claims.
 */
export function createShopApp(options: ShopOptions): Hono {
  const { secrets, sandboxUrl, onPaid, now = () => new Date(), fetch } = options;
  const carts = new Carts();
  const disbursements = new Disbursements({
    baseUrl: sandboxUrl,
    apiKey: secrets.payoutsApiKey,
    userPrincipalId: secrets.payoutsPrincipalId,
    fetch,
  });
  const payouts = new PayoutDesk(disbursements, now);
  const payments = new PaymentsBackend({
    baseUrl: sandboxUrl,
    privateKey: secrets.privateKey,
    publicKey: playgroundKey,
    fetch,
    // Not the form that the page polls: a fault that a tester puts on those is not used up here.
    paths: { transaction: '/transactions/{id}' },
  });
  // In memory; a shop that lasts keeps its orders in a database.
  const orders = new OrderBook({ store: memoryStore(), secret: secrets.integritySecret, payments, createReference });
  const sources = new SavedSources();

  const price = (cart: Cart): PricedCart => {
    const { total_in_cents: amountInCents, currency } = quote(cart.items);
    return { id: cart.id, amountInCents, currency };
  };

  /** Carts that were told to be paid: an event may come again. */
  const told = new Set<string>();
  const tellPaid = ({ cartId, status, transaction }: PaymentNews) => {
    if (status !== 'paid') told.delete(cartId);
    else if (!told.has(cartId)) {
      told.add(cartId);
      const { reference, amount_in_cents: amountInCents, currency } = transaction;
      onPaid?.({ reference, amountInCents, currency });
    }
  };

  const takePayoutEvent = (event: ServiceEvent) =>
    payouts.take(event).catch((error: unknown) => {
      if (!(error instanceof DisbursementError)) throw error;
      throw refusal(503, 'SERVICE_UNREACHABLE', { reason: 'The batch could not be read. Deliver the event again.' });
    });

  const checkout = checkoutRoutes({
    orders,
    eventsSecret: secrets.eventsSecret,
    events: { timestampUnit: 'seconds', now },
    cart: ({ headers }) => {
      const cart = carts.find(parse(headers.get('cookie') ?? '', cartCookie)[cartCookie] ?? '');
      return cart && price(cart);
    },
    onNews: tellPaid,
    onOtherEvent: takePayoutEvent,
    payments,
    sources: keptSources(sources),
  });

  const openCart = (context: Context, items?: Cart['items']): Cart => {
    const cart = carts.open(items);
    setCookie(context, cartCookie, cart.key, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return cart;
  };

  /** The visitor's cart. A cookie of a cart that is gone is refused: its owner was shown other things than a new cart holds. */
  const cartOf = (context: Context): Cart => {
    const key = getCookie(context, cartCookie);
    if (key === undefined) return openCart(context);
    const cart = carts.find(key);
    if (!cart) throw refusal(404, 'UNKNOWN_CART', { reason: 'This cart is gone. Load the page again for a new one.' });
    return cart;
  };

  const cartAnswer = async (cart: Cart) => {
    const priced = quote(cart.items);
    const { status, dueInCents = priced.total_in_cents } = await orders.cart(cart.id);
    return { cart_id: cart.id, ...priced, due_in_cents: dueInCents, is_paid: status === 'paid' };
  };

  const answerOf = async (reference: string): Promise<object> => {
    const found = await orders.find(reference);
    const cart = found && carts.named(found.cartId);
    if (!cart) throw refusal(404, 'NOT_FOUND_ERROR', { reason: 'There is no such order.' });
    return orderAnswer(found, quote(cart.items));
  };

  const app = new Hono().basePath('/api');

  const small = bodyLimit({ maxSize: 256 * 1024 });
  // A batch of some ten thousand payouts.
  const big = bodyLimit({ maxSize: 8 * 1024 * 1024 });
  app.use((context, next) => (context.req.path === '/api/payouts' ? big : small)(context, next));
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });

  // Any page that the visitor has open can send requests here. Events come from the service, which is no page.
  app.use(async (context, next) => {
    if (context.req.path !== '/api/webhook' && !isForOwnPage(context.req.raw))
      throw refusal(403, 'FOREIGN_ORIGIN', { reason: 'Only a page of the shop may ask this.' });
    await next();
  });

  for (const path of ['/order', '/resolve', '/webhook', '/source', '/charge'])
    app.all(path, (context) => checkout(context.req.raw));

  /** The visitor's cart, paid or not; none of a visitor who is new, or whose cart is gone. */
  const knownCart = (context: Context): Cart | undefined => carts.find(getCookie(context, cartCookie) ?? '');

  app.get('/cart', async (context) => context.json(await cartAnswer(knownCart(context) ?? openCart(context))));

  // What is paid stays paid, in whichever tab it is looked at: another purchase begins when the visitor says so.
  app.get('/new-purchase/:page?', async (context) => {
    const cart = knownCart(context);
    if (!cart || (await orders.cart(cart.id)).status === 'paid') openCart(context);
    return context.redirect(context.req.param('page') === 'tarjetas' ? '/tarjetas' : '/', 303);
  });

  app.put('/cart', async (context) => {
    const { items } = await readJson(context, cartRequest);
    const wanted = new Map(items.map(({ sku, quantity }) => [sku, quantity]));
    const cart = cartOf(context);
    const { status, orders: made } = await orders.cart(cart.id);
    if (status === 'paid') throw new OrderBookError('CART_PAID');
    if (status === 'partly_paid')
      throw refusal(409, 'CART_PARTLY_PAID', { reason: 'A part of this cart is paid. Pay the rest first.' });
    // What was ordered keeps its price. Whoever wants other things then has another cart.
    if (made.length > 0) return context.json(await cartAnswer(openCart(context, wanted)));
    cart.items = wanted;
    return context.json(await cartAnswer(cart));
  });

  app.get('/products', (context) =>
    context.json(
      catalogue.map(({ sku, name, detail, priceInCents, isShipped }) => ({
        sku,
        name,
        detail,
        price_in_cents: priceInCents,
        is_gift_card: !isShipped,
      })),
    ),
  );

  // For pages that carry `reference` and `signature` as attributes: the order is made before a method is chosen.
  app.get('/signed-order', async (context) => {
    const after = context.req.query('after');
    const order = await orders.order(price(cartOf(context)), { after });
    const { reference, amountInCents, currency, signature } = order;
    return context.json({ reference, amount_in_cents: amountInCents, currency, signature });
  });

  // Where the visitor's own purchase stands, for a return page whose address says nothing.
  app.get('/orders/latest', async (context) => {
    const cart = knownCart(context);
    const order = cart && latestOf(await orders.cart(cart.id));
    return context.json({ order: order ? await answerOf(order.reference) : null });
  });

  app.get('/orders/:reference', async (context) => context.json(await answerOf(context.req.param('reference'))));

  app.route('/sources', sourceRoutes(sources));
  app.route('/payouts', payoutRoutes(payouts, disbursements));
  const control = new SandboxControl(sandboxUrl, fetch);
  app.route('/sandbox', sandboxRoutes(control));
  const keepTestCard = () => saveTestCard(payments, sandboxUrl, playgroundKey, fetch);
  app.route('/playground', playgroundRoutes(control, secrets.integritySecret, payments, keepTestCard));

  app.notFound((context) =>
    context.json({ error: { type: 'NOT_FOUND_ERROR', reason: 'There is nothing here.' } }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof OrderBookError)
      return Response.json({ error: { type: error.type, reason: error.message } }, error);
    // Whoever asked has gone, in the middle of the request: that is no fault of the shop, and nobody reads the answer.
    if (context.req.raw.signal.aborted) return context.body(null, 400);
    console.error(error);
    return context.json({ error: { type: 'INTERNAL_ERROR', reason: 'The shop could not answer.' } }, 500);
  });
  return app;
}
