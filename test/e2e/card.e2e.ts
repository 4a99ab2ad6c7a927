import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import type { SeenState, Shop } from './shop.ts';
import { until } from './until.ts';

const statusOf = (seen: Record<string, unknown>): unknown =>
  (seen['transaction'] as { status?: string } | undefined)?.status;
const codeOf = (seen: Record<string, unknown>): unknown => (seen['error'] as { code?: string } | undefined)?.code;

const outcomes = [
  ['4242424242424242', 'APPROVED'],
  ['4111111111111111', 'DECLINED'],
  ['5555555555554444', 'ERROR'],
] as const;

const fillIn = async (shop: Shop, number = '4242424242424242'): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard({ number });
};

const payWith = async (shop: Shop, number?: string): Promise<SeenState> => {
  await fillIn(shop, number);
  await shop.pay();
  return shop.waitForState('settled');
};

const posts = async (shop: Shop, path: string) =>
  (await shop.requests()).filter((one) => one.method === 'POST' && one.path === path);

describe('a card payment in a shop', () => {
  const harness = useHarness();

  for (const [number, outcome] of outcomes) {
    it(`ends ${outcome} by mouse`, async () => {
      const shop = await harness.openShop();
      assert.equal(statusOf(await payWith(shop, number)), outcome);
      assert.deepEqual(shop.events('pay-result').map(statusOf), [outcome]);
    });

    it(`ends ${outcome} by keyboard alone, and the result has the focus`, async () => {
      const shop = await harness.openShop();
      const { keyboard } = shop.page;
      const tabTo = (name: string) =>
        until(async () => {
          await keyboard.press('Tab');
          return (await shop.focused()) === name;
        }, `focus on ${name}`);
      await tabTo('number');
      for (const [name, text] of [
        ['number', number],
        ['expiry', '1239'],
        ['cvc', '123'],
        ['card_holder', 'Ana Pinzón'],
      ] as const) {
        if ((await shop.focused()) !== name) await tabTo(name);
        await keyboard.type(text);
      }
      for (const name of ['acceptance_token', 'accept_personal_auth']) {
        await tabTo(name);
        await keyboard.press(' ');
      }
      await tabTo('pay-button');
      await keyboard.press('Enter');
      assert.equal(statusOf(await shop.waitForState('settled')), outcome);
      const heading = await shop.focused();
      assert.match(
        heading,
        { APPROVED: /Pago aprobado/, DECLINED: /Pago rechazado/, ERROR: /no se completó/ }[outcome],
      );
    });
  }

  it('sends what SPEC.md 4.2 and 4.7 list, field by field, and the card to tokenization alone', async () => {
    const shop = await harness.openShop();
    await payWith(shop);
    const sent = await shop.sent();
    const service = sent.filter(({ url }) => url.startsWith(harness.sandbox.url) && !url.includes('/_sandbox/'));
    const bodies = (path: string) =>
      service.filter(({ method, url }) => method === 'POST' && new URL(url).pathname === path);
    assert.deepEqual(
      bodies('/v1/tokens/cards').map(({ body }) => JSON.parse(body)),
      [{ number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '39', card_holder: 'Ana Pinzón' }],
    );
    const [creation, ...others] = bodies('/transactions').map(({ body }) => JSON.parse(body));
    assert.equal(others.length, 0);
    const {
      acceptance_token,
      accept_personal_auth,
      session_id,
      customer_data,
      payment_method,
      signature,
      reference,
      redirect_url,
      ...rest
    } = creation;
    assert.match(acceptance_token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.match(accept_personal_auth, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.notEqual(acceptance_token, accept_personal_auth);
    assert.ok(session_id && typeof session_id === 'string');
    assert.deepEqual(Object.keys(customer_data), ['device_id']);
    assert.ok(customer_data.device_id && typeof customer_data.device_id === 'string');
    assert.match(signature, /^[0-9a-f]{64}$/);
    assert.match(payment_method.token, /\S/);
    assert.deepEqual({ ...payment_method, token: '' }, { type: 'CARD', token: '', installments: 1 });
    assert.ok(redirect_url.startsWith(harness.shop.origin));
    assert.deepEqual(rest, {
      amount_in_cents: 11_900_000,
      currency: 'COP',
      customer_email: 'ana@example.com',
      payment_method_type: 'CARD',
    });
    const [record] = await shop.transactions();
    assert.equal(record?.reference, reference);

    const elsewhere = sent.filter(({ url }) => !url.endsWith('/v1/tokens/cards'));
    assert.doesNotMatch(JSON.stringify([elsewhere, shop.events()]).replaceAll(' ', ''), /4242424242424242/);
    const left = await shop.page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, document.cookie]),
    );
    assert.doesNotMatch(left, /4242|ana@/);
  });

  it('keeps the card out of the markup and out of events of the page', async () => {
    const shop = await harness.openShop({
      emulate: (page) =>
        page.evaluateOnNewDocument(() => {
          addEventListener('input', ({ type }) => console.error(`${type} has left the widget`));
        }),
    });
    await shop.fillCard();
    const markup = await shop.page.evaluate(() => {
      const element = document.querySelector('pay-checkout');
      return `${document.documentElement.outerHTML}${element?.shadowRoot?.innerHTML}`;
    });
    assert.doesNotMatch(markup.replaceAll(' ', ''), /42424242|12\/39|"123"/);
  });

  it('sends nothing without both consents, says where, and goes there', async () => {
    const shop = await harness.openShop();
    await shop.fillCard();
    const first = await shop.control('acceptance_token');
    await first.click();
    await shop.pay();
    await until(async () => (await shop.focused()) === 'accept_personal_auth', 'focus on the missing consent');
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
    assert.equal((await posts(shop, '/transactions')).length, 0);
    assert.equal((await shop.state())?.status, 'ready');
    const second = await shop.control('accept_personal_auth');
    await second.click();
    await shop.pay();
    await shop.waitForState('settled');
    const [consent] = shop.events('pay-consent');
    const documents = consent?.['documents'] as { type: string; permalink: string; acceptedAt: string }[];
    assert.deepEqual(
      documents.map(({ type }) => type),
      ['END_USER_POLICY', 'PERSONAL_DATA_AUTH'],
    );
    for (const { permalink, acceptedAt } of documents) {
      assert.match(acceptedAt, /^\d{4}-\d\d-\d\dT.*Z$/);
      const contract = await fetch(permalink);
      assert.equal(contract.headers.get('content-type')?.split(';')[0], 'application/pdf');
    }
  });

  it('says of each field what is wrong, in place, and goes to the first', async () => {
    const shop = await harness.openShop();
    await shop.acceptContracts();
    await shop.pay();
    await until(async () => (await shop.focused()) === 'number', 'focus on the first bad field');
    await shop.fillCard({ number: '4242424242424241', expiry: '13/20', cvc: '12', holder: '' });
    await shop.pay();
    await until(async () => (await shop.focused()) === 'number', 'focus on the first bad field');
    const described = await shop.page.evaluate(() => {
      const root = document.querySelector('pay-checkout')?.shadowRoot;
      return ['number', 'expiry', 'cvc', 'card_holder'].map((name) => {
        const control = root?.querySelector(`[name="${name}"]`);
        const note = root?.getElementById(control?.getAttribute('aria-describedby') ?? '');
        return [name, control?.getAttribute('aria-invalid'), Boolean(note?.textContent?.trim())];
      });
    });
    assert.deepEqual(
      described,
      ['number', 'expiry', 'cvc', 'card_holder'].map((name) => [name, 'true', true]),
    );
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
    await shop.fillCard();
    await shop.pay();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
  });

  it('creates one transaction for three presses in one task', async () => {
    const shop = await harness.openShop();
    await fillIn(shop);
    const button = await shop.part('pay-button');
    await button.evaluate((element) => {
      for (let press = 0; press < 3; press++) element.click();
      void document.querySelector('pay-checkout')?.submit();
    });
    await shop.waitForState('settled');
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 1);
    assert.equal((await posts(shop, '/transactions')).length, 1);
    assert.equal((await shop.transactions()).length, 1);
  });

  it('does not submit when the page objects, and pays when it no longer does', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await shop.page.evaluate(() => addEventListener('pay-submit', (event) => event.preventDefault(), { once: true }));
    await fillIn(shop);
    const ordersBefore = harness.shop.orders.length;
    await shop.pay();
    await shop.waitForEvent('pay-submit');
    await shop.waitForState('ready');
    assert.equal(harness.shop.orders.length, ordersBefore);
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
    await shop.pay();
    await shop.waitForState('settled');
  });

  it("never submits the merchant's own form", async () => {
    const shop = await harness.openShop({
      html: ({ element, script }) =>
        `<form action="/nowhere"><input name="coupon">${element}<button>Comprar</button></form>${script}`,
    });
    const address = shop.page.url();
    await fillIn(shop);
    await (await shop.control('cvc')).press('Enter');
    await shop.waitForState('settled');
    assert.equal(shop.page.url(), address);
  });
});

