import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, request as ask, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import {
  checkoutRoutes,
  PaymentsError,
  toNodeListener,
  type CheckoutRoutesOptions,
  type PaymentNews,
  type TransactionRecord,
} from '../../src/server/index.ts';
import { cart, openBook } from './open-book.ts';

const eventsSecret = 'events-of-test';
const shop = 'https://shop.example/api/pay';

/** An event as the service signs it (SERVICE-NOTES.md, webhook), worked out here by hand. */
function signedEvent({ id, status, amount_in_cents }: TransactionRecord): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = `${id}${status}${amount_in_cents}${timestamp}${eventsSecret}`;
  return JSON.stringify({
    event: 'transaction.updated',
    data: { transaction: { id, status, amount_in_cents } },
    signature: {
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
      checksum: createHash('sha256').update(signed).digest('hex'),
    },
    timestamp,
  });
}

function openRoutes(change: Partial<CheckoutRoutesOptions> = {}) {
  const { book, service } = openBook();
  const news: PaymentNews[] = [];
  const handler = checkoutRoutes({
    orders: book,
    eventsSecret,
    events: { timestampUnit: 'seconds' },
    cart: () => cart,
    onNews: (one) => void news.push(one),
    ...change,
  });
  const call = async (path: string, init?: RequestInit) => {
    const answer = await handler(new Request(shop + path, init));
    const body = await answer.text();
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return { status: answer.status, headers: answer.headers, body: body ? JSON.parse(body) : undefined };
  };
  const order = (body: unknown = { method: 'CARD' }, headers: Record<string, string> = {}) =>
    call('/order', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const happens = (record: TransactionRecord) => call('/webhook', { method: 'POST', body: signedEvent(record) });
  return { book, service, news, handler, call, order, happens };
}

const typeOf = ({ status, body }: { status: number; body: { error?: { type: string } } }) => [status, body.error?.type];

describe('the routes of a checkout: an order', () => {
  it('B11: is the next one after the payment that the page names, whatever the shop writes into what it is told', async () => {
    const { order, service } = openRoutes({
      cart: (_request, body) => {
        delete body.after;
        delete body.rest_of;
        return cart;
      },
    });
    const { reference } = (await order()).body;
    const declined = service.pay({ ...cart, reference }, 'DECLINED');
    assert.notEqual((await order({ method: 'CARD', after: declined.id })).body.reference, reference);
    assert.deepEqual(typeOf(await order({ method: 'CARD', rest_of: declined.id })), [409, 'NOTHING_LEFT']);
  });

  it("is that of the cart of the merchant's own choice, whatever the browser claims", async () => {
    const asked: unknown[] = [];
    const { order, book } = openRoutes({
      cart: (request, body) => {
        asked.push([request.headers.get('cookie'), body]);
        return cart;
      },
    });
    const claim = { method: 'CARD', amount_in_cents: 1, currency: 'USD', reference: 'MINE', cart_id: 'other' };
    const { status, body } = await order(claim, { cookie: 'session=1' });
    const { reference, signature } = await book.order(cart);
    assert.deepEqual(
      [status, body],
      [200, { reference, amount_in_cents: 11_900_000, currency: 'COP', signature, cart_id: 'cart-1' }],
    );
    assert.deepEqual(asked, [['session=1', claim]]);
  });

  it('follows what the page names, says when the price has changed, and is refused once the cart is paid', async () => {
    let price = cart;
    const { order, service } = openRoutes({ cart: async () => price });
    const first = (await order()).body;
    const pay = (answer: typeof first, ...how: [TransactionRecord['status'], number?]) =>
      service.pay({ ...answer, amountInCents: answer.amount_in_cents }, ...how).id;
    const second = (await order({ method: 'CARD', after: pay(first, 'DECLINED'), rest_of: null })).body;
    assert.notEqual(second.reference, first.reference);
    price = { ...cart, amountInCents: 10_000_000 };
    assert.deepEqual((await order()).body, { ...second, price_changed: true });
    const half = pay(second, 'APPROVED', 5_950_000);
    const rest = (await order({ method: 'CARD', rest_of: half })).body;
    assert.equal(rest.amount_in_cents, 4_050_000);
    const paid = await order({ method: 'CARD', after: pay(rest, 'APPROVED') });
    assert.deepEqual([paid.status, paid.body], [409, { error: { type: 'CART_PAID', reason: 'This cart is paid.' } }]);
  });

  it('is not there for who is buying nothing', async () => {
    const { order } = openRoutes({ cart: () => undefined });
    assert.deepEqual(typeOf(await order()), [404, 'UNKNOWN_CART']);
  });

  it('is refused to other origins, whose forms cannot even ask', async () => {
    const { order } = openRoutes();
    const from = (headers: Record<string, string>) => order(undefined, headers).then(typeOf);
    const foreign = [403, 'FOREIGN_ORIGIN'];
    for (const site of ['cross-site', 'same-site']) assert.deepEqual(await from({ 'sec-fetch-site': site }), foreign);
    for (const origin of [
      'https://evil.example',
      'null',
      'https://shop.example.evil.example',
      'https://api.shop.example',
    ])
      assert.deepEqual(await from({ origin }), foreign, origin);
    const site = { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' };
    assert.deepEqual(await from(site), foreign, 'what a bank redirects');
    for (const fine of [
      { 'sec-fetch-site': 'same-origin', origin: 'http://inside' },
      { origin: 'https://shop.example' },
      {},
    ])
      assert.deepEqual(await from(fine as Record<string, string>), [200, undefined]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      assert.deepEqual(await from({ 'content-type': type }), [415, 'UNSUPPORTED_MEDIA_TYPE'], type);
    assert.deepEqual(await from({ 'content-type': 'Application/JSON; charset=utf-8' }), [200, undefined]);
  });

  it('is refused for what cannot be read, and nothing is stored', async () => {
    const { order, book, call } = openRoutes();
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"CARD"',
      {},
      { method: 7 },
      { method: '' },
      { method: 'x'.repeat(201) },
      { method: 'CARD', after: 7 },
      { method: 'CARD', after: '../void' },
      { method: 'CARD', rest_of: { id: 1 } },
      { method: 'CARD', rest_of: '' },
    ])
      assert.deepEqual(typeOf(await order(body)), [400, 'MALFORMED_REQUEST'], JSON.stringify(body));
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: new Uint8Array([0xff]) };
    assert.deepEqual(typeOf(await call('/order', broken)), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(typeOf(await order({ method: 'CARD', more: 'x'.repeat(65_536) })), [413, 'BODY_TOO_LARGE']);
    assert.equal((await book.cart(cart.id)).orders.length, 0);
  });

  it('is read no further than 64 KiB', async () => {
    const { handler } = openRoutes();
    let sent = 0;
    const long = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent === 100) controller.close();
        else controller.enqueue(new Uint8Array(16 * 1024));
      },
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: long, duplex: 'half' };
    assert.equal((await handler(new Request(`${shop}/order`, init as RequestInit))).status, 413);
    assert.ok(sent < 10, `${sent} pieces were read`);
  });

  it('fails as the store or the callback does', async () => {
    const { handler } = openRoutes({ cart: () => Promise.reject(new Error('no database')) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"method":"CARD"}' };
    await assert.rejects(handler(new Request(`${shop}/order`, init)), /no database/);
  });
});

