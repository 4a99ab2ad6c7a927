// server.mjs
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { OrderBook, PaymentsBackend, checkoutRoutes, fileStore, toNodeListener } from 'pay-checkout/server';

const port = Number(process.env.PORT ?? 3000);
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript' };
// The sandbox's own secrets; those of the live service are for the environment alone.
const secret = process.env.INTEGRITY_SECRET ?? 'test_integrity_pay_checkout';
const eventsSecret = process.env.EVENTS_SECRET ?? 'test_events_pay_checkout';
const payments = new PaymentsBackend({
  baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:5174',
  privateKey: process.env.PRIVATE_KEY ?? 'prv_test_shop',
});

// One open order per cart, kept in the folder `orders`: a database in a shop of several processes.
const orders = new OrderBook({ store: fileStore('orders'), secret, payments });

/** Whose cart a request is about. A shop has sessions for this. */
const carts = new WeakMap();
/** A cart's id goes to the page. What opens the cart is the key, in a cookie that no script reads. */
const idOf = (key) => createHash('sha256').update(key).digest('hex').slice(0, 32);

const checkout = checkoutRoutes({
  orders,
  eventsSecret,
  events: { timestampUnit: 'seconds' },
  // The shop decides what is due. Nothing that a browser sends may change the amount.
  cart: (request) => ({ id: carts.get(request), amountInCents: 11_900_000, currency: 'COP' }),
  // An event may come again: a cart is shipped once.
  onNews: ({ status, transaction }) => {
    if (status === 'paid') console.info(`${transaction.reference} is paid`);
    // The shop may take a payment back: what was not shipped by then stays here.
    else if (transaction.status === 'VOIDED') console.info(`${transaction.reference} is voided`);
  },
});

/** A page, which is told its cart, or a script of the element. */
async function sendFile(pathname, cart) {
  const file = pathname.startsWith('/pay-checkout/')
    ? pathname.replace('/pay-checkout/', 'node_modules/pay-checkout/dist/cdn/')
    : `public${pathname === '/' ? '/index.html' : pathname}`;
  const content = await readFile(file).catch(() => undefined);
  const type = types[file.split('.').at(-1)] ?? 'application/octet-stream';
  const body = type === types.html ? content?.toString().replace('{cart-id}', cart) : content;
  return new Response(body, { status: content ? 200 : 404, headers: { 'content-type': type } });
}

const server = createServer(
  toNodeListener(async (request) => {
    const { pathname } = new URL(request.url);
    const [, known] = /(?:^|; )cart=([\w-]{36})(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? [];
    // Another purchase is begun by the visitor alone: whoever loads a receipt again is still shown that.
    const isAnother = pathname === '/another';
    const key = known && !isAnother ? known : crypto.randomUUID();
    const cart = idOf(key);
    carts.set(request, cart);
    const answer = () => {
      if (pathname === '/api/cart') return Response.json({ id: cart });
      return pathname.startsWith('/api/') ? checkout(request) : sendFile(pathname, cart);
    };
    const response = isAnother ? new Response(null, { status: 303, headers: { location: '/' } }) : await answer();
    if (key !== known) response.headers.append('set-cookie', `cart=${key}; Path=/; HttpOnly; SameSite=Lax`);
    return response;
  }),
);

server.listen(port, () => console.info(`http://localhost:${port}`));
