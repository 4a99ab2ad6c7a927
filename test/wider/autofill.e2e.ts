/** What a browser fills in for the payer, by its own autofill, which Chromium's bare engine does not have. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, type Browser } from 'puppeteer-core';
import { chromiumLaunch } from '../../scripts/browsers.mjs';
import { Harness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

const digits = '4242424242424242';

describe('a card that the browser fills in', () => {
  const harness = new Harness();
  let browser: Browser;
  before(async () => {
    browser = await launch(chromiumLaunch({ isWhole: true }));
    await harness.start(browser);
  });
  after(async () => {
    await harness.stop();
    await browser.close();
  });

  /** Where the browser has been built without autofill there is only the attribute to go by. */
  const fillIn = async (shop: Shop): Promise<boolean> => {
    const number = await shop.control('number');
    const session = await shop.page.createCDPSession();
    const hasAutofill = await session.send('Autofill.enable').then(
      () => true,
      () => false,
    );
    const card = { number: digits, name: 'Ana Pinzon', expiryMonth: '12', expiryYear: '2039', cvc: '737' };
    if (hasAutofill) await session.send('Autofill.trigger', { fieldId: await number.backendNodeId(), card });
    else
      assert.match(
        (await number.evaluate((input) => input.getAttribute('autocomplete'))) ?? '',
        /^section-pay-checkout-\d+ cc-number$/,
      );
    return hasAutofill;
  };

  for (const [what, around] of [
    ['a field for a gift card', '<label>Número de tarjeta de regalo <input class="own" name="regalo"></label>'],
    ['a field for points', '<label>Número de tarjeta de puntos <input class="own" autocomplete="off"></label>'],
    ['fields for a card', '<input class="own" autocomplete="cc-number"><input class="own" autocomplete="cc-csc">'],
  ] as const)
    it(`S12: goes into none but its own fields, in a form of the shop with ${what}`, async () => {
      const shop = await harness.openShop({
        attributes: { methods: 'CARD' },
        html: ({ element, script }) =>
          `<form action="/order">${around}${element}<button>Comprar</button></form>${script}`,
      });
      await shop.page.evaluate(() => {
        for (const type of ['input', 'change'])
          document.addEventListener(type, ({ target }) => {
            if ((target as Element).matches('.own')) document.title = `${type} heard`;
          });
      });
      if (!(await fillIn(shop))) return;
      await until(async () => (await shop.value('cvc')) === '737', 'the card to be filled in');
      const names = ['number', 'expiry', 'cvc', 'card_holder'];
      const filled = await Promise.all(names.map((name) => shop.value(name)));
      assert.deepEqual(filled, ['4242 4242 4242 4242', '12/39', '737', 'Ana Pinzon']);
      const own = await shop.page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('.own')].map(({ value }) => value),
      );
      assert.deepEqual([...new Set(own)], ['']);
      assert.doesNotMatch(await shop.page.title(), /heard/);
    });
});
