import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import { FlowWorld } from './flow-world.ts';

it('S12: what is kept in the browser says nothing of the payer, and loses the signature at the end', async () => {
  const world = new FlowWorld();
  const page = await world.page();
  page.accept();
  void page.checkout.submit(page.card());
  await page.until('processing');
  const kept = () => [...world.stored].join('\n');
  const { signature } = await world.order('ORDER-1');
  const personal = /ana@|Ana|4242|session-1|device-1|tok_test|acceptance|prv_|card_holder|shop\.example/;
  assert.ok(kept().includes('ORDER-1') && kept().includes(signature), kept());
  assert.doesNotMatch(kept(), personal);
  await page.until('settled');
  assert.ok(kept().includes('ORDER-1'));
  assert.ok(!kept().includes(signature), kept());
  assert.doesNotMatch(kept(), personal);
});

const day = 24 * 60 * 60 * 1000;

it('what has ended is gone after a month, also beside what is new; that a cart is paid stays', async () => {
  const world = new FlowWorld();
  let orders = 0;
  const create = async () => world.order(`O-${++orders}`);
  const pay = async (changes: Partial<CheckoutConfiguration> = {}): Promise<void> => {
    const page = await world.page({ orders: { kind: 'created', create }, ...changes });
    page.accept();
    await page.checkout.submit(page.card());
    await page.until('settled');
    page.checkout.disconnect();
  };
  const isKept = (reference: string): boolean => [...world.stored.values()].join().includes(`"${reference}"`);
  await pay({ cartId: 'c-1' });
  await pay();
  world.time += 20 * day;
  await pay();
  assert.deepEqual(['O-1', 'O-2', 'O-3'].map(isKept), [true, true, true]);
  world.time += 20 * day;
  await pay();
  assert.deepEqual(['O-1', 'O-2', 'O-3', 'O-4'].map(isKept), [true, false, true, true]);

  // Also where a page that is at something else is asked to show it.
  const [{ id } = { id: '' }] = await world.transactions();
  const page = await world.page({ orders: { kind: 'created', create } });
  page.checkout.resume(id);
  await page.until('settled');
  assert.equal(isKept('O-1'), true);
});
