import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { engine, useHarness, type ShopOptions } from '../e2e/harness.ts';
import { detailsOf, type MethodDetails, type OtherMethod } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

/** What has the focus once a payment by this method was sent: the headline, or what is to be filled in. */
const focusedAfter: Record<OtherMethod, RegExp> = {
  BANKDEBIT: /Abriendo la página/,
  BANKA_TRANSFER: /Abriendo la página/,
  BANKA_QR: /Paga con el código QR/,
  WALLET_A: /Revisa tu celular|Pago aprobado/,
  WALLET_B: /^otp$/,
  BANKA_COLLECT: /Paga en efectivo/,
  PCOL: /Abriendo la página/,
  BNPL: /Abriendo la página/,
  WALLET_PAY: /Abriendo la página/,
};

const staying = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => addEventListener('pay-redirect', (event) => event.preventDefault()));

const focusedValue = (shop: Shop): Promise<string> =>
  shop.page.evaluate(() => {
    const focused = globalThis.pageProbe.focused();
    return focused instanceof HTMLInputElement ? focused.value : '';
  });

describe('a payer with a keyboard alone', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  const tabTo = (shop: Shop, name: string): Promise<boolean> =>
    until(async () => {
      if ((await shop.focused()) === name) return true;
      await shop.page.keyboard.press('Tab');
      return (await shop.focused()) === name;
    }, `focus on ${name}`);

  for (const [method, given] of Object.entries(detailsOf) as [OtherMethod, MethodDetails][])
    it(`pays by ${method}, and what follows has the focus`, async () => {
      const shop = await harness.openShop({ emulate: staying });
      const { keyboard } = shop.page;
      await tabTo(shop, 'payment_method_type');
      await until(async () => {
        if ((await focusedValue(shop)) === method) return true;
        await keyboard.press('ArrowDown');
        return false;
      }, `the choice of ${method}`);
      await shop.waitForText(/Al pagar /);
      assert.equal(await focusedValue(shop), method, 'the choice keeps the focus');
      for (const [name, text] of Object.entries(given)) {
        await tabTo(shop, name);
        await keyboard.type(text);
        if (name !== 'financial_institution_code') continue;
        // Enter takes the first bank that fits; it pays only once the list is closed.
        await keyboard.press('Enter');
        assert.equal(await shop.value(name), text);
      }
      for (const name of ['acceptance_token', 'accept_personal_auth']) {
        await tabTo(shop, name);
        await keyboard.press('Space');
      }
      await tabTo(shop, 'pay-button');
      await keyboard.press('Enter');
      await until(async () => focusedAfter[method].test(await shop.focused()), 'the next screen to have the focus');
      assert.equal((await shop.transactions()).length, 1);
    });

  for (const [email, last] of [
    ['ana@example.com', undefined],
    [null, 'customer_email'],
  ] as const)
    it(`on a phone is led from field to field, and let go after the last one ${last ? 'with' : 'without'} an address to type`, async () => {
      const shop = await harness.openShop({ attributes: { 'customer-email': email } });
      for (const method of ['CARD', ...Object.keys(detailsOf)]) {
        await shop.choose(method);
        if (method !== 'CARD') await shop.waitForText(/Al pagar /);
        const hints = await shop.page.evaluate(() =>
          ['name', 'enterKeyHint'].map((key) =>
            globalThis.pageProbe
              .find<HTMLInputElement>('input')
              .filter((input) => input.enterKeyHint && input.role !== 'combobox' && input.checkVisibility())
              .map((input) => String(Reflect.get(input, key))),
          ),
        );
        const [names = [], keys = []] = hints;
        if (last) assert.equal(names.at(-1), last);
        assert.deepEqual(
          keys,
          names.map((_, place) => (place === names.length - 1 ? 'done' : 'next')),
          method,
        );
      }
    });

  it('pays nothing by an Enter that was to lead to another method, however long it is held', async () => {
    const shop = await harness.openShop({ order: 'order-url', attributes: { methods: 'BANKA_QR BANKA_COLLECT' } });
    const { keyboard } = shop.page;
    await shop.acceptContracts();
    await shop.choose('BANKA_COLLECT');
    await shop.waitForText(/Al pagar /);
    await shop.pay();
    await shop.part('voucher');
    await until(async () => {
      await keyboard.press('Tab');
      return /Elegir otro medio de pago/.test(await shop.focused());
    }, 'the way to another method');
    await until(async () => {
      await keyboard.down('Enter');
      return (await focusedValue(shop)) === 'BANKA_QR';
    }, 'the other method to have the focus');
    for (let repeat = 0; repeat < 10; repeat += 1) await keyboard.down('Enter');
    await keyboard.up('Enter');
    await keyboard.press('Enter');
    assert.equal((await shop.state())?.['status'], 'ready');
    await keyboard.press('Space');
    await shop.waitForText(/Al pagar te mostramos un código QR/);
    assert.equal((await shop.transactions()).length, 1);
  });

  /** Takes each key of a character that is pressed outside of the fields that a page knows, and leads to its search. */
  const withShortcuts: ShopOptions['html'] = ({ element, script }) =>
    `<input id="search">${element}${script}<script>
      for (const type of ['keydown', 'keypress', 'keyup'])
        addEventListener(type, (event) => {
          if (/^(?:INPUT|SELECT)$/.test(event.target.tagName) || !/^.$/u.test(event.key)) return;
          event.preventDefault();
          document.querySelector('#search').focus();
        });
      addEventListener('keydown', ({ key }) => (document.title = key));
    </script>`;
  const searched = (shop: Shop): Promise<unknown> =>
    shop.page.$eval('#search', (search) => Reflect.get(search, 'value'));

  it('types what the page has shortcuts for, and they take none of it', async () => {
    const shop = await harness.openShop({ html: withShortcuts });
    await tabTo(shop, 'expiry');
    await shop.page.keyboard.type('12/39');
    // What some programs send that fill forms in.
    await (
      await shop.control('expiry')
    ).evaluate((field) => field.dispatchEvent(new Event('keydown', { bubbles: true, composed: true })));
    await tabTo(shop, 'card_holder');
    await shop.page.keyboard.type('Ana Pinzón');
    await tabTo(shop, 'acceptance_token');
    await shop.page.keyboard.press('Space');
    assert.equal(await shop.value('expiry'), '12/39');
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    assert.equal(await searched(shop), '');
    assert.equal(await (await shop.control('acceptance_token')).evaluate((box) => Reflect.get(box, 'checked')), true);
    assert.equal(await shop.page.title(), 'Tab', 'a key without a character is the page’s as well');
  });

  it('types the code that was sent, and sees the result', async () => {
    const shop = await harness.openShop({ attributes: { methods: 'WALLET_B' }, html: withShortcuts });
    const { keyboard } = shop.page;
    for (const [name, text] of Object.entries(detailsOf.WALLET_B)) {
      await tabTo(shop, name);
      await keyboard.type(text);
    }
    for (const name of ['acceptance_token', 'accept_personal_auth']) {
      await tabTo(shop, name);
      await keyboard.press('Space');
    }
    await keyboard.press('Tab');
    await tabTo(shop, 'pay-button');
    await keyboard.press('Enter');
    await until(async () => (await shop.focused()) === 'otp', 'the field for the code to have the focus');
    await keyboard.type('574829');
    await keyboard.press('Enter');
    await until(async () => /Pago aprobado/.test(await shop.focused()), 'the result to have the focus');
    assert.equal(await searched(shop), '');
  });

  it('leaves the bank’s frame by keyboard, and comes back to it', async () => {
    const shop = await harness.openShop({ viewport: { width: 900, height: 900 } });
    await shop.acceptContracts();
    await shop.fillCard({ number: '4000000000003220' });
    await shop.pay();
    await shop.part('challenge');
    const { keyboard } = shop.page;
    await until(async () => {
      await keyboard.press('Tab');
      return /Salir de la verificación/.test(await shop.focused());
    }, 'focus on the way out');
    await keyboard.press('Enter');
    await until(async () => /Seguir con la verificación/.test(await shop.focused()), 'focus on staying');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await until(async () => /Pago en proceso/.test(await shop.focused()), 'focus on the headline');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await until(async () => /Confirma la compra/.test(await shop.focused()), 'focus back at the challenge');
  });
});

