import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { useHarness, type ShopOptions } from '../e2e/harness.ts';
import { holdWaits } from '../e2e/held-waits.ts';
import { heardSince, noteHeard } from '../e2e/heard.ts';
import { payBy } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

/** After how long the page says that it takes longer than usual, in ms: here never, however slow the machine is. */
const slowAfterMs = [6000, 8000, 30_000];
const newOrders: ShopOptions = {
  order: 'order-url',
  emulate: async (page) => {
    await noteHeard(page);
    await holdWaits(...slowAfterMs)(page);
  },
};
const pending = 'focus: Pago en proceso – Aquí verás el resultado.';
const approved = 'status: Pago aprobado. Pagaste $ 119.000 a Tienda de pruebas. Listo. La tienda recibió tu pago.';

describe('what a payer with a screen reader hears', () => {
  const harness = useHarness();

  /** Waits until this was heard, and tells all that was since the payer pressed something that says `from`. */
  const hears = (shop: Shop, last: string, from: string): Promise<string[]> =>
    until(async () => {
      const heard = await heardSince(shop.page, from);
      return heard.includes(last) && heard;
    }, `to hear ${last}`);

  const payByCard = async (shop: Shop, number: string): Promise<void> => {
    await shop.acceptContracts();
    await shop.fillCard({ number });
    await shop.pay();
  };

  it('is each screen once, with what it means, and a declined payment’s way on', async () => {
    const shop = await harness.openShop(newOrders);
    await payByCard(shop, '4111111111111111');
    const declined =
      'status: Pago rechazado. No se cobró: tu banco o billetera no lo autorizó. Revisa tu cupo, saldo y datos.';
    assert.deepEqual(
      (await hears(shop, declined, 'Procesando')).filter((one) => !one.startsWith('focus: Procesando')),
      ['status: Procesando tu pago…', pending, declined],
    );
  });

  it('goes on from the first other method, and leaves the chosen one chosen', async () => {
    const shop = await harness.openShop(newOrders);
    await payBy(shop, 'WALLET_A', { phone_number: '3992222222' });
    await shop.press('Elegir otro medio de pago');
    const methods = (): Promise<unknown[]> =>
      shop.page.evaluate(() => {
        const radio = document
          .querySelector('pay-checkout')
          ?.shadowRoot?.querySelector<HTMLInputElement>('[name=payment_method_type]:checked');
        const element = globalThis.pageProbe.focused();
        return [element instanceof HTMLInputElement && element.value, radio?.value];
      });
    await until(async () => (await methods()).join() === 'CARD,WALLET_A', 'the focus on the first method');
  });

  it('is the end of a challenge once', async () => {
    const shop = await harness.openShop({ ...newOrders, viewport: { width: 900, height: 900 } });
    await payByCard(shop, '4000000000003220');
    const frame = await until(async () => {
      const found = (await shop.frames()).find((one) => one.url().includes('/bank/challenge/'));
      return (await found?.$('button')) ? found : undefined;
    }, 'the bank’s page');
    await frame?.click('button[value=APPROVED]');
    assert.deepEqual((await hears(shop, approved, 'Pago en proceso')).slice(0, 2), [pending, approved]);
  });

  it('is the code that was wrong once, and that the next one was right', async () => {
    const shop = await harness.openShop(newOrders);
    shop.allow(/422/);
    await payBy(shop, 'WALLET_B');
    await hears(shop, 'status: Escribe el código. Te llega al celular de tu billetera.', 'Escribe el código');
    await shop.fill('otp', '12');
    await shop.pay();
    await hears(shop, 'focus: Código de 6 dígitos – Escribe los 6 dígitos', 'Código de 6 dígitos');
    await shop.fill('otp', '111111');
    await shop.pay();
    const [untilWhen = ''] = /Vence:\s.+/.exec(await shop.waitForText(/Vence:/)) ?? [];
    const wrong = `El código no es correcto. Intentos restantes: 1. ${untilWhen.replace(/\s/g, ' ')}`;
    await hears(shop, `focus: Código de 6 dígitos – ${wrong}`, 'Código de 6 dígitos');
    await shop.fill('otp', '574829');
    await shop.pay();
    const right = 'focus: Pago en proceso – Código correcto. Estamos confirmando tu pago.';
    const heard = await hears(shop, approved, 'El código no es correcto');
    assert.deepEqual(
      heard.filter((one) => !one.includes('Revisando') && !one.includes('Confirmar el código')),
      [`focus: Código de 6 dígitos – ${wrong}`, right, approved],
    );
    assert.ok(!(await heardSince(shop.page, 'Escribe el código')).includes(`alert: ${wrong}`));
  });

  it('is that another code was sent', async () => {
    const shop = await harness.openShop(newOrders);
    await payBy(shop, 'WALLET_B');
    await shop.waitForText(/Vence:/);
    await hears(shop, 'status: Escribe el código. Te llega al celular de tu billetera.', 'Escribe el código');
    await shop.press('Enviar otro código');
    const again = await until(async () => {
      const heard = await heardSince(shop.page, 'Enviar otro código');
      return heard.some((one) => one.includes('Vence: ')) && heard;
    }, 'to hear of the code');
    assert.deepEqual(
      again.map((one) => one.replace(/\d.*/, '')),
      ['focus: Enviar otro código', 'status: Enviando el código…', 'focus: Código de '],
    );
    assert.match(again[2] ?? '', /Vence:/);
  });

  it('is never that all was paid when points have paid a part', async () => {
    const shop = await harness.openShop({ ...newOrders, attributes: { methods: 'PCOL CARD' } });
    await payBy(shop, 'PCOL');
    await until(async () => shop.page.url().includes('/bank/'), 'the page of the points');
    await shop.page.waitForSelector('button[value=APPROVED_HALF_POINTS]');
    await shop.page.click('button[value=APPROVED_HALF_POINTS]');
    await until(async () => shop.page.url().includes('/return/'), 'the way back');
    const heard = await hears(
      shop,
      'status: Pagaste una parte. Tus puntos pagaron $ 59.500. Faltan $ 59.500.',
      'Cargando',
    );
    assert.deepEqual(
      heard.filter((one) => one.includes('aprobado')),
      [],
    );
  });

  it('goes on from the headline when the button that was pressed is gone', async () => {
    const shop = await harness.openShop(newOrders);
    shop.allow(/Failed to load|net::/, /CORS/);
    await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'drop-after' } });
    await payByCard(shop, '4242424242424242');
    await shop.press('Enviar el mismo pago');
    const unknown =
      'Aún no sabemos si tu pago llegó. No pagues en otra página. Guarda la referencia y escríbele a la tienda, o inténtalo de nuevo aquí.';
    await hears(shop, `status: ${unknown}`, 'Enviar el mismo pago');
    assert.equal(await shop.focused(), 'Aún no sabemos si tu pago llegó');
  });

  it('says that the device was offline when no order could be had, not that the shop failed', async () => {
    const shop = await harness.openShop(newOrders);
    shop.allow(/Failed to load|net::/);
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.page.setOfflineMode(true);
    await shop.waitForText(/No tienes conexión/);
    await shop.pay();
    await shop.waitForEvent('pay-error');
    await hears(shop, 'alert: No pudimos conectarnos. Revisa tu internet e intenta de nuevo.', 'No tienes conexión');
    await shop.page.setOfflineMode(false);
    assert.equal((await shop.state())?.status, 'ready');
  });

  it('is that the banks cannot be loaded, each time, and that they are there at last', async () => {
    const shop = await harness.openShop(newOrders);
    shop.allow(/500/);
    const path = '/v1/pse/financial_institutions';
    await shop.fault({ method: 'GET', path, times: 2, fault: { kind: 'status', status: 500 } });
    await shop.choose('BANKDEBIT');
    const failed = 'status: No pudimos cargar los bancos.';
    await hears(shop, failed, 'Cargando los bancos');
    /** Presses the button by keyboard, and tells what is heard from then on. */
    const retry = async (last: RegExp): Promise<string[]> => {
      const retries = await shop.page.evaluate(() => {
        globalThis.pageProbe.buttons('Intentar de nuevo')[0]?.focus();
        return globalThis.heard.length;
      });
      await shop.page.keyboard.press('Enter');
      return until(async () => {
        const heard = (await shop.page.evaluate(() => globalThis.heard)).slice(retries);
        return last.test(heard.at(-1) ?? '') && heard;
      }, `to hear ${last}`);
    };
    const again = ['focus: Banco – No pudimos cargar los bancos. Intentar de nuevo', 'status: Cargando los bancos…'];
    assert.deepEqual(await retry(/^status: No pudimos/), [...again, failed]);
    assert.equal(await shop.focused(), 'financial_institution_code');
    const heard = await retry(/Bancos: \d+$/);
    assert.deepEqual(heard.slice(0, -1), again);
    assert.match(heard.at(-1) ?? '', /^status: Bancos: \d+$/);
    assert.equal(await shop.focused(), 'financial_institution_code');
  });

  it('is once that what was typed is no bank, when the field is left by keyboard', async () => {
    const shop = await harness.openShop(newOrders);
    await shop.choose('BANKDEBIT');
    await shop.waitForText(/Escribe parte del nombre/);
    const wrong = 'Elige tu banco de la lista';
    await shop.fill('financial_institution_code', 'bancolombia');
    assert.ok(!(await heardSince(shop.page, 'focus:')).some((one) => one.includes(wrong)), 'not while typing');
    await shop.page.keyboard.press('Tab');
    await hears(shop, `status: ${wrong}`, 'Banco');
    assert.notEqual(await shop.focused(), 'financial_institution_code', 'the payer has gone on');
    const all = await shop.page.evaluate(() => globalThis.heard);
    assert.equal(all.filter((one) => one === `status: ${wrong}`).length, 1);
  });

  it('is once that the payment is being confirmed when the page was loaded again meanwhile', async () => {
    const emulate = async (page: Page): Promise<void> => {
      await noteHeard(page);
      await page.exposeFunction('slowRecord', async (reference: string) => {
        const isSaid = () =>
          page.evaluate(() => globalThis.heard.some((one) => one.includes('Aquí verás el resultado.')));
        await until(isSaid, 'the page to say that it is looking');
        // While it is pending another screen comes between, and is heard as well.
        return until(
          async () =>
            (await harness.sandbox.transactions()).find(
              (one) => one.reference === reference && one.status !== 'PENDING',
            ),
          'the payment to be settled',
        );
      });
      await page.evaluateOnNewDocument(() => {
        const resolveReference: unknown = Reflect.get(globalThis, 'slowRecord');
        void customElements.whenDefined('pay-checkout').then(() => {
          Object.assign(document.querySelector('pay-checkout') ?? {}, { resolveReference });
        });
      });
    };
    const shop = await harness.openShop({ ...newOrders, emulate });
    shop.allow(/net::|Failed to load/);
    await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'hang-after', ms: 60_000 } });
    await payByCard(shop, '4242424242424242');
    await until(async () => (await harness.sandbox.transactions()).length > 0, 'the creation to be on its way');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    assert.deepEqual(await hears(shop, approved, 'Confirmando tu pago'), [
      'status: Confirmando tu pago',
      'status: No pagues de nuevo. Aquí verás el resultado.',
      approved,
    ]);
  });

  it('is once that nobody knows yet what became of a payment that a reload cut off', async () => {
    const shop = await harness.openShop({ emulate: noteHeard });
    shop.allow(/net::|Failed to load/);
    await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'hang-after', ms: 60_000 } });
    await payByCard(shop, '4242424242424242');
    await until(async () => (await harness.sandbox.transactions()).length > 0, 'the creation to be on its way');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    const heard = await until(async () => {
      const all = await heardSince(shop.page, 'Confirmando');
      return all.some((one) => one.includes('No pagues en otra página')) && all;
    }, 'to hear that it is not known');
    const ofTitle = heard.filter((one) => one.includes('Aún no sabemos si tu pago llegó'));
    assert.equal(ofTitle.length, 1, heard.join(' | '));
  });

  describe('when the service refuses the card', () => {
    const refused = 'No pudimos usar esta tarjeta';
    const atField = `${refused}: usa otra`;
    const asNotice = `${refused}. Revisa los datos o usa otra.`;
    const refuse = async (shop: Shop): Promise<void> => {
      shop.allow(/422/);
      const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { number: ['is not valid'] } } };
      const fault = { kind: 'status', status: 422, body } as const;
      await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: 1, fault });
    };
    const shown = async (shop: Shop): Promise<number> => (await shop.text()).split(refused).length - 1;

    it('is that once, with the field in which it is mended', async () => {
      const shop = await harness.openShop(newOrders);
      await refuse(shop);
      await payByCard(shop, '4242424242424242');
      const heard = await hears(shop, `focus: Número de la tarjeta – ${atField}`, 'Procesando');
      assert.equal(heard.filter((one) => one.includes(refused)).length, 1);
      assert.equal(await shop.focused(), 'number');
      assert.equal(await shown(shop), 1);
      await shop.fill('number', '4242424242424242');
      assert.equal(await shown(shop), 0, 'whoever mends it is not told again');
      await shop.pay();
      assert.equal((await shop.waitForState('settled')).status, 'settled');
    });

    it('is that once where the payer has gone on to another part of the page, and the focus stays there', async () => {
      const shop = await harness.openShop({
        ...newOrders,
        html: ({ element, script }) => `${element}<label>Nota para la tienda <input name="note" /></label>${script}`,
      });
      await refuse(shop);
      await shop.acceptContracts();
      await shop.fillCard();
      // At once, and not from here: the refusal may be faster than the next command to the browser.
      await shop.page.evaluate(() => {
        const note = document.querySelector<HTMLElement>('[name=note]');
        document.querySelector('pay-checkout')?.addEventListener('pay-submit', () => note?.focus());
      });
      await shop.pay();
      await hears(shop, `alert: ${asNotice}`, 'Procesando');
      assert.equal(await shop.focused(), 'note');
    });
  });

  it('goes on from the button that pays when a field was sent with Enter and nothing came of it', async () => {
    const shop = await harness.openShop(newOrders);
    shop.allow(/Failed to load|net::|CORS/);
    await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: 12, fault: { kind: 'drop-before' } });
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.page.keyboard.press('Enter');
    await hears(shop, 'alert: No pudimos conectarnos. Revisa tu internet e intenta de nuevo.', 'Procesando');
    assert.equal(await shop.focused(), 'pay-button');
  });

  it('is what is wrong with a field once, when it is left, and never twice at the press of pay', async () => {
    const shop = await harness.openShop({ ...newOrders, attributes: { 'customer-email': null } });
    const number = 'Revisa el número: hay un dígito errado';
    const email = 'Escribe tu correo: ana@correo.com';
    await shop.fill('number', '4242424242424241');
    assert.ok(!(await heardSince(shop.page, 'focus:')).some((one) => one.includes(number)), 'not while typing');
    await shop.fill('expiry', '12/39');
    await hears(shop, `status: ${number}`, 'Vence');
    await shop.fill('customer_email', 'ana@');
    await shop.fill('cvc', '123');
    await hears(shop, `status: ${email}`, 'CVV');
    await shop.fill('card_holder', 'Ana Pinzón');
    await shop.acceptContracts();
    await shop.pay();
    const heard = await hears(shop, `focus: Número de la tarjeta – ${number}`, 'Pagar');
    assert.deepEqual(
      heard.filter((one) => one.includes(number) || one.includes(email)),
      [`focus: Número de la tarjeta – ${number}`],
    );
    const all = await shop.page.evaluate(() => globalThis.heard);
    assert.equal(all.filter((one) => one === `status: ${number}`).length, 1);
    assert.equal(all.filter((one) => one === `status: ${email}`).length, 1);
  });
});
