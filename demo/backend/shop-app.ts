import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod/mini';
import { paymentMethodTypes } from '../../src/domain/payment-method-type.ts';
import { Disbursements, integritySignature, PaymentsBackend, PaymentsError } from '../../src/server/index.ts';
import { Carts, type Cart } from './carts.ts';
import { catalogue } from './catalogue.ts';
import { Orders } from './orders.ts';
import { HandledEvents } from './handled-events.ts';
import { PayoutDesk } from './payout-desk.ts';
import { payoutRoutes } from './payout-routes.ts';
import { playgroundRoutes } from './playground-routes.ts';
import { quote } from './quote.ts';
import { readJson, refusal } from './read-json.ts';
import { SandboxControl } from './sandbox-control.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { SecondPayments } from './second-payments.ts';
import type { ShopOrder } from './shop-order.ts';
import type { ShopSecrets } from './shop-secrets.ts';
import { SourceCharges } from './source-charges.ts';
import { sourceRoutes } from './source-routes.ts';
import { takeEvent } from './take-event.ts';

export interface ShopOptions {
  secrets: ShopSecrets;
  /** Origin of the service: the sandbox, whose control API the test panel uses. */
  sandboxUrl: string;
  /** Told about each order that has just been paid, once. */
  onPaid?: (order: ShopOrder) => void;
  /** Told in one line what somebody of the shop has to do by hand. Default: a warning in the console. */
  tellStaff?: (line: string) => void;
  now?: () => Date;
  fetch?: typeof fetch;
}

const cartCookie = 'neblina_cart';

