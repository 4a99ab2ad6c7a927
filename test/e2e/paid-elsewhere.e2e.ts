import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { axeProblems } from './axe-problems.ts';
import { DemoShop } from './demo-shop.ts';
import type { Shop } from './shop.ts';

describe('an order that is open in several tabs of the shop', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const paidElsewhere =
    /Compra finalizada[^]*Este pedido ya está pagado[^]*Pago aprobado[^]*Gracias por tu compra[^]*NB-\w+\s*Estado\s*Pagado/;
  const payByCard = async (shop: Shop): Promise<void> => {
    await shop.page.bringToFront();
    await shop.choose('CARD');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForText(/Gracias por tu compra[^]*Estado\s*Pagado/);
  };

  /** Another tab is led to what is waiting to be paid, and leaves it for the form. */
  const leave = async (shop: Shop, what: RegExp): Promise<void> => {
    await shop.page.bringToFront();
    await shop.choose('BANKA_QR');
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForText(what);
    await shop.press('Elegir otro medio de pago');
  };

  it('that one tab pays is shown as paid in the others, by nothing that the browser stores', async () => {
    const { visitor, shop: waiting } = await demo.open('/');
    await waiting.waitForState('ready');
    const paying = await demo.openTab(visitor, '/');
    await paying.waitForState('ready');
    await waiting.page.bringToFront();
    await waiting.choose('BANKA_QR');
    await waiting.acceptContracts();
    await waiting.pay();
    await waiting.waitForText(/Paga con el código QR/);
    await leave(paying, /Paga con el código QR/);
    await payByCard(paying);
    await waiting.page.bringToFront();
    await waiting.waitForText(paidElsewhere);
    for (const times of [1, 2]) {
      await waiting.page.reload({ waitUntil: 'domcontentloaded' });
      const text = await waiting.waitForText(/Pago aprobado[^]*Gracias por tu compra[^]*Estado\s*Pagado/);
      assert.doesNotMatch(text, /^Paga con el código QR$|Pagar \$|Cómo quieres/m, `reload ${times}`);
    }
    const stored = await waiting.page.evaluate(() => {
      // What became of the purchase is kept for other tabs, without anything of the payer.
      const kept = Object.entries(localStorage).filter(([key]) => !key.startsWith('pay-checkout:1:'));
      return JSON.stringify([location.href, kept, sessionStorage]);
    });
    assert.doesNotMatch(stored, /NB-|[Ll]aura|4242/, 'nor is the code remembered that nobody is to pay by');
    await waiting.page.$eval('.thanks .link', (link) => (link as HTMLElement).click());
    await waiting.waitForState('ready');
    assert.doesNotMatch(await waiting.waitForText(/Pagar \$\s119\.000/), /ya está pagado|^Paga con el código QR$/m);
  });

  it('that was paid behind a tab that heard of nothing is shown as paid after a reload, and when its signing is refused', async () => {
    // As a browser that freezes a tab in the background.
    const deaf = (page: Page) =>
      page.evaluateOnNewDocument(() => {
        for (const type of ['visibilitychange', 'pageshow', 'storage'])
          addEventListener(type, (event) => event.stopImmediatePropagation(), true);
      });
    const { visitor, shop: waiting } = await demo.open('/', deaf);
    await waiting.waitForState('ready');
    const paying = await demo.openTab(visitor, '/', deaf);
    await paying.waitForState('ready');
    const late = await demo.openTab(visitor, '/', deaf);
    await late.waitForState('ready');
    await waiting.page.bringToFront();
    await waiting.choose('BANKA_COLLECT');
    await waiting.acceptContracts();
    await waiting.pay();
    await waiting.waitForText(/Número de convenio/);
    await leave(paying, /Número de convenio/);
    await payByCard(paying);

    await late.page.bringToFront();
    assert.match(await late.text(), /Pagar \$\s119\.000/);
    late.allow(/409/);
    // Nor does the checkout itself know of it there: the shop's backend has to say so.
    await late.page.evaluate(() => localStorage.clear());
    await late.choose('BANKA_QR');
    await late.acceptContracts();
    await late.pay();
    assert.doesNotMatch(await late.waitForText(paidElsewhere), /Pagar \$/);
    await late.page.select('.bar-language', 'en');
    await late.waitForText(/This order is already paid/);
    await late.page.select('.bar-language', 'pt');
    await late.waitForText(/Este pedido já está pago/);
    assert.deepEqual(await axeProblems(late.page), []);
    await late.page.select('.bar-language', 'es');

    await waiting.page.bringToFront();
    assert.match(await waiting.text(), /Número de convenio/);
    await waiting.page.reload({ waitUntil: 'domcontentloaded' });
    assert.doesNotMatch(await waiting.waitForText(paidElsewhere), /Número de convenio|Pagar \$/);
  });
});
