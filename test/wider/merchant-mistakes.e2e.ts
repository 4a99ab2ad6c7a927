import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, fillIn, payWith, posts, statusOf } from '../e2e/card-payer.ts';
import { useHarness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

describe('a mistake of the merchant', () => {
  const harness = useHarness();

  const mistakes: [what: string, attributes: Record<string, string | null>, code: string][] = [
    ['no public key', { 'public-key': null }, 'missing_public_key'],
    ['a private key', { 'public-key': 'prv_test_secret' }, 'private_key_in_page'],
    ['an integrity secret', { signature: 'test_integrity_secret' }, 'private_key_in_page'],
    ['something else as a key', { 'public-key': 'hola' }, 'invalid_public_key'],
    ['an amount with decimals', { 'amount-in-cents': '119000.5' }, 'invalid_amount'],
    ['a negative amount', { 'amount-in-cents': '-1' }, 'invalid_amount'],
    ['pesos with their separator as an amount', { 'amount-in-cents': '119.000' }, 'invalid_amount'],
    ["the documentation's placeholder as a key", { 'public-key': 'pub_test_…' }, 'invalid_public_key'],
    ['words as an amount', { 'amount-in-cents': 'cien' }, 'invalid_amount'],
    ['a base address without https', { 'base-url': 'http://pagos.example' }, 'invalid_base_url'],
    ['a live key at the sandbox', { 'public-key': 'pub_prod_e2e' }, 'invalid_base_url'],
    ['a script as a return address', { 'redirect-url': 'javascript:alert(1)' }, 'invalid_redirect_url'],
    ['a return address that is none', { 'redirect-url': 'https://' }, 'invalid_redirect_url'],
    ['a broken library address', { 'library-url': 'https://good@evil.example' }, 'invalid_library_url'],
    ['a strange currency', { currency: 'pesos' }, 'invalid_currency'],
    ['no order', { reference: null, signature: null }, 'missing_order'],
  ];
  for (const [what, attributes, code] of mistakes)
    it(`is named for the developer and hidden from the payer: ${what}`, async () => {
      const told: string[] = [];
      const shop = await harness.openShop({
        attributes,
        settle: false,
        emulate: async (page) =>
          void page.on('console', (message) => message.text().startsWith('<pay') && told.push(message.text())),
      });
      shop.allow(/<pay-checkout>|favicon|404/);
      const state = await shop.waitForState('failed');
      assert.equal(codeOf(state), code);
      assert.deepEqual(shop.events('pay-error').map(codeOf), [code]);
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', /^<pay-checkout>: \S+/);
      // The screen, and not the line that stands in for it.
      await shop.waitForText(/Los pagos de esta tienda/);
      const text = await shop.text();
      assert.doesNotMatch(text, /key|prv_|attribute|reference|signature/i);
      assert.match(text, /No puedes pagar ahora/);
      const isTrusted = code !== 'invalid_redirect_url';
      const [way] = await shop.page.$$eval('pay-checkout', ([checkout]) =>
        [...(checkout?.shadowRoot?.querySelectorAll('[part=status] a') ?? [])].map((link) => link.getAttribute('href')),
      );
      assert.equal(way !== undefined, isTrusted, 'nobody is led to an address that was refused');
      assert.equal((await shop.requests()).filter(({ method }) => method === 'POST').length, 0);
    });

  it('is suspected when the amount looks like pesos', async () => {
    const told: string[] = [];
    await harness.openShop({
      attributes: { 'amount-in-cents': '50000' },
      emulate: async (page) =>
        void page.on('console', (message) => message.type() === 'warn' && told.push(message.text())),
    });
    await until(async () => /cents/.test(told.join('\n')), 'the console to speak of cents');
  });

  it('is none to take a setting back: then its default holds', async () => {
    const shop = await harness.openShop({ attributes: { currency: 'USD', locale: 'en_US', mode: 'source' } });
    await shop.waitForText(/Test mode/);
    await shop.page.evaluate(() => {
      const checkout = document.querySelector('pay-checkout');
      for (const name of ['currency', 'mode', 'library-global']) checkout?.removeAttribute(name);
      // As a framework does that sets properties.
      Object.assign(checkout ?? {}, { locale: undefined });
    });
    await shop.waitForText(/\$ ?119\.000/);
    const held = await shop.page.evaluate(() => {
      const { currency, mode, libraryGlobal, locale } = document.querySelector('pay-checkout') ?? {};
      return { currency, mode, libraryGlobal, locale };
    });
    assert.deepEqual(held, { currency: 'COP', mode: 'payment', libraryGlobal: '$pay', locale: 'es' });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
  });

  it('is none to write a phone number as people do, or a base address with its version', async () => {
    const attributes = { 'customer-phone': '300 123-4567', 'base-url': `${harness.sandbox.url}/v1/` };
    const shop = await harness.openShop({ attributes });
    await fillIn(shop);
    await shop.pay();
    await shop.waitForState('settled');
    const [creation] = await posts(shop, '/v1/transactions');
    const body = creation?.body as { customer_data: { phone_number?: string } } | undefined;
    assert.equal(body?.customer_data.phone_number, '+573001234567');
  });

  it('costs nobody the payment when it is in what is known of the payer: what is needed is asked for', async () => {
    const shop = await harness.openShop({ attributes: { 'customer-phone': 'no', 'customer-email': 'ana' } });
    await fillIn(shop);
    // A dot too many, as it comes with an address from the end of a sentence.
    for (const address of ['ana@example.com.', '<ana@example.com>', 'ana@example.com,', 'ana@example..com']) {
      await shop.fill('customer_email', address);
      await shop.pay();
      await shop.waitForText(/Escribe tu correo: ana@/);
      assert.equal((await posts(shop, '/transactions')).length, 0, address);
    }
    await shop.fill('customer_email', 'ana@example.com');
    await shop.pay();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    const [creation] = await posts(shop, '/transactions');
    const body = creation?.body as { customer_email: string; customer_data: object } | undefined;
    assert.equal(body?.customer_email, 'ana@example.com');
    assert.deepEqual(Object.keys(body.customer_data), ['device_id']);
    // Whoever comes next is somebody else.
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.reset());
    await shop.waitForState('ready');
    assert.equal(await shop.value('customer_email'), '');
  });

  it('B4: leaves an address as it was meant, where it was dictated or copied from a document', async () => {
    const shop = await harness.openShop({ attributes: { 'customer-email': null } });
    await fillIn(shop);
    await shop.insert('customer_email', '\uFFFCana@mi\u2011empresa.com');
    await shop.pay();
    await shop.waitForState('settled');
    const [creation] = await posts(shop, '/transactions');
    assert.equal((creation?.body as { customer_email?: string } | undefined)?.customer_email, 'ana@mi-empresa.com');
  });

  it('is not to know the name of nobody', async () => {
    const shop = await harness.openShop({ attributes: { 'customer-name': '  ', methods: 'BANKDEBIT' } });
    await shop.control('full_name');
  });

  it('no longer matters once it is mended', async () => {
    const shop = await harness.openShop({ attributes: { 'public-key': null }, settle: false });
    shop.allow(/<pay-checkout>|favicon|404/);
    await shop.waitForState('failed');
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('public-key', 'pub_test_e2e'));
    await shop.waitForState('ready');
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
  });

  it('is all that is said of the state while it lasts, also when the contracts come meanwhile', async () => {
    await harness.sandbox.fault({
      method: 'GET',
      path: '/merchants/info',
      times: 9,
      fault: { kind: 'delay', ms: 60_000 },
    });
    const shop = await harness.openShop({ settle: false });
    shop.allow(/<pay-checkout>|favicon|404/);
    const has = (wanted: RegExp) => async () =>
      (await shop.requests()).some(({ path, status }) => wanted.test(path) && status === 200);
    await until(has(/\/v1\.js$/), 'the flow, which asks for the anti-fraud script');
    await shop.page.evaluate(() => {
      const checkout = document.querySelector('pay-checkout');
      document.addEventListener('pay-state-change', ({ state }) => (document.title += ` ${state.status}`));
      checkout?.setAttribute('amount-in-cents', '119.000');
    });
    await shop.waitForState('failed');
    const contracts = shop.page.waitForResponse(
      (answer) => answer.url().endsWith('/merchants/info') && answer.request().method() === 'GET',
    );
    await harness.sandbox.letGo();
    await contracts;
    await shop.page.waitForNetworkIdle({ idleTime: 100 });
    for (let frame = 0; frame < 3; frame += 1) await shop.page.evaluate(() => globalThis.pageProbe.painted());
    assert.match(await shop.page.title(), / failed$/);
    assert.equal(codeOf(await shop.waitForState('failed')), 'invalid_amount');
  });

  it('keeps nobody from reading the contracts: an order may come late', async () => {
    const shop = await harness.openShop({ attributes: { signature: null }, settle: false });
    shop.allow(/<pay-checkout>|favicon|404/);
    const isThere = (): Promise<boolean> =>
      shop.page.evaluate(() => {
        const { shadowRoot, state } = document.querySelector('pay-checkout') ?? {};
        return state?.status === 'loading' && Boolean(shadowRoot?.querySelector('.consent a[href]'));
      });
    await until(isThere, 'a contract while the order is awaited');
  });
});

