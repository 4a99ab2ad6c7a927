import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { useHarness } from './harness.ts';
import { fillDetails } from './method-details.ts';
import { until } from './until.ts';

describe('the methods that a payer can choose from', () => {
  const harness = useHarness();

  it('keep what was typed, and show one method alone without a list', async () => {
    const shop = await harness.openShop();
    await shop.fill('number', '4242');
    await shop.choose('WALLET_B');
    await fillDetails(shop, { user_legal_id: '1012345678', phone_number: '3001234567' });
    await shop.choose('CARD');
    assert.equal(await shop.value('number'), '4242');
    await shop.choose('WALLET_B');
    assert.equal(await shop.value('phone_number'), '300 123 4567');
    assert.deepEqual(
      shop.events('pay-method-change').map(({ method }) => method),
      ['WALLET_B', 'CARD', 'WALLET_B'],
    );
    const alone = await harness.openShop({ attributes: { methods: 'WALLET_A' } });
    await alone.control('phone_number');
    assert.deepEqual(await alone.page.evaluate(() => globalThis.pageProbe.parts('method').length), 0);
  });

  it('are visible as soon as they can be pressed, and not before', async () => {
    let askedInfo: HTTPRequest | undefined;
    const shop = await harness.openShop({
      settle: false,
      emulate: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          if (request.method() === 'GET' && request.url().endsWith('/merchants/info')) askedInfo = request;
          else void request.continue();
        });
      },
    });
    const info = await until(async () => askedInfo, 'the merchant to be asked for');
    await shop.part('method');
    const visible = () =>
      shop.page.evaluate(() => globalThis.pageProbe.parts('method').map(({ innerText }) => innerText));
    assert.equal((await visible()).length, 1);
    void info.continue();
    const rows = await until(async () => {
      const seen = await visible();
      return seen.length > 1 && seen;
    }, 'the list');
    const [, ...others] = rows.keys();
    for (const place of others) {
      const [row] = (await shop.page.$$('pay-checkout >>> [part=method]')).slice(place);
      await row?.click();
    }
    await until(async () => shop.events('pay-method-change').length === others.length, 'each press to count');
  });

  it('leave the payer with the form that is being filled in, whatever the page offers since', async () => {
    const shop = await harness.openShop();
    const offer = async (methods: string): Promise<void> => {
      await shop.page.evaluate(
        (list) => document.querySelector('pay-checkout')?.setAttribute('methods', list),
        methods,
      );
      const shown = () => shop.page.evaluate(() => globalThis.pageProbe.parts('method').length);
      await until(async () => (await shown()) === methods.split(' ').length, 'the other list');
    };
    await shop.fill('number', '4242');
    await offer('WALLET_A BANKA_QR CARD');
    assert.equal(await shop.value('number'), '4242');
    await offer('WALLET_A BANKA_QR');
    await shop.control('phone_number');
  });

  it('say when a form cannot be loaded, and ask for it again when the payer wants', async () => {
    let isBroken = true;
    const shop = await harness.openShop({
      emulate: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          if (isBroken && request.url().includes('/chunks/screens-')) void request.abort();
          else void request.continue();
        });
      },
    });
    shop.allow(/screens-/);
    await shop.choose('WALLET_A');
    await shop.waitForText(/No pudimos conectarnos/);
    isBroken = false;
    await shop.press('Intentar de nuevo');
    await shop.control('phone_number');
    await shop.choose('CARD');
    await shop.control('number');
  });

  it("can all be chosen when the merchant's record names none", async () => {
    const path = '/merchants/info';
    const headers = { 'x-merchant-public-key': 'pub_test_e2e' };
    const { data } = (await (await fetch(harness.sandbox.url + path, { headers })).json()) as { data: object };
    const body = { data: { ...data, accepted_payment_methods: undefined } };
    await harness.sandbox.fault({ method: 'GET', path, times: 1, fault: { kind: 'status', status: 200, body } });
    const shop = await harness.openShop();
    const offered = shop.events('pay-ready')[0]?.['methods'];
    assert.ok(Array.isArray(offered) && offered.length > 1);
    for (const method of offered.map(String)) await shop.choose(method);
  });

  it('report what nobody knows, and fail visibly when nothing is left', async () => {
    const shop = await harness.openShop({
      attributes: { methods: 'GOLD BNPL CARD', 'amount-in-cents': '9999900' },
      terms: { amountInCents: 9_999_900 },
    });
    await shop.control('number');
    assert.deepEqual(
      shop.events('pay-warning').map(({ code }) => code),
      ['unknown_method'],
    );
    assert.deepEqual(shop.events('pay-ready')[0]?.['methods'], ['CARD'], 'BNPL is for 100.000 pesos and more');
    const empty = await harness.openShop({ attributes: { methods: 'GOLD' } });
    empty.allow(/No payment method is left/);
    const state = await empty.waitForState('failed');
    assert.equal((state['error'] as { code: string }).code, 'no_method');
    assert.equal(empty.events('pay-error').length, 1);
    assert.equal(empty.events('pay-ready').length, 0);
  });
});