/**
 * Fills the card in as the browser does it for a payer who takes up its offer: by its own autofill, and where a Chromium is
 * built without that, by what pages see of it, which finds the fields by their `autocomplete` and never types.
 */
async function fillInAtOnce(shop: Shop): Promise<void> {
  const browser = await shop.page.createCDPSession();
  const fieldId = await (await shop.control('number')).backendNodeId();
  const card = { number: '4242424242424242', name: 'Ana Pinzon', expiryMonth: '12', expiryYear: '2039', cvc: '123' };
  const hasAutofill = await browser.send('Autofill.enable').then(
    () => true,
    (error: unknown) => {
      if (String(error).includes("wasn't found")) return false;
      throw error;
    },
  );
  if (hasAutofill) await browser.send('Autofill.trigger', { fieldId, card });
  else await shop.page.evaluate(fillByPurpose, card);
}

function fillByPurpose({ number, name, cvc, expiryMonth, expiryYear }: Record<string, string>): void {
  const texts = { 'cc-number': number, 'cc-exp': `${expiryMonth}/${expiryYear}`, 'cc-csc': cvc, 'cc-name': name };
  for (const [purpose, text] of Object.entries(texts)) {
    const [field] = globalThis.pageProbe.find<HTMLInputElement>(`[autocomplete=${purpose}]`);
    if (!field) throw new Error(`No field is for ${purpose}.`);
    field.value = text ?? '';
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
}

describe('a payer whose browser knows the card', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  it('has the whole card filled in at once, and pays with it', async () => {
    const shop = await harness.openShop();
    await fillInAtOnce(shop);
    const filled = () => Promise.all(['number', 'expiry', 'cvc', 'card_holder'].map((name) => shop.value(name)));
    await until(async () => (await filled()).every(Boolean), 'the card to be filled in');
    assert.deepEqual(await filled(), ['4242 4242 4242 4242', '12/39', '123', 'Ana Pinzon']);
    await shop.acceptContracts();
    await shop.pay();
    assert.equal((await shop.waitForState('settled')).status, 'settled');
    assert.equal((await shop.transactions())[0]?.status, 'APPROVED');
  });

  it('sees the field and what there is to choose above the keyboard of a phone', async () => {
    const screen = { width: 360, deviceScaleFactor: 1, isMobile: true, hasTouch: true };
    const shop = await harness.openShop({ viewport: { ...screen, height: 740 } });
    await shop.choose('BANKDEBIT');
    const bank = await shop.control('financial_institution_code');
    await bank.tap();
    await shop.page.setViewport({ ...screen, height: 380 });
    // As the browser of a phone does when its keyboard comes up; nobody else has to, and the page must not undo it.
    await bank.evaluate((field) => field.scrollIntoView({ block: 'center' }));
    await shop.page.keyboard.type('ban');
    const { top, bottom, height } = await until(
      () =>
        shop.page.evaluate(() => {
          const list = globalThis.pageProbe.withRole('option', '')[0]?.parentElement?.getBoundingClientRect();
          const field = globalThis.pageProbe.focused()?.getBoundingClientRect();
          return list && field && { top: field.top, bottom: list.bottom, height: innerHeight };
        }),
      'the list',
    );
    assert.ok(top >= 0 && bottom <= height, `from ${top} to ${bottom} of ${height}`);
  });
});