describe('a page that changes its profile', () => {
  const harness = useHarness();

  it('keeps what was ticked when a framework makes the same profile anew', async () => {
    const shop = await harness.openShop();
    const giveProfile = () =>
      shop.page.evaluate(() => {
        const element = document.querySelector('pay-checkout');
        if (element) element.profile = { wireTypes: { WALLET_A: 'WALLET_A' } };
        return element?.updateComplete;
      });
    await giveProfile();
    await shop.waitForState('ready');
    await fillIn(shop);
    await giveProfile();
    await shop.pay();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
  });

  it('says that the form is not ready for another one yet, and when it is', async () => {
    const shop = await harness.openShop();
    const told = shop.events('pay-state-change').length;
    const isLoading = await shop.page.evaluate(async () => {
      const element = document.querySelector('pay-checkout');
      if (!element) return;
      element.profile = { extraFields: { bill_id: '2' } };
      await element.updateComplete;
      return element.matches(':state(loading)') && element.state.status === 'loading';
    });
    assert.equal(isLoading, true);
    await shop.waitForState('ready');
    const changes = shop.events('pay-state-change').slice(told);
    assert.deepEqual(
      changes.map(({ state }) => (state as { status: string }).status),
      ['loading', 'ready'],
    );
  });

  for (const [end, pay] of [
    ['settled', (shop: Shop) => payWith(shop)],
    [
      'unknown',
      async (shop: Shop) => {
        await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-after' } });
        await fillIn(shop);
        await shop.pay();
        return shop.waitForState('unknown');
      },
    ],
  ] as const)
    it(`throws nothing away when the page names its service anew while it is ${end}`, async () => {
      const shop = await harness.openShop();
      shop.allow(/ERR_|Failed to load|Cross-Origin/);
      await pay(shop);
      await shop.page.evaluate(() => {
        const element = document.querySelector('pay-checkout');
        if (element) element.profile = { extraFields: { bill_id: '1' } };
        return element?.updateComplete;
      });
      assert.equal((await shop.state())?.status, end);
      assert.equal((await shop.transactions()).length, 1);
    });
});
