import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { axeProblems } from '../e2e/axe-problems.ts';
import { asks, press, settle } from '../e2e/challenge-payer.ts';
import { DemoShop } from '../e2e/demo-shop.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

describe("a saved card that is chosen in the demo's checkout", () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const keep = async (number = '4242424242424242') => {
    await demo.sandbox.reset();
    const opened = await demo.open('/tarjetas');
    const { shop } = opened;
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard({ number });
    await shop.pay();
    await shop.waitForText(/Tu tarjeta quedó lista/);
    await accept(shop);
    return opened;
  };
  const accept = async (shop: Shop) => {
    await shop.waitForText(/Pagar \$\s119\.000/);
    await shop.acceptContracts();
  };

  for (const fault of [{ kind: 'drop-after' }, { kind: 'status-after', status: 500 }, { kind: 'garbage' }] as const)
    it(`is charged once where the service's answer is lost (${fault.kind}), and the payer hears that it was`, async () => {
      const { shop } = await keep();
      shop.allow(/50\d/);
      await demo.sandbox.fault({ method: 'POST', path: '/transactions', times: 1, fault });
      await shop.pay();
      await shop.waitForState('unknown', 'settled');
      // The service's event tells the shop, which the checkout asks.
      await until(async () => {
        if ((await shop.state())?.status === 'settled') return true;
        await shop.press('Consultar el resultado').catch(() => undefined);
        return false;
      }, 'the payment to be found');
      await shop.waitForText(/Pago aprobado/);
      await shop.waitForText(/¡Gracias por tu compra/);
      assert.equal((await demo.sandbox.transactions()).length, 1);
      const wrong = shop.events('pay-state-change').map(({ state }) => JSON.stringify(state));
      assert.ok(!wrong.some((state) => /DECLINED|"failed"/.test(state)), 'nobody was told that it failed');
    });

  const installments = async () =>
    (await demo.sandbox.transactions()).map(({ payment_method: method }) => Object(method).installments);

  it('is charged in as many installments as the payer chooses, also where the answer is lost', async () => {
    const { shop } = await keep();
    shop.allow(/50\d/);
    assert.equal(await shop.value('installments'), '1');
    assert.doesNotMatch(await shop.text(), /Solo crédito/);
    await shop.select('installments', '12');
    await shop.waitForText(/Cuotas[^]*Solo crédito\. Tu banco define los intereses\./);
    assert.deepEqual(await axeProblems(shop.page), []);
    await demo.sandbox.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'drop-after' } });
    await shop.pay();
    await shop.waitForText(/¡Gracias por tu compra/);
    assert.deepEqual(await installments(), [12]);
  });

  it('keeps its installments after a decline, and after a look at another card', async () => {
    const { shop } = await keep('4111111111111111');
    await shop.select('installments', '6');
    await shop.choose('CARD');
    assert.equal(await shop.value('installments'), '1');
    const [card = ''] = await shop.page.$$eval('pay-checkout', (all) =>
      all.flatMap(({ savedSources }) => savedSources?.map(({ id }) => id) ?? []),
    );
    await shop.choose(`source:${card}`);
    assert.equal(await shop.value('installments'), '6');
    await shop.pay();
    await shop.waitForText(/Pago rechazado/);
    await shop.press('Intentar de nuevo');
    await shop.waitForText(/Solo crédito/);
    assert.equal(await shop.value('installments'), '6');
    await shop.select('installments', '1');
    await shop.pay();
    await until(async () => (await demo.sandbox.transactions()).length === 2, 'another payment');
    assert.deepEqual(new Set(await installments()), new Set([1, 6]));
  });

  it('that is a debit card asks for no installments, and pays in one', async () => {
    const { shop } = await keep('5555555555554444');
    assert.doesNotMatch(await shop.text(), /Cuotas/);
    await shop.pay();
    await until(async () => (await demo.sandbox.transactions()).length === 1, 'the payment');
    assert.deepEqual(await installments(), [1]);
  });

  it('is challenged in the checkout where the bank asks, and paid', async () => {
    const { shop } = await keep(asks);
    await shop.pay();
    await shop.waitForState('action');
    await settle(shop, 'APPROVED');
    const text = await shop.waitForText(/¡Gracias por tu compra/);
    const [reference = ''] = /NB-\w+/.exec(text) ?? [];
    assert.equal((await demo.ask(`/orders/${reference}`))['status'], 'paid');
    const [transaction, ...more] = await demo.sandbox.transactions();
    assert.equal(more.length, 0);
    assert.ok(transaction?.['payment_source_id']);
  });

  it('is not paid where its owner fails the challenge, and pays the same cart with the next one', async () => {
    const { shop } = await keep(asks);
    await shop.pay();
    await settle(shop, 'DECLINED');
    await shop.waitForText(/Pago rechazado/);
    assert.doesNotMatch(await shop.text(), /Gracias por tu compra/);
    await shop.press('Intentar de nuevo');
    await shop.waitForText(/Pagar \$\s119\.000/);
    await shop.pay();
    await shop.waitForState('action');
    await press(shop, 'APPROVED');
    await shop.waitForText(/¡Gracias por tu compra/);
    const statuses = (await demo.sandbox.transactions()).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), ['APPROVED', 'DECLINED']);
  });

  it('is charged once by two tabs, and both show that', async () => {
    const { visitor, shop } = await keep();
    const tab = await demo.openTab(visitor, '/tarjetas');
    await accept(tab);
    await tab.pay();
    await shop.page.bringToFront();
    // The other tab's payment may be shown here already.
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.submit());
    for (const one of [tab, shop]) await one.waitForText(/¡Gracias por tu compra/);
    assert.deepEqual(
      (await demo.sandbox.transactions()).map(({ status }) => status),
      ['APPROVED'],
    );
  });
});
