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

  it('covers nothing that has the focus with a notice at the lower edge of the window', async () => {
    for (const locale of ['es', 'en', 'pt'])
      for (const [width, height] of [
        [360, 740],
        [320, 500],
      ] as const) {
        const shop = await harness.openShop({
          order: 'order-url',
          terms: { amountInCents: 12_900_000 },
          attributes: { 'amount-in-cents': '11900000', 'customer-email': null, locale },
          viewport: { width, height },
        });
        await shop.acceptContracts();
        await shop.fillCard();
        await shop.fill('customer_email', 'ana@example.com');
        await shop.pay();
        await shop.waitForText(/129[.,]000/);
        await (await shop.control('payment_method_type', 'CARD')).focus();
        await shop.page.evaluate(() => scrollTo(0, 0));
        const seen: string[] = [];
        while (seen.at(-1) !== 'pay-button') {
          await shop.page.keyboard.press('Tab');
          seen.push(await shop.focused());
          const covered = await shop.page.evaluate(() => {
            const focused = globalThis.pageProbe.focused()?.getBoundingClientRect();
            const notice = document
              .querySelector('pay-checkout')
              ?.shadowRoot?.querySelector('.notice')
              ?.getBoundingClientRect();
            if (!focused || !notice) return Number.NaN;
            return Math.min(focused.bottom, notice.bottom) - Math.max(focused.top, notice.top);
          });
          assert.ok(covered <= 0, `${seen.at(-1)} by ${covered} px, ${locale}, ${width} px`);
        }
        assert.ok(seen.includes('accept_personal_auth'), seen.join());
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