describe('orders', () => {
  const harness = useHarness();

  it('come from order-url for each attempt, and a decline is tried again with a new one', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    const before = harness.shop.orders.length;
    assert.equal(statusOf(await payWith(shop, '4111111111111111')), 'DECLINED');
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    assert.equal(await shop.value('number'), '');
    assert.equal(await shop.value('cvc'), '');
    await shop.fillCard();
    await shop.pay();
    await until(
      async () => statusOf((await shop.state()) ?? { status: '' }) === 'APPROVED',
      'the second try to be approved',
    );
    const references = harness.shop.orders.slice(before).map(({ reference }) => reference);
    assert.equal(new Set(references).size, 2);
    assert.deepEqual((await shop.transactions()).map(({ reference }) => reference).toSorted(), references.toSorted());
    assert.deepEqual(shop.events('pay-result').map(statusOf), ['DECLINED', 'APPROVED']);
  });

  it('of another amount are confirmed by the payer first', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      terms: { amountInCents: 12_500_000 },
      attributes: { 'amount-in-cents': '11900000' },
    });
    await fillIn(shop);
    await shop.pay();
    await shop.waitForText(/cambió de \$ ?119\.000 a \$ ?125\.000/);
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
    assert.match(await (await shop.part('pay-button')).evaluate((button) => button.textContent ?? ''), /125\.000/);
    await shop.pay();
    await shop.waitForState('settled');
    assert.deepEqual(
      (await shop.transactions()).map(({ amount_in_cents }) => amount_in_cents),
      [12_500_000],
    );
  });

  it('are asked of the merchant anew when the page gave a fixed one', async () => {
    const shop = await harness.openShop();
    await payWith(shop, '4111111111111111');
    await (await shop.part('retry-button')).click();
    await shop.waitForEvent('pay-renewal-required');
    const terms = { amountInCents: 11_900_000, currency: 'COP' };
    const reference = harness.shop.newReference();
    const signature = await harness.shop.sign(reference, terms);
    await shop.page.evaluate((order) => Object.assign(document.querySelector('pay-checkout') ?? {}, order), {
      reference,
      signature,
    });
    await shop.waitForState('ready');
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 2);
  });

  it('may be a function that is set late', async () => {
    const shop = await harness.openShop({
      attributes: { reference: null, signature: null },
      settle: false,
    });
    assert.equal((await shop.state())?.status, 'loading');
    const terms = { amountInCents: 11_900_000, currency: 'COP' };
    const reference = harness.shop.newReference();
    const order = { ...terms, reference, signature: await harness.shop.sign(reference, terms) };
    await shop.page.evaluate(
      (given) => Object.assign(document.querySelector('pay-checkout') ?? {}, { createOrder: async () => given }),
      order,
    );
    await shop.waitForState('ready');
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
  });

  it('that the shop cannot make leave the form as it was', async () => {
    const shop = await harness.openShop({ order: 'order-url', terms: { failWith: 500 } });
    shop.allow(/500/);
    await fillIn(shop);
    await shop.pay();
    await shop.waitForEvent('pay-error');
    const state = await shop.waitForState('ready');
    assert.equal(codeOf(state), 'order_unavailable');
    assert.equal((await shop.value('number')).replaceAll(' ', ''), '4242424242424242');
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
  });
});

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
    ['a script as a return address', { 'redirect-url': 'javascript:alert(1)' }, 'invalid_redirect_url'],
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
      await shop.part('status');
      const text = await shop.text();
      assert.doesNotMatch(text, /key|prv_|attribute|reference|signature/i);
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
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
  });

  it('no longer matters once it is mended', async () => {
    const shop = await harness.openShop({ attributes: { 'public-key': null }, settle: false });
    shop.allow(/<pay-checkout>|favicon|404/);
    await shop.waitForState('failed');
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('public-key', 'pub_test_e2e'));
    await shop.waitForState('ready');
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
  });
});

