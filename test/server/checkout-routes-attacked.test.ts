import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { checkoutRoutes, toNodeListener, type OrderRequestBody } from '../../src/server/index.ts';
import { cart, openBook } from './open-book.ts';

const json = { 'content-type': 'application/json' };
const depths = ['['.repeat(60_000), `${'['.repeat(30_000)}${']'.repeat(30_000)}`, '{"a":'.repeat(10_000)];

/** What must never be in an answer: secrets, paths, lines of a stack. */
const leaks = /integrity-of-test|events-of-test|ana@|node_modules|\.ts\b|\n\s+at /;

describe('the routes of a checkout, attacked over HTTP', () => {
  const { book, service } = openBook();
  const bodies: OrderRequestBody[] = [];
  const thrown: unknown[] = [];
  /** The carts of a shop that lets the page name one. */
  const carts = new Map([
    ['cart-1', cart],
    ...['a/b/../c', 'ñandú 🛒', '__proto__', 'constructor', "' or 1=1", '%2e%2e%2f'].map(
      (id) => [id, { ...cart, id }] as const,
    ),
  ]);
  const listener = toNodeListener(
    checkoutRoutes({
      orders: book,
      eventsSecret: 'events-of-test',
      cart: (_, body) => {
        bodies.push(body);
        const { cart_id: id = 'cart-1' } = body;
        return typeof id === 'string' ? carts.get(id) : undefined;
      },
    }),
  );
  const server = createServer((incoming, outgoing) =>
    listener(incoming, outgoing, (error) => {
      thrown.push(error);
      outgoing.writeHead(500).end();
    }),
  );
  let port = 0;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => server.close().closeAllConnections());

  /** Sends lines of HTTP as they are. @returns status and body, or 0 where the connection was closed without an answer */
  async function raw(method: string, path: string, headers: object = {}, body = '', host = 'shop.example') {
    const socket = connect(port, '127.0.0.1');
    const all = { host, 'content-length': Buffer.byteLength(body), connection: 'close', ...headers };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    // A server that has answered need not read the rest.
    socket.on('error', () => {});
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
    const said = await text(socket);
    assert.doesNotMatch(said, leaks);
    return Number(/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? 0);
  }

  it('answer a clear refusal to what is no order request', async () => {
    const fine = '{"method":"CARD"}';
    for (const [expected, headers, body] of [
      [415, {}, fine],
      [415, { 'content-type': '' }, fine],
      [415, { 'content-type': 'text/plain, application/json' }, fine],
      [400, json, ''],
      [400, json, '[{"method":"CARD"}]'],
      [400, json, '{"method":["CARD"]}'],
      [400, json, '{"method":{"toString":"CARD"}}'],
      [400, json, '{"__proto__":{"method":"CARD"}}'],
      [400, json, '{"method":"CARD","after":"__proto__/../x"}'],
      [400, json, '\ufeff{'],
      ...depths.map((deep) => [400, json, deep] as const),
      [413, json, 'x'.repeat(10_000_000)],
      [404, json, '{"method":"CARD","cart_id":"unknown"}'],
      [404, json, '{"method":"CARD","cart_id":"toString"}'],
      [403, { ...json, origin: 'http://evil.example' }, fine],
      [403, { ...json, origin: 'http://shop.example:81' }, fine],
    ] as const)
      assert.equal(await raw('POST', '/api/order', headers, body), expected, body.slice(0, 60));
    assert.deepEqual(thrown, []);
  });

  it('are polluted by no key of a body', async () => {
    const body =
      '{"method":"CARD","__proto__":{"after":"t-1","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
    assert.equal(await raw('POST', '/api/order', json, body), 200);
    assert.equal(bodies.at(-1)?.['isAdmin'], undefined);
    assert.equal(bodies.at(-1)?.after, undefined);
    assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined);
    assert.deepEqual(service.read, []);
  });

  it('tell carts apart whatever their ids look like', async () => {
    for (const id of carts.keys())
      assert.equal(await raw('POST', '/api/order', json, JSON.stringify({ method: 'CARD', cart_id: id })), 200, id);
    const references = await Promise.all(
      [...carts.keys()].map(async (id) => (await book.cart(id)).orders.map(({ reference }) => reference)),
    );
    assert.equal(new Set(references.flat()).size, carts.size);
  });

  it('answer a clear refusal to other methods and other addresses', async () => {
    for (const [method, path, expected] of [
      ['GET', '/api/order', 405],
      ['HEAD', '/api/order', 405],
      ['DELETE', '/api/order', 405],
      ['PATCH', '/api/webhook', 405],
      ['POST', '/api/resolve?reference=x', 405],
      ['TRACE', '/api/order', 400],
      ['POST', '/api/order%2f', 404],
      ['POST', '/api/__proto__', 404],
      ['POST', '/api/constructor', 404],
      ['GET', 'http://[::1', 404],
    ] as const)
      assert.equal(await raw(method, path), expected, `${method} ${path}`);
    for (const host of ['a b', 'shop.example:99999', '[::1', 'a@b@c:d'])
      assert.equal(await raw('POST', '/api/order', json, '{"method":"CARD"}', host), 400, host);
    assert.deepEqual(thrown, []);
  });

  it('look up no reference that a database could not hold', async () => {
    for (const [reference, expected] of [
      ['%00', 400],
      ['a%0d%0ab', 400],
      ['', 400],
      ['x'.repeat(201), 400],
      ['__proto__', 204],
      ['..%2f..%2fetc', 204],
      ['%ff', 204],
    ] as const)
      assert.equal(await raw('GET', `/api/resolve?reference=${reference}`), expected, reference);
  });

  it('answer 401 to what is no event, however it is made', async () => {
    const signature = { properties: ['__proto__', 'constructor'], checksum: '0'.repeat(64) };
    for (const body of [
      '',
      '[]',
      ...depths,
      '{"__proto__":{"event":"transaction.updated"}}',
      JSON.stringify({ event: 'transaction.updated', data: {}, signature, timestamp: 1 }),
      JSON.stringify({ event: 'transaction.updated', data: [], signature: { ...signature, properties: {} } }),
    ])
      assert.equal(await raw('POST', '/api/webhook', {}, body), 401, body.slice(0, 60));
    assert.equal(await raw('POST', '/api/webhook', {}, 'x'.repeat(10_000_000)), 413);
    assert.deepEqual(thrown, []);
  });

  it('take no cart with an id that a database could not hold', async () => {
    for (const id of ['a\0b', 'a\nb', 'a\ud800']) await assert.rejects(book.order({ ...cart, id }), TypeError);
  });
});
