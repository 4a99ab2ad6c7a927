import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { OrderBook, PaymentsBackend, checkoutRoutes, memoryStore, toNodeListener } from 'pay-checkout/server';

// The sandbox's own secrets; those of the live service are for the environment alone.
const secret = process.env.INTEGRITY_SECRET ?? 'test_integrity_pay_checkout';
const eventsSecret = process.env.EVENTS_SECRET ?? 'test_events_pay_checkout';
const privateKey = process.env.PRIVATE_KEY ?? 'prv_test_shop';
const types = { '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** A cart's id goes to the page. What opens the cart is the key, in a cookie that no script reads. */
const idOf = (key) => createHash('sha256').update(key).digest('hex').slice(0, 32);

async function sendFile(folder, pathname) {
  const file = normalize(pathname === '/' ? '/index.html' : pathname);
  const content = await readFile(join(folder, file)).catch(() => undefined);
  const type = types[extname(file)] ?? 'application/octet-stream';
  return new Response(content, { status: content ? 200 : 404, headers: { 'content-type': type } });
}

/** The shop: the pages of a folder, and the backend that names carts, signs orders and hears what became of them. */
export async function serveShop(folder, { port = 3000, service = 'http://127.0.0.1:5174', onNews = () => {} } = {}) {
  const payments = new PaymentsBackend({ baseUrl: service, privateKey });
  const carts = new WeakMap();
  const checkout = checkoutRoutes({
    orders: new OrderBook({ store: memoryStore(), secret, payments }),
    eventsSecret,
    events: { timestampUnit: 'seconds' },
    // The shop decides what is due. Nothing that a browser sends may change the amount.
    cart: (request) => ({ id: carts.get(request), amountInCents: 11_900_000, currency: 'COP' }),
    // An event may come again: a cart is shipped once.
    onNews: ({ status, transaction }) => {
      if (status === 'paid') onNews(`${transaction.reference} is paid`);
      // The shop may take a payment back: what was not shipped by then stays here.
      else if (transaction.status === 'VOIDED') onNews(`${transaction.reference} is voided`);
    },
  });

  const answer = (request, pathname) => {
    // Another purchase is begun by the visitor alone: whoever loads a receipt again is still shown that.
    if (pathname === '/another') return new Response(null, { status: 303, headers: { location: '/' } });
    if (pathname === '/api/cart') return Response.json({ id: carts.get(request) });
    return pathname.startsWith('/api/') ? checkout(request) : sendFile(folder, pathname);
  };

  const server = createServer(
    toNodeListener(async (request) => {
      const { pathname } = new URL(request.url);
      const [, known] = /(?:^|; )cart=([\w-]{36})(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? [];
      const key = known && pathname !== '/another' ? known : crypto.randomUUID();
      carts.set(request, idOf(key));
      const response = await answer(request, pathname);
      if (key !== known) response.headers.append('set-cookie', `cart=${key}; Path=/; HttpOnly; SameSite=Lax`);
      return response;
    }),
  );
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close().closeAllConnections(),
  };
}
