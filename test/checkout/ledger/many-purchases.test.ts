/** A device that many pay on, such as a shop's own, keeps what was paid with each reference. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PurchaseStore } from '../../../src/checkout/ledger/purchase-store.ts';
import { timesAsLong } from '../../times-as-long.ts';
import { FlowWorld } from '../flow-world.ts';

const prefix = 'pay-checkout:1:https://payments.example:pub_test_x:';

it('S8: thousands of purchases are looked at again in no longer than their texts are parsed', async () => {
  const world = new FlowWorld();
  const order = { amountInCents: 11_900_000, currency: 'COP', signature: '' };
  for (let at = 0; at < 5000; at += 1) {
    const reference = `R-${at}-X`;
    const key = `${prefix}reference:${reference}`;
    const attempt = { order: { ...order, reference }, method: 'CARD', fate: 'paid', epoch: '', at: 0, id: `1-${at}` };
    world.stored.set(key, JSON.stringify({ v: 1, key, references: [reference], attempts: [attempt] }));
  }
  const store = new PurchaseStore(world.environment(), () => false);
  const look = () => assert.equal(store.all(prefix).length, 5000);
  look();
  const parse = () => [...world.stored.values()].map((text) => JSON.parse(text) as unknown);
  assert.ok((await timesAsLong(look, parse, 1)) < 1);
  // What another tab has written is seen.
  const key = `${prefix}reference:R-7-X`;
  world.stored.set(key, world.stored.get(key)?.replace('"paid"', '"pending"') ?? '');
  assert.equal(store.read(key).attempts[0]?.fate, 'pending');
});
