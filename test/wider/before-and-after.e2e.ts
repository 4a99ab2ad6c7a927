import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { hurried, staying } from '../states/page-state.ts';
import { heardSince, noteHeard } from '../e2e/heard.ts';
import { holdWaits } from '../e2e/held-waits.ts';
import { useHarness } from '../e2e/harness.ts';
import { payBy } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';

describe('what is said before and after a payment', () => {
  const harness = useHarness();

  const payByCard = async (shop: Shop): Promise<void> => {
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
  };

  const headline = (shop: Shop): Promise<string | null | undefined> =>
    shop.page.evaluate(
      () => document.querySelector('pay-checkout')?.shadowRoot?.querySelector('#headline')?.textContent,
    );

  for (const [method, title] of [
    ['BANKDEBIT', 'Abriendo la página de tu banco…'],
    ['WALLET_PAY', 'Abriendo la página para pagar…'],
  ] as const)
    it(`is from the press of pay on that a page opens, and no more once it has (${method})`, async () => {
      const shop = await harness.openShop({
        order: 'order-url',
        emulate: async (page) => {
          await noteHeard(page);
          // However slow the machine is, nothing takes long here.
          await holdWaits(8000, 30_000)(page);
          await staying(page);
        },
      });
      await payBy(shop, method);
      await shop.waitForText(/Abrir de nuevo la página/);
      assert.equal(await headline(shop), 'Pago en proceso');
      const heard = await heardSince(shop.page, 'Procesando');
      const spoken = heard.filter((one) => !one.includes('Procesando'));
      assert.match(spoken[0] ?? '', new RegExp(`^focus: ${title}`), heard.join(' | '));
      assert.match(heard.join(' '), new RegExp(`${title}[^|]*Vas a 127`));
      await shop.page.reload();
      await shop.waitForText(/Abrir de nuevo la página/);
      assert.equal(await headline(shop), 'Pago en proceso');
    });

  /** Where the payment stands is never answered. */
  const holdLooks = async (page: Page): Promise<void> => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!/^\/v1\/transactions\/[^/]+$/.test(new URL(request.url()).pathname)) void request.continue();
    });
  };

  it('is a warning of paying again once a payment in process takes eight seconds, and not before', async () => {
    const early = await harness.openShop({
      emulate: async (page) => {
        await holdWaits(8000)(page);
        await holdLooks(page);
      },
    });
    await payByCard(early);
    assert.doesNotMatch(await early.waitForText(/Pago en proceso\s+Aquí verás el resultado/), /No pagues/);
    const late = await harness.openShop({
      emulate: async (page) => {
        await hurried(8000, 'processing')(page);
        await holdLooks(page);
      },
    });
    await payByCard(late);
    assert.doesNotMatch(await late.waitForText(/Pago en proceso\s+No pagues de nuevo/), /Consultar el resultado/);
  });

  it('is a receipt, from which the payer goes back to the shop with the id of the payment', async () => {
    const shop = await harness.openShop({ emulate: staying });
    await payByCard(shop);
    const text = await shop.waitForText(/Guardar comprobante/);
    assert.match(text, /Pagaste \$\s119\.000 a Tienda de pruebas[^]*Número de aprobación\s+\d{12}/);
    const [record] = await shop.transactions();
    await shop.press('Volver a la tienda');
    const { url } = (await shop.waitForEvent('pay-redirect')) as unknown as { url: string };
    assert.equal(new URL(url).searchParams.get('id'), record?.id);
    assert.match(new URL(url).pathname, /^\/return\//);
    assert.equal(await shop.page.evaluate(() => document.querySelector('pay-checkout')?.state.status), 'settled');
  });
});
