import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, statusOf } from './card-payer.ts';
import { asks, hurried, loads, payWith, pressOwn, settle, sizes } from './challenge-payer.ts';
import { useHarness, type ShopOptions } from './harness.ts';
import { until } from './until.ts';

describe('a 3D Secure challenge that does not go well', () => {
  const harness = useHarness();
  const openShop = (options: ShopOptions = {}) =>
    harness.openShop({ emulate: async (page) => void (await hurried(page)), ...options });

  it('waits for a slow bank, and says so', async () => {
    const shop = await openShop();
    await payWith(shop, '4000000032200604');
    await shop.waitForText(/Abriendo la página de tu banco/);
    await settle(shop, 'APPROVED');
  });

  it('S5: refuses a fragment that is nothing but a script, says so, and follows the payment, after a reload as well', async () => {
    const shop = await openShop();
    shop.allow(/pay-checkout.*a script alone/);
    await payWith(shop, '4000000032200505');
    assert.equal(codeOf(await shop.waitForEvent('pay-error')), 'challenge_invalid');
    await shop.waitForText(/No pudimos abrir la verificación[^]*no pagues de nuevo/);
    assert.equal((await shop.state())?.status, 'action');
    await shop.page.reload();
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
    await shop.waitForText(/No pudimos abrir la verificación/);
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
      let ahead = 0;
      Date.now = () => now() + ahead;
      // Again and again: the five minutes begin with the look at the record that finds the challenge, however late.
      setInterval(() => (ahead += 5 * 60_000), 1000);
    });
    await shop.waitForText(/pudo vencer[^]*no pagues de nuevo/);
    assert.equal((await shop.state())?.status, 'action');
    assert.deepEqual(shop.events('pay-result'), []);
    assert.equal(await loads(shop), 1);
  });

  const refused: [name: string, html: (shopOrigin: string) => string][] = [
    ['that holds nothing to open', () => '<form action="javascript:top.name=1"></form>'],
    [
      'with a form to the shop itself',
      (origin) =>
        `<form method="post" enctype="text/plain" action="${origin}/account/email"><input type="hidden" name="email" value="a@evil.example"></form>`,
    ],
    ['with a frame of the shop itself', (origin) => `<iframe src="${origin}/account"></iframe>`],
  ];
  for (const [name, html] of refused)
    it(`refuses a fragment ${name}, and follows the payment`, async () => {
      const spoil = `<script nonce="{nonce}">
      document.querySelector('pay-checkout').profile = {
        async fetchTransaction(id) {
          const headers = { authorization: 'Bearer pub_test_e2e' };
          const { data } = await (await fetch('${harness.sandbox.url}/v1/transactions/' + id, { headers })).json();
          const auth = data.payment_method.extra.three_ds_auth;
          if (auth?.three_ds_method_data) auth.three_ds_method_data = ${JSON.stringify(html(harness.shop.origin))};
          return data;
        },
      };
    </script>`;
      const shop = await openShop({ html: ({ element, script }) => `<h1>Tienda</h1>${element}${spoil}${script}` });
      shop.allow(/pay-checkout/);
      await payWith(shop, asks);
      assert.equal(codeOf(await shop.waitForEvent('pay-error')), 'challenge_invalid');
      await shop.waitForText(/No pudimos abrir la verificación[^]*no pagues de nuevo/);
      assert.equal((await shop.state())?.status, 'action');
      assert.equal((await shop.frames()).length, 1, 'the page alone');
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
        const foot = root?.querySelector('[part=challenge] + div');
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
      await pressOwn(shop, 'Salir y dejar el pago pendiente');
      await shop.waitForText(/Pago en proceso[^]*Referencia[^]*Visa Secure/);
      assert.deepEqual(shop.events('pay-result'), []);
    });
  }
});
