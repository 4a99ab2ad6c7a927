import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { fillIn } from './card-payer.ts';
import { useHarness } from './harness.ts';
import { stopClock } from './held-waits.ts';
import { cameTo, isTold, noteTold } from './told.ts';
import { until } from './until.ts';

const service = 'https://pagos.example';
const contract = (type: string) => ({ acceptance_token: type, permalink: `${service}/${type}.pdf`, type });
const merchant = {
  data: {
    name: 'Tienda',
    presigned_acceptance: contract('END_USER_POLICY'),
    presigned_personal_data_auth: contract('PERSONAL_DATA_AUTH'),
  },
};

const cardToken = { status: 'CREATED', data: { id: 'tok_prod_1_2', expires_at: '2099-01-01T00:00:00.000Z' } };

/** A live service that nobody has to reach: it answers with this status. */
const liveService =
  (status: number) =>
  async (page: Page): Promise<void> => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!request.url().startsWith(service)) return void request.continue();
      void request.respond({
        status: request.method() === 'OPTIONS' ? 204 : status,
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
        contentType: 'application/json',
        body: status === 200 ? JSON.stringify(request.url().endsWith('/tokens/cards') ? cardToken : merchant) : '{}',
      });
    });
  };

const live = {
  'public-key': 'pub_prod_tienda',
  'base-url': service,
  'library-url': null,
  'redirect-url': 'https://tienda.example/gracias',
  methods: 'CARD',
};

