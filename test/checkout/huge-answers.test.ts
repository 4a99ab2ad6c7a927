/** An answer may be large, or unfold to what is: no more of it is read than a record needs, and then it is none. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { readJson } from '../../src/api/service-client.ts';
import { fetchCharge, fetchOrder, fetchResolved } from '../../src/browser/order-endpoint.ts';

const MiB = 2 ** 20;

/** 64 MiB of JSON, which whoever parses it has to wait for. */
function hugeAnswer(): { response: Response; sent: () => number; isStopped: () => boolean } {
  let sent = 0;
  let isStopped = false;
  const part = new TextEncoder().encode('[],'.repeat(MiB / 16));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(sent === 0 ? new TextEncoder().encode('{"data":[') : part);
      sent += part.length;
      if (sent <= 64 * MiB) return;
      controller.enqueue(new TextEncoder().encode('0]}'));
      controller.close();
    },
    cancel() {
      isStopped = true;
    },
  });
  return { response: new Response(body), sent: () => sent, isStopped: () => isStopped };
}

const api = () => new HttpPaymentsApi({ baseUrl: 'https://api.example/v1', publicKey: 'pub_test_unit' });
const shop = 'https://shop.example/pay';

describe('S8: an answer of 64 MiB', () => {
  for (const [what, ask, outcome] of [
    ['about a merchant', () => api().fetchMerchant(), { code: 'invalid_response' }],
    ['about a payment', () => api().fetchTransaction('1-2-3'), { code: 'invalid_response' }],
    ['of order-url', () => fetchOrder(shop, { method: 'CARD' }), { code: 'order_unavailable' }],
    ['of resolve-url', () => fetchResolved(shop, 'R'), /resolve-url answered with .* too much/],
    [
      'of charge-url',
      () => api().chargeSource(() => fetchCharge(shop, { reference: 'R', source: 'card-1' })),
      { code: 'invalid_response' },
    ],
  ] as const)
    it(`${what} is not read to its end, and is none`, async (t: TestContext) => {
      const { response, sent, isStopped } = hugeAnswer();
      t.mock.method(globalThis, 'fetch', async () => response);
      await assert.rejects(ask(), outcome);
      assert(isStopped() && sent() < 2 * MiB, `${sent()} bytes`);
    });

  it('of resolve-url that knows of no payment is ended, where its body can be', async (t) => {
    const { response, isStopped } = hugeAnswer();
    for (const body of [response.body, {}, null]) {
      t.mock.method(globalThis, 'fetch', async () => ({ ok: false, status: 404, body }));
      assert.equal(await fetchResolved(shop, 'R'), null);
    }
    assert(isStopped());
  });
});

describe('S8: an answer', () => {
  const ofBytes = (length: number): Response => new Response(`"${'é'.repeat(length / 2 - 1)}"`);

  it('of one MiB is read, and of more is not parsed', async (t: TestContext) => {
    assert.equal(await readJson(ofBytes(MiB)), 'é'.repeat(MiB / 2 - 1));
    const parse = t.mock.method(JSON, 'parse');
    assert.equal(await readJson(ofBytes(MiB + 2)), undefined);
    assert.deepEqual(
      parse.mock.calls.filter(({ arguments: [text] }) => text.length > 2),
      [],
    );
  });

  it('S5: of more values than a page needs is not parsed, for Firefox takes the square of the names in it', async (t: TestContext) => {
    const holding = (values: number): Response =>
      new Response(`{"data":{${Array.from({ length: values - 1 }, (_, at) => `"k${at}":0`).join()}}}`);
    assert.ok(await readJson(holding(5000)));
    const parse = t.mock.method(JSON, 'parse');
    assert.equal(await readJson(holding(5001)), undefined);
    assert.equal(parse.mock.callCount(), 0);
  });

  it('is read as the platform reads a text', async () => {
    const inParts = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of new TextEncoder().encode('\uFEFF{"name":"Ñandú 🦤"}'))
          controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    assert.deepEqual(await readJson(new Response(inParts)), { name: 'Ñandú 🦤' });
    for (const body of [null, '', 'no JSON']) assert.equal(await readJson(new Response(body)), undefined);
  });

  it('that breaks off is none that could be judged', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('The connection broke.'));
      },
    });
    await assert.rejects(readJson(new Response(broken)), { message: 'The connection broke.' });
  });
});