describe('a service in trouble', () => {
  const harness = useHarness();
  /** A browser may send a request again by itself when the connection drops: enough drops that the widget sees one. */
  const timesOf = ({ kind }: { kind: string }) => (kind === 'drop-before' ? 12 : 1);
  const troubles = [{ kind: 'drop-before' }, { kind: 'status', status: 500 }, { kind: 'garbage' }] as const;

  for (const fault of troubles) {
    const name = 'status' in fault ? `answering ${fault.status}` : fault.kind;

    it(`${name} at the contracts: says so, keeps what was typed, and tries again`, async () => {
      await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: timesOf(fault), fault });
      const shop = await harness.openShop();
      shop.allow(/500|ERR_EMPTY_RESPONSE|Failed to load|net::|Cross-Origin/);
      assert.equal((await shop.state())?.status, 'failed');
      await until(async () => {
        if ((await shop.state())?.status === 'ready') return true;
        await (await shop.part('retry-button')).click();
        await shop.waitForState('ready', 'failed');
      }, 'the contracts');
      assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    });

    it(`${name} at tokenization: says so, keeps what was typed, and pays at the next press`, async () => {
      const shop = await harness.openShop();
      shop.allow(/500|Failed to load|net::|Cross-Origin/);
      await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: timesOf(fault), fault });
      await fillIn(shop);
      await shop.pay();
      await until(async () => codeOf((await shop.state()) ?? { status: '' }), 'the error to be shown');
      await shop.part('error');
      assert.equal((await shop.value('number')).replaceAll(' ', ''), '4242424242424242');
      assert.equal(await shop.value('cvc'), '123');
      assert.equal((await posts(shop, '/transactions')).length, 0);
      await until(async () => {
        await shop.pay();
        return (await shop.waitForState('ready', 'processing', 'settled')).status !== 'ready';
      }, 'a token');
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      assert.equal((await shop.transactions()).length, 1);
    });

    it(`${name} at the creation: is unknown, never failed, and only the payer sends it again`, async () => {
      const shop = await harness.openShop();
      shop.allow(/500|422|Failed to load|net::|Cross-Origin/);
      await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault });
      await fillIn(shop);
      await shop.pay();
      await shop.waitForState('unknown');
      const text = await shop.waitForText(/Estamos confirmando tu pago/);
      assert.doesNotMatch(text, /rechazado|no se completó|aprobado/i);
      assert.equal((await posts(shop, '/transactions')).length <= 2, true);
      assert.equal((await shop.transactions()).length <= 1, true);
      assert.equal(shop.events('pay-unknown').length, 1);
    });

    it(`${name} while waiting: goes on, and settles once`, async () => {
      const shop = await harness.openShop();
      shop.allow(/500|Failed to load|net::|Cross-Origin/);
      await fillIn(shop);
      await shop.pay();
      const [record] = await until(async () => {
        const records = await shop.transactions();
        return records.length > 0 && records;
      }, 'the transaction');
      await shop.fault({ method: 'GET', path: `/v1/transactions/${record?.id}`, times: 2, fault });
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      assert.equal(shop.events('pay-result').length, 1);
    });
  }

  it('taking ten seconds at each step only makes the payer wait, with words', async () => {
    const slow = (method: string, path: string) => ({
      method,
      path,
      times: 1,
      fault: { kind: 'delay' as const, ms: 10_000 },
    });
    await harness.sandbox.fault(slow('GET', '/merchants/info'));
    const shop = await harness.openShop({ settle: false });
    await shop.fillCard();
    assert.equal((await shop.state())?.status, 'loading');
    await shop.waitForState('ready');
    await shop.fault(slow('POST', '/v1/tokens/cards'));
    await shop.fault(slow('POST', '/transactions'));
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForText(/[Tt]ardando más/);
    await shop.waitForState('processing');
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    assert.equal((await shop.transactions()).length, 1);
  });
});