describe('the doctor', () => {
  const harness = useHarness();

  it('stays away from a live page without a mistake, and the console is silent', async () => {
    const told: string[] = [];
    const attributes = { ...live, methods: 'CARD WALLET_A' };
    const shop = await harness.openShop({ attributes, emulate: noteTold(told, liveService(200)) });
    await shop.control('number');
    await shop.page.mouse.move(10, 10);
    await until(async () => (await shop.sent()).some(({ url }) => url.includes('/chunks/screens-')), 'idle time');
    assert.deepEqual(told, []);
    assert.equal(await cameTo(shop), false);
  });

  it('says of each press that was not sent why not, without card data', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      order: 'order-url',
      terms: { amountInCents: 12_500_000 },
      attributes: { 'amount-in-cents': '11900000' },
      emulate: noteTold(told),
    });
    await fillIn(shop);
    // The amount cannot have been read by the second press.
    await stopClock(shop.page);
    for (const presses of [1, 2]) {
      await shop.pay();
      const why = /: this press was not sent \(ask: other-amount\): .+ Order E2E-/;
      await until(async () => told.filter((text) => why.test(text)).length === presses, `line ${presses}`, {
        details: async () => told.join('\n'),
      });
      await shop.waitForState('ready');
    }
    assert.doesNotMatch(told.join('\n'), /4242|tok_|[0-9a-f]{64}/);
    assert.deepEqual(await shop.transactions(), []);
  });

  it('says nothing of that on a live page', async () => {
    const told: string[] = [];
    const order = { reference: 'CART-7', amountInCents: 12_500_000, currency: 'COP', signature: 'a'.repeat(64) };
    const shop = await harness.openShop({
      attributes: { ...live, reference: null, signature: null, 'cart-id': 'cart-7' },
      html: ({ element, script }) =>
        `${element}<script>
          document.querySelector('pay-checkout').createOrder = async () => (${JSON.stringify(order)});
        </script>${script}`,
      emulate: noteTold(told, liveService(200)),
    });
    await fillIn(shop);
    await shop.pay();
    await shop.waitForText(/cambió de \$ ?119\.000 a \$ ?125\.000/);
    // What is told of a mistake that is made from now on comes after it.
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('signature', 'abc'));
    await isTold(told, /signature .*64 hex digits/);
    assert.deepEqual(
      told.filter((text) => /not sent/.test(text)),
      [],
    );
  });

  it('comes to a live page whose amount looks like pesos', async () => {
    const told: string[] = [];
    const attributes = { ...live, 'amount-in-cents': '50000' };
    await harness.openShop({ attributes, emulate: noteTold(told, liveService(200)) });
    await isTold(told, /amount-in-cents="50000" is \$ 500\b.*cents/);
  });

  it('names the attributes of a hosted widget by what they are called here, and leaves a page its own data', async () => {
    const told: string[] = [];
    const attributes = { 'public-key': null, 'data-public-key': 'pub_test_e2e', 'data-reference': 'cart-7' };
    const shop = await harness.openShop({ attributes, settle: false, emulate: noteTold(told) });
    shop.allow(/<pay-checkout>/);
    await isTold(told, /data-public-key is written public-key/);
    assert.doesNotMatch(told.join('\n'), /data-reference/);
  });

  it('says that banks are not shown in the frame in which the page stands', async () => {
    const told: string[] = [];
    await harness.openShop({
      settle: false,
      emulate: noteTold(told),
      html: ({ element, script }) => `<iframe srcdoc="${`${element}${script}`.replaceAll('"', '&quot;')}"></iframe>`,
    });
    await isTold(told, /frame, in which banks .*pay-redirect/);
  });

  it('comes to a live page whose key the service does not take', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({ attributes: live, emulate: noteTold(told, liveService(401)) });
    shop.allow(/401/);
    await isTold(told, /unauthorized: .*same environment/);
  });

  it('comes to a live page whose shop makes no order, and says once what was behind it', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      attributes: { ...live, reference: null, signature: null },
      emulate: noteTold(told, async (page) => {
        await liveService(200)(page);
        await page.evaluateOnNewDocument(() =>
          document.addEventListener('DOMContentLoaded', () => {
            document.querySelector('pay-checkout')!.createOrder = async () => {
              throw new Error('the stock could not be read');
            };
          }),
        );
      }),
    });
    await fillIn(shop);
    for (const attempt of [1, 2]) {
      await shop.pay();
      await until(async () => shop.events('pay-error').length === attempt, `failure ${attempt}`);
    }
    await isTold(told, /order_unavailable: .* Cause: the stock could not be read\. Look at the backend/);
    assert.equal(told.length, 1, told.join('\n'));
  });

  it('names a missing return address and a signature of the wrong shape in development', async () => {
    const told: string[] = [];
    await harness.openShop({
      attributes: { 'redirect-url': null, signature: 'abc', methods: 'CARD BANKDEBIT BNPL' },
      emulate: noteTold(told),
    });
    await isTold(told, /redirect-url is missing: BANKDEBIT, BNPL send/);
    await isTold(told, /signature .*64 hex digits/);
  });

  it('asks for the amount where the order alone would say it', async () => {
    const told: string[] = [];
    const attributes = { 'amount-in-cents': null, reference: null, signature: null, 'order-url': '/api/order' };
    await harness.openShop({ attributes, emulate: noteTold(told), settle: false });
    await isTold(told, /amount-in-cents is missing: .*total/);
  });

  it('names an anti-fraud library that cannot be loaded, in development', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      attributes: { 'library-url': '/no-such-library.js' },
      emulate: noteTold(told),
    });
    shop.allow(/404/);
    await isTold(told, /antifraud_unavailable: .*library-url/);
  });

  it('names a live key at an address of the sandbox', async () => {
    const told: string[] = [];
    const attributes = { ...live, 'base-url': 'https://sandbox.pagos.example', 'amount-in-cents': '50000' };
    const shop = await harness.openShop({ attributes, emulate: noteTold(told), settle: false });
    shop.allow(/pagos\.example|ERR_/);
    await isTold(told, /live service, but base-url \(sandbox\.pagos\.example\) looks like the sandbox/);
  });

  it('names the directive that keeps a script out', async () => {
    const told: string[] = [];
    const csp = `default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self' ${harness.sandbox.url}; img-src data:`;
    const shop = await harness.openShop({ csp, emulate: noteTold(told) });
    shop.allow(/Content.Security.Policy|CSP|blocked/i);
    await isTold(told, /Content-Security-Policy keeps http:\S+ out: .* Add http:\S+ to script-src\./);
  });

  it('names what the page says of the payer and nobody can use, without saying it', async () => {
    const told: string[] = [];
    const attributes = { 'customer-email': 'ana', 'customer-phone': '12' };
    await harness.openShop({ attributes, emulate: noteTold(told) });
    await isTold(told, /customer-email and customer-phone \(as in \+573001234567\) cannot be used/);
  });

  it('names methods that nobody can choose', async () => {
    const told: string[] = [];
    const attributes = { methods: 'CARD BNPL', 'amount-in-cents': '5000000' };
    await harness.openShop({ attributes, emulate: noteTold(told) });
    await isTold(told, /methods names BNPL, which the payer cannot choose/);
  });

  it('names words that nobody will read', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({ emulate: noteTold(told) });
    await shop.page.evaluate(() => {
      const words = { totl: 'Pagas', acceptPolicy: 'Sí', approved: '', WALLET_A: 'Monedero', phone: 'Línea' };
      document.querySelector('pay-checkout')!.words = { ...words, en: { pay: 'Pay {amout}' } };
    });
    await isTold(told, /words\.totl is not a key/);
    await isTold(told, /words\.acceptPolicy needs the gaps of "Acepto \{los términos y condiciones\}\."/);
    await isTold(told, /words\.approved is not a text/);
    await isTold(told, /words\.en\.pay needs the gaps of "Pagar \{amount\}"/);
    assert.equal(told.filter((text) => /words\.(WALLET_A|phone)/.test(text)).length, 0);
  });

  for (const scheme of ['light', 'dark'] as const)
    it(`finds nothing wrong with the look that the checkout has by itself (${scheme})`, async () => {
      const told: string[] = [];
      const shop = await harness.openShop({
        html: ({ element, script }) => `<style>:root { color-scheme: ${scheme} }</style>${element}${script}`,
        emulate: noteTold(told),
      });
      await until(() => cameTo(shop), 'the doctor');
      // Until it is given one mistake: what is told then is all that there is.
      await shop.page.evaluate(() => document.body.style.setProperty('--pay-muted', '#777'));
      await isTold(told, /--pay-muted on --pay-surface is \d\.\d : 1/);
      assert.deepEqual(
        told.filter((text) => /hard to read/.test(text)).map((text) => text.match(/(?<=[:;] )--pay-(?!muted)[\w-]+/g)),
        [null],
      );
    });

  it('names the colours of a theme that is hard to read, however they are said, and a button that is', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      html: ({ element, script }) =>
        `<style>pay-checkout { color-scheme: light; --pay-accent: oklch(85% 0.1 90); --pay-text: rgb(0 0 0 / 30%); --pay-outline: #eee; --pay-success: #bfb }</style>${element}${script}`,
      emulate: noteTold(told),
    });
    await isTold(
      told,
      /WCAG 2\.2 AA.*light color-scheme.*--pay-on-accent on --pay-accent is 1\.\d : 1 and needs 4\.5 : 1/,
    );
    await isTold(told, /--pay-text on --pay-field is 2\.\d : 1/);
    await isTold(told, /--pay-outline on --pay-surface is 1\.\d : 1 and needs 3 : 1/);
    await isTold(told, /--pay-success on --pay-surface is 1\.\d : 1 and needs 3 : 1/);
    await shop.page.evaluate(() => {
      document.querySelector('style')!.textContent =
        'pay-checkout::part(pay-button) { background: #ffd54a; color: #fff }';
      document.body.className = 'other';
    });
    await isTold(told, /the text of the part pay-button is 1\.\d : 1/);
  });

  it('names a page that keeps the focus for itself', async () => {
    const told: string[] = [];
    const shop = await harness.openShop({
      html: ({ element, script }) => `<dialog open id="offer"><button>Suscríbete</button></dialog>${element}${script}`,
      emulate: noteTold(told),
    });
    await until(() => cameTo(shop), 'the doctor');
    await shop.page.evaluate(() =>
      document.addEventListener('focusin', ({ target }) => {
        if (target instanceof Element && !target.closest('dialog')) document.querySelector('button')?.focus();
      }),
    );
    await until(async () => {
      await (await shop.control('number')).click();
      return told.some((text) => /takes the focus away .* to button/.test(text));
    }, 'the console to name it');
  });
});
