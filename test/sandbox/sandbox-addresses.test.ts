import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SANDBOX_CONFIG } from '../../src/sandbox/config.ts';
import { assertInvalid, openSandbox, PRIVATE_KEY, PUBLIC_KEY, textOf } from './open-sandbox.ts';

const PAYOUT_HEADERS = {
  'x-api-key': SANDBOX_CONFIG.api_key,
  'user-principal-id': SANDBOX_CONFIG.user_principal_id,
  'idempotency-key': 'key-1',
};

describe('addresses of the sandbox', () => {
  it('answer with a JSON error when there is nothing, or not by that method', async () => {
    const { ask } = openSandbox();
    for (const [method, path, status] of [
      ['GET', '/', 404],
      ['GET', '/v1/nothing', 404],
      ['GET', '/v1/transactions/unknown', 404],
      ['GET', '/transactions', 405],
      ['DELETE', '/v1/transactions/unknown', 405],
      ['GET', '/tokens/cards', 405],
      ['POST', '/merchants/info', 405],
      ['PUT', '/payment_sources', 405],
      ['POST', '/contracts/x.pdf', 405],
      ['GET', '/_sandbox/reset', 405],
      ['GET', '/_sandbox/nothing', 404],
      ['POST', '/tokens/wallet_c', 404],
    ] as const) {
      const answer = await ask(method, path, { key: PRIVATE_KEY, ...(method === 'POST' ? { body: {} } : {}) });
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.equal(typeof answer.json.error?.type, 'string');
      if (status === 405) assert.ok(answer.headers.get('allow'));
    }
  });

  it('refuse a body that is too large', async () => {
    const { ask } = openSandbox();
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    const { status, json } = await ask('POST', '/v1/transactions', { key: PUBLIC_KEY, body });
    assert.equal(status, 413);
    assert.equal(textOf(json.error?.type), 'PAYLOAD_TOO_LARGE');
  });

  it('S8: refuse a long address, and a long text that is no e-mail address', async () => {
    const { ask, paymentBody } = openSandbox();
    const host = Array.from({ length: 100_000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join('');
    for (const [field, text] of [
      ['redirect_url', `http://${host}`],
      ['customer_email', `a@a${'.a'.repeat(400_000)}@`],
    ] as const) {
      const body = await paymentBody({ [field]: text });
      const { status, json } = await ask('POST', '/v1/transactions', { key: PUBLIC_KEY, body });
      assert.equal(status, 422, field);
      assert.deepEqual(Object.keys(json.error?.messages ?? {}), [field]);
    }
  });

  it('refuse a body that is nested without end before anything is done, and go on', async () => {
    const { ask, control, transactions, paymentBody, settled } = openSandbox({ fetch: async () => new Response() });
    await control('webhooks', { url: 'http://shop.example/events' });
    const body = JSON.stringify(await paymentBody({ shipping_address: 'DEEP' }));
    const nested = (levels: number) => body.replace('"DEEP"', '{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
    const send = (path: string, levels: number, key = PUBLIC_KEY) =>
      ask('POST', path, { key, body: nested(levels), headers: PAYOUT_HEADERS });
    for (const levels of [100, 2000, 5000, 170_000]) {
      for (const path of [
        '/v1/transactions',
        '/tokens/cards',
        '/tokens/wallet_a',
        '/payment_sources',
        '/_sandbox/faults',
      ])
        assertInvalid(await send(path, levels), 'body');
      for (const path of ['/v2/payouts', '/accounts/balance-recharge']) {
        const { status, json } = await send(path, levels);
        assert.deepEqual(
          [status, json.code, json.message],
          [400, '400', ['The body must not have more than 100 levels, or 500000 values']],
        );
      }
    }
    assert.deepEqual(await transactions(), []);
    const { status, json } = await send('/v1/transactions', 99);
    assert.equal(status, 201);
    assert.equal((await settled(json.data?.id)).status, 'APPROVED');
  });
});
