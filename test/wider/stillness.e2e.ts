import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { engine, useHarness, type ShopOptions } from '../e2e/harness.ts';
import { hurried } from '../states/page-state.ts';
import type { Shop } from '../e2e/shop.ts';

/** What moved by itself: what, from where to where. */
type Moves = string[];

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var moves: Moves;
}

const watchMoves = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    globalThis.moves = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as {
          value: number;
          sources: { node: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        for (const { node, previousRect: before, currentRect: after } of sources) {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName;
          globalThis.moves.push(`${value.toFixed(4)} ${name}: ${before.x},${before.y} to ${after.x},${after.y}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Only these are accepted by the merchant: the record comes as the service sends it, but for its list. */
const accepting =
  (service: () => string, accepted: readonly string[] | undefined) =>
  async (page: Page): Promise<void> => {
    await watchMoves(page);
    if (!accepted) return;
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      if (request.method() !== 'GET' || !request.url().endsWith('/merchants/info')) return void request.continue();
      const answer = await fetch(`${service()}/merchants/info`, { headers: request.headers() });
      const record = (await answer.json()) as { data: Record<string, unknown> };
      record.data['accepted_payment_methods'] = accepted;
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
      await request.respond({ status: 200, headers, body: JSON.stringify(record) });
    });
  };

/** As the documents advise: the page keeps about the room of the checkout, whose script comes later. */
const html: ShopOptions['html'] = ({ element, script }) =>
  `<style>pay-checkout { display: block; min-block-size: 44rem; } @media (min-width: 45rem) { pay-checkout { min-block-size: 35rem; } }</style>${script}<h1>Tienda</h1><main>${element}</main><footer>Términos de la tienda</footer>`;

describe('from loading to ready on a slow connection', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  const settled = async (shop: Shop): Promise<void> => {
    await shop.waitForState('ready');
    // Shifts are reported with the frame after the one that they happened in.
    await shop.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))),
    );
  };

  for (const width of [280, 360, 768, 1280])
    for (const [what, accepted, locale] of [
      ['all methods', undefined, 'es'],
      ['all methods', undefined, 'en'],
      ['all methods', undefined, 'pt'],
      ['three methods', ['CARD', 'WALLET_A', 'BANKA_QR'], 'es'],
      ['the card alone', ['CARD'], 'es'],
    ] as const)
      it(`nothing moves, but for fewer rows of methods, at ${width} px, with ${what} in ${locale}`, async () => {
        const fault = { kind: 'delay', ms: 60_000 } as const;
        await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: 1, fault });
        const shop = await harness.openShop({
          viewport: { width, height: width < 600 ? 740 : 900 },
          html,
          attributes: { locale },
          settle: false,
          emulate: accepting(() => harness.sandbox.url, accepted),
        });
        await shop.control('number');
        assert.equal((await shop.state())?.status, 'loading');
        const topOfForm = async () =>
          (await shop.control('number')).evaluate((field) => field.getBoundingClientRect().top);
        const before = await topOfForm();
        await harness.sandbox.letGo();
        await settled(shop);
        // Fewer methods than there is room kept for take fewer rows of tiles, and the form comes up by these.
        const [columns, kept] = width < 320 ? [1, 4] : [2, 2];
        const rows = width < 768 && accepted ? kept - Math.ceil(accepted.length / columns) : 0;
        assert.equal(Math.round(before - (await topOfForm())), rows * 58);
        if (rows === 0) assert.deepEqual(await shop.page.evaluate(() => globalThis.moves), []);
      });

  for (const [width, height] of [
    [360, 740],
    [412, 915],
    [430, 1600],
    [280, 740],
    [1280, 900],
  ] as const)
    it(`says in sight of the payer that the shop is slow, and moves nothing for it, at ${width} × ${height} px`, async () => {
      const fault = { kind: 'delay', ms: 60_000 } as const;
      await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: 1, fault });
      const shop = await harness.openShop({
        viewport: { width, height },
        html,
        settle: false,
        emulate: async (page) => {
          await watchMoves(page);
          await hurried(6000)(page);
        },
      });
      await shop.waitForText(/tardando más de lo normal/);
      const { bottom, taken } = await shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        const [form, notice] = ['[part=form]', '.notice'].map((one) => root?.querySelector<HTMLElement>(one));
        if (!form || !notice) throw new Error('There is no notice.');
        const said = notice.querySelector('div')?.getBoundingClientRect();
        const seen = { bottom: said?.bottom ?? Number.NaN, taken: form.getBoundingClientRect().height };
        notice.style.display = 'none';
        seen.taken -= form.getBoundingClientRect().height;
        notice.style.display = '';
        return seen;
      });
      assert.ok(bottom <= height, `it ends at ${bottom} px of ${height}`);
      assert.equal(taken, 0, 'the form is as high as it is without it');
      await harness.sandbox.letGo();
      await settled(shop);
      assert.deepEqual(await shop.page.evaluate(() => globalThis.moves), []);
    });

  it('says so within its form, and over no field, wherever the form stands in the window', async () => {
    const fault = { kind: 'delay', ms: 60_000 } as const;
    await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: 1, fault });
    const shop = await harness.openShop({
      viewport: { width: 360, height: 640 },
      html,
      settle: false,
      emulate: hurried(6000),
    });
    await shop.waitForText(/tardando más de lo normal/);
    const placesAt = (space: number, scroll: number) =>
      shop.page.evaluate(
        (above, down) => {
          const title = document.querySelector('h1');
          if (title) title.style.marginBlockEnd = `${above}px`;
          scrollTo(0, down);
          const root = document.querySelector('pay-checkout')?.shadowRoot;
          const [form, notice, fields] = ['[part=form]', '.notice > div', '.method-form'].map((one) =>
            root?.querySelector(one)?.getBoundingClientRect(),
          );
          if (!form || !notice || !fields) throw new Error('There is no notice.');
          return { form: form.top, top: notice.top, bottom: notice.bottom, number: fields.top };
        },
        space,
        scroll,
      );
    for (const space of [0, 150, 300, 420, 500, 900]) {
      const { form, top, bottom } = await placesAt(space, 0);
      assert.ok(top >= form, `${top} px, and the form begins at ${form}, ${space} px further down`);
      // A form that is hardly in the window has no room for it there.
      if (form < 480) assert.ok(bottom <= 640, `it ends at ${bottom} px, ${space} px further down`);
    }
    const { bottom, number } = await placesAt(0, 600);
    assert.ok(bottom <= number, `it ends at ${bottom} px, above the first field at ${number}`);
  });

  it('would see what moves', async () => {
    const shop = await harness.openShop({ html, emulate: watchMoves });
    await settled(shop);
    await shop.page.evaluate(() => document.querySelector('h1')?.before(document.createElement('hr')));
    await settled(shop);
    assert.notDeepEqual(await shop.page.evaluate(() => globalThis.moves), []);
  });
});
