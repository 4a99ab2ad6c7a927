import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, secrets, sha256, type Order } from './open-shop.ts';

describe("the demo shop's backend: the playground", () => {
  for (const method of ['GET', 'POST'])
    it(`signs an order of the amount that is asked for (${method})`, async () => {
      const answer = await openShop().ask(
        method,
        '/api/playground/order?amount_in_cents=3990&currency=USD',
        method === 'POST' ? { method: 'CARD' } : undefined,
      );
      const { reference, signature, ...terms } = (await answer.json()) as Order;
      assert.deepEqual(terms, { amount_in_cents: 3990, currency: 'USD' });
      assert.match(reference, /^TALLER-[\da-f-]{36}X$/);
      assert.equal(signature, sha256(`${reference}3990USD${secrets.integritySecret}`));
    });

  it('refuses amounts that are none', async () => {
    const shop = openShop();
    for (const query of [
      '',
      'amount_in_cents=0&currency=COP',
      'amount_in_cents=1.5&currency=COP',
      'amount_in_cents=1&currency=EUR',
    ])
      assert.equal((await shop.ask('GET', `/api/playground/order?${query}`)).status, 422, query);
  });

  it('says what became of a reference, and that nothing did', async () => {
    const shop = openShop();
    shop.sandboxAnswers(() => Response.json([{ reference: 'TALLER-1', status: 'APPROVED' }]));
    const resolve = async (reference: string) =>
      (await shop.ask('POST', '/api/playground/resolve', { reference })).json() as Promise<unknown>;
    assert.deepEqual(await resolve('TALLER-1'), { transaction: { reference: 'TALLER-1', status: 'APPROVED' } });
    assert.deepEqual(await resolve('TALLER-2'), { transaction: null });
    shop.sandboxAnswers(() => Response.json('gone'));
    assert.equal((await shop.ask('POST', '/api/playground/resolve', { reference: 'TALLER-1' })).status, 502);
  });
});
