import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

const viewport = { width: 360, height: 740 };

/** Where something in the checkout stands in the window, in CSS pixels. */
const placeOf = (shop: Shop, selector: string): Promise<{ top: number; bottom: number }> =>
  shop.page.evaluate((wanted) => {
    const found = document.querySelector('pay-checkout')?.shadowRoot?.querySelector(wanted);
    const { top = Number.NaN, bottom = Number.NaN } = found?.getBoundingClientRect() ?? {};
    return { top, bottom };
  }, selector);

const labelOf = (type: string): string => `label:has([value=${type}])`;

describe('the form on a phone', () => {
  const harness = useHarness();

  it('has the button that pays beneath the chosen method, ahead of the other ones', async () => {
    const shop = await harness.openShop({ viewport });
    for (const [method, before, after] of [
      ['CARD', undefined, 'BANKDEBIT'],
      ['BANKA_QR', 'BANKA_TRANSFER', 'WALLET_A'],
      ['WALLET_PAY', 'BNPL', undefined],
    ]) {
      await shop.choose(method ?? '');
      if (method !== 'CARD') await shop.waitForText(/Al pagar /);
      const pay = await placeOf(shop, '.pay');
      assert.ok((await placeOf(shop, labelOf(method ?? ''))).bottom < pay.top, `${method} is above`);
      if (before) assert.ok((await placeOf(shop, labelOf(before))).bottom < pay.top, `${before} is above`);
      if (after) assert.ok((await placeOf(shop, labelOf(after))).top > pay.bottom, `${after} is below`);
    }
  });

  it('keeps a method in the window that is chosen far down', async () => {
    for (const method of ['BANKDEBIT', 'BANKA_QR', 'BANKA_COLLECT']) {
      const shop = await harness.openShop({ viewport });
      await shop.choose(method);
      await shop.waitForText(/Al pagar /);
      await until(async () => {
        const { top, bottom } = await placeOf(shop, labelOf(method));
        return top >= 0 && bottom <= viewport.height;
      }, `${method} to be in sight`);
    }
  });

  it('lists what is wrong as links, and leaves the list at its place', async () => {
    const shop = await harness.openShop({ viewport });
    await shop.control('number');
    await shop.pay();
    await shop.waitForText(/Revisa:/);
    const look = () =>
      shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        const [notice, list, link] = ['.notice', '.notice ul', '.notice li button'].map((one) => {
          const found = root?.querySelector(one);
          return found && getComputedStyle(found);
        });
        return [notice?.position, list?.listStyleType, link?.borderTopWidth, link?.textDecorationLine].join();
      });
    await until(async () => (await look()) === 'static,none,0px,underline', 'the list to look as it should');
  });
});
