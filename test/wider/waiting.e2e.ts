import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { hurried } from '../states/page-state.ts';
import { engine, useHarness } from '../e2e/harness.ts';
import { payBy } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var awake: { locks: number; released: number };
  var saved: { name: string; type: string; height: number }[];
}

/** A screen that counts who keeps it awake, and a download that is only looked at. */
const watched = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    globalThis.awake = { locks: 0, released: 0 };
    globalThis.saved = [];
    const request = async (): Promise<unknown> => {
      globalThis.awake.locks += 1;
      return { released: false, release: async () => void (globalThis.awake.released += 1) };
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const picture = new Image();
      picture.src = this.href;
      const type = this.href.slice('data:'.length, this.href.indexOf(';'));
      void picture
        .decode()
        .then(() => globalThis.saved.push({ name: this.download, type, height: picture.naturalHeight }));
    };
  });

const titled = (shop: Shop, title: string): Promise<boolean> =>
  until(async () => (await shop.page.title()) === title, `the title ${title}`);

describe('while the payer waits', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  const decide = async (shop: Shop): Promise<void> => {
    const [transaction] = await shop.transactions();
    const address = `${harness.sandbox.url}/bank/pay/${transaction?.id}`;
    const body = new URLSearchParams({ outcome: 'APPROVED' });
    assert.equal((await fetch(address, { method: 'POST', body, redirect: 'manual' })).status, 303);
  };

  it('the title says what for, the screen stays awake for a QR code, and both are given back', async () => {
    const shop = await harness.openShop({ emulate: watched });
    await payBy(shop, 'BANKA_QR');
    await titled(shop, 'Paga con el código QR – Tienda');
    await until(() => shop.page.evaluate(() => globalThis.awake.locks === 1), 'the screen to be kept awake');
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('locale', 'en'));
    await titled(shop, 'Pay with the QR code – Tienda');
    await decide(shop);
    await shop.waitForState('settled');
    await titled(shop, 'Tienda');
    await until(
      () => shop.page.evaluate(() => globalThis.awake.released === globalThis.awake.locks),
      'the screen to be let go',
    );
  });

  it('the title keeps what the page has made of it meanwhile, and is the page’s own when the checkout goes', async () => {
    const shop = await harness.openShop({ emulate: watched });
    await payBy(shop, 'BANKA_COLLECT');
    await titled(shop, 'Paga en efectivo – Tienda');
    await shop.page.evaluate(() => {
      document.title = 'Café';
      document.querySelector('pay-checkout')?.setAttribute('locale', 'pt');
    });
    await titled(shop, 'Pague em dinheiro – Café');
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.remove());
    await titled(shop, 'Café');
    assert.equal(await shop.page.evaluate(() => globalThis.awake.locks), 0, 'nobody looks at a screen for cash');
  });

  it('a wait that is called long stays so, whatever the record says meanwhile', async () => {
    const shop = await harness.openShop({ emulate: hurried(30_000, 'processing') });
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    const record = await until(async () => (await shop.transactions())[0], 'the transaction');
    // One may be said before it is counted.
    for (const said of ['one', 'two', 'three', 'four']) {
      const body = { data: { ...record, status: 'PENDING', status_message: said } };
      const path = `/v1/transactions/${record.id}`;
      await shop.fault({ method: 'GET', path, times: 1, fault: { kind: 'status', status: 200, body } });
    }
    await shop.waitForText(/Consultar el resultado/);
    const counted = await shop.page.evaluateHandle(() => {
      const element = document.querySelector('pay-checkout');
      const seen = { without: 0, records: new Set<unknown>() };
      element?.addEventListener('pay-state-change', ({ state }) => {
        if (state.status !== 'processing') return;
        seen.records.add(state.transaction.status_message);
        void element.updateComplete.then(() => {
          if (globalThis.pageProbe.buttons('Consultar el resultado').length === 0) seen.without += 1;
        });
      });
      return seen;
    });
    await shop.waitForState('settled');
    const { without, records } = await counted.evaluate((seen) => ({ ...seen, records: seen.records.size }));
    assert(records > 1, `${records} records`);
    assert.equal(without, 0);
  });

  it('the title is left alone where the page wants that', async () => {
    const shop = await harness.openShop({ emulate: watched, attributes: { 'keep-title': '' } });
    await payBy(shop, 'BANKA_QR');
    await until(() => shop.page.evaluate(() => globalThis.awake.locks === 1), 'the screen to be kept awake');
    assert.equal(await shop.page.title(), 'Tienda');
  });

  it('whoever asks for the result sees when that was, in each language and not of another payment', async () => {
    const shop = await harness.openShop({ emulate: watched, order: 'order-url' });
    await payBy(shop, 'BANKA_QR');
    await shop.part('qr');
    assert.doesNotMatch(await shop.text(), /Última consulta/);
    await shop.press('Consultar el resultado');
    await shop.waitForText(/Consultar el resultado\s+Última consulta: \d{1,2}:\d\d/);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('locale', 'en'));
    await shop.waitForText(/Check the result\s+Last checked: \d{1,2}:\d\d/);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('locale', 'es'));
    await shop.press('Elegir otro medio de pago');
    await shop.waitForState('ready');
    await payBy(shop, 'BANKA_COLLECT');
    await shop.waitForText(/Consultar el resultado/);
    assert.doesNotMatch(await shop.text(), /Última consulta/);
  });

  it('the numbers of a cash payment are saved as a picture', async () => {
    const shop = await harness.openShop({ emulate: watched });
    await payBy(shop, 'BANKA_COLLECT');
    await shop.part('voucher');
    await shop.press('Guardar como imagen');
    const [saved] = await until(
      () => shop.page.evaluate(() => globalThis.saved.length === 1 && globalThis.saved),
      'the picture',
    );
    assert.match(saved?.name ?? '', /^voucher-E2E-.+\.png$/);
    assert.equal(saved?.type, 'image/png');
    assert.ok((saved?.height ?? 0) > 700);
  });
});