describe('the routes of a checkout: what became of a reference', () => {
  it('is its transaction, and 204 while nobody knows', async () => {
    const { call, order, service, happens, book } = openRoutes();
    const { reference } = (await order()).body;
    const resolve = (one: string) => call(`/resolve?reference=${encodeURIComponent(one)}`);
    for (const unknown of [reference, 'ELSEWHERE', `' or 1=1`])
      assert.deepEqual([(await resolve(unknown)).status, (await resolve(unknown)).body], [204, undefined]);
    const record = service.pay({ ...cart, reference }, 'APPROVED');
    await happens(record);
    const answer = await resolve(reference);
    assert.deepEqual([answer.status, answer.body], [200, await book.resolve(reference)]);
  });

  it('is refused to other origins and for no reference', async () => {
    const { call } = openRoutes();
    assert.deepEqual(typeOf(await call('/resolve')), [400, 'MALFORMED_REQUEST']);
    assert.deepEqual(typeOf(await call('/resolve?reference=')), [400, 'MALFORMED_REQUEST']);
    const headers = { 'sec-fetch-site': 'cross-site' };
    assert.deepEqual(typeOf(await call('/resolve?reference=R', { headers })), [403, 'FOREIGN_ORIGIN']);
  });
});

describe('the routes of a checkout: events', () => {
  it('B11: are new once where the shop writes into them', async () => {
    const told: boolean[] = [];
    const onNews = (news: PaymentNews) => {
      told.push(news.isNew);
      Object.assign(news, { isNew: false, status: 'shipped', transaction: {} });
    };
    const { order, service, happens } = openRoutes({ onNews });
    const { reference } = (await order()).body;
    const record = service.pay({ ...cart, reference }, 'APPROVED');
    for (let time = 0; time < 3; time += 1) assert.deepEqual((await happens(record)).body, { status: 'paid' });
    assert.deepEqual(told, [true, false, false]);
  });

  it('are told to the merchant before they are acknowledged, each time that they come', async () => {
    const { order, service, news, happens } = openRoutes();
    const { reference } = (await order()).body;
    const record = service.pay({ ...cart, reference }, 'APPROVED');
    assert.deepEqual((await happens(record)).body, { status: 'paid' });
    assert.equal((await happens(record)).status, 200);
    const told = news.map(({ cartId, status, isNew, transaction }) => [cartId, status, isNew, transaction.id]);
    assert.deepEqual(told, [
      ['cart-1', 'paid', true, record.id],
      ['cart-1', 'paid', false, record.id],
    ]);
  });

  it('are new until the merchant has taken them, whatever a page named before', async () => {
    const told: boolean[] = [];
    let trouble = true;
    const onNews = async ({ isNew }: PaymentNews) => {
      told.push(isNew);
      if (trouble) throw new Error('no database');
    };
    const { order, service, handler } = openRoutes({ onNews });
    const { reference } = (await order()).body;
    const record = service.pay({ ...cart, reference }, 'APPROVED');
    assert.equal((await order({ method: 'CARD', after: record.id })).status, 409, 'the book knows it from the page');
    const deliver = () => handler(new Request(`${shop}/webhook`, { method: 'POST', body: signedEvent(record) }));
    await assert.rejects(deliver(), /no database/);
    await assert.rejects(deliver(), /no database/);
    trouble = false;
    for (let time = 0; time < 2; time += 1) assert.equal((await deliver()).status, 200);
    assert.deepEqual(told, [true, true, true, false]);
  });

  it('are refused when they are not genuine, and change nothing', async () => {
    const { order, service, call, book, news } = openRoutes();
    const { reference } = (await order()).body;
    const genuine = signedEvent(service.pay({ ...cart, reference }, 'APPROVED'));
    for (const body of [genuine.replace('11900000', '100'), genuine.slice(0, -9), '', 'null', '{}'])
      assert.deepEqual(typeOf(await call('/webhook', { method: 'POST', body })), [401, 'INVALID_EVENT']);
    const long = await call('/webhook', { method: 'POST', body: genuine + ' '.repeat(65_536) });
    assert.deepEqual(typeOf(long), [413, 'BODY_TOO_LARGE']);
    assert.deepEqual([(await book.cart(cart.id)).status, news.length], ['unpaid', 0]);
  });

  it('about no order are told as they came, once they are verified', async () => {
    const others: unknown[] = [];
    const { happens, service } = openRoutes({
      onOtherEvent: ({ signed }) => void others.push(signed['transaction.id']),
    });
    const { id } = service.pay({ ...cart, reference: 'ELSEWHERE' }, 'APPROVED');
    assert.equal((await happens(service.transactions.get(id)!)).status, 200);
    assert.deepEqual(others, [id]);
  });

  it('are asked for again while the service cannot be read, and acknowledged when they are about something else', async () => {
    const { order, service, happens, news } = openRoutes();
    const { reference } = (await order()).body;
    const record = service.pay({ ...cart, reference }, 'APPROVED');
    service.trouble = new PaymentsError({ status: 503, type: 'HTTP_503' });
    assert.deepEqual(typeOf(await happens(record)), [503, 'UNREADABLE_PAYMENT']);
    service.trouble = undefined;
    const stranger = await happens(service.pay({ ...cart, reference: 'ELSEWHERE' }, 'APPROVED'));
    assert.deepEqual([stranger.status, stranger.body, news.length], [200, { status: null }, 0]);
  });
});

