import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { statusOf } from '../e2e/card-payer.ts';
import { asks, payWith, press } from '../e2e/challenge-payer.ts';
import { engine, useHarness, type ShopOptions } from '../e2e/harness.ts';
import { payBy } from '../e2e/method-details.ts';

/**
 * Takes away what Chromium 109 did not have, the last one for Windows 7, and names of states as it knew them. The wider
 * checks run that Chromium itself.
 */
const age = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    const later: [object, string[]][] = [
      [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
      [Set.prototype, ['difference', 'intersection', 'isSubsetOf', 'isSupersetOf', 'union']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [URL, ['canParse', 'parse']],
      [URLSearchParams.prototype, ['size']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Array, ['fromAsync']],
      [Promise, ['try', 'withResolvers']],
      [RegExp, ['escape']],
      [AbortSignal, ['any']],
      [Document, ['parseHTMLUnsafe']],
      [Element.prototype, ['getHTML', 'setHTMLUnsafe']],
      [globalThis, ['Iterator']],
    ];
    for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name);
    const add = Reflect.get(CustomStateSet.prototype, 'add') as (name: string) => unknown;
    CustomStateSet.prototype.add = function addDashed(this: CustomStateSet, name) {
      if (!name.startsWith('--')) throw new DOMException('The specified value must start with --.', 'SyntaxError');
      return add.call(this, name) as CustomStateSet;
    };
  });

describe('an engine of some years ago', () => {
  const harness = useHarness();
  const old: ShopOptions = engine === 'older-chromium' ? {} : { emulate: age };

  it('pays by card', async () => {
    const shop = await harness.openShop(old);
    assert.equal(await shop.page.evaluate(() => 'canParse' in URL), false);
    // Colours are mixed from Chromium 111 on; a rule that cannot be read leaves none.
    const behind = await shop.page.evaluate(() =>
      ['.header', '[part=form]'].map((part) => {
        const found = document.querySelector('pay-checkout')?.shadowRoot?.querySelector(part);
        return found && getComputedStyle(found).backgroundColor;
      }),
    );
    for (const colour of behind) assert.match(colour ?? '', /^(?!rgba\(0, 0, 0, 0\)).+/, 'what stands on the page');
    await payWith(shop, '4242424242424242');
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    await shop.waitForText(/Pago aprobado/);
    assert.deepEqual(shop.events('pay-error'), []);
  });

  it('finds a bank, shows where it leads, and comes back', async () => {
    const shop = await harness.openShop(old);
    await payBy(shop, 'BANKDEBIT');
    await shop.waitForText(/Vas a /);
    const button = await shop.page.waitForSelector('button[name=outcome][value=APPROVED]');
    await Promise.all([shop.page.waitForNavigation(), button?.click()]);
    await shop.waitForText(/Pago aprobado/);
  });

  it('goes through a challenge', async () => {
    const shop = await harness.openShop(old);
    await payWith(shop, asks);
    await press(shop, 'APPROVED');
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
  });
});
