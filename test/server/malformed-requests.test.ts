/**
 * 10,000 requests that no client should send, at everything here that listens: the sandbox, the backend of the demo and
 * the kit's handlers. `npm test` sends the first of them, `MALFORMED=10000` all; `MALFORMED_SEED` begins with others.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { createShopApp } from '../../demo/backend/shop-app.ts';
import { readShopSecrets } from '../../demo/backend/shop-secrets.ts';
import { serve, type SandboxServer } from '../../src/sandbox/index.ts';
import { checkoutRoutes, memoryStore, OrderBook, PaymentsBackend, toNodeListener } from '../../src/server/index.ts';
import { Choices, malformed, type Malformed, type Route } from './malformed.ts';

const total = Number(process.env['MALFORMED'] ?? 4000);
const seed = Number(process.env['MALFORMED_SEED'] ?? 20_261_120);

const secrets = readShopSecrets({});
const publicKey = { authorization: 'Bearer pub_test_shop' };
const privateKey = { authorization: 'Bearer prv_test_shop' };
const payouts = { 'x-api-key': secrets.payoutsApiKey, 'user-principal-id': secrets.payoutsPrincipalId };

const order = {
  acceptance_token: 'a.b.c',
  accept_personal_auth: 'a.b.c',
  amount_in_cents: 11_900_000,
  currency: 'COP',
  signature: 'f'.repeat(64),
  customer_email: 'ana@example.com',
  reference: 'ORDER-1X',
  redirect_url: 'https://shop.example/thanks',
  customer_data: { full_name: 'Ana Rojas', phone_number: '+573001234567', browser_info: { language: 'es' } },
  taxes: [{ type: 'VAT', amount_in_cents: 1 }],
};
const person = { user_legal_id_type: 'CC', user_legal_id: '1012345678' };
const methods = [
  { type: 'CARD', token: 'tok_test_12345678', installments: 1 },
  { type: 'BANKA_TRANSFER', user_type: 'PERSON', payment_description: 'x', sandbox_status: 'APPROVED' },
  { type: 'BANKDEBIT', user_type: 0, ...person, financial_institution_code: '1', payment_description: 'x' },
  { type: 'BNPL', name: 'Ana', last_name: 'Rojas', ...person, phone_code: '57', phone_number: '3001234567' },
];
const transfer = { amount: 150_000, name: 'Ana Rojas', email: 'ana@example.com', key: '3001234567' };
const batch = { reference: 'NOMINA', accountId: 'acc_test_main', paymentType: 'PAYROLL', transactions: [transfer] };
const event = {
  event: 'transaction.updated',
  data: { transaction: { id: '1-2-3', status: 'APPROVED', amount_in_cents: 11_900_000 } },
  environment: 'test',
  signature: {
    properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
    checksum: '0'.repeat(64),
  },
  timestamp: 1_795_186_800,
};

/** Puts the checksum on that would be right, were the event. */
function sealed(text: string): string {
  try {
    const told = JSON.parse(text) as typeof event;
    const values = told.signature.properties.map((path) =>
      String(path.split('.').reduce<unknown>((value, name) => Object(value)[name], told.data)),
    );
    const checksum = createHash('sha256')
      .update(`${values.join('')}${told.timestamp}${secrets.eventsSecret}`)
      .digest('hex');
    return JSON.stringify({ ...told, signature: { ...told.signature, checksum } });
  } catch {
    return text;
  }
}

