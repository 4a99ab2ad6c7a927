import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import type { Shop } from './shop.ts';

const statusOf = (state: Record<string, unknown>): unknown =>
  (state['transaction'] as { status?: string } | undefined)?.status;

describe('a card payment in a shop', () => {
  const harness = useHarness();

  const payWith = async (shop: Shop, number: string): Promise<unknown> => {
    await shop.acceptContracts();
    await shop.fillCard({ number });
    await shop.pay();
    return statusOf(await shop.waitForState('settled'));
  };

  for (const [number, outcome] of [
    ['4242424242424242', 'APPROVED'],
    ['4111111111111111', 'DECLINED'],
    ['5555555555554444', 'ERROR'],
  ] as const)
    it(`ends ${outcome} by mouse`, async () => {
      const shop = await harness.openShop();
      assert.equal(await payWith(shop, number), outcome);
      assert.deepEqual(
        shop.events('pay-result').map((event) => statusOf(event)),
        [outcome],
      );
    });
});