describe('the anti-fraud library', () => {
  const harness = useHarness();

  it("is the page's own when it is there, and never loaded twice", async () => {
    const shop = await harness.openShop({
      html: ({ element, script }) =>
        `<script src="${harness.sandbox.url}/libs/js/v1.js" data-public-key="pub_test_e2e"></script>${element}${script}`,
    });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    const loads = (await shop.requests()).filter(({ path }) => path === '/libs/js/v1.js');
    assert.equal(loads.length, 1);
  });

  it("is waited for while the page's own script has come but not run", async () => {
    const address = `${harness.sandbox.url}/libs/js/v1.js`;
    const shop = await harness.openShop({
      html: ({ element, script }) =>
        `${script}<template>${element}</template><script>
          fetch('${address}').then((answer) => answer.text()).then(() => {
            const library = document.createElement('script');
            library.dataset.publicKey = 'pub_test_e2e';
            library.src = '${address}';
            document.head.append(library);
            document.body.append(document.querySelector('template').content);
          });
        </script>`,
      emulate: () =>
        harness.sandbox.fault({ method: 'GET', path: '/libs/js/v1.js', times: 2, fault: { kind: 'delay', ms: 400 } }),
    });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    assert.deepEqual(shop.events('pay-warning'), []);
    assert.equal((await shop.requests()).filter(({ path }) => path === '/libs/js/v1.js').length, 2);
  });

  it('is missed but not needed', async () => {
    await harness.sandbox.fault({
      method: 'GET',
      path: '/libs/js/v1.js',
      times: 5,
      fault: { kind: 'status', status: 503 },
    });
    const shop = await harness.openShop();
    shop.allow(/503/);
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    assert.deepEqual(
      shop.events('pay-warning').map(({ code }) => code),
      ['antifraud_unavailable'],
    );
    const [creation] = await posts(shop, '/transactions');
    assert.ok(creation);
    assert.equal('session_id' in (creation['body'] as object), false);
  });

  it('gives the session alone in its deprecated form', async () => {
    const shop = await harness.openShop({ attributes: { 'library-url': `${harness.sandbox.url}/libs/js/legacy.js` } });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    const body = (await posts(shop, '/transactions'))[0]?.['body'] as Record<string, unknown>;
    assert.ok(body['session_id']);
    assert.equal(body['customer_data'], undefined);
  });

  it('leads back to the shop with the payment, as the bank does', async () => {
    const shop = await harness.openShop();
    await payWith(shop);
    const [transaction] = await shop.transactions();
    const link = await until(
      () =>
        shop.page.evaluate(() => {
          const [found] = globalThis.pageProbe.buttons('Vuelve a la tienda');
          return found instanceof HTMLAnchorElement ? found.href : undefined;
        }),
      'the way back',
    );
    assert.match(link, new RegExp(`/return/\\w+\\?id=${transaction?.id}$`));
  });

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
