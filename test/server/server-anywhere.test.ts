import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { createSandbox } from '../../src/sandbox/index.ts';
import type * as Kit from '../../src/server/index.ts';

/** What every runtime with fetch and Web Crypto has, workers at the edge included, and nothing else. */
const givens = {
  AbortController,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  Uint8Array,
  clearTimeout,
  crypto,
  setTimeout,
};

describe('the backend kit where there is fetch and Web Crypto alone', () => {
  let kit: typeof Kit;

  before(async () => {
    const lib = { entry: resolve('src/server/index.ts'), formats: ['iife' as const], name: 'kit' };
    const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } });
    const [output] = built as Rolldown.RolldownOutput[];
    assert(output);
    const place: Record<string, unknown> = { ...givens, fetch: createSandbox().fetch };
    // As in a worker under a policy: no code may be made of text.
    createContext(place, { codeGeneration: { strings: false, wasm: false } });
    runInContext(`${output.output[0].code}; globalThis.kit = kit;`, place);
    kit = place['kit'] as typeof Kit;
  });

  it('signs', async () => {
    const order = { reference: 'ORDER-1001', amountInCents: 11_900_000, currency: 'COP' };
    const signature = await kit.integritySignature({ ...order, secret: 'test_integrity_pay_checkout' });
    assert.equal(signature, 'c23ea02ebc3a34c1e6b5288920a3ddc75efea4fcc1f5764f59030d88bdb84e87');
  });

  it('verifies', async () => {
    const properties = ['payout.id', 'payout.status', 'payout.amountInCents'];
    const checksum = '99db708c4b2d0d066eb831e46111e4699b54311c6f618445680612d3b7ea8731';
    const payout = { id: 'p-1', status: 'TOTAL_PAYMENT', amountInCents: 300_000 };
    const signature = { properties, checksum };
    const raw = JSON.stringify({ event: 'payout.updated', data: { payout }, signature, timestamp: 1_795_000_000 });
    const event = await kit.verifyEvent(raw, 'a-secret', { now: 1_795_000_001_000 });
    assert.equal(event.signed['payout.status'], 'TOTAL_PAYMENT');
    await assert.rejects(kit.verifyEvent(raw.replace('300000', '900000'), 'a-secret', { now: 1_795_000_001_000 }), {
      reason: 'bad_signature',
    });
  });

  it('keeps orders and answers pages, and leaves files alone until one is used', async () => {
    const orders = new kit.OrderBook({ store: kit.memoryStore(), secret: 'a-secret' });
    const cart = () => ({ id: 'cart-1', amountInCents: 11_900_000, currency: 'COP' });
    const handler = kit.checkoutRoutes({ orders, eventsSecret: 'another-secret', cart });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"method":"CARD"}' };
    const answer = await handler(new Request('https://shop.example/order', init));
    assert.equal((await answer.json()).cart_id, 'cart-1');
    const filed = new kit.OrderBook({ store: kit.fileStore('/nowhere'), secret: 'a-secret' });
    await assert.rejects(filed.order(cart()), /import/);
  });

  it('asks the service, and pays', async () => {
    const disbursements = new kit.Disbursements({
      baseUrl: 'http://127.0.0.1:6160',
      apiKey: 'test_api_key_pay_checkout',
      userPrincipalId: 'test_principal_pay_checkout',
    });
    const { holderName } = await disbursements.resolveKey('@tienda01', 'ALPHANUMERIC');
    assert.match(holderName, /^TIE\*/);
    const row = { amount: 150_000, name: 'Ana Rojas', email: 'ana@example.com', key: '3001234567' };
    const { payoutId } = await disbursements.createPayout({
      reference: 'LOTE-1',
      accountId: 'acc_test_main',
      paymentType: 'OTHER',
      transactions: [row],
    });
    assert.equal((await disbursements.getPayout(payoutId)).reference, 'LOTE-1');
    const payments = new kit.PaymentsBackend({ baseUrl: 'http://127.0.0.1:6160', privateKey: 'prv_test_shop' });
    await assert.rejects(payments.getTransaction('none'), { status: 404, type: 'NOT_FOUND_ERROR' });
  });
});
