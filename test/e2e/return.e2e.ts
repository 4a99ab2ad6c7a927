import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { useHarness, type ShopOptions } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';
import type { SeenState } from './watched-page.ts';

const recordOf = (state: SeenState | undefined) =>
  state?.['transaction'] as { id: string; status: string; reference: string } | undefined;
const actionOf = (state: SeenState | undefined) => state?.['action'] as { kind: string; left?: boolean } | undefined;

describe('a payer on the way back', () => {
  const harness = useHarness();

  /** A payer who stands before the bank's page, which has just opened. */
  const atBank = async (options: ShopOptions = {}): Promise<Shop> => {
    const shop = await harness.openShop(options);
    await payBy(shop, 'BANKA_TRANSFER');
    await shop.page.waitForSelector('button[name=outcome]');
    return shop;
  };
  const choose = async (page: Page, outcome: string): Promise<void> => {
    const button = await page.waitForSelector(`button[name=outcome][value=${outcome}]`);
    await Promise.all([page.waitForNavigation(), button?.click()]);
  };
  /** Notes whether any frame of a page shows a form to pay with. */
  const noteForms = (page: Page) =>
    page.evaluateOnNewDocument(() => {
      const look = (): void => {
        const form = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('[part=form]');
        if (form?.checkVisibility()) document.documentElement.dataset['forms'] = 'seen';
        requestAnimationFrame(look);
      };
      look();
    });
  const seesForm = (shop: Shop): Promise<boolean> =>
    shop.page.evaluate(() => document.documentElement.dataset['forms'] !== undefined);
  /** The pending payment, which opens nothing by itself any more. */
  const seesPending = async (shop: Shop): Promise<void> => {
    const state = await shop.waitForState('action');
    assert.deepEqual(actionOf(state)?.left, true);
    await shop.waitForText(/Abrir de nuevo la página/);
    assert.equal((await shop.transactions()).length, 1);
  };
  const idOf = async (shop: Shop): Promise<string> => (await shop.transactions())[0]?.id ?? '';

  it('sees the pending payment after the back button, and can open the page again', async () => {
    const shop = await atBank();
    await shop.page.goBack();
    await seesPending(shop);
    await shop.press('Abrir de nuevo la página');
    await choose(shop.page, 'APPROVED');
    assert.equal(recordOf(await shop.waitForState('settled'))?.status, 'APPROVED');
    assert.equal(shop.events('pay-redirect').length, 2);
    assert.equal(shop.events('pay-result').length, 1);
  });

  it('sees what became of it when the bank has decided meanwhile', async () => {
    const shop = await atBank();
    const decided = await shop.page.browserContext().newPage();
    // The shop's page that the bank leads to would tell the payer itself, if it had the time.
    await decided.setJavaScriptEnabled(false);
    await decided.goto(shop.page.url());
    await choose(decided, 'DECLINED');
    await decided.close();
    await shop.page.goBack();
    assert.equal(recordOf(await shop.waitForState('settled'))?.status, 'DECLINED');
  });

  it('sees the pending payment after a reload', async () => {
    const shop = await harness.openShop();
    await shop.page.evaluate(() => addEventListener('pay-redirect', (event) => event.preventDefault()));
    await payBy(shop, 'BANKA_TRANSFER');
    await shop.waitForEvent('pay-redirect');
    await seesPending(shop);
    await shop.page.reload();
    await seesPending(shop);
    assert.equal(new URL(shop.page.url()).origin, harness.shop.origin);
  });

  it('sees the pending payment after closing the bank, in a new tab of the shop', async () => {
    const shop = await harness.openShop();
    const address = shop.page.url();
    await payBy(shop, 'BANKA_TRANSFER');
    await shop.page.waitForSelector('button[name=outcome]');
    const tab = await harness.openTab(shop, { address });
    await shop.page.close();
    await seesPending(tab);
  });

  it('is one payment, whatever is pressed after coming back', async () => {
    const shop = await atBank({ order: 'order-url' });
    await shop.page.goBack();
    await seesPending(shop);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.submit());
    await shop.press('Abrir de nuevo la página');
    await choose(shop.page, 'APPROVED');
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('comes back to a shop that routes by hash, whose address is its own again', async () => {
    const route = '#/gracias?desde=banco';
    const shop = await harness.openShop();
    const address = shop.page.url() + route;
    await shop.page.evaluate(
      (url) => document.querySelector('pay-checkout')?.setAttribute('redirect-url', url),
      address,
    );
    await payBy(shop, 'BANKA_TRANSFER');
    await choose(shop.page, 'APPROVED');
    await shop.waitForState('settled');
    assert.equal(shop.page.url(), address);
    assert.equal(shop.events('pay-result').length, 1);
  });

  it('is found by an id that a service has put behind the hash', async () => {
    const shop = await atBank();
    const id = await idOf(shop);
    await shop.page.goBack();
    const address = shop.page.url();
    await shop.page.goto('about:blank');
    await shop.page.goto(`${address}#/gracias?x=1&id=${id}&env=test`);
    assert.equal(recordOf(await shop.waitForState('processing'))?.id, id);
    // Over or left, it goes out of the address; until then a reload finds the payment by it.
    assert.ok(shop.page.url().includes(`id=${id}`));
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.reset());
    await shop.waitForState('ready');
    assert.equal(shop.page.url(), `${address}#/gracias?x=1`);
  });

  for (const [what, idFor] of [
    ['a foreign', async (shop: Shop) => (await foreignPayment(shop)).id],
    ['a malformed', async () => '..%2F..%2F_sandbox%2Freset'],
    ['an unknown', async () => '15113-1-1'],
  ] as const)
    it(`is shown the form for ${what} id, and may pay`, async () => {
      const shop = await harness.openShop();
      shop.allow(/404/);
      const id = await idFor(shop);
      await shop.page.goto(`${shop.page.url()}?id=${id}&env=test`);
      await shop.waitForState('ready');
      assert.ok(shop.events('pay-warning').some(({ code }) => code === 'foreign_transaction'));
      await payBy(shop, 'WALLET_A');
      assert.equal(recordOf(await shop.waitForState('settled'))?.status, 'APPROVED');
    });
  /** Somebody else's payment at the same service. */
  const foreignPayment = async (shop: Shop): Promise<{ id: string }> => {
    const other = await harness.openShop();
    await payBy(other, 'BANKA_COLLECT');
    await other.part('voucher');
    const id = await idOf(shop);
    await other.page.close();
    return { id };
  };

  it('leaves the id to the page that the shop itself goes on to with it', async () => {
    const shop = await harness.openShop();
    await shop.page.evaluate(() =>
      addEventListener('pay-result', ({ transaction }) => history.pushState(null, '', `?id=${transaction.id}`)),
    );
    await payBy(shop, 'WALLET_A');
    await shop.waitForState('settled');
    await until(async () => shop.page.url().endsWith(`?id=${await idOf(shop)}`), 'the address of the shop');
    for (let frame = 0; frame < 3; frame += 1) await shop.page.evaluate(() => globalThis.pageProbe.painted());
    assert.ok(shop.page.url().endsWith(`?id=${await idOf(shop)}`));
  });

  it("keeps the shop's own id in the address", async () => {
    const shop = await harness.openShop();
    await shop.page.goto(`${shop.page.url()}?id=mug-7`);
    await shop.waitForState('ready');
    assert.ok(shop.page.url().endsWith('?id=mug-7'));
    assert.equal(shop.events('pay-warning').length, 0);
  });

  it('is told when the page asks for a transaction that is not there', async () => {
    const shop = await harness.openShop({ settle: false, attributes: { 'transaction-id': '15113-1-1' } });
    shop.allow(/404/);
    const state = await shop.waitForState('failed');
    assert.equal((state['error'] as { code: string }).code, 'not_found');
    await shop.waitForText(/No pudimos consultar este pago\s+No pagues de nuevo/);
    assert.doesNotMatch(await shop.text(), /No puedes pagar ahora/);
  });

  it('is told what could not be had: the payment that was asked for, or the shop', async () => {
    const ofTheShop = /No puedes pagar ahora\s+Los pagos de esta tienda están fallando/;
    for (const [id, path, status, code, words] of [
      [
        '15113-1-1',
        '/v1/transactions/15113-1-1',
        400,
        'request_rejected',
        /No pudimos consultar este pago\s+No pagues de nuevo/,
      ],
      [null, '/merchants/info', 404, 'not_found', ofTheShop],
      [null, '/merchants/info', 422, 'request_rejected', ofTheShop],
    ] as const) {
      await harness.sandbox.fault({ method: 'GET', path, times: 9, fault: { kind: 'status', status } });
      const shop = await harness.openShop({ settle: false, attributes: { 'transaction-id': id } });
      shop.allow(/Failed to load resource/);
      const state = await shop.waitForState('failed');
      assert.equal((state['error'] as { code: string }).code, code);
      await shop.waitForText(words);
      await harness.sandbox.reset();
    }
  });

  for (const [where, above] of [
    ['below the window', 3000],
    ['in sight', 300],
  ] as const)
    it(`reads what the page says ahead of the checkout: a page that opens with a screen ${where} is not moved`, async () => {
      const paying = await atBank();
      await choose(paying.page, 'DECLINED');
      await paying.waitForState('settled');
      const id = await idOf(paying);
      await paying.fault({
        method: 'GET',
        path: `/v1/transactions/${id}`,
        times: 1,
        fault: { kind: 'delay', ms: 60_000 },
      });
      const shop = await harness.openShop({
        html: ({ element, script }) =>
          `<p style="block-size: ${above}px">Gracias</p>${element}${script}<p style="block-size: 3000px"></p>`,
        attributes: { 'transaction-id': id, reference: null, signature: null },
        settle: false,
        viewport: { width: 360, height: 640 },
        // What drives the browser counts as a payer who has touched the page.
        emulate: (page) =>
          page.evaluateOnNewDocument(() =>
            Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
          ),
      });
      await shop.waitForText(/Confirmando tu pago/);
      await harness.sandbox.letGo();
      await shop.waitForText(/Pago rechazado/);
      await shop.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await shop.page.evaluate(() => scrollY), 0);
    });

  /** A return page that knows nothing but the key and the service. */
  const bareReturn: ShopOptions['html'] = ({ element, script }) =>
    `${element}<script>
      const given = ['reference', 'signature', 'amount-in-cents', 'redirect-url', 'transaction-id'];
      if (location.pathname.startsWith('/return/'))
        for (const name of given) document.querySelector('pay-checkout').removeAttribute(name);
    </script>${script}`;
  const returnPage = (address: string, query = ''): string => address.replace('/shop/', '/return/') + query;

  it('is found by the ledger alone, on a page that has no order', async () => {
    const shop = await harness.openShop({ html: bareReturn });
    const address = shop.page.url();
    await payBy(shop, 'BANKA_TRANSFER');
    await shop.page.waitForSelector('button[name=outcome]');
    await shop.page.goto(returnPage(address));
    await seesPending(shop);
  });

  it('is found by the id alone, also when the service takes its time', async () => {
    const shop = await harness.openShop({ html: bareReturn });
    const address = shop.page.url();
    await payBy(shop, 'BANKA_TRANSFER');
    await choose(shop.page, 'APPROVED');
    await shop.waitForState('settled');
    const id = await idOf(shop);
    const path = `/v1/transactions/${id}`;
    await harness.sandbox.fault({ method: 'GET', path, times: 1, fault: { kind: 'delay', ms: 3500 } });
    await shop.page.goto(returnPage(address, `?id=${id}&env=test`));
    assert.equal(recordOf(await shop.waitForState('settled', 'failed'))?.status, 'APPROVED');
    assert.deepEqual(shop.events('pay-error'), []);
    assert.equal(shop.page.url(), returnPage(address));
  });

  const failing = { kind: 'status', status: 503 } as const;

  it('is asked to wait, and never to pay, while the service cannot say what became of the payment', async () => {
    const paying = await atBank();
    await choose(paying.page, 'APPROVED');
    await paying.waitForState('settled');
    const id = await idOf(paying);
    await harness.sandbox.fault({ method: 'GET', path: `/v1/transactions/${id}`, times: 99, fault: failing });
    // The bank's app has opened another browser, which knows nothing but the id.
    const shop = await harness.openShop({
      settle: false,
      emulate: noteForms,
      attributes: { 'transaction-id': id, reference: null, signature: null, 'amount-in-cents': null },
    });
    shop.allow(/503/);
    await shop.waitForText(/Confirmando tu pago\s+No pagues de nuevo/);
    await shop.waitForText(/No pagues de nuevo\. Aquí verás el resultado\. Está tardando más de lo normal/);
    assert.equal((await shop.state())?.status, 'loading');
    await shop.press('Consultar el resultado');
    await harness.sandbox.letGo();
    assert.equal(recordOf(await shop.waitForState('settled', 'failed'))?.status, 'APPROVED');
    assert.equal(await seesForm(shop), false);
  });

  it('is let ask again for a payment that exists, and not led to send it once more', async () => {
    const shop = await atBank();
    shop.allow(/503/);
    const path = `/v1/transactions/${await idOf(shop)}`;
    await harness.sandbox.fault({ method: 'GET', path, times: 4, fault: failing });
    await noteForms(shop.page);
    await choose(shop.page, 'APPROVED');
    await shop.waitForText(/Confirmando tu pago\s+No pagues de nuevo/);
    await shop.waitForState('unknown');
    assert.equal(await seesForm(shop), false);
    await shop.waitForText(/Consultar el resultado/);
    assert.doesNotMatch(await shop.text(), /Intentar de nuevo|Enviar el mismo pago/);
    await shop.press('Consultar el resultado');
    assert.equal(recordOf(await shop.waitForState('settled'))?.status, 'APPROVED');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('can be shown a payment by the page, whenever it knows the id', async () => {
    const shop = await harness.openShop({ html: bareReturn });
    shop.allow(/There is no order: give/);
    const address = shop.page.url();
    await payBy(shop, 'BANKA_TRANSFER');
    await choose(shop.page, 'DECLINED');
    await shop.waitForState('settled');
    await shop.page.goto(returnPage(address));
    await shop.waitForState('failed');
    await shop.page.evaluate((id) => document.querySelector('pay-checkout')?.resume(id), await idOf(shop));
    assert.equal(recordOf(await shop.waitForState('settled'))?.status, 'DECLINED');
  });

  describe('to a page that makes another order at each load', () => {
    /** Somebody who began a payment, and opens the shop again. */
    const comeAgain = async (outcome?: string) => {
      const shop = await harness.openShop({ order: 'signed-anew' });
      shop.allow(/another reference/);
      const address = shop.page.url();
      await payBy(shop, 'BANKA_TRANSFER');
      const button = await shop.page.waitForSelector(`button[name=outcome][value=${outcome ?? 'APPROVED'}]`);
      const [begun] = await shop.transactions();
      assert(begun);
      if (outcome) {
        // The shop's page that the bank leads to would tell the payer itself.
        await shop.page.setJavaScriptEnabled(false);
        await Promise.all([shop.page.waitForNavigation(), button?.click()]);
        await shop.page.setJavaScriptEnabled(true);
      }
      await shop.page.goto(address);
      await shop.waitForState('ready');
      return { shop, reference: begun.reference };
    };
    const referencesOf = async (shop: Shop) => (await shop.transactions()).map(({ reference }) => reference);

    it('is told of the one that is pending, can look at it, and pay otherwise', async () => {
      const { shop, reference } = await comeAgain();
      await shop.waitForText(new RegExp(`Pago en proceso. Referencia: ${reference}`));
      await shop.press('Consultar el resultado');
      assert.equal(recordOf(await shop.waitForState('action'))?.reference, reference);
      await shop.press('Elegir otro medio de pago');
      await shop.waitForState('ready');
      await shop.choose('CARD');
      await shop.fillCard();
      await shop.acceptContracts();
      await shop.pay();
      await shop.press('Es otro pago: pagar de todas formas');
      const paid = recordOf(await shop.waitForState('settled'));
      assert.equal(paid?.status, 'APPROVED');
      assert.deepEqual(await referencesOf(shop), [reference, paid.reference]);
      assert.deepEqual(shop.events('pay-renewal-required'), []);
    });

    it('is told of the one that went through, and may pay once more', async () => {
      const { shop, reference } = await comeAgain('APPROVED');
      await shop.waitForText(new RegExp(`Pago aprobado. Referencia: ${reference}`));
      await shop.fillCard();
      await shop.acceptContracts();
      await shop.pay();
      await shop.waitForText(/Ya hiciste un pago igual/);
      await shop.press('Es otro pago: pagar de todas formas');
      assert.notEqual(recordOf(await shop.waitForState('settled'))?.reference, reference);
      assert.equal((await shop.transactions()).length, 2);
    });

    it('is told nothing of one that was declined', async () => {
      const { shop, reference } = await comeAgain('DECLINED');
      const kept = () => shop.page.evaluate(() => Object.values<string>(localStorage).join());
      await until(async () => (await kept()).includes('unpaid'), 'the page to know of the decline');
      assert.doesNotMatch(await shop.text(), new RegExp(reference));
      assert.equal((await shop.state())?.['earlier'], undefined);
    });
  });

  it('can be shown a payment by a page that has another one to pay', async () => {
    const paid = await harness.openShop();
    await payBy(paid, 'WALLET_A');
    await paid.waitForState('settled');
    const shop = await harness.openShop({ order: 'order-url' });
    await shop.page.evaluate((id) => document.querySelector('pay-checkout')?.resume(id), await idOf(paid));
    assert.equal(recordOf(await shop.waitForState('settled'))?.status, 'APPROVED');
    assert.equal(shop.events('pay-submit').length, 0);
  });
});
