import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fetchOrder } from '../../src/browser/order-endpoint.ts';
import { absolute } from '../../src/element/host.ts';
import { CheckoutError } from '../../src/domain/checkout-error.ts';

it('B4: an address of the page has nothing in it that nobody can see', (t) => {
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  Object.defineProperty(globalThis, 'document', { configurable: true, value: { baseURI: 'https://shop.example/a/' } });
  assert.equal(absolute('/api/order\u200B'), 'https://shop.example/api/order');
  assert.equal(absolute('\u202Ahttps://shop.example/or\u00ADder?a=1\u202C '), 'https://shop.example/order?a=1');
  assert.equal(absolute('order?q=a%20b'), 'https://shop.example/a/order?q=a%20b');
});

describe('an order that the backend refuses', () => {
  let answer = { status: 500, body: '' };
  const server = createServer((_request, response) => void response.writeHead(answer.status).end(answer.body));
  before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  after(() => void server.close());

  const errorFor = async (status: number, body: string): Promise<CheckoutError> => {
    answer = { status, body };
    const { port } = server.address() as AddressInfo;
    const error: unknown = await fetchOrder(`http://127.0.0.1:${port}/order`, { method: 'CARD' }).catch(
      (thrown: unknown) => thrown,
    );
    assert(error instanceof CheckoutError);
    return error;
  };
  const codeFor = async (status: number, body: string): Promise<string> => (await errorFor(status, body)).code;

  it('S12: is told with what the backend has said in JSON, and with nothing of a page', async () => {
    const said = await errorFor(500, '{"error":"The shop cannot take orders."}');
    assert.equal(said.cause, '{"error":"The shop cannot take orders."}');
    const page = await errorFor(403, '<meta name="csrf-token" content="SECRET"><h1>Forbidden</h1>');
    assert.equal(page.message, 'order-url answered 403.');
    assert.equal(page.cause, undefined);
  });

  it('is paid only where the backend says so with 409 and the type CART_PAID', async () => {
    const paid = JSON.stringify({ error: { type: 'CART_PAID', reason: 'This cart is paid.' } });
    assert.equal(await codeFor(409, paid), 'cart_paid');
    assert.equal(await codeFor(500, paid), 'order_unavailable');
    for (const body of ['', 'null', 'CART_PAID', '{"error":"not CART_PAID"}', '{"error":{"type":"STILL_OPEN"}}'])
      assert.equal(await codeFor(409, body), 'order_unavailable', body);
  });
});
