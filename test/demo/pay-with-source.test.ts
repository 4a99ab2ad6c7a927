import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { payWithSource } from '../../demo/cards/pay-with-source.ts';
import type { SavedSource, ShopCart } from '../../demo/shop-api.ts';

const wallet: SavedSource = { id: 'wallet-1', type: 'WALLET_A', last_four: '1111' };
const cart: ShopCart = {
  cart_id: 'cart-1',
  lines: [],
  shipping_in_cents: 0,
  tax_in_cents: 0,
  total_in_cents: 11_900_000,
  due_in_cents: 11_900_000,
  currency: 'COP',
  is_paid: false,
};

describe("the demo's button of a saved wallet", () => {
  /** Presses it, in a shop whose order is of these terms. @returns the charges that were asked for */
  const press = async ({ mock }: TestContext, terms: object) => {
    const charges: unknown[] = [];
    const order = { reference: 'NB-1X', amount_in_cents: 11_900_000, currency: 'COP', signature: 's', ...terms };
    mock.method(globalThis, 'fetch', async (path: string, init: RequestInit) => {
      if (path === '/api/order') return Response.json(order);
      charges.push(JSON.parse(init.body as string));
      return Response.json({});
    });
    const refused = await payWithSource(wallet, cart).then(
      () => undefined,
      (error: { refusal?: { type?: string } }) => error.refusal?.type,
    );
    return { charges, refused };
  };

  it('S2: charges no other amount than it shows, and tells the backend which that is', async (t) => {
    for (const terms of [{ amount_in_cents: 1_000_000_000 }, { amount_in_cents: 1 }, { currency: 'USD' }])
      assert.deepEqual(await press(t, terms), { charges: [], refused: 'AMOUNT_CHANGED' });
    const charge = { reference: 'NB-1X', source: 'wallet-1', amount_in_cents: 11_900_000, currency: 'COP' };
    assert.deepEqual(await press(t, {}), { charges: [charge], refused: undefined });
  });
});
