import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { axeProblems } from './axe-problems.ts';
import { DemoShop } from './demo-shop.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

describe('a cart that is open in several tabs and browsers', () => {
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

  it('that one browser pays is shown as paid in the others, by nothing that they store', async () => {
    const { shop: waiting } = await demo.open('/');
    await waiting.waitForState('ready');
    await payByCard(await demo.openElsewhere(waiting));
    await waiting.page.bringToFront();
    // A window that is not covered has been visible all the time.
    await waiting.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await waiting.waitForText(paidElsewhere);
    for (const times of [1, 2]) {
      await waiting.page.reload({ waitUntil: 'domcontentloaded' });
      const text = await waiting.waitForText(/Pago aprobado[^]*Gracias por tu compra[^]*Estado\s*Pagado/);
      assert.doesNotMatch(text, /Pagar \$|Cómo quieres/, `reload ${times}`);
    }
    const stored = await waiting.page.evaluate(() => {
      // What became of the purchase is kept for other tabs, without anything of the payer.
      const kept = Object.entries(localStorage).filter(([key]) => !key.startsWith('pay-checkout:1:'));
      return JSON.stringify([location.href, kept, sessionStorage]);
    });
    assert.doesNotMatch(stored, /NB-|[Ll]aura|\b4242\b|42424242/);
    await waiting.page.$eval('.thanks .link', (link) => (link as HTMLElement).click());
    await waiting.waitForState('ready');
    assert.doesNotMatch(await waiting.waitForText(/Pagar \$\s119\.000/), /ya está pagado/);
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
    await waiting.choose('CARD');
    await waiting.acceptContracts();
    await waiting.fillCard({ number: '4111111111111111' });
    await waiting.pay();
    const [declined = ''] = /NB-\w+/.exec(await waiting.waitForText(/Pago rechazado[^]*NB-/)) ?? [];
    const isKnown = async () => (await demo.ask(`/orders/${declined}`))['status'] === 'not_paid';
    await until(isKnown, 'the shop to know of the decline');
    const paying = await demo.openTab(visitor, '/', deaf);
    await paying.waitForState('ready');
    const late = await demo.openTab(visitor, '/', deaf);
    await late.waitForState('ready');
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
    assert.match(await waiting.text(), /Pago rechazado/);
    await waiting.page.reload({ waitUntil: 'domcontentloaded' });
    assert.doesNotMatch(await waiting.waitForText(paidElsewhere), /Pagar \$/);
  });
});
