import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asks, bankPage, loads, press } from './challenge-payer.ts';
import { useHarness, type ShopOptions } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 900 };

/** One element for narrow screens and one for wide ones, of which the page hides one. */
const twice: Required<ShopOptions>['html'] = ({ element, script }) =>
  `<link rel="stylesheet" href="data:text/css,${encodeURIComponent(
    '@media (width < 700px) { .wide { display: none } } @media (width >= 700px) { .narrow { display: none } }',
  )}"><h1>Tienda</h1><div class="narrow">${element}</div><div class="wide">${element}</div>${script}`;

/** What each element of the page is doing. */
const statuses = (shop: Shop): Promise<string[]> =>
  shop.page.$$eval('pay-checkout', (elements) => elements.map(({ state }) => state.status));

const allAre = (shop: Shop, ...wanted: string[]): Promise<boolean> =>
  until(
    async () => (await statuses(shop)).every((status) => wanted.includes(status)),
    `all elements to be ${wanted.join(' or ')}`,
    { details: async () => (await statuses(shop)).join() },
  );

const titled = (shop: Shop, title: string): Promise<boolean> =>
  until(async () => (await shop.page.title()) === title, `the title ${title}`, { details: () => shop.page.title() });

/** Ends a pending payment of the service. */
const decide = async (shop: Shop, url: string): Promise<void> => {
  const transaction = (await shop.transactions()).find(({ status }) => status === 'PENDING');
  const body = new URLSearchParams({ outcome: 'APPROVED' });
  const answer = await fetch(`${url}/bank/pay/${transaction?.id}`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(answer.status, 303);
};

describe('two elements on a page, of which it shows one', () => {
  const harness = useHarness();
  const open = (options: ShopOptions = {}): Promise<Shop> =>
    harness.openShop({ html: twice, viewport: wide, ...options });

  it('B1: share one title, which is the page’s own again in the end', async () => {
    const shop = await open();
    await payBy(shop, 'BANKA_QR');
    await titled(shop, 'Paga con el código QR – Tienda');
    await allAre(shop, 'action');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await allAre(shop, 'action');
    await titled(shop, 'Paga con el código QR – Tienda');
    await shop.page.$$eval('pay-checkout', (elements) => {
      for (const element of elements) element.setAttribute('locale', 'en');
      document.title = `(1) ${document.title}`;
    });
    await titled(shop, 'Pay with the QR code – (1) Tienda');
    await decide(shop, harness.sandbox.url);
    await allAre(shop, 'settled');
    await titled(shop, '(1) Tienda');
  });

  for (const [name, options] of [
    ['both', {}],
    ['one alone', { html: ({ element, script }) => `${element}${script}` }],
  ] as const satisfies [string, ShopOptions][])
    it(`B1: take what is true no more out of a title that the page has kept and gives back: ${name}`, async () => {
      const shop = await open(options);
      await payBy(shop, 'BANKA_QR');
      const waiting = 'Paga con el código QR – Tienda';
      await titled(shop, waiting);
      await allAre(shop, 'action');
      const setTitle = (title: string) => shop.page.evaluate((text) => void (document.title = text), title);
      await shop.page.$$eval('pay-checkout', (elements) => {
        for (const element of elements) element.setAttribute('locale', 'en');
      });
      await titled(shop, 'Pay with the QR code – Tienda');
      await setTitle(waiting);
      await decide(shop, harness.sandbox.url);
      await allAre(shop, 'settled');
      await titled(shop, 'Tienda');
      for (const given of [waiting, `(1) ${waiting}`]) {
        await setTitle(given);
        await titled(shop, given.replace('Paga con el código QR – ', ''));
      }
    });

  it('B1: make one payment where both are pressed', async () => {
    for (const order of ['signed', 'order-url'] as const) {
      const shop = await open({ order });
      await allAre(shop, 'ready');
      const before = (await shop.transactions()).length;
      for (const viewport of [wide, narrow]) {
        await shop.page.setViewport(viewport);
        await shop.acceptContracts();
        await shop.fillCard();
      }
      await shop.page.$$eval('pay-checkout', (elements) => void elements.map((element) => element.submit()));
      await allAre(shop, 'settled');
      assert.equal((await shop.transactions()).length - before, 1, order);
      await shop.waitForText(/Pago aprobado/);
      assert.doesNotMatch(await shop.text(), /otra pestaña/);
    }
  });

  it('B1: both show the payment that one of them makes, before it is over and when it is', async () => {
    const shop = await open();
    await allAre(shop, 'ready');
    await shop.page.setViewport(narrow);
    await payBy(shop, 'BANKA_COLLECT');
    await allAre(shop, 'action');
    await shop.page.setViewport(wide);
    await shop.part('voucher');
    assert.doesNotMatch(await shop.text(), /otra pestaña|Número de la tarjeta/);
    await decide(shop, harness.sandbox.url);
    await allAre(shop, 'settled');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('B1: open the bank’s step once, in the one that is seen, also after the device was turned', async () => {
    const shop = await open();
    await allAre(shop, 'ready');
    await shop.acceptContracts();
    await shop.fillCard({ number: asks });
    await shop.pay();
    await bankPage(shop);
    await allAre(shop, 'action');
    assert.equal(await loads(shop), 1);
    const frames = () =>
      shop.page.$$eval('pay-checkout', (elements) =>
        elements.map(({ shadowRoot }) => shadowRoot?.querySelectorAll('iframe').length),
      );
    assert.deepEqual(await frames(), [0, 1]);
    await shop.page.setViewport(narrow);
    await until(async () => (await frames()).join() === '1,0', 'the one for narrow screens to show it');
    await press(shop, 'APPROVED');
    await allAre(shop, 'settled');
    await shop.waitForText(/Pago aprobado/);
  });

  it('B1: open the bank’s step in the one that is left, where the page takes the other one away', async () => {
    const shop = await open();
    await allAre(shop, 'ready');
    await shop.acceptContracts();
    await shop.fillCard({ number: asks });
    await shop.pay();
    await bankPage(shop);
    await allAre(shop, 'action');
    await shop.page.$eval('.wide pay-checkout', (element) => element.remove());
    await shop.page.setViewport(narrow);
    await bankPage(shop);
    await press(shop, 'APPROVED');
    await shop.waitForText(/Pago aprobado/);
  });

  it('B1: leave an event alone that the page has given the name of theirs', async () => {
    const shop = await open();
    await allAre(shop, 'ready');
    await shop.page.evaluate(() => document.dispatchEvent(new CustomEvent('pay-state-change', { detail: 1 })));
    await allAre(shop, 'ready');
  });

  it('B1: have one code sent, and leave once for the bank', async () => {
    const shop = await open({
      order: 'order-url',
      emulate: (page) =>
        page.evaluateOnNewDocument(() => addEventListener('pay-redirect', (event) => event.preventDefault())),
    });
    await payBy(shop, 'WALLET_B');
    await shop.control('otp');
    await allAre(shop, 'action');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.control('otp');
    await allAre(shop, 'action');
    const sends = (await shop.requests()).filter(({ method, path }) => method === 'POST' && /send/.test(path));
    assert.equal(sends.length, 1);
    await shop.press('Elegir otro medio de pago');
    await payBy(shop, 'BANKA_TRANSFER');
    await shop.waitForText(/Abrir de nuevo la página/);
    assert.equal(shop.events('pay-redirect').length, 1);
  });
});

describe('two elements on a page, for two carts', () => {
  const harness = useHarness();

  it('B1: ask for another payment of the second one, too, where the page is opened anew after it was paid', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      html: ({ element, script }) =>
        ['one', 'two'].map((name) => element.replace(/ order-url="[^"]*/, `$&?${name}`)).join('<hr>') + script,
    });
    await allAre(shop, 'ready');
    await shop.page.evaluate(() => Object.assign(document.querySelector('pay-checkout') ?? {}, { hidden: true }));
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForText(/Pago aprobado/);
    await shop.page.goto(shop.page.url(), { waitUntil: 'domcontentloaded' });
    await allAre(shop, 'ready');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await allAre(shop, 'ready');
  });

  it('B1: pay each cart once where both are pressed, and give the title back', async () => {
    const other = 'TWO-CARTS-B';
    const signature = await harness.shop.sign(other, { amountInCents: 5_000_000, currency: 'COP' });
    const shop = await harness.openShop({
      html: ({ element, script }) => {
        const second = element
          .replace(/ reference="[^"]*"/, ` reference="${other}"`)
          .replace(/ signature="[^"]*"/, ` signature="${signature}"`)
          .replace(/ amount-in-cents="[^"]*"/, ' amount-in-cents="5000000"');
        return `<h1>Tienda</h1><div class="one">${element}</div><div class="two">${second}</div>${script}`;
      },
    });
    await allAre(shop, 'ready');
    for (const hidden of ['.two', '.one']) {
      await shop.page.evaluate((selector) => {
        for (const box of document.querySelectorAll<HTMLElement>('.one, .two')) box.hidden = box.matches(selector);
      }, hidden);
      await shop.choose('WALLET_A');
      await shop.waitForText(/Al pagar /);
      await shop.insert('phone_number', '3991111111');
      await shop.acceptContracts();
    }
    await shop.page.evaluate(() => {
      for (const box of document.querySelectorAll<HTMLElement>('.one, .two')) box.hidden = false;
      for (const element of document.querySelectorAll('pay-checkout'))
        for (let presses = 0; presses < 3; presses += 1) void element.submit();
    });
    await allAre(shop, 'settled');
    assert.deepEqual(
      (await shop.transactions()).map(({ amount_in_cents: amount, status }) => `${amount} ${status}`).toSorted(),
      ['11900000 APPROVED', '5000000 APPROVED'],
    );
    await titled(shop, 'Tienda');
    const shown = await shop.page.$$eval('pay-checkout', (elements) =>
      elements.map(({ state }) => 'transaction' in state && state.transaction.amount_in_cents),
    );
    assert.deepEqual(shown, [11_900_000, 5_000_000]);
  });
});
