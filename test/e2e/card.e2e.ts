import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillIn, payWith, posts, statusOf } from './card-payer.ts';
import { useHarness } from './harness.ts';
import { until } from './until.ts';

const outcomes = [
  ['4242424242424242', 'APPROVED'],
  ['4111111111111111', 'DECLINED'],
  ['5555555555554444', 'ERROR'],
] as const;

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
    assert.doesNotMatch(left, /\b4242\b|42424242|ana@/);
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
      const trees = globalThis.pageProbe.find('*').map(({ shadowRoot }) => shadowRoot?.innerHTML);
      return [document.documentElement.outerHTML, ...trees].join('');
    });
    assert.match(markup, /name="number"/);
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
    const described = await shop.page.evaluate(() =>
      ['number', 'expiry', 'cvc', 'card_holder'].map((name) => {
        const [control] = globalThis.pageProbe.controls(name);
        const tree = control?.getRootNode() as ShadowRoot | undefined;
        const note = tree?.getElementById(control?.getAttribute('aria-describedby') ?? '');
        return [name, control?.getAttribute('aria-invalid'), Boolean(note?.textContent?.trim())];
      }),
    );
    assert.deepEqual(
      described,
      ['number', 'expiry', 'cvc', 'card_holder'].map((name) => [name, 'true', true]),
    );
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
    await shop.fillCard({ holder: '4242 4242 4242 4242 ANA' });
    await shop.pay();
    await until(async () => (await shop.focused()) === 'card_holder', 'no name holds the number of the card');
    assert.equal((await posts(shop, '/v1/tokens/cards')).length, 0);
    await shop.fillCard({ holder: 'Panadería La 14 S.A.S.' });
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

  it('pays the order that the page has given right before it submits', async () => {
    const shop = await harness.openShop();
    await fillIn(shop);
    const terms = { amountInCents: 4_500_000, currency: 'COP' };
    const reference = `LATER-${Date.now()}`;
    const order = { ...terms, reference, signature: await harness.shop.sign(reference, terms) };
    await shop.page.evaluate((given) => {
      const element = document.querySelector('pay-checkout');
      if (element) void Object.assign(element, given).submit();
    }, order);
    await shop.waitForState('settled');
    assert.deepEqual(
      (await shop.transactions()).map(({ reference: paid, amount_in_cents }) => [paid, amount_in_cents]),
      [[reference, 4_500_000]],
    );
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

  it('leads back to the shop with the payment, as the bank does', async () => {
    const shop = await harness.openShop();
    await payWith(shop);
    const [transaction] = await shop.transactions();
    const link = await until(
      () =>
        shop.page.evaluate(() => {
          const [found] = globalThis.pageProbe.buttons('Volver a la tienda');
          return found instanceof HTMLAnchorElement ? found.href : undefined;
        }),
      'the way back',
    );
    assert.match(link, new RegExp(`/return/\\w+\\?id=${transaction?.id}$`));
  });
});
