import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { PaymentsBackend, type PaymentSourceRequest } from '../../src/server/index.ts';
import { axeProblems } from './axe-problems.ts';
import { useHarness, type ShopOptions } from './harness.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

const attributes = {
  mode: 'source',
  'amount-in-cents': null,
  reference: null,
  signature: null,
  'redirect-url': null,
};

/** A page that has its backend keep the card, and lets the payer see what becomes of it. */
const keeping: ShopOptions['html'] = ({ element, script }) =>
  `<h1>Tienda</h1><script nonce="{nonce}">
    addEventListener('pay-source', (event) => event.waitUntil(window.keepCard(event.request)));
  </script>${element}${script}`;

describe('mode source in a shop', () => {
  const harness = useHarness();

  const open = (keep?: (request: PaymentSourceRequest) => Promise<unknown>, more: ShopOptions = {}) =>
    harness.openShop({
      attributes,
      ...(keep && { html: keeping, emulate: (page) => page.exposeFunction('keepCard', keep) }),
      ...more,
    });
  const submit = async (shop: Shop) => {
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
  };
  const handedOver = (shop: Shop) =>
    until(async () => (await shop.state())?.['handedOver'] === true, 'the card to be handed over');

  it('asks for a card and both consents alone, and hands them over once', async () => {
    const shop = await open();
    const text = await shop.text();
    assert.match(text, /Guardar tarjeta/);
    assert.doesNotMatch(text, /Total|cuotas|\$/);
    assert.deepEqual(await axeProblems(shop.page, 'pay-checkout'), []);
    await submit(shop);
    await handedOver(shop);
    await shop.waitForText(/Tu tarjeta quedó lista/);
    assert.match(await shop.focused(), /Tu tarjeta quedó lista/);
    assert.deepEqual(await axeProblems(shop.page, 'pay-checkout'), []);
    const handed = shop.events('pay-source').map(({ request }) => request as PaymentSourceRequest);
    assert.equal(handed.length, 1);
    assert.deepEqual(Object.keys(handed[0] ?? {}).toSorted(), [
      'accept_personal_auth',
      'acceptance_token',
      'customer_data',
      'customer_email',
      'session_id',
      'token',
      'type',
    ]);
    assert.equal(handed[0]?.type, 'CARD');
    assert.equal(handed[0]?.customer_email, 'ana@example.com');
    assert.doesNotMatch(JSON.stringify(shop.events()), /4242424242424242|"123"/);
    assert.deepEqual(await shop.transactions(), []);
    const paths = (await shop.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path);
    assert.deepEqual(paths, ['/v1/tokens/cards']);
  });

  it('sends nothing without both consents', async () => {
    const shop = await open();
    await shop.fillCard();
    await shop.pay();
    assert.equal(await until(() => shop.focused(), 'the focus'), 'acceptance_token');
    assert.deepEqual(shop.events('pay-source'), []);
    assert.ok(!(await shop.requests()).some(({ path }) => path.includes('tokens')));
  });

  it("shows progress while the shop's backend makes a payment source, and then that it is done", async () => {
    const payments = new PaymentsBackend({ baseUrl: harness.sandbox.url, privateKey: 'prv_test_e2e' });
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const sources: unknown[] = [];
    const shop = await open(async (request) => {
      await held;
      sources.push((await payments.createPaymentSource(request)).status);
    });
    await submit(shop);
    await until(async () => shop.events('pay-source').length === 1, 'the event');
    await shop.waitForText(/Protegiendo tus datos/);
    assert.equal((await shop.state())?.status, 'submitting');
    assert.doesNotMatch(await shop.text(), /quedó lista|Procesando tu pago/);
    letGo();
    await handedOver(shop);
    assert.deepEqual(sources, ['AVAILABLE']);
  });

  it('shows the form again when the card could not be kept, and a second attempt works', async () => {
    let attempts = 0;
    const tokens = new Set<string>();
    const shop = await open(async ({ token }) => {
      attempts += 1;
      tokens.add(token);
      if (attempts === 1) throw new Error('down');
    });
    await submit(shop);
    await shop.waitForText(/No pudimos guardar tu tarjeta/);
    assert.match(JSON.stringify(await shop.state()), /"code":"source_rejected"/);
    assert.equal(await shop.value('number'), '');
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    await submit(shop);
    await handedOver(shop);
    assert.equal(tokens.size, 2);
  });

  it('starts over by reset, with empty fields', async () => {
    const shop = await open();
    await submit(shop);
    await handedOver(shop);
    await shop.page.$eval('pay-checkout', (element) => element.reset());
    await until(async () => (await shop.state())?.['handedOver'] === undefined, 'the form again');
    await shop.waitForState('ready');
    assert.equal(await shop.value('card_holder'), '');
    await submit(shop);
    await handedOver(shop);
    assert.equal(shop.events('pay-source').length, 2);
  });

  describe('with a wallet, where the page asks for it', () => {
    const methods = (types: string): ShopOptions => ({ attributes: { ...attributes, methods: types } });
    const posted = async (shop: Shop) =>
      (await shop.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path);
    const submitWallet = async (shop: Shop, phone: string) => {
      await shop.acceptContracts();
      await shop.fill('phone_number', phone);
      await shop.pay();
    };

    it('leaves the card alone where the page names other methods', async () => {
      const shop = await open(undefined, methods('BANKDEBIT CARD WALLET_B'));
      assert.doesNotMatch(await shop.text(), /Billetera|¿Cómo quieres pagar/);
      await submit(shop);
      await handedOver(shop);
    });

    it('has the payer accept on the phone, and the backend makes a source of what is handed over', async () => {
      const payments = new PaymentsBackend({ baseUrl: harness.sandbox.url, privateKey: 'prv_test_e2e' });
      const sources: Awaited<ReturnType<PaymentsBackend['createPaymentSource']>>[] = [];
      const shop = await open(
        async (request) => void sources.push(await payments.createPaymentSource(request)),
        methods('CARD WALLET_A'),
      );
      await shop.choose('WALLET_A');
      await shop.waitForText(/Te llega una notificación al celular/);
      const text = await shop.text();
      assert.match(text, /Medio de pago\n[^]*Guardar billetera/);
      assert.doesNotMatch(text, /Total|\$|Al pagar|quieres pagar/);
      assert.deepEqual(await axeProblems(shop.page, 'pay-checkout'), []);
      // The owner accepts once the page has been seen to wait for that.
      const held: HTTPRequest[] = [];
      let isAccepted = false;
      await shop.page.setRequestInterception(true);
      shop.page.on('request', (one) => {
        if (!isAccepted && one.method() === 'GET' && one.url().includes('/tokens/wallet_a/')) held.push(one);
        else void one.continue();
      });
      await submitWallet(shop, '3991111111');
      await shop.waitForText(/Revisa tu celular/);
      assert.deepEqual(shop.events('pay-source'), []);
      isAccepted = true;
      for (const one of held) void one.continue();
      await handedOver(shop);
      await shop.waitForText(/Tu billetera quedó lista/);
      assert.deepEqual(
        shop.events('pay-source').map(({ request }) => (request as PaymentSourceRequest).type),
        ['WALLET_A'],
      );
      assert.deepEqual(
        sources.map(({ type, status }) => [type, status]),
        [['WALLET_A', 'AVAILABLE']],
      );
      assert.deepEqual(await posted(shop), ['/v1/tokens/wallet_a', '/payment_sources']);
      assert.deepEqual(await shop.transactions(), []);
    });

    it('can be given up, by keyboard too, and leads back to the form with all that was typed', async () => {
      const shop = await open(undefined, methods('WALLET_A'));
      await shop.fault({
        method: 'POST',
        path: '/v1/tokens/wallet_a',
        times: 1,
        fault: { kind: 'status', status: 201, body: { data: { id: 'walleta_test_never', status: 'PENDING' } } },
      });
      await shop.fault({
        method: 'GET',
        path: '/v1/tokens/wallet_a/walleta_test_never',
        times: 99,
        fault: { kind: 'status', status: 200, body: { data: { id: 'walleta_test_never', status: 'PENDING' } } },
      });
      await submitWallet(shop, '3991111111');
      await shop.waitForText(/Revisa tu celular[\s\S]*Cancelar/);
      assert.deepEqual(await axeProblems(shop.page, 'pay-checkout'), []);
      await shop.page.keyboard.press('Tab');
      assert.equal(await shop.focused(), 'Cancelar');
      await shop.page.keyboard.press('Enter');
      await shop.waitForState('ready');
      assert.equal(await until(() => shop.focused(), 'the focus'), 'phone_number');
      assert.equal(await shop.value('phone_number'), '399 111 1111');
      assert.doesNotMatch(await shop.text(), /Cancelar|No pudimos|no dio el permiso/);
      assert.deepEqual(shop.events('pay-error'), []);
      await shop.pay();
      await handedOver(shop);
    });

    it('shows the form with all that was typed when the owner declines, and another number works', async () => {
      const shop = await open(undefined, { ...methods('WALLET_A'), csp: harness.strictCsp });
      await submitWallet(shop, '3992222222');
      await shop.waitForText(/Tu billetera no dio el permiso/);
      assert.match(JSON.stringify(await shop.state()), /"code":"token_rejected"/);
      assert.equal(await shop.value('phone_number'), '399 222 2222');
      assert.deepEqual(shop.events('pay-source'), []);
      await submitWallet(shop, '3991111111');
      await handedOver(shop);
      assert.deepEqual(await posted(shop), ['/v1/tokens/wallet_a', '/v1/tokens/wallet_a']);
    });
  });

  it('works under a strict policy', async () => {
    const shop = await open(async () => undefined, { csp: harness.strictCsp });
    await submit(shop);
    await handedOver(shop);
  });
});
