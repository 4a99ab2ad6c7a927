import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openMerchant } from '../server/open-merchant.ts';
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

  it('charges the card that it shows as saved, once for a reference, and nothing of a shop', async () => {
    const { visitor, transactions } = await openMerchant();
    const { ask } = visitor();
    const terms = 'amount_in_cents=3990&currency=COP';
    const { reference } = (await ask('GET', `/playground/order?${terms}`)).body;
    const charge = (more: object = {}) => ask('POST', '/playground/charge', { reference, source: 'card-1', ...more });
    const misfits = [{ reference: 'NB-1X' }, { source: 'card-2' }, { installments: 37 }];
    for (const more of misfits) assert.equal((await charge(more)).status, 422);
    const [first, again] = [await charge({ installments: 12 }), await charge()];
    assert.deepEqual([first.status, first.body['reference'], again.body['id']], [200, reference, first.body['id']]);
    assert.deepEqual(first.body['payment_method']?.['installments'], 12);
    assert.equal((await transactions()).length, 1);
    for (const more of misfits) assert.equal((await charge(more)).status, 422);
    assert.equal((await transactions()).length, 1);
  });

  it('S2: charges an order what the order costs, whatever the request for it says', async () => {
    const { visitor, transactions } = await openMerchant();
    const { ask } = visitor();
    const { reference } = (await ask('GET', '/playground/order?amount_in_cents=11900000&currency=COP')).body;
    const body = { reference, source: 'card-1', amount_in_cents: 999_999_900, currency: 'USD' };
    const { status } = await ask('POST', '/playground/charge?amount_in_cents=999999900&currency=USD', body);
    assert.equal(status, 200);
    const charged = (await transactions()) as { amount_in_cents?: number; currency?: string }[];
    assert.deepEqual(
      charged.map(({ amount_in_cents, currency }) => [amount_in_cents, currency]),
      [[11_900_000, 'COP']],
    );
    const unknown = { reference: `TALLER-${crypto.randomUUID()}X`, source: 'card-1' };
    const refused = await ask('POST', '/playground/charge?amount_in_cents=100&currency=COP', unknown);
    assert.deepEqual([refused.status, refused.body['error']?.['type']], [404, 'UNKNOWN_ORDER']);
    assert.equal((await transactions()).length, 1);
  });
});
