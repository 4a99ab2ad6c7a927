import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { axeProblems } from './axe-problems.ts';
import { DemoShop } from './demo-shop.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** What only the shop's backend may know. */
const secrets = /prv_|test_integrity|test_events|test_api_key|test_principal/;

describe('a card or a wallet that is kept', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const posts = async (path: string) =>
    (await demo.sandbox.requests()).filter((request) => request.method === 'POST' && request.path === path);

  const keep = async (shop: Shop, number = '4242424242424242') => {
    await shop.acceptContracts();
    await shop.fillCard({ number });
    await shop.pay();
  };
  /** Shows the form again, in the place of the one that pays. */
  const keepAnother = async (shop: Shop) => (await shop.page.waitForSelector('.save-another:not([hidden])'))?.click();
  const cards = (shop: Shop) => shop.page.$$eval('.saved-source', (list) => list.map((card) => card.textContent ?? ''));

  /** Pays with the card that the checkout offers. */
  const payWithKept = async (shop: Shop) => {
    await shop.waitForText(/Pagar \$\s119\.000/);
    await shop.acceptContracts();
    await shop.pay();
  };
  /** The id of the card that was kept last. */
  const newest = (shop: Shop) =>
    shop.page.evaluate(() => document.querySelector('pay-checkout')?.savedSources?.[0]?.id ?? '');
  const payButtons = (shop: Shop) => shop.page.evaluate(() => globalThis.pageProbe.parts('pay-button').length);

  it('goes through the backend, is shown, survives a reload, and pays the next order in the checkout', async () => {
    const answers: Promise<string>[] = [];
    const { shop } = await demo.open('/tarjetas', async (page) =>
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(response.text().catch(() => ''));
      }),
    );
    await shop.waitForState('ready');
    await shop.waitForText(/Aún no has guardado ningún medio de pago/);
    assert.doesNotMatch(await shop.text(), /Cuotas/);
    assert.deepEqual(await axeProblems(shop.page), []);

    await keep(shop);
    await shop.waitForText(/Tu tarjeta quedó lista/);
    assert.match((await cards(shop))[0] ?? '', /VISA[^]*4242[^]*Ana Pinzón[^]*12\/39/);
    const [source] = await posts('/payment_sources');
    assert.ok(source, 'the backend has created the source');
    const sent = await shop.sent();
    assert.ok(!sent.some(({ url }) => url.startsWith(demo.sandbox.url) && url.includes('payment_sources')));
    assert.ok(!sent.some(({ url }) => url.endsWith('/transactions')));
    assert.deepEqual(await axeProblems(shop.page), []);

    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await until(async () => (await cards(shop)).length === 1, 'the card to be shown again');
    await payWithKept(shop);
    const text = await shop.waitForText(/¡Gracias por tu compra/);
    const [reference = ''] = /NB-\w+/.exec(text) ?? [];
    assert.equal((await demo.ask(`/orders/${reference}`))['status'], 'paid');
    assert.equal((await posts('/transactions')).length, 1);
    await shop.waitForText(/Pago aprobado/);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(new RegExp(`¡Gracias por tu compra[^]*${reference}`));
    await until(async () => (await cards(shop)).length === 1, 'the card to be shown again');
    assert.equal(await payButtons(shop), 0, 'nothing is left to pay');
    await shop.page.click('.thanks .link');
    await shop.waitForText(/Pagar \$\s119\.000/);
    const [transaction] = await demo.sandbox.transactions();
    assert.equal(transaction?.reference, reference);
    assert.ok(transaction?.['payment_source_id']);
    assert.doesNotMatch((await Promise.all(answers)).join('\n'), secrets);
    assert.doesNotMatch(JSON.stringify([await shop.sent(), await shop.page.content()]), secrets);
  });

  it('stays when it has paid, and can be removed then, while nothing says any more that it was just kept', async () => {
    const { shop } = await demo.open('/tarjetas');
    await shop.waitForState('ready');
    await keep(shop);
    await shop.waitForText(/Tu tarjeta quedó lista/);
    await payWithKept(shop);
    const text = await shop.waitForText(/¡Gracias por tu compra[^]*Lo que tienes guardado[^]*4242/);
    assert.doesNotMatch(text, /Tu tarjeta quedó lista/);
    assert.equal(await payButtons(shop), 0, 'nothing is left to pay');
    assert.deepEqual(await axeProblems(shop.page), []);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/¡Gracias por tu compra[^]*Lo que tienes guardado[^]*4242/);
    await (await shop.page.waitForSelector('.saved-source .remove', { visible: true }))?.click();
    await shop.waitForText(/¡Gracias por tu compra[^]*Aún no has guardado[^]*Quitamos el medio de pago/);
    assert.deepEqual(await cards(shop), []);
    await shop.waitForState('ready');
    assert.deepEqual(await axeProblems(shop.page), []);
  });

  it('can be removed, and another one kept', async () => {
    const { shop } = await demo.open('/tarjetas');
    await shop.waitForState('ready');
    await keep(shop);
    await until(async () => (await cards(shop)).length === 1, 'the card to be shown');
    await keepAnother(shop);
    await until(async () => (await shop.value('number')) === '', 'the form to be empty');
    await keep(shop, '5555555555554444');
    await until(async () => (await cards(shop)).length === 2, 'both cards to be shown');
    await (await shop.page.$$('.saved-source .remove'))[1]?.click();
    await shop.waitForText(/Quitamos el medio de pago/);
    assert.equal(await shop.page.evaluate(() => document.activeElement?.id), 'guardados');
    assert.equal((await cards(shop)).length, 1);
    assert.match((await cards(shop))[0] ?? '', /4444/);
    await until(async () => !(await shop.text()).includes('quedó lista'), 'the news to be old');
  });

  it('is kept although the service is down for a moment, which nobody sees', async () => {
    const { shop } = await demo.open('/tarjetas');
    shop.allow(/503/);
    await shop.waitForState('ready');
    const fault = { kind: 'status', status: 503 } as const;
    await demo.sandbox.fault({ method: 'POST', path: '/payment_sources', times: 2, fault });
    await keep(shop);
    await shop.waitForText(/Tu tarjeta quedó lista/);
    assert.equal((await cards(shop)).length, 1);
    assert.deepEqual(shop.events('pay-error'), []);
  });

  for (const [title, fault, words] of [
    ['the service is down', { kind: 'status', status: 503 }, /No pudimos guardar tu tarjeta/],
    [
      'the service refuses the card',
      { kind: 'status', status: 422, body: { error: { type: 'INPUT_VALIDATION_ERROR', messages: { token: ['no'] } } } },
      /No pudimos usar esta tarjeta/,
    ],
  ] as const)
    it(`is asked for again when ${title}, and the payer knows why`, async () => {
      const { shop } = await demo.open('/tarjetas');
      shop.allow(/503|422/);
      await shop.waitForState('ready');
      await demo.sandbox.fault({
        method: 'POST',
        path: '/payment_sources',
        times: fault.status === 503 ? 3 : 1,
        fault,
      });
      await keep(shop);
      await shop.waitForText(words);
      assert.equal((await shop.state())?.status, 'ready');
      assert.deepEqual(await cards(shop), []);
      await shop.fillCard();
      await shop.pay();
      await until(async () => (await cards(shop)).length === 1, 'the second attempt to work');
    });

  it('says when it is declined, and lets the customer use another one', async () => {
    const { shop } = await demo.open('/tarjetas');
    await shop.waitForState('ready');
    await keep(shop, '4111111111111111');
    await payWithKept(shop);
    await shop.waitForText(/Pago rechazado/);
    await shop.press('Intentar de nuevo');
    await keepAnother(shop);
    await keep(shop);
    await until(async () => (await cards(shop)).length === 2, 'the second card');
    await shop.choose(`source:${await newest(shop)}`);
    await payWithKept(shop);
    await shop.waitForText(/¡Gracias por tu compra/);
  });

  it('is a wallet once its owner has accepted on the phone, which is charged with one click from then on', async () => {
    await demo.sandbox.reset();
    const { shop } = await demo.open('/tarjetas');
    await shop.waitForState('ready');
    await shop.choose('WALLET_A');
    await shop.acceptContracts();
    await shop.fill('phone_number', '3992222222');
    await shop.pay();
    await shop.waitForText(/Tu billetera no dio el permiso/);
    assert.deepEqual(await cards(shop), []);
    await shop.fill('phone_number', '3991111111');
    await shop.pay();
    await shop.waitForText(/Revisa tu celular/);
    await until(async () => (await shop.state())?.['handedOver'], 'the wallet to be handed over');
    await shop.waitForText(/Tu billetera quedó lista/);
    const [wallet = ''] = await cards(shop);
    assert.match(wallet, /Billetera móvil[^]*1111/);
    assert.doesNotMatch(wallet, /3991/);
    assert.deepEqual(await axeProblems(shop.page), []);
    assert.equal((await posts('/payment_sources')).length, 1);

    const button = await shop.page.waitForSelector('.pay-now[aria-disabled=false]');
    await button?.click();
    const text = await shop.waitForText(/¡Gracias por tu compra/);
    const [reference = ''] = /NB-\w+/.exec(text) ?? [];
    const transactions = await demo.sandbox.transactions();
    assert.deepEqual(
      transactions.map((one) => [one.reference, one.status, one['payment_method_type']]),
      [[reference, 'APPROVED', 'WALLET_A']],
    );
    assert.ok(transactions[0]?.['payment_source_id']);
  });

  it('S2: is a wallet that is charged what its button showed: of a cart that another tab has changed, at the next press', async () => {
    await demo.sandbox.reset();
    const { shop, visitor } = await demo.open('/tarjetas');
    shop.allow(/409/);
    await shop.waitForState('ready');
    await shop.choose('WALLET_A');
    await shop.acceptContracts();
    await shop.fill('phone_number', '3991111111');
    await shop.pay();
    await shop.waitForText(/Tu billetera quedó lista/);
    const press = async (amount: RegExp) => {
      const button = await shop.page.waitForSelector('.pay-now[aria-disabled=false]');
      assert.match((await button?.evaluate(({ textContent }) => textContent)) ?? '', amount);
      await button?.click();
    };

    const other = await demo.openTab(visitor, '/');
    const changed = await other.page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ items: [{ sku: 'bono-5000000', quantity: 2 }] });
      return (await fetch('/api/cart', { method: 'PUT', headers, body })).status;
    });
    assert.equal(changed, 200);
    await shop.page.bringToFront();
    await press(/\$\s119\.000/);
    await shop.waitForText(/El valor cambió y no enviamos este pago/);
    assert.deepEqual(await demo.sandbox.transactions(), []);
    await press(/\$\s10\.000\.000/);
    await shop.waitForText(/¡Gracias por tu compra/);
    assert.deepEqual(
      (await demo.sandbox.transactions()).map((one) => [one['amount_in_cents'], one.status]),
      [[1_000_000_000, 'APPROVED']],
    );
  });
});