describe('the routes of a checkout: anything else', () => {
  it('is 404, and another method 405 with the one that is answered', async () => {
    const { call } = openRoutes();
    for (const path of ['', '/', '/orders', '/order/', '/order/x', '/webhook.json', '/__proto__'])
      assert.deepEqual(typeOf(await call(path)), [404, 'NOT_FOUND_ERROR'], path);
    for (const [path, method, allowed] of [
      ['/order', 'GET', 'POST'],
      ['/order', 'PUT', 'POST'],
      ['/order', 'OPTIONS', 'POST'],
      ['/webhook', 'GET', 'POST'],
      ['/resolve', 'POST', 'GET'],
    ] as const) {
      const refused = await call(path, { method });
      assert.deepEqual([...typeOf(refused), refused.headers.get('allow')], [405, 'METHOD_NOT_ALLOWED', allowed]);
    }
  });

  it('is refused where it is set up', () => {
    const { book: orders } = openBook();
    const make = (options: object) => () => checkoutRoutes(options as CheckoutRoutesOptions);
    assert.throws(make({ orders, eventsSecret: '', cart: () => cart }), TypeError);
    assert.throws(make({ orders, eventsSecret }), /cart must be a function/);
    assert.throws(make({ eventsSecret, cart: () => cart }), /orders must be an object/);
  });
});

