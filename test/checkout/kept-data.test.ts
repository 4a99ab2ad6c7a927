import assert from 'node:assert/strict';
import { it } from 'node:test';
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
