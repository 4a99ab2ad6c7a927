import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { fillIn, posts, statusOf } from './card-payer.ts';
import { useHarness } from './harness.ts';
import { amountRead, endWaits, holdWaits, waitsHeld } from './held-waits.ts';
import { until } from './until.ts';

/** Keeps what a press of pay asks for from being answered until the test lets it be. */
class HeldPress {
  #held: HTTPRequest[] = [];
  /** By name, for each request the requests that were answered before it was made. */
  readonly after = new Map<string, string[]>();
  readonly #answered: string[] = [];

  readonly befall = async (page: Page): Promise<void> => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isMeant = request.method() === 'POST' && /^\/(?:order|transactions|v1\/tokens\/cards)\b/.test(pathname);
      if (!isMeant) return void request.continue();
      this.after.set(nameOf(request), [...this.#answered]);
      this.#held.push(request);
    });
  };

  get underWay(): string[] {
    return this.#held.map(nameOf).toSorted();
  }

  release(): void {
    for (const request of this.#held.splice(0)) {
      this.#answered.push(nameOf(request));
      void request.continue();
    }
  }
}

const nameOf = (request: HTTPRequest): string => {
  const [, first, ...rest] = new URL(request.url()).pathname.split('/');
  return first === 'order' ? first : [first, ...rest].join('/');
};

describe('the round trips of a press', () => {
  const harness = useHarness();

  it('are two with order-url: order and card token side by side, then the creation', async () => {
    const press = new HeldPress();
    const shop = await harness.openShop({ order: 'order-url', emulate: press.befall });
    await fillIn(shop);
    await shop.pay();
    const asked = ['order', 'v1/tokens/cards'];
    await until(async () => press.underWay.length === 2, 'order and card token to be asked for, and no answer yet', {
      details: async () => press.underWay.join(),
    });
    assert.deepEqual(press.underWay, asked);
    press.release();
    await until(async () => press.underWay.length > 0, 'the creation');
    assert.deepEqual(press.underWay, ['transactions']);
    press.release();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    assert.deepEqual(Object.fromEntries([...press.after].map(([name, before]) => [name, before.toSorted()])), {
      order: [],
      'v1/tokens/cards': [],
      transactions: asked,
    });
  });

  const dearer = {
    order: 'order-url',
    terms: { amountInCents: 12_500_000 },
    attributes: { 'amount-in-cents': '11900000' },
  } as const;
  for (const [token, isChanged] of [
    ['the same card token', false],
    ['another card token, once the card has changed,', true],
  ] as const)
    it(`have ${token} after a yes to another amount`, async () => {
      const shop = await harness.openShop(dearer);
      await fillIn(shop);
      await shop.pay();
      await shop.waitForText(/cambió de \$ ?119\.000 a \$ ?125\.000/);
      assert.equal((await posts(shop, '/v1/tokens/cards')).length, 1);
      assert.deepEqual(await posts(shop, '/transactions'), []);
      if (isChanged) await shop.fill('cvc', '321');
      await amountRead(shop.page);
      await shop.pay();
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      assert.equal((await posts(shop, '/v1/tokens/cards')).length, isChanged ? 2 : 1);
      assert.equal((await posts(shop, '/transactions')).length, 1);
      assert.doesNotMatch(await shop.page.evaluate(() => JSON.stringify([localStorage, sessionStorage])), /tok_/);
    });

  it('wait once, and not again, for an anti-fraud library that never calls back', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      html: ({ element, script }) =>
        `<script>globalThis.silent = { initialize() {} };</script>${element.replace('<pay-checkout', '<pay-checkout library-global="silent"')}${script}`,
      // For so long its ids are waited for.
      emulate: holdWaits(8000),
    });
    await fillIn(shop, '4111111111111111');
    await until(async () => (await waitsHeld(shop.page)) > 0, 'the ids to be waited for');
    await shop.pay();
    await until(async () => (await posts(shop, '/v1/tokens/cards')).length === 1, 'the card token');
    assert.deepEqual(await posts(shop, '/transactions'), []);
    await endWaits(shop.page);
    assert.equal(statusOf(await shop.waitForState('settled')), 'DECLINED');
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    await shop.fillCard();
    await shop.pay();
    await until(async () => (await posts(shop, '/transactions')).length === 2, 'the second payment, without a wait');
    assert.ok((await waitsHeld(shop.page)) > 0, 'the ids are looked for meanwhile');
    assert.equal(shop.events('pay-warning').length, 1);
  });
});
