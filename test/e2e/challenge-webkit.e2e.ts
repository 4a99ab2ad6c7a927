import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { WebKitSession } from '../webkit-session.mjs';
import { Harness, type ShopOptions } from './harness.ts';
import { until } from './until.ts';
import { WebKitShop } from './webkit-shop.ts';

/** What the page's own script has noted. */
interface Noted {
  results: string[];
  violations: string[];
}

const noted = (): Noted => (globalThis as unknown as { noted: Noted }).noted;

const isReady = (): boolean =>
  globalThis.pageProbe.parts('base').some((base) => {
    const root = base.getRootNode();
    return root instanceof ShadowRoot && root.host.matches(':state(ready)');
  });

/** Runs in the page ahead of the widget, under the page's nonce. */
const note = `<script nonce="{nonce}">
  window.noted = { results: [], violations: [] };
  addEventListener('pay-result', ({ transaction }) => noted.results.push(transaction.status));
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => noted.violations.push(effectiveDirective));
</script>`;

const places: Record<string, ShopOptions['html']> = {
  'in the page': ({ element, script }) => `<h1>Tienda</h1>${note}${element}${script}`,
  'in the shop’s own shadow root': ({ element, script }) =>
    `<h1>Tienda</h1>${note}<main><template shadowrootmode="open"><p>Caja</p>${element}</template></main>${script}`,
};

const sizes = {
  'on a phone': { width: 360, height: 740 },
  'on a desktop': { width: 1280, height: 900 },
};

describe('a 3D Secure challenge in WebKit, under a strict policy with Trusted Types', () => {
  const harness = new Harness();
  const webkit = new WebKitSession();
  const shop = new WebKitShop(webkit);
  before(async () => {
    await harness.serve();
    await webkit.start();
  });
  after(async () => {
    await webkit.stop();
    await harness.stop();
  });

  const pay = async (): Promise<void> => {
    // What comes with the merchant's record moves the form: a click aimed before that would miss.
    await until(() => shop.run(isReady), 'the form to be ready');
    for (const name of ['acceptance_token', 'accept_personal_auth'])
      await shop.click(await shop.find('controls', name));
    await shop.type('number', '4000000000003220');
    await shop.type('expiry', '12/39');
    await shop.type('cvc', '123');
    await shop.type('card_holder', 'Ana Pinzon');
    await shop.click(await shop.find('parts', 'pay-button'));
  };

  /** A click of the mouse on the bank’s own button, two frames deep and on another origin. */
  const answer = async (outcome: 'APPROVED' | 'DECLINED'): Promise<void> => {
    await shop.find('parts', 'challenge');
    // Until the bank's page is there, the frames inside change under the driver's hands.
    const isOpening = async () => /Abriendo la página de tu banco/.test(await shop.text());
    await until(async () => !(await isOpening()), 'the bank’s page');
    const host = await shop.run(() => {
      const parts = globalThis.pageProbe.parts('challenge');
      return parts.map((part) => (part.matches('iframe') ? part : part.querySelector('iframe'))).find(Boolean);
    });
    await shop.enter(host as unknown as Record<string, string>);
    await shop.enter(await shop.inFrame('iframe'));
    await shop.click(await shop.inFrame(`button[value="${outcome}"]`));
    await shop.enter(undefined);
  };

  for (const [size, viewport] of Object.entries(sizes)) {
    for (const [place, html] of Object.entries(places)) {
      for (const outcome of ['APPROVED', 'DECLINED'] as const) {
        it(`ends ${outcome} by a click inside the bank’s page, ${size}, ${place}`, async () => {
          await harness.sandbox.reset();
          await shop.open(await harness.addressOf({ html, csp: harness.strictCsp }), viewport);
          await pay();
          await answer(outcome);
          await shop.waitForText(outcome === 'APPROVED' ? /Pago aprobado/ : /Pago rechazado/);
          assert.deepEqual(await shop.run(noted), { results: [outcome], violations: [] });
          const [transaction, ...others] = await harness.sandbox.transactions();
          assert.deepEqual([transaction?.status, others], [outcome, []]);
          const loads = (await harness.sandbox.requests()).filter(({ path }) =>
            /^\/bank\/challenge\/[^/]+$/.test(path),
          );
          assert.equal(loads.length, 1);
        });
      }
    }
  }
});
