import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusOf } from './card-payer.ts';
import {
  asks,
  bankPage,
  hurried,
  hurry,
  loads,
  passes,
  payWith,
  press,
  pressOwn,
  settle,
  sizes,
} from './challenge-payer.ts';
import { useHarness, type ShopOptions } from './harness.ts';
import { until } from './until.ts';

describe('a 3D Secure challenge in a shop', () => {
  const harness = useHarness();
  const openShop = (options: ShopOptions = {}) =>
    harness.openShop({ emulate: async (page) => void (await hurried(page)), ...options });

  for (const [place, viewport] of sizes) {
    for (const outcome of ['APPROVED', 'DECLINED'] as const) {
      it(`ends ${outcome} by a click inside the bank’s page, ${place}, under a strict policy`, async () => {
        const shop = await harness.openShop({ viewport, csp: harness.strictCsp });
        await payWith(shop, asks);
        assert.equal((await shop.waitForEvent('pay-action'))['kind'], 'challenge');
        await bankPage(shop);
        const logo = await shop.part('network-logo');
        assert.match(await logo.evaluate((element) => element.innerText), /Visa Secure/);
        const box = await (await shop.part('challenge')).boundingBox();
        assert(box && box.height >= (viewport.width < 640 ? 400 : 500), `the frame is ${box?.height} px high`);
        assert(box.x >= 0 && box.x + box.width <= viewport.width, 'the frame fits the width');
        await settle(shop, outcome);
        assert.equal(await loads(shop), 1);
        assert.match(await shop.focused(), outcome === 'APPROVED' ? /Pago aprobado/ : /Pago rechazado/);
        if (outcome === 'APPROVED') await shop.waitForText(/Visa Secure/);
      });

      it(`ends ${outcome} so in the shop’s own shadow root, ${place}`, async () => {
        const html: ShopOptions['html'] = ({ element, script }) =>
          `<h1>Tienda</h1><main><template shadowrootmode="open"><p>Caja</p>${element}</template></main>${script}`;
        const shop = await openShop({ viewport, html, csp: harness.strictCsp, settle: false });
        await shop.waitForEvent('pay-ready');
        await shop.control('accept_personal_auth');
        await payWith(shop, asks);
        await press(shop, outcome);
        await shop.waitForText(outcome === 'APPROVED' ? /Pago aprobado/ : /Pago rechazado/);
        assert.deepEqual(shop.events('pay-result').map(statusOf), [outcome]);
        assert.equal(await loads(shop), 1);
        assert.deepEqual(
          (await shop.transactions()).map(({ status }) => status),
          [outcome],
        );
      });
    }
  }

  it('covers a phone’s whole screen', async () => {
    const shop = await openShop({ viewport: { width: 360, height: 740 } });
    await payWith(shop, asks);
    await bankPage(shop);
    const covered = await shop.page.evaluate(() => {
      const dialog = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('dialog');
      const { x, y, width, height } = dialog?.getBoundingClientRect() ?? {};
      return [x, y, width, height, dialog?.matches(':modal')];
    });
    assert.deepEqual(covered, [0, 0, 360, 740, true]);
  });

  it('leaves its result in sight on a phone, whole', async () => {
    const html: ShopOptions['html'] = ({ element, script }) =>
      `<h1 style="height: 30rem">Tienda</h1>${element}<footer style="height: 90rem"></footer>${script}`;
    const shop = await openShop({ viewport: sizes[0][1], html });
    await payWith(shop, asks);
    await bankPage(shop);
    await settle(shop, 'APPROVED');
    const screen = await shop.part('status');
    await until(
      () =>
        screen.evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && one.innerText.includes('Visa Secure');
        }),
      'the result to be in sight',
    );
  });

  it('loads the bank’s page once in fifty polls', async () => {
    const shop = await openShop();
    await payWith(shop, asks);
    await bankPage(shop);
    const polls = async () =>
      (await shop.requests()).filter(({ method, path }) => method === 'GET' && /\/transactions\//.test(path)).length;
    const before = await polls();
    await until(async () => (await polls()) >= before + 50, 'fifty polls', { timeoutMs: 60_000 });
    assert.equal(await loads(shop), 1);
    await settle(shop, 'APPROVED');
    assert.equal(await loads(shop), 1);
  });

  it('replaces the frame when the fragment changes', async () => {
    const shop = await harness.openShop();
    await payWith(shop, '4000000032200703');
    // It changes after so many polls: before the first has loaded, that would leave nothing to replace.
    await bankPage(shop);
    await shop.page.evaluate(hurry);
    await until(async () => (await loads(shop)) === 2, 'the second fragment');
    await settle(shop, 'APPROVED');
  });

  it('shows the logo ahead of the challenge and after it', async () => {
    const shop = await harness.openShop();
    await payWith(shop, '4000000032200802');
    await shop.waitForText(/Pago en proceso[^]*Visa Secure/);
    await shop.page.evaluate(hurry);
    await settle(shop, 'APPROVED');
    await shop.waitForText(/Pago aprobado[^]*Visa Secure/);
  });

  it('shows the logo when there is no challenge', async () => {
    const shop = await openShop();
    await payWith(shop, passes);
    await shop.waitForState('settled');
    await shop.waitForText(/Pago aprobado[^]*Visa Secure/);
    assert.equal(await loads(shop), 0);
  });

  for (const [number, name] of [
    ['5200000032200013', 'Mastercard ID Check'],
    ['370000003220011', 'American Express SafeKey'],
  ] as const) {
    it(`names the network: ${name}`, async () => {
      const shop = await openShop();
      await payWith(shop, number);
      await bankPage(shop);
      await shop.waitForText(new RegExp(name));
      await settle(shop, 'APPROVED');
      await shop.waitForText(new RegExp(name));
    });
  }

  it('is left and resumed, pending all the while', async () => {
    const shop = await openShop();
    await payWith(shop, asks);
    await bankPage(shop);
    await pressOwn(shop, 'Salir de la verificación');
    await shop.waitForText(/Si sales, tu pago queda pendiente/);
    await pressOwn(shop, 'Salir y dejar el pago pendiente');
    await shop.waitForText(/Pago en proceso/);
    assert.equal((await shop.state())?.status, 'action');
    await pressOwn(shop, 'Seguir con la verificación');
    await settle(shop, 'APPROVED');
    assert.equal(await loads(shop), 1);
  });

  it('stays left after a reload, without the focus, and is there again once it was resumed', async () => {
    const shop = await openShop();
    await payWith(shop, asks);
    await bankPage(shop);
    await pressOwn(shop, 'Salir de la verificación');
    await pressOwn(shop, 'Salir y dejar el pago pendiente');
    await shop.waitForText(/Pago en proceso/);
    await shop.page.reload();
    await shop.waitForText(/No pagues de nuevo: sigue con la verificación/);
    assert.equal((await shop.state())?.status, 'action');
    assert.equal(await shop.page.evaluate(() => document.activeElement?.localName), 'body');
    const polls = async () =>
      (await shop.requests()).filter(({ path }) => /^\/v1\/transactions\/[^/]+$/.test(path)).length;
    const before = await polls();
    await until(async () => (await polls()) > before, 'another look at the record');
    assert.equal(await loads(shop), 1, 'the bank, which may send a code, is not asked for what was left');
    await pressOwn(shop, 'Seguir con la verificación');
    await shop.waitForText(/Confirma la compra con tu banco/);
    await bankPage(shop);
    assert.equal(await loads(shop), 2);
    await shop.page.reload();
    await shop.waitForText(/Confirma la compra con tu banco/);
    assert.doesNotMatch(await shop.text(), /sigue con la verificación/);
    await settle(shop, 'APPROVED');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('is there again after a reload', async () => {
    const shop = await openShop();
    await payWith(shop, asks);
    await bankPage(shop);
    await shop.page.reload();
    await shop.waitForState('action');
    await settle(shop, 'APPROVED');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('follows the bank to a second host', async () => {
    const shop = await openShop();
    await payWith(shop, '4000000032200406');
    await settle(shop, 'APPROVED');
  });
});
