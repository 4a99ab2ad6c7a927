import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderStore, StoredRecord } from '../../src/server/index.ts';

/** A record of a cart in the given version. */
const record = (version: number, cart = 'cart-1'): StoredRecord => ({ format: 1, version, cart, orders: [] });

/** What an order book asks of any store. @param open gives a store that nothing is in yet */
export function storeContract(name: string, open: () => OrderStore | Promise<OrderStore>): void {
  describe(`an order store, ${name}`, () => {
    it('has nothing under a key that nothing was stored under', async () => {
      assert.equal(await (await open()).get('cart:none'), undefined);
    });

    it('gives back what was stored, whatever is in it', async () => {
      const store = await open();
      const kept: StoredRecord = {
        format: 1,
        version: 1,
        cart: `a'b"c\\ñ 😀 / ../x`,
        orders: [
          {
            reference: 'R-1',
            amountInCents: Number.MAX_SAFE_INTEGER,
            currency: 'COP',
            priceInCents: 1,
            createdAt: '2026-01-01T00:00:00.000Z',
            transaction: { id: '1', status: 'PENDING', reference: 'R-1', amount_in_cents: 1, currency: 'COP' },
          },
        ],
      };
      const key = `cart:${kept.cart}`;
      assert.equal(await store.compareAndSet(key, undefined, kept), true);
      assert.deepEqual(await store.get(key), kept);
      assert.equal(await store.get('cart:a'), undefined);
    });

    it('stores nothing unless the version is the expected one', async () => {
      const store = await open();
      const set = (expected: StoredRecord | undefined, next: StoredRecord) => store.compareAndSet('k', expected, next);
      assert.equal(await set(record(1), record(2, 'early')), false, 'nothing is there yet');
      assert.equal(await store.get('k'), undefined);
      assert.equal(await set(undefined, record(1)), true);
      assert.equal(await set(undefined, record(1, 'second')), false);
      assert.equal(await set(record(1), record(2)), true);
      assert.equal(await set(record(1), record(2, 'late')), false);
      assert.deepEqual(await store.get('k'), record(2));
    });

    it('lets one of many at once change a record, each time', async () => {
      const store = await open();
      let expected: StoredRecord | undefined;
      for (let version = 1; version <= 5; version += 1) {
        const before = expected;
        const changes = Array.from({ length: 20 }, (_, writer) => record(version, `by ${writer}`));
        const done = await Promise.all(changes.map((next) => store.compareAndSet('k', before, next)));
        const winners = changes.filter((_, at) => done[at]);
        assert.equal(winners.length, 1, `${winners.length} have changed version ${version - 1}`);
        expected = await store.get('k');
        assert.deepEqual(expected, winners[0]);
      }
    });

    it('is not changed by who changes what it gave or was given', async () => {
      const store = await open();
      const given = { ...record(1) };
      await store.compareAndSet('k', undefined, given);
      Object.assign(given, { version: 7 });
      Object.assign((await store.get('k')) ?? {}, { cart: 'another' });
      assert.deepEqual(await store.get('k'), record(1));
    });
  });
}