const orderRequest = z.object({
  method: z.enum(paymentMethodTypes, 'must be the type of a payment method'),
  // The rest of a half payment: the transaction that has paid the other part.
  rest_of: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
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
  const { secrets, sandboxUrl, onPaid, tellStaff = console.warn, now = () => new Date(), fetch } = options;
  const carts = new Carts();
  const orders = new Orders(now, onPaid);
  const disbursements = new Disbursements({
    baseUrl: sandboxUrl,
    apiKey: secrets.payoutsApiKey,
    userPrincipalId: secrets.payoutsPrincipalId,
    fetch,
  });
  const payments = new PaymentsBackend({
    baseUrl: sandboxUrl,
    privateKey: secrets.privateKey,
    fetch,
    // Not the form that the page polls: a fault that a tester puts on those is not used up here.
    paths: { transaction: '/transactions/{id}' },
  });
  const desk = {
    eventsSecret: secrets.eventsSecret,
    orders,
    handled: new HandledEvents(now),
    payouts: new PayoutDesk(disbursements, now),
    payments,
    second: new SecondPayments({ orders, payments, tellStaff }),
  };

  const orderAnswer = ({ reference, status, quote: priced, amountInCents, createdAt, paidAt, ...more }: ShopOrder) => ({
    ...priced,
    reference,
    status,
    amount_in_cents: amountInCents,
    created_at: createdAt,
    paid_at: paidAt,
    transaction_id: more.transaction?.id ?? null,
    // Another attempt may have paid the cart, in another tab: this one is not to be paid any more.
    paid_by: more.cart.isPaid ? (orders.latestOf(more.cart)?.reference ?? null) : null,
  });

  const charges = new SourceCharges({ orders, payments, integritySecret: secrets.integritySecret });

  const openCart = (context: Context): Cart => {
    const cart = carts.open();
    setCookie(context, cartCookie, cart.id, { httpOnly: true, sameSite: 'Lax', path: '/' });
    return cart;
  };

  /** The visitor's cart. A cookie of a cart that is gone is refused: its owner was shown other things than a new cart holds. */
  const cartOf = (context: Context): Cart => {
    const id = getCookie(context, cartCookie);
    if (id === undefined) return openCart(context);
    const cart = carts.find(id);
    if (!cart) throw refusal(404, 'UNKNOWN_CART', { reason: 'This cart is gone. Load the page again for a new one.' });
    return cart;
  };

  const signedOrder = async (context: Context, method: string | null) => {
    const cart = cartOf(context);
    if (cart.isPaid) throw refusal(409, 'CART_PAID', { reason: 'This cart is already paid. Load the page again.' });
    if (charges.isOpen(cart))
      throw refusal(409, 'CHARGE_OPEN', {
        reason: 'A saved card or wallet is being charged for this cart. Wait for its result.',
      });
    const order = orders.create(cart, method);
    const { reference, amountInCents } = order;
    const { currency } = order.quote;
    const signature = await integritySignature({
      reference,
      amountInCents,
      currency,
      secret: secrets.integritySecret,
    });
    return context.json({ reference, amount_in_cents: amountInCents, currency, signature });
  };

  const cartAnswer = (cart: Cart) => ({
    ...quote(cart.items),
    due_in_cents: orders.dueInCents(cart),
    is_paid: cart.isPaid,
  });

  /**
   * The page can be ahead of the event that tells of a half payment: the service itself is asked then. What it says is
   * recorded under its own reference, so that naming somebody else's transaction gains nothing.
   */
  const learnOfHalf = async (transactionId: string): Promise<void> => {
    const record = await payments.getTransaction(transactionId).catch((error: unknown) => {
      if (!(error instanceof PaymentsError) && !(error instanceof TypeError)) throw error;
      throw refusal(409, 'UNKNOWN_PAYMENT', { reason: 'The first part of this payment could not be read. Try again.' });
    });
    orders.record(record);
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

  app.get('/cart', (context) => {
    const cart = carts.find(getCookie(context, cartCookie) ?? '');
    return context.json(cartAnswer(cart && !cart.isPaid ? cart : openCart(context)));
  });

  app.put('/cart', async (context) => {
    const { items } = await readJson(context, cartRequest);
    const cart = cartOf(context);
    if (cart.isPaid) throw refusal(409, 'CART_PAID', { reason: 'This cart is already paid. Load the page again.' });
    if (orders.partlyPaid(cart))
      throw refusal(409, 'CART_PARTLY_PAID', { reason: 'A part of this cart is paid. Pay the rest first.' });
    cart.items = new Map(items.map(({ sku, quantity }) => [sku, quantity]));
    return context.json(cartAnswer(cart));
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

  app.post('/order', async (context) => {
    const { method, rest_of: firstPart } = await readJson(context, orderRequest);
    if (firstPart !== undefined) {
      await learnOfHalf(firstPart);
      if (!orders.partlyPaid(cartOf(context)))
        throw refusal(409, 'NOTHING_LEFT', { reason: 'Nothing is left to pay of this cart by that payment.' });
    }
    return signedOrder(context, method);
  });

  // For pages that carry `reference` and `signature` as attributes: the order is made before a method is chosen.
  app.get('/signed-order', (context) => signedOrder(context, null));

  // Where the visitor's own purchase stands, for a return page whose address says nothing.
  app.get('/orders/latest', (context) => {
    const cart = carts.find(getCookie(context, cartCookie) ?? '');
    const order = cart && orders.latestOf(cart);
    return context.json({ order: order ? orderAnswer(order) : null });
  });

  app.get('/orders/:reference', (context) => {
    const order = orders.find(context.req.param('reference'));
    if (!order) throw refusal(404, 'NOT_FOUND_ERROR', { reason: 'There is no such order.' });
    return context.json(orderAnswer(order));
  });

  // For `resolve-url`: what the service's events have said so far; nothing as long as they have said nothing.
  app.get('/resolve', (context) => {
    const transaction = orders.find(context.req.query('reference') ?? '')?.transaction;
    return transaction ? context.json(transaction) : context.body(null, 204);
  });

  app.post('/webhooks', async (context) => {
    const outcome = await takeEvent(await context.req.text(), desk);
    return context.json({ outcome });
  });

  app.route('/sources', sourceRoutes({ payments, charges, cartOf, answer: orderAnswer }));

  app.route('/payouts', payoutRoutes(desk.payouts, disbursements));
  const control = new SandboxControl(sandboxUrl, fetch);
  app.route('/sandbox', sandboxRoutes(control));
  app.route('/playground', playgroundRoutes(control, secrets.integritySecret));

  app.notFound((context) =>
    context.json({ error: { type: 'NOT_FOUND_ERROR', reason: 'There is nothing here.' } }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    console.error(error);
    return context.json({ error: { type: 'INTERNAL_ERROR', reason: 'The shop could not answer.' } }, 500);
  });
  return app;
}
