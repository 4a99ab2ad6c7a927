// server.mjs
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { EventVerificationError, PaymentsBackend, integritySignature, verifyEvent } from 'pay-checkout/server';

// The sandbox's own secrets; those of the live service are for the environment alone.
const integritySecret = process.env.INTEGRITY_SECRET ?? 'test_integrity_pay_checkout';
const eventsSecret = process.env.EVENTS_SECRET ?? 'test_events_pay_checkout';
const payments = new PaymentsBackend({
  baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:5174',
  privateKey: process.env.PRIVATE_KEY ?? 'prv_test_shop',
});
const port = Number(process.env.PORT ?? 3000);
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript' };
const orders = new Map(); // a database in a shop that lasts

/** The shop decides what is due. Nothing that a browser sends may change the amount. */
async function createOrder() {
  const order = { reference: `ORDER-${crypto.randomUUID()}`, amountInCents: 11_900_000, currency: 'COP' };
  const signature = await integritySignature({ ...order, secret: integritySecret });
  orders.set(order.reference, { ...order, isPaid: false });
  return {
    reference: order.reference,
    amount_in_cents: order.amountInCents,
    currency: order.currency,
    signature,
  };
}

/** An event says which transaction to look at. What was paid, and for which order, stands in the record. */
async function takeEvent(rawBody) {
  const { signed, data } = await verifyEvent(rawBody, eventsSecret);
  const id = signed['transaction.id'];
  if (typeof id !== 'string' || (data.transaction && 'payoutId' in data.transaction)) return; // about something else
  const transaction = await payments.getTransaction(id);
  if (transaction.status === 'PENDING' && signed['transaction.status'] !== 'PENDING')
    throw new Error('The record lags behind its event.');
  const order = orders.get(transaction.reference);
  if (!order || order.isPaid || transaction.status !== 'APPROVED') return;
  if (order.amountInCents !== transaction.amount_in_cents || order.currency !== transaction.currency) return;
  // Points may have paid a part alone: see "Pay what points have left" in the recipes.
  const extra = transaction.payment_method?.extra;
  if (extra instanceof Object && 'remaining_amount_in_cents' in extra && Number(extra.remaining_amount_in_cents) !== 0)
    return;
  order.isPaid = true;
  console.info(`${transaction.reference} is paid`);
}

const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST' && pathname === '/api/order') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(await createOrder()));
    } else if (request.method === 'POST' && pathname === '/webhooks') {
      await takeEvent(await text(request));
      response.end();
    } else {
      const file = pathname.startsWith('/pay-checkout/')
        ? pathname.replace('/pay-checkout/', 'node_modules/pay-checkout/dist/cdn/')
        : `public${pathname === '/' ? '/index.html' : pathname}`;
      const content = await readFile(file).catch(() => undefined);
      response.statusCode = content ? 200 : 404;
      response.setHeader('content-type', types[file.split('.').at(-1)] ?? 'application/octet-stream');
      response.end(content);
    }
  } catch (error) {
    console.error(error);
    // An event that is answered with anything but 2xx is delivered again later.
    response.writeHead(error instanceof EventVerificationError ? 401 : 500).end();
  }
});

server.listen(port, () => console.info(`http://localhost:${port}`));
