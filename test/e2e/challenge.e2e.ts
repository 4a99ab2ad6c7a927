import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import { useHarness, type ShopOptions } from './harness.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

const asks = '4000000000003220';
const passes = '4000000000003063';
const isBankPath = /^\/bank\/challenge\/[^/]+$/;

const statusOf = (seen: Record<string, unknown>): unknown =>
  (seen['transaction'] as { status?: string } | undefined)?.status;
const codeOf = (seen: Record<string, unknown>): unknown => (seen['error'] as { code?: string } | undefined)?.code;

const payWith = async (shop: Shop, number: string): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard({ number, cvc: number.startsWith('37') ? '1234' : '123' });
  await shop.pay();
};

/** How often the bank's page was asked for. */
const loads = async (shop: Shop): Promise<number> =>
  (await shop.requests()).filter(({ path }) => isBankPath.test(path)).length;

/** The bank's page inside the challenge, once its buttons can be pressed. */
const bankPage = (shop: Shop): Promise<Frame> =>
  until(async () => {
    const frame = (await shop.frames()).find((candidate) => candidate.url().includes('/bank/challenge/'));
    return (await frame?.$('button')) ? frame : undefined;
  }, 'the bank’s page');

/**
 * Presses one of the bank's buttons, again when the bank has heard nothing, as payers do: the frame of another site is
 * painted by a process of its own, and Chromium may give an early press to the page around it.
 */
const press = async (shop: Shop, outcome: 'APPROVED' | 'DECLINED'): Promise<void> => {
  const isHeard = async () =>
    (await shop.requests()).some(({ method, path }) => method === 'POST' && path.endsWith('/outcome'));
  await bankPage(shop);
  let presses = 0;
  await until(async () => {
    const frame = (await shop.frames()).find((candidate) => candidate.url().includes('/bank/challenge/'));
    const button = await frame?.$(`button[value="${outcome}"]`);
    if (!button) return isHeard();
    presses += 1;
    assert(presses <= 3, 'something keeps presses from the bank’s page');
    await button.click();
    return until(isHeard, 'an answer', { timeoutMs: 1000 }).catch(() => false);
  }, 'the bank to hear of the press');
};

/** Presses one of the widget's own buttons. */
const pressOwn = async (shop: Shop, label: string): Promise<void> => {
  const button = await until(async () => {
    const handle = await shop.page.evaluateHandle(
      (text) =>
        [...(document.querySelector('pay-checkout')?.shadowRoot?.querySelectorAll('button') ?? [])].find(
          (candidate) => candidate.checkVisibility() && candidate.textContent?.trim() === text,
        ),
      label,
    );
    return (handle.asElement() as ElementHandle<HTMLElement> | null) ?? undefined;
  }, `the button ${label}`);
  await button.click();
};

const sizes = [
  ['on a phone', { width: 360, height: 740, hasTouch: true, isMobile: false }],
  ['on a desktop', { width: 1280, height: 900 }],
] as const;

/** Whoever comes back online is told at once how the payment stands: without this a payment takes its usual seconds. */
const hurry = (): void => {
  if (globalThis.self === globalThis.top) setInterval(() => globalThis.dispatchEvent(new Event('online')), 150);
};
const hurried = (page: Page): Promise<unknown> => page.evaluateOnNewDocument(hurry);