const sandboxRoutes: readonly Route[] = [
  { method: 'GET', path: '/merchants/info', headers: { 'x-merchant-public-key': 'prv_test_shop' } },
  { method: 'GET', path: '/merchants/pub_test_shop' },
  ...methods.map((payment_method) => ({
    method: 'POST',
    path: '/v1/transactions',
    headers: publicKey,
    body: { ...order, payment_method },
  })),
  { method: 'POST', path: '/transactions', headers: privateKey, body: { ...order, payment_source_id: 3891 } },
  { method: 'GET', path: '/v1/transactions/15113-1-1', headers: publicKey },
  { method: 'POST', path: '/transactions/15113-1-1/void', headers: privateKey, body: {} },
  { method: 'GET', path: '/v1/pse/financial_institutions', headers: publicKey },
  {
    method: 'POST',
    path: '/v1/tokens/cards',
    headers: publicKey,
    body: { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '30', card_holder: 'ANA ROJAS' },
  },
  { method: 'POST', path: '/v1/tokens/wallet_a', headers: publicKey, body: { phone_number: '3991111111' } },
  { method: 'GET', path: '/v1/tokens/wallet_b/x', headers: publicKey },
  {
    method: 'POST',
    path: '/payment_sources',
    headers: privateKey,
    body: { ...order, type: 'CARD', token: 'tok_test_12345678' },
  },
  { method: 'GET', path: '/v1/payment_sources/3891', headers: privateKey },
  { method: 'POST', path: '/wallet-b/x/validate', headers: privateKey, body: { code: '574829' } },
  { method: 'POST', path: '/bank/pay/15113-1-1', body: { outcome: 'APPROVED' }, isForm: true },
  { method: 'POST', path: '/bank/code/15113-1-1', body: { otp: '574829' }, isForm: true },
  { method: 'POST', path: '/bank/challenge/15113-1-1/outcome', body: { outcome: 'APPROVED' }, isForm: true },
  { method: 'GET', path: '/v2/breb/keys/resolve/3001234567?keyType=PHONE', headers: payouts },
  { method: 'POST', path: '/v2/payouts', headers: { ...payouts, 'idempotency-key': 'a-key' }, body: batch },
  { method: 'GET', path: '/v2/payouts/x', headers: payouts },
  { method: 'POST', path: '/accounts/balance-recharge', headers: payouts, body: { accountId: 'x', amountInCents: 5 } },
  { method: 'GET', path: '/libs/js/v1.js' },
  { method: 'GET', path: '/contracts/x.pdf' },
  { method: 'POST', path: '/_sandbox/faults', body: { method: 'GET', path: '/x', times: 1, fault: { kind: 'none' } } },
  { method: 'POST', path: '/_sandbox/webhooks', body: { url: null } },
  { method: 'POST', path: '/_sandbox/transactions/15113-1-1', body: { status: 'APPROVED' } },
  { method: 'GET', path: '/_sandbox/config' },
];

const demoRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/cart' },
  { method: 'PUT', path: '/api/cart', body: { items: [{ sku: 'bono-1500', quantity: 1 }] } },
  { method: 'POST', path: '/api/order', body: { method: 'CARD', after: '1-2-3', rest_of: null } },
  { method: 'GET', path: '/api/resolve?reference=NB-1' },
  { method: 'GET', path: '/api/signed-order?after=1-2-3' },
  { method: 'GET', path: '/api/orders/latest' },
  { method: 'GET', path: '/api/orders/NB-1' },
  {
    method: 'POST',
    path: '/api/webhook',
    body: { ...event, data: { payout: { id: 'p', status: 'PENDING', amount: 1 } } },
  },
  { method: 'POST', path: '/api/source', body: { ...order, type: 'CARD', token: 'tok_test_12345678' } },
  { method: 'POST', path: '/api/charge', body: { reference: 'NB-1', source: '3891' } },
  { method: 'DELETE', path: '/api/sources/3891' },
  { method: 'POST', path: '/api/payouts', body: { idempotency_key: 'a-key', batch: { ...batch, accountId: '' } } },
  { method: 'GET', path: '/api/payouts/keys?type=PHONE&value=3001234567' },
  { method: 'GET', path: '/api/payouts/a-key' },
  { method: 'GET', path: '/api/payouts/a-key/events' },
  { method: 'POST', path: '/api/payouts/recharge', body: { account_id: '', amount_in_cents: 5 } },
  {
    method: 'POST',
    path: '/api/sandbox/faults',
    body: { method: 'GET', path: '/x', times: 1, fault: { kind: 'none' } },
  },
  { method: 'GET', path: '/api/playground/order?amount_in_cents=100&currency=COP' },
  { method: 'POST', path: '/api/playground/resolve', body: { reference: 'X' } },
];

const kitRoutes: readonly Route[] = [
  { method: 'POST', path: '/pay/order', body: { method: 'CARD', after: '1-2-3', rest_of: null } },
  { method: 'GET', path: '/pay/resolve?reference=ORDER-1X' },
  { method: 'POST', path: '/pay/source', body: { ...order, type: 'CARD', token: 'tok_test_12345678' } },
  { method: 'POST', path: '/pay/charge', body: { reference: 'ORDER-1X', source: 'card-1' } },
  { method: 'POST', path: '/pay/webhook', body: event, seal: sealed },
];

/** Ways to break what `Request` cannot: lengths, chunks, connections. */
type Wire =
  | 'whole'
  | 'too-long'
  | 'too-short'
  | 'no-length'
  | 'negative'
  | 'two-lengths'
  | 'chunked'
  | 'bad-chunks'
  | 'slow'
  | 'cut';
