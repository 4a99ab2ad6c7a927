import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { payWithSource } from '../../demo/cards/pay-with-source.ts';
import { ShopApiError, type SavedSource, type ShopCart, type SignedOrder } from '../../demo/shop-api.ts';

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
const terms = { amount_in_cents: 11_900_000, currency: 'COP' };
const changed = { ...cart, due_in_cents: 20_000_000 };

/** A shop that a test decides the answers of. */
function openShop({ mock }: TestContext, order: Partial<SignedOrder> = {}) {
  const shop = {
    order: { reference: 'NB-1X', signature: 's', ...terms, ...order },
    /** How its orders stand; the backend does not answer about others. */
    statuses: {} as Record<string, string>,
    charges: [] as unknown[],
    charge: () => Response.json({}),
  };
  mock.method(globalThis, 'fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/order') return Response.json(shop.order);
    if (path === '/api/charge') {
      shop.charges.push(JSON.parse(init.body as string));
      return shop.charge();
    }
    const status = shop.statuses[path.replace('/api/orders/', '')];
    return status ? Response.json({ status }) : Response.json({}, { status: 503 });
  });
  return shop;
}

/** @returns what was refused, in the words of the backend */
const refusalOf = async (payment: Promise<unknown>) => {
  const error: unknown = await payment.catch((thrown: unknown) => thrown);
  assert(error instanceof ShopApiError);
  return error.refusal;
};

describe("the demo's button of a saved wallet", () => {
  it('S2: charges no other amount than it shows, and tells the backend which that is', async (t) => {
    for (const other of [{ amount_in_cents: 1_000_000_000 }, { amount_in_cents: 1 }, { currency: 'USD' }]) {
      const shop = openShop(t, other);
      const asked = { type: 'AMOUNT_CHANGED', ...terms, ...other };
      assert.deepEqual(await refusalOf(payWithSource(wallet, cart)), asked, 'the amount to be shown');
      assert.deepEqual(shop.charges, []);
    }
    const shop = openShop(t);
    assert.deepEqual(await payWithSource(wallet, cart), { reference: 'NB-1X', status: 'awaiting_payment', terms });
    assert.deepEqual(shop.charges, [{ reference: 'NB-1X', source: 'wallet-1', ...terms }]);
  });

  it('S2: does not say that nothing was charged while an earlier charge may come', async (t) => {
    const shop = openShop(t, { reference: 'NB-2X' });
    shop.charge = () => Response.json({}, { status: 503 });
    const doubtful = { reference: 'NB-2X', status: 'awaiting_payment', terms };
    assert.deepEqual(await payWithSource(wallet, cart), doubtful);
    for (const status of ['', 'awaiting_payment']) {
      shop.statuses = { 'NB-2X': status };
      assert.deepEqual(await payWithSource(wallet, changed), doubtful);
    }
    assert.equal(shop.charges.length, 1);
    assert.deepEqual(await payWithSource(wallet, cart), doubtful);
    assert.equal(shop.charges.length, 2, 'the same order goes out again, which the service takes once');
    shop.statuses = { 'NB-2X': 'partly_paid' };
    assert.deepEqual(await payWithSource(wallet, changed), { ...doubtful, status: 'partly_paid' });
    assert.deepEqual(await refusalOf(payWithSource(wallet, changed)), { type: 'AMOUNT_CHANGED', ...terms });
  });

  it('S2: charges no other order while an earlier charge may come', async (t) => {
    const shop = openShop(t, { reference: 'NB-3X' });
    shop.charge = () => Response.json({}, { status: 503 });
    await payWithSource(wallet, cart);
    shop.charge = () => Response.json({});
    shop.order = { ...shop.order, reference: 'NB-4X' };
    const { reference } = await payWithSource(wallet, cart);
    assert.deepEqual([reference, shop.charges.length], ['NB-3X', 1]);
    shop.statuses = { 'NB-3X': 'not_paid' };
    assert.equal((await payWithSource(wallet, cart)).reference, 'NB-4X');
    assert.equal(shop.charges.length, 2);
  });
});
