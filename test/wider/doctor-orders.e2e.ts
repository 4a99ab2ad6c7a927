import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { useHarness } from '../e2e/harness.ts';
import { payBy } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { isTold, noteTold } from '../e2e/told.ts';

describe('the doctor, about what a page gives and what its backend answers,', () => {
  const harness = useHarness();

  const payByCard = async (shop: Shop): Promise<void> => {
    await shop.fillCard();
    await shop.acceptContracts();
    await shop.pay();
  };
  const said = (told: readonly string[], what: RegExp) => told.filter((text) => what.test(text));

  it('misses no return address where there is nothing to pay: on a return page', async () => {
    const told: string[] = [];
    const shop = await harness.openShop();
    await payBy(shop, 'BANKA_TRANSFER');
    const button = await shop.page.waitForSelector('button[name=outcome][value=APPROVED]');
    await Promise.all([shop.page.waitForNavigation(), button?.click()]);
    const id = new URL(shop.page.url()).searchParams.get('id');
    const back = await harness.openShop({
      attributes: { 'transaction-id': id, 'redirect-url': null, reference: null, signature: null },
      emulate: noteTold(told),
    });
    await back.waitForState('settled');
    // A mistake that is looked at together with the return address, and that the page has made from now on.
    await back.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('customeremail', 'a@b.co'));
    await back.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('locale', 'en'));
    await isTold(told, /customeremail is written customer-email/);
    await back.page.evaluate(() => document.title);
    assert.deepEqual(said(told, /redirect-url/), []);
  });

  it('tells a secret in an attribute that is none of the checkout, and does not say it', async () => {
    const told: string[] = [];
    await harness.openShop({
      attributes: { 'private-key': 'prv_test_shop', 'data-secret': 'test_integrity_shop', class: 'shop_events_list' },
      emulate: noteTold(told),
    });
    await isTold(told, /: private-key and data-secret: a private key or secret/);
    assert.doesNotMatch(told.join('\n'), /prv_test_shop|test_integrity_shop/);
  });

  it('tells an attribute that is nearly spelled right', async () => {
    const told: string[] = [];
    await harness.openShop({
      attributes: {
        reference: null,
        signature: null,
        'order-ulr': '/api/order',
        'data-order-url': 'x',
        class: 'pay',
        profile: '[object Object]',
      },
      emulate: noteTold(told),
      settle: false,
    });
    await isTold(told, /so on: order-ulr is written order-url; profile is no attribute: set the property profile\./);
  });

  it('tells attributes that are spelled like properties, also when the key itself is one of them', async () => {
    const told: string[] = [];
    const html = `<script type="module" src="${harness.shop.scriptOrigin}/cdn/pay-checkout.js"></script>`;
    const shop = await harness.openShop({
      html: () =>
        `<pay-checkout publicKey="pub_test_e2e" base-url="${harness.sandbox.url}" amount_in_cents="11900000" :createOrder="order"></pay-checkout>${html}`,
      emulate: noteTold(told),
      settle: false,
    });
    shop.allow(/public-key is missing/);
    await isTold(
      told,
      /publickey is written public-key; amount_in_cents is written amount-in-cents; :createorder is no attribute: set the property createOrder\./,
    );
  });

  it('tells why saved cards are not shown, and which entries are left out, without their numbers', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({ emulate: noteTold(told) });
    const give = (given: object) =>
      shop.page.evaluate((set) => Object.assign(document.querySelector('pay-checkout') ?? {}, set), given);
    const card = { id: 'card-1', network: 'VISA', lastFour: '4242', expMonth: '12', expYear: '39' };
    await give({ savedSources: [card, { ...card, id: 'card-2', lastFour: '4111111111111111' }] });
    await isTold(told, /savedSources are not shown: the page lacks order-url or createOrder.*, and charge-url or/);
    await isTold(told, /savedSources\[1\]: left out\. An entry has to be/);
    await give({ savedSources: [{ ...card, maxInstallments: 0 }], orderUrl: '/order', chargeUrl: '/charge' });
    await isTold(told, /savedSources\[0\]\.maxInstallments: not a whole number from 1 to 36, so nobody is asked/);
    await give({ savedSources: [card, card], orderUrl: '/order', chargeUrl: '/charge' });
    await isTold(told, /savedSources has the same id more than once/);
    await give({ savedSources: Array.from({ length: 101 }, () => card) });
    await isTold(told, /savedSources has more than 100 entries/);
    await give({ savedSources: 'cards' });
    await isTold(told, /savedSources is no list/);
    assert.doesNotMatch(told.join('\n'), /4111111111111111/);
  });

  it('S3: tells of a reference that ends in a digit, and of no other', async () => {
    for (const [reference, isTelling] of [
      ['ORDER-1001', true],
      ['ORDER-1001A', false],
    ] as const) {
      const told: string[] = [];
      await harness.openShop({ attributes: { reference, signature: 'abc' }, emulate: noteTold(told) });
      await isTold(told, /signature .*64 hex digits/);
      const digits = /reference ends in a digit: its signature fits a longer reference/;
      if (isTelling) await isTold(told, digits);
      else assert.deepEqual(said(told, digits), []);
    }
  });

  it('S3: tells the same of the reference of an order that the page has asked for', async (t) => {
    for (const [reference, isTelling] of [
      ['ORDER-2001', true],
      ['ORDER-2001A', false],
    ] as const) {
      const told: string[] = [];
      const given = t.mock.method(harness.shop, 'newReference', () => reference);
      const shop = await harness.openShop({ order: 'order-url', emulate: noteTold(told) });
      await payByCard(shop);
      await shop.waitForState('settled');
      given.mock.restore();
      const digits = /reference ends in a digit: its signature fits a longer reference/;
      if (isTelling) await isTold(told, digits);
      else assert.deepEqual(said(told, digits), []);
    }
  });

  it('asks about an amount that is unusual in cents and usual in pesos, and not about others', async () => {
    for (const [cents, what] of [
      ['119000', /"119000" is \$ 1\.190\. Was it given in pesos\? It is in cents: \$ 119\.000 is 11900000\./],
      ['4599990', /"4599990" is \$ 45\.999,90\. Was it given in pesos/],
    ] as const) {
      const told: string[] = [];
      await harness.openShop({ attributes: { 'amount-in-cents': cents }, emulate: noteTold(told) });
      await isTold(told, what);
    }
    const told: string[] = [];
    await harness.openShop({ attributes: { 'amount-in-cents': '2000000', signature: 'abc' }, emulate: noteTold(told) });
    await isTold(told, /signature .*64 hex digits/);
    assert.deepEqual(said(told, /pesos/), []);
  });

  for (const [signed, shown, what] of [
    [11_900_000, '119000', /order is for \$ 119\.000, but amount-in-cents="119000" is \$ 1\.190: .* in pesos/],
    [119_000, '11900000', /order is for \$ 1\.190, but amount-in-cents="11900000" is \$ 119\.000: .* in pesos/],
  ] as const)
    it(`tells an order of ${signed} from the page's ${shown}: one of them is in pesos`, async () => {
      const told: string[] = [];
      const shop = await harness.openShop({
        order: 'order-url',
        attributes: { 'amount-in-cents': shown },
        terms: { amountInCents: signed },
        emulate: noteTold(told),
      });
      await payByCard(shop);
      await isTold(told, what);
      assert.equal((await shop.transactions()).length, 0);
    });

  it('takes any other change of the amount for meant', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      order: 'order-url',
      attributes: { 'amount-in-cents': '11900000' },
      terms: { amountInCents: 12_900_000 },
      emulate: noteTold(told),
    });
    await payByCard(shop);
    await shop.waitForText(/129\.000/);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('signature', 'abc'));
    await isTold(told, /signature .*64 hex digits/);
    assert.deepEqual(said(told, /pesos/), []);
  });

  it('tells of a page that signs another reference at each load, while the payment of before is under way', async () => {
    const told: string[] = [];
    let loads = 0;
    const shop = await harness.openShop({
      order: 'signed',
      html: ({ element, script }) =>
        (loads++ < 2 ? element : element.replace(/reference="[^"]*"/, 'reference="ORDER-2"')) + script,
      emulate: noteTold(told),
    });
    // A cart of the shop's own.
    await shop.page.goto(`${shop.page.url()}?id=7`, { waitUntil: 'domcontentloaded' });
    await shop.waitForState('ready');
    await payBy(shop, 'BANKA_COLLECT');
    await shop.waitForText(/Número de convenio/);
    assert.deepEqual(said(told, /under way as/), []);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForState('ready');
    await isTold(told, /under way as E2E-\S+, and the page gives ORDER-2\. .*give cart-id/);
  });

  const asksForCart = /: cart-id is missing: the page gave E2E-\S+ when it was loaded before, and gives E2E-\S+ for/;
  /** Waits until the doctor has looked at all that the page gives: a mistake is told that it makes from now on. */
  const isExamined = async (shop: Shop, told: readonly string[]): Promise<void> => {
    await shop.waitForState('ready', 'settled');
    await shop.page.evaluate(() => {
      document.querySelector('pay-checkout')?.setAttribute('customeremail', 'a@b.co');
      document.querySelector('pay-checkout')?.setAttribute('locale', 'en');
    });
    await isTold(told, /customeremail is written customer-email/);
  };

  it('asks for cart-id where a page signs another reference when it is loaded again, before and after the payment', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({ order: 'signed-anew', emulate: noteTold(told) });
    await isExamined(shop, told);
    assert.deepEqual(said(told, /cart-id/), []);
    told.length = 0;
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await isTold(told, asksForCart);
    await shop.waitForState('ready');
    await payByCard(shop);
    await shop.waitForText(/Pago aprobado/);
    told.length = 0;
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await isTold(told, asksForCart);
  });

  it('lets a page sign another reference after its payment has ended, where another purchase may begin', async () => {
    for (const [number, outcome] of [
      ['4242424242424242', 'Pago aprobado'],
      ['4111111111111111', 'Pago rechazado'],
    ] as const) {
      const told: string[] = [];
      const shop = await harness.openShop({ order: 'signed-anew', emulate: noteTold(told) });
      await shop.fillCard({ number });
      await shop.acceptContracts();
      await shop.pay();
      await shop.waitForText(new RegExp(outcome));
      told.length = 0;
      const again = await harness.openTab(shop, { emulate: noteTold(told) });
      await isExamined(again, told);
      await shop.page.bringToFront();
      const address = shop.page.url();
      await shop.page.goto('about:blank');
      await shop.page.goto(address, { waitUntil: 'domcontentloaded' });
      told.length = 0;
      await isExamined(shop, told);
      assert.deepEqual(said(told, /cart-id/), [], outcome);
    }
  });

  it('lets a page give the reference of before, or the cart', async () => {
    for (const options of [{}, { order: 'signed-anew', attributes: { 'cart-id': 'cart-7' } }] as const) {
      const told: string[] = [];
      const shop = await harness.openShop({ ...options, emulate: noteTold(told) });
      await isExamined(shop, told);
      await shop.page.reload({ waitUntil: 'domcontentloaded' });
      told.length = 0;
      await isExamined(shop, told);
      assert.deepEqual(said(told, /cart-id/), []);
    }
  });

  it('lets a page sign another reference that names the cart of the payment of before', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      order: 'signed-anew',
      attributes: { 'cart-id': 'cart-7', customeremail: 'a@b.co' },
      emulate: noteTold(told),
    });
    await payBy(shop, 'BANKA_COLLECT');
    await shop.waitForText(/Número de convenio/);
    told.length = 0;
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Número de convenio/);
    await isTold(told, /customeremail is written customer-email/);
    assert.deepEqual(said(told, /under way as|cart-id is missing/), []);
  });

  it('asks for cart-id where the address of the orders alone says what is bought', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({ order: 'order-url', emulate: noteTold(told) });
    await isTold(told, /: cart-id is missing: .*the address of the page alone/);
    told.length = 0;
    const named = await harness.openShop({
      order: 'order-url',
      attributes: { 'cart-id': 'cart-7', customeremail: 'a@b.co' },
      emulate: noteTold(told),
    });
    await isTold(told, /customeremail is written customer-email/);
    assert.deepEqual(said(told, /cart-id/), []);
    assert.deepEqual([await shop.transactions(), await named.transactions()], [[], []]);
  });

  it('names why createOrder has thrown, and keeps what looks like a card number to itself', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      attributes: { reference: null, signature: null },
      emulate: noteTold(told, async (page: Page) => {
        await page.evaluateOnNewDocument(() =>
          document.addEventListener('DOMContentLoaded', () => {
            const checkout = document.querySelector('pay-checkout');
            const refuse = async (): Promise<never> => {
              throw new RangeError('no stock of 4242 4242 4242 4242 left for prv_test_abc');
            };
            if (checkout) checkout.createOrder = refuse;
          }),
        );
      }),
    });
    await payByCard(shop);
    await isTold(told, /order_unavailable: .* Cause: no stock of … left for … Look at the backend/);
    assert.deepEqual(said(told, /4242|prv_/), []);
  });

  it('names what order-url has answered', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({ order: 'order-url', terms: { failWith: 503 }, emulate: noteTold(told) });
    shop.allow(/503/);
    await payByCard(shop);
    await isTold(
      told,
      /order_unavailable: order-url answered 503\..* Cause: \{"error":"The shop cannot take orders\."\}/,
    );
  });

  it('names the address that had no answer, and ends each sentence', async () => {
    const told: string[] = [];
    const nowhere = 'https://pagos.invalid/v9';
    const shop = await harness.openShop({
      attributes: { 'base-url': nowhere },
      emulate: noteTold(told),
      settle: false,
    });
    shop.allow(/pagos\.invalid|ERR_/);
    await isTold(
      told,
      /contracts_unreachable: .*GET https:\/\/pagos\.invalid\/v9\/merchants\/info had no answer(?!.*Cause)/,
    );
    const wrong = await harness.openShop({ attributes: { signature: 'a'.repeat(64) }, emulate: noteTold(told) });
    wrong.allow(/422/);
    await payByCard(wrong);
    await isTold(told, /signature_rejected: .*about signature\. Sign reference/);
  });
});