const wires: readonly Wire[] = ['whole', 'too-long', 'too-short', 'no-length', 'negative', 'two-lengths'].concat([
  'chunked',
  'bad-chunks',
  'slow',
  'cut',
]) as Wire[];

/** The bytes of a request, in the pieces in which they leave. */
function pieces({ method, target, headers, body = new Uint8Array() }: Malformed, host: string, how: Wire): Buffer[] {
  const lengths: Record<Wire, string> = {
    whole: `content-length: ${body.length}\r\n`,
    slow: `content-length: ${body.length}\r\n`,
    cut: `content-length: ${body.length + 100_000_000}\r\n`,
    'too-long': `content-length: ${body.length + 7}\r\n`,
    'too-short': `content-length: ${Math.max(0, body.length - 7)}\r\n`,
    'no-length': '',
    negative: 'content-length: -1\r\n',
    'two-lengths': `content-length: ${body.length}\r\ncontent-length: 0\r\n`,
    chunked: 'transfer-encoding: chunked\r\n',
    'bad-chunks': 'transfer-encoding: chunked\r\n',
  };
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${lines}${lengths[how]}\r\n`;
  const start = Buffer.from(head, 'latin1');
  if (how === 'chunked')
    return [start, Buffer.from(`${body.length.toString(16)}\r\n`), Buffer.from(body), Buffer.from('\r\n0\r\n\r\n')];
  if (how === 'bad-chunks') return [start, Buffer.from('zz\r\n'), Buffer.from(body)];
  if (how === 'slow' || how === 'cut') {
    const middle = Math.floor(body.length / 2);
    return [
      start,
      Buffer.from(body.subarray(0, middle)),
      Buffer.from(body.subarray(how === 'cut' ? body.length : middle)),
    ];
  }
  return [Buffer.concat([start, body])];
}

/** @returns the status of the answer, or undefined where there is none */
async function sendRaw(port: number, sent: Buffer[], how: Wire): Promise<{ status: number | undefined; text: string }> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += String(part);
    // A stream of news goes on for ever, and a server that has answered need not read the rest.
    if (text.includes('text/event-stream') || how === 'too-long') socket.destroy();
  });
  // A server may close a connection that it cannot read.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const piece of sent) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (how === 'slow') await new Promise((resolve) => setImmediate(resolve));
  }
  if (how === 'cut') socket.destroy();
  else if (how === 'too-long') socket.end();
  await closed;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]) || undefined, text };
}

/** A 5xx that is no fault of the server: an event about a payment that the service knows nothing of has to come again. */
const isHonest = ({ status, text }: { status: number | undefined; text: string }): boolean =>
  status === undefined || status < 500 || status === 501 || (status === 503 && text.includes('UNREADABLE_PAYMENT'));

describe(`malformed requests: ${total} of them, from the seed ${seed}`, () => {
  let sandbox: SandboxServer;
  const servers: Server[] = [];
  const targets: { name: string; port: number; routes: readonly Route[] }[] = [];
  const thrown: unknown[] = [];
  const printed = mock.method(console, 'error', () => {});
  const catchThrown = (error: unknown) => thrown.push(error);

  const listen = async (name: string, server: Server, routes: readonly Route[]) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    targets.push({ name, port: (server.address() as AddressInfo).port, routes });
  };

  before(async () => {
    process.on('uncaughtException', catchThrown);
    setFlagsFromString('--expose-gc');
    sandbox = await serve({ port: 0 });
    targets.push({ name: 'the sandbox', port: sandbox.port, routes: sandboxRoutes });
    const shop = createShopApp({ secrets, sandboxUrl: sandbox.url, now: () => new Date(event.timestamp * 1000) });
    await listen(
      'the demo',
      createServer(getRequestListener(shop.fetch, { overrideGlobalObjects: false })),
      demoRoutes,
    );
    const payments = new PaymentsBackend({ baseUrl: sandbox.url, privateKey: 'prv_test_shop' });
    const kit = checkoutRoutes({
      orders: new OrderBook({ store: memoryStore(), secret: secrets.integritySecret, payments }),
      eventsSecret: secrets.eventsSecret,
      events: { now: event.timestamp * 1000, timestampUnit: 'seconds' },
      cart: () => ({ id: 'cart-1', amountInCents: 11_900_000, currency: 'COP' }),
      payments,
      sources: {
        owner: () => 'ana',
        keep: (_owner, { id }) => ({ id }),
        find: (_owner, id) => ({ payment_source_id: id, customer_email: 'ana@example.com' }),
      },
    });
    await listen('the kit', createServer(toNodeListener(kit)), kitRoutes);
  });

  after(async () => {
    process.off('uncaughtException', catchThrown);
    printed.mock.restore();
    for (const server of servers) server.close().closeAllConnections();
    await sandbox.close();
  });

  /** Once what is under way has come to its end: closed connections let go of their buffers a few turns later. */
  const heapAfterCollection = async (): Promise<number> => {
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      (runInNewContext('gc') as () => void)();
    }
    return process.memoryUsage().heapUsed;
  };

  it('malformed requests: none crashes a server, is a fault of it, or stays in its memory', async () => {
    const choose = new Choices(seed);
    const statuses = new Map<number | undefined, number>();
    let heapAtFirst = 0;
    let sent = 0;
    const sendOne = async () => {
      const { name, port, routes } = choose.of(targets);
      const request = malformed(choose.of(routes), choose);
      const how = choose.isOneIn(3) ? choose.of(wires) : 'whole';
      const answer = await sendRaw(port, pieces(request, `127.0.0.1:${port}`, how), how);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      assert.ok(
        isHonest(answer),
        `${name}, ${how}: ${request.method} ${request.target.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 400)}
         ${Buffer.from(request.body ?? [])
           .toString('latin1')
           .slice(0, 500)}\n→ ${answer.text.slice(0, 500)}`,
      );
      // No line of a stack, no path of a file; and no secret, but where the sandbox is asked for its own.
      const leak =
        /node_modules|\n\s+at |\.ts\b/.exec(answer.text) ??
        (request.target.includes('andbox') ? null : /test_events_pay/.exec(answer.text));
      assert.equal(leak, null, request.target.slice(0, 200));
    };
    while (sent < total) {
      const wave = Math.min(20, total - sent);
      await Promise.all(Array.from({ length: wave }, sendOne));
      sent += wave;
      if (sent === 1000) heapAtFirst = await heapAfterCollection();
    }
    const grown = (await heapAfterCollection()) - heapAtFirst;
    assert.deepEqual(thrown, []);
    // What is printed is for whoever mends the server: nothing here is a fault of it.
    assert.deepEqual(
      printed.mock.calls.map((call) => call.arguments),
      [],
    );
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
    assert.ok(grown <= 10 * 1024 * 1024, `the heap has grown by ${Math.round(grown / 1024)} KiB`);
    const served = [...statuses].filter(([status]) => status !== undefined && status >= 200 && status < 500);
    assert.ok(served.reduce((sum, [, count]) => sum + count, 0) > total / 2, JSON.stringify([...statuses]));
    for (const { port } of targets) {
      const { status } = await sendRaw(
        port,
        pieces({ method: 'GET', target: '/', headers: [], body: undefined }, 'localhost', 'whole'),
        'whole',
      );
      assert.equal(status, 404);
    }
    if (process.env['MALFORMED'])
      console.info(
        JSON.stringify(Object.fromEntries([...statuses].map(([status, count]) => [String(status), count]))),
        `heap +${Math.round(grown / 1024)} KiB`,
      );
  });

  it('malformed requests: a body that is too long is refused before it has come', async () => {
    const routeOf = ({ routes }: (typeof targets)[number]) => {
      const route = routes.find(({ method, body, isForm }) => method === 'POST' && body && !isForm);
      return { ...malformed(route ?? routes[0]!, new Choices(1)), method: 'POST', target: route?.path ?? '/' };
    };
    for (const target of targets) {
      const { headers, ...rest } = routeOf(target);
      const json = headers.filter(
        ([name]) => name !== 'content-type' && name !== 'origin' && name !== 'sec-fetch-site',
      );
      const request = { ...rest, headers: [['content-type', 'application/json'] as const, ...json] };
      const host = `127.0.0.1:${target.port}`;
      const announced = { ...request, headers: [...request.headers, ['content-length', '1073741824'] as const] };
      const [head = Buffer.of()] = pieces({ ...announced, body: undefined }, host, 'no-length');
      assert.equal((await sendRaw(target.port, [head], 'whole')).status, 413, target.name);

      const chunk = Buffer.from(`100000\r\n${'x'.repeat(2 ** 20)}\r\n`);
      const endless = [
        ...pieces({ ...request, body: undefined }, host, 'chunked').slice(0, 1),
        ...Array.from({ length: 64 }, () => chunk),
      ];
      const { status, text } = await sendRaw(target.port, endless, 'slow');
      assert.ok(status === 413 || text === '', `${target.name}: ${text}`);
    }
  });
});
