// shop.test.mjs
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createSandbox } from 'pay-checkout/sandbox';
import { PaymentsBackend } from 'pay-checkout/server';

let now = Date.parse('2026-03-01T12:00:00Z');
const sandbox = createSandbox({ now: () => now });
const payments = new PaymentsBackend({
  baseUrl: 'http://sandbox.example',
  publicKey: 'pub_test_shop',
  privateKey: 'prv_test_shop',
  fetch: sandbox.fetch,
});

/** The control of the sandbox, which the live service has not. */
const control = (path, body) =>
  sandbox.fetch(
    new Request(`http://sandbox.example/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body ?? {}) }),
  );

beforeEach(() => control('reset'));

test('the order stays open while the service is down', async () => {
  await control('faults', {
    method: 'GET',
    path: '/v1/transactions/1-1-1',
    times: 1,
    fault: { kind: 'status', status: 503 },
  });
  await assert.rejects(payments.getTransaction('1-1-1'), { status: 503 });
});

test('a transaction that nobody made is not there', async () => {
  now += 60_000; // the sandbox has no other clock: nothing waits in real time
  await assert.rejects(payments.getTransaction('1-1-1'), { status: 404 });
});