describe('a 3D Secure challenge in a shop', () => {
  const harness = useHarness();
  const openShop = (options: ShopOptions = {}) =>
    harness.openShop({ emulate: async (page) => void (await hurried(page)), ...options });

  const settle = async (shop: Shop, outcome: 'APPROVED' | 'DECLINED'): Promise<void> => {
    await press(shop, outcome);
    assert.equal(statusOf(await shop.waitForState('settled')), outcome);
    assert.deepEqual(shop.events('pay-result').map(statusOf), [outcome]);
    const parts = () => shop.page.evaluate(() => globalThis.pageProbe.parts('challenge').length);
    await until(async () => (await parts()) === 0, 'the frame to go');
  };

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
    const shop = await openShop();
    await payWith(shop, '4000000032200802');
    await shop.waitForState('processing');
    await shop.waitForText(/Tu pago está en proceso[^]*Visa Secure/);
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
    await shop.waitForText(/tu pago queda pendiente hasta que termines/);
    await pressOwn(shop, 'Sal y deja el pago pendiente');
    await shop.waitForText(/Tu pago está pendiente/);
    assert.equal((await shop.state())?.status, 'action');
    await pressOwn(shop, 'Retoma la verificación');
    await settle(shop, 'APPROVED');
    assert.equal(await loads(shop), 1);
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

  it('waits for a slow bank, and says so', async () => {
    const shop = await openShop();
    await payWith(shop, '4000000032200604');
    await shop.waitForText(/Abriendo la página de tu banco/);
    await settle(shop, 'APPROVED');
  });

  it('gives a fragment that is nothing but a script its chance', async () => {
    const shop = await openShop();
    await payWith(shop, '4000000032200505');
    await settle(shop, 'APPROVED');
  });

  it('says so when the page’s policy lets no such script run, and follows the payment', async () => {
    const shop = await openShop({ csp: harness.strictCsp });
    shop.allow(/blocked by CSP/, /Content.Security.Policy/i, /pay-checkout/);
    await payWith(shop, '4000000032200505');
    assert.equal(codeOf(await shop.waitForEvent('pay-error')), 'challenge_blocked');
    await shop.waitForText(/No pudimos abrir la verificación[^]*no pagues de nuevo/);
    assert.equal((await shop.state())?.status, 'action');
  });

  it('names the directive that keeps the bank out, and follows the payment', async () => {
    const csp = harness.strictCsp.replace('frame-src https: http://127.0.0.1:*', "frame-src 'self'");
    const shop = await openShop({ csp });
    shop.allow(/blocked by CSP/, /Content.Security.Policy/i, /pay-checkout/);
    await payWith(shop, asks);
    const event = await shop.waitForEvent('pay-error');
    assert.equal(codeOf(event), 'challenge_blocked');
    assert.match(String((event['error'] as { message?: string }).message), /frame-src https:/);
    await shop.waitForText(/Esta tienda no deja abrir la página de tu banco/);
    const [transaction] = await shop.transactions();
    await fetch(`${harness.sandbox.url}/bank/challenge/${transaction?.id}/outcome`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'APPROVED' }),
    });
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
  });

  it('says after five minutes by the clock that it takes too long, and is pending still', async () => {
    const shop = await openShop();
    await payWith(shop, '4000000032200109');
    await until(async () => (await loads(shop)) === 1, 'the bank’s page');
    await shop.page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 5 * 60_000;
    });
    await shop.waitForText(/más de cinco minutos[^]*no pagues de nuevo/);
    assert.equal((await shop.state())?.status, 'action');
    assert.deepEqual(shop.events('pay-result'), []);
    assert.equal(await loads(shop), 1);
  });

  it('refuses a fragment that holds nothing to open, and follows the payment', async () => {
    const spoil = `<script nonce="{nonce}">
      document.querySelector('pay-checkout').profile = {
        async fetchTransaction(id) {
          const headers = { authorization: 'Bearer pub_test_e2e' };
          const { data } = await (await fetch('${harness.sandbox.url}/v1/transactions/' + id, { headers })).json();
          const auth = data.payment_method.extra.three_ds_auth;
          if (auth?.three_ds_method_data) auth.three_ds_method_data = '&lt;form action=&quot;javascript:top.name=1&quot;&gt;&lt;/form&gt;';
          return data;
        },
      };
    </script>`;
    const shop = await openShop({ html: ({ element, script }) => `<h1>Tienda</h1>${element}${spoil}${script}` });
    shop.allow(/pay-checkout/);
    await payWith(shop, asks);
    assert.equal(codeOf(await shop.waitForEvent('pay-error')), 'challenge_invalid');
    await shop.waitForText(/llegó incompleta[^]*no pagues de nuevo/);
    assert.equal((await shop.state())?.status, 'action');
    const [transaction] = await shop.transactions();
    await fetch(`${harness.sandbox.url}/bank/challenge/${transaction?.id}/outcome`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'DECLINED' }),
    });
    assert.equal(statusOf(await shop.waitForState('settled')), 'DECLINED');
  });

  // From outside a page that refuses to be framed looks like any other: what helps has to be there in any case.
  for (const [place, viewport] of sizes) {
    it(`has the help and the way out in sight when the bank refuses frames, ${place}`, async () => {
      const shop = await openShop({ viewport });
      shop.allow(/frame-ancestors|X-Frame-Options|refused to/i);
      await payWith(shop, '4000000032200307');
      await shop.waitForText(/¿No ves la página de tu banco\?/);
      await until(async () => (await loads(shop)) === 1, 'the bank’s page');
      await until(async () => !/Abriendo la página/.test(await shop.text()), 'the waiting to end');
      const isInSight = await shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        const foot = root?.querySelector('.foot');
        // On a desktop the challenge is a part of the page, and a payer scrolls it.
        if (!root?.querySelector('dialog[open]')) foot?.scrollIntoView({ block: 'nearest' });
        return [...(foot?.children ?? [])].map((child) => {
          const { x, y, width, height } = child.getBoundingClientRect();
          const top = root?.elementFromPoint(x + width / 2, y + height / 2);
          return y > -1 && y + height < innerHeight + 1 && (top === child || child.contains(top ?? null));
        });
      });
      assert.deepEqual(isInSight, [true, true], 'the help and the button');
      await pressOwn(shop, 'Salir de la verificación');
      await pressOwn(shop, 'Sal y deja el pago pendiente');
      await shop.waitForText(/Tu pago está pendiente/);
      assert.deepEqual(shop.events('pay-result'), []);
    });
  }
});