describe('a fetch-style handler in Node', () => {
  async function serve(t: TestContext, listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    t.after(() => server.close().closeAllConnections());
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  }
  const local = (port: number) => `http://127.0.0.1:${port}`;

  it('gets address, method, headers and body, and answers with status, headers, cookies and body', async (t) => {
    const port = await serve(
      t,
      toNodeListener(async (request) => {
        const headers = new Headers({ 'x-seen': `${request.method} ${request.url} ${request.headers.get('x-one')}` });
        headers.append('set-cookie', 'a=1');
        headers.append('set-cookie', 'b=2');
        return new Response(`got ${await request.text()}`, { status: 201, headers });
      }),
    );
    const answer = await fetch(`${local(port)}/a?b=%20c`, { method: 'POST', headers: { 'x-one': '1' }, body: 'ñ😀' });
    assert.deepEqual([answer.status, await answer.text()], [201, 'got ñ😀']);
    assert.equal(answer.headers.get('x-seen'), `POST ${local(port)}/a?b=%20c 1`);
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
  });

  it('takes the whole address where Express has cut off the place of a router', async (t) => {
    const listener = toNodeListener(async ({ url }) => new Response(new URL(url).pathname));
    const port = await serve(t, (request, response) =>
      listener(Object.assign(request, { originalUrl: request.url, url: '/order' }), response, () => {}),
    );
    assert.equal(await (await fetch(`${local(port)}/api/order`)).text(), '/api/order');
  });

  it('answers 400 to what is no address, and 413 to a body that is too long, with its connection', async (t) => {
    const port = await serve(t, toNodeListener(openRoutes().handler));
    const raw = (path: string, headers: object, body = '') =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        const asking = ask({ port, path, method: 'POST', headers: { ...headers } }, (answer) => {
          text(answer).then((said) => resolve([answer.statusCode, said]), reject);
        });
        asking.on('error', reject).end(body);
      });
    assert.deepEqual(await raw('/order', { host: 'a b' }), [400, '']);
    assert.equal((await raw('//', {}))[0], 404);
    const json = { 'content-type': 'application/json' };
    assert.equal((await raw('/order', json, 'x'.repeat(5_000_000)))[0], 413);
    assert.equal((await raw('/order', json, '{"method":"CARD"}'))[0], 200);
  });

  it('hands what was thrown to Express, or prints it and answers 500', async (t) => {
    const printed = t.mock.method(console, 'error', () => {});
    const failing = toNodeListener(() => Promise.reject(new Error('no database')));
    const bare = await serve(t, failing);
    assert.equal((await fetch(local(bare))).status, 500);
    assert.equal(printed.mock.callCount(), 1);
    const inExpress = await serve(t, (request, response) =>
      failing(request, response, (error) => response.writeHead(502).end(String(error))),
    );
    assert.equal(await (await fetch(local(inExpress))).text(), 'Error: no database');
    assert.equal(printed.mock.callCount(), 1);
  });
});
