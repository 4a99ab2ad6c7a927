import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { SandboxTransaction } from '../start-sandbox.ts';
import { DemoShop } from './demo-shop.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

describe('a cart that is paid for in several browsers', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const fillIn = async (shop: Shop, number?: string): Promise<void> => {
    await shop.page.bringToFront();
    await shop.choose('CARD');
    await shop.acceptContracts();
    await shop.fillCard(number === undefined ? {} : { number });
  };
  /** What the service took since the given number of transactions. */
  const takenSince = async (count: number): Promise<SandboxTransaction[]> =>
    (await demo.sandbox.transactions()).slice(count);
  const taken = async () => (await demo.sandbox.transactions()).length;
  const sent = async () => (await demo.sandbox.requests()).filter(({ path }) => path === '/transactions').length;
  const paid = /Pago aprobado[^]*Gracias por tu compra[^]*NB-\w+\s*Estado\s*Pagado/;

  it('is charged once, and both see that payment', async () => {
    const count = await taken();
    const { shop: first } = await demo.open('/');
    await first.waitForState('ready');
    const second = await demo.openElsewhere(first);
    const cartOf = (shop: Shop) => shop.page.$eval('pay-checkout', ({ cartId }) => cartId);
    assert.match((await cartOf(first)) ?? '', /^[\w-]{36}$/);
    assert.equal(await cartOf(second), await cartOf(first));
    await fillIn(first);
    await fillIn(second);
    // The service is held back until both have sent the same order.
    await demo.sandbox.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'delay', ms: 60_000 } });
    second.allow(/422/);
    first.allow(/422/);
    const sentBefore = await sent();
    await first.pay();
    await second.pay();
    await until(async () => (await sent()) === sentBefore + 2, 'both to have sent it');
    await demo.sandbox.letGo();
    for (const shop of [first, second]) {
      await shop.page.bringToFront();
      await shop.waitForText(paid);
    }
    const [transaction, ...more] = await takenSince(count);
    assert.deepEqual([transaction?.status, more], ['APPROVED', []]);
  });

  it('is said to be paid in a browser that comes later, which charges nothing', async () => {
    const count = await taken();
    const { shop: first } = await demo.open('/');
    await first.waitForState('ready');
    const later = await demo.openElsewhere(first);
    await fillIn(first);
    await first.pay();
    await first.waitForText(paid);
    await fillIn(later);
    later.allow(/409/);
    await later.pay();
    await later.waitForText(/Este pedido ya está pagado/);
    await later.waitForText(/Pago aprobado\s+Pagaste [^]*Este pedido ya estaba pagado\. No se cobró de nuevo\./);
    const [, ...more] = await takenSince(count);
    assert.deepEqual(more, []);
  });

  it('is shown as paid in a tab that is opened later, until another purchase is wanted', async () => {
    const count = await taken();
    const { visitor, shop } = await demo.open('/');
    await shop.waitForState('ready');
    await fillIn(shop);
    await shop.pay();
    await shop.waitForText(paid);
    const cartOf = (one: Shop) => one.page.$eval('pay-checkout', ({ cartId }) => cartId);
    const cart = (await cartOf(shop)) ?? assert.fail('The purchase has no name.');
    const tab = await demo.openTab(visitor, '/');
    const text = await tab.waitForText(/Compra finalizada[^]*Este pedido ya está pagado[^]*Pago aprobado[^]*NB-/);
    assert.doesNotMatch(text, /Pagar \$|Cómo quieres/);
    const cards = await demo.openTab(visitor, '/tarjetas');
    assert.doesNotMatch(await cards.waitForText(/¡Gracias por tu compra[^]*NB-/), /Paga con lo que guardaste/);
    await tab.page.bringToFront();
    await tab.page.click('.thanks .link');
    await tab.waitForText(/Finaliza tu compra[^]*Pagar \$\s119\.000/);
    await tab.waitForState('ready');
    assert.match((await cartOf(tab)) ?? '', /^[\w-]{36}$/);
    assert.notEqual(await cartOf(tab), cart);
    await shop.page.bringToFront();
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(paid);
    await tab.page.bringToFront();
    await fillIn(tab);
    await tab.pay();
    await tab.waitForText(paid);
    assert.deepEqual(
      (await takenSince(count)).map(({ status }) => status),
      ['APPROVED', 'APPROVED'],
    );
  });

  it('is charged once by a browser that has forgotten everything in between', async () => {
    const count = await taken();
    const { shop } = await demo.open('/');
    await shop.waitForState('ready');
    await fillIn(shop);
    // Taken, and the answer is lost: only the shop's backend can know.
    await demo.sandbox.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'drop-after' } });
    const letEventsGo = demo.holdEvents();
    shop.allow(/ERR_EMPTY_RESPONSE|422/);
    await shop.pay();
    await until(async () => (await takenSince(count)).length === 1, 'the service to have taken it');
    await shop.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      history.replaceState(null, '');
    });
    const again = await demo.openElsewhere(shop);
    await shop.page.close();
    again.allow(/422/);
    await fillIn(again);
    const sentBefore = await sent();
    await again.pay();
    await until(async () => (await sent()) > sentBefore, 'the second to be sent');
    letEventsGo();
    await again.waitForText(paid);
    assert.deepEqual(
      (await takenSince(count)).map(({ status }) => status),
      ['APPROVED'],
    );
  });
});
