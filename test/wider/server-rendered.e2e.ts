import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { build } from 'vite';
import { serveFolder, type FolderServer } from '../e2e/folder-server.ts';
import { engine, useHarness, type ShopOptions } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

declare global {
  var layoutShifts: number;
}

describe('a page that its server has rendered', () => {
  const harness = useHarness();
  const folder = mkdtempSync(join(tmpdir(), 'server-rendered-'));
  let files: FolderServer;
  let styleHash: string;

  before(async () => {
    const { PayCheckout }: typeof import('../../src/index.ts') = await import(
      pathToFileURL(resolve('dist/index.js')).href
    );
    const style = PayCheckout.elementStyles.map((part) => ('cssText' in part ? part.cssText : '')).join('');
    styleHash = createHash('sha256').update(style).digest('base64');
    await build({
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { 'pay-checkout': resolve('dist/index.js') } },
      build: {
        outDir: folder,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: {
            client: 'test/fixtures/server-rendered/client.ts',
            neighbour: 'test/fixtures/server-rendered/neighbour.ts',
          },
          output: { entryFileNames: '[name].js' },
        },
      },
    });
    files = await serveFolder(folder);
  });
  after(() => {
    files.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rendered = (element: string): string => collectResultSync(render(staticHtml`${unsafeStatic(element)}`));

  const serverRendered: ShopOptions = {
    html: ({ element }) => `<h1>Tienda</h1>${rendered(element)}<p>Gracias por tu compra.</p>`,
    settle: false,
    emulate: (page) =>
      page.evaluateOnNewDocument(() => {
        globalThis.layoutShifts = 0;
        if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globalThis.layoutShifts += 'value' in entry ? Number(entry.value) : 0;
        }).observe({ type: 'layout-shift', buffered: true });
      }),
  };

  /** Loads the scripts only now, as on a slow line, and says which of the tree's elements are those of before. */
  async function wake(
    shop: Shop,
    src = `${files.origin}/client.js`,
  ): Promise<{ forms: number; cards: number; lost: string[] }> {
    const sent = await shop.page.evaluateHandle(() => {
      const inTree = globalThis.pageProbe.find('*:not(style)').filter((one) => one.getRootNode() !== document);
      return inTree.map((element) => ({ element, tree: element.getRootNode() }));
    });
    // As text: vite would put a function of its own in place of the import.
    await shop.page.evaluate(`import(${JSON.stringify(src)})`);
    await shop.waitForState('ready');
    return shop.page.evaluate(
      (elements) => ({
        forms: globalThis.pageProbe.find('[part=form]').length,
        cards: globalThis.pageProbe.find('form.card').length,
        lost: elements
          .filter(({ element, tree }) => !element.isConnected || element.getRootNode() !== tree)
          .map(({ element }) => element.outerHTML),
      }),
      sent,
    );
  }

  const payWithCard = async (shop: Shop): Promise<void> => {
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('settled');
    assert.deepEqual(
      (await shop.transactions()).map(({ status }) => status),
      ['APPROVED'],
    );
  };

  it('shows the form where no script may run', async () => {
    const csp = "script-src 'none'; style-src 'unsafe-inline'";
    const shop = await harness.openShop({ ...serverRendered, csp });
    const seen = await shop.page.evaluate(() => {
      const visible = globalThis.pageProbe
        .find<HTMLInputElement>('input, select, button')
        .filter((control) => control.checkVisibility());
      return {
        names: visible.map(({ name }) => name),
        ticked: visible.filter(({ checked }) => checked).map(({ value }) => value),
        amount: globalThis.pageProbe.find('.amount')[0]?.textContent,
      };
    });
    for (const name of ['number', 'expiry', 'cvc', 'card_holder']) assert(seen.names.includes(name), name);
    assert.deepEqual(seen.ticked, ['CARD']);
    assert.match(seen.amount ?? '', /119\.000/);
  });

  it('is taken over: its nodes and what was typed stay, nothing moves, and it pays', async () => {
    const shop = await harness.openShop({ ...serverRendered, attributes: { methods: 'CARD' } });
    await shop.fillCard();
    assert.deepEqual(await wake(shop), { forms: 1, cards: 1, lost: [] });
    assert.equal((await shop.value('number')).replaceAll(' ', ''), '4242424242424242');
    if (engine === 'chromium') assert.equal(await shop.page.evaluate(() => globalThis.layoutShifts), 0);
    await payWithCard(shop);
  });

  it('S12: tells the page nothing of what is typed once it is taken over; until then it is a form like any other', async () => {
    const shop = await harness.openShop({ ...serverRendered, attributes: { methods: 'CARD' } });
    await shop.page.evaluate(() => {
      const { dataset } = document.documentElement;
      document.addEventListener('keydown', ({ key }) => (dataset['keys'] = `${dataset['keys'] ?? ''}${key}`));
      document.addEventListener('input', (event) => {
        dataset['typed'] = `${dataset['typed'] ?? ''}${event instanceof InputEvent ? event.data : ''}`;
      });
    });
    const typed = async (name: string, text: string) => {
      await (await shop.control(name)).type(text);
      return shop.page.evaluate(() => {
        const { keys = '', typed: data = '' } = document.documentElement.dataset;
        delete document.documentElement.dataset['keys'];
        delete document.documentElement.dataset['typed'];
        return [keys, data];
      });
    };
    assert.deepEqual(await typed('number', '4242'), ['4242', '4242'], 'what docs/server-rendering.md says');
    await wake(shop);
    assert.deepEqual(await typed('number', '4242'), ['', '']);
    assert.deepEqual(await typed('cvc', '123'), ['', '']);
  });

  for (const preselect of [null, 'none'])
    it(`is taken over as it is by a page with saved cards, which come then and are not chosen (${preselect})`, async () => {
      const attributes = { methods: 'CARD', 'charge-url': '/charge', preselect };
      const shop = await harness.openShop({ ...serverRendered, order: 'order-url', attributes });
      await shop.fillCard();
      await shop.page.evaluate(() => {
        const element = document.querySelector('pay-checkout');
        if (!element) return;
        element.savedSources = [{ id: 'kept', network: 'VISA', lastFour: '1881', expMonth: '12', expYear: '39' }];
      });
      assert.deepEqual(await wake(shop), { forms: 1, cards: 1, lost: [] });
      await shop.waitForText(/Visa •••• 1881[^]*Otra tarjeta/);
      assert.equal((await shop.value('number')).replaceAll(' ', ''), '4242424242424242');
      await payWithCard(shop);
    });

  it('S12: is taken over in a form of the shop, and is filled in apart from it then', async () => {
    const shop = await harness.openShop({
      ...serverRendered,
      html: ({ element }) => `<form>${rendered(element)}</form>`,
    });
    await wake(shop);
    const purpose = async () => (await shop.control('number')).evaluate((input) => input.getAttribute('autocomplete'));
    await until(async () => /^section-pay-checkout-\d+ cc-number$/.test((await purpose()) ?? ''), 'the section');
  });

  it('sends nothing and loses nothing where pay is pressed before the script has come', async () => {
    const shop = await harness.openShop({ ...serverRendered, attributes: { methods: 'CARD' } });
    const address = shop.page.url();
    await shop.fillCard();
    await (await shop.control('cvc')).press('Enter');
    await shop.pay();
    // As what fills in forms for their payer may do; Firefox throws where there is no dialog to close.
    await shop.page
      .evaluate(() => document.querySelector('pay-checkout')?.shadowRoot?.querySelector('form')?.submit())
      .catch(() => undefined);
    assert.deepEqual(await wake(shop), { forms: 1, cards: 1, lost: [] });
    assert.equal(shop.page.url(), address);
    assert.equal(await shop.value('cvc'), '123');
    await payWithCard(shop);
  });

  it('is taken over in another language, with every method', async () => {
    const shop = await harness.openShop({ ...serverRendered, attributes: { locale: 'en' } });
    assert.match(await shop.text(), /Card number/);
    const { forms, cards } = await wake(shop);
    assert.deepEqual([forms, cards], [1, 1]);
    assert.match(await shop.text(), /Card number/);
    await shop.fillCard();
    await payWithCard(shop);
  });

  it('is taken over under a strict policy that knows the hash of the styles', async () => {
    const csp = harness.bundlerCsp
      .replace("style-src 'self'", `style-src 'self' 'sha256-${styleHash}'`)
      .replace("'strict-dynamic'", `${files.origin} ${harness.sandbox.url}`);
    const shop = await harness.openShop({ ...serverRendered, attributes: { methods: 'CARD' }, csp });
    await shop.fillCard();
    assert.deepEqual(await wake(shop), { forms: 1, cards: 1, lost: [] });
    if (engine === 'chromium') assert.equal(await shop.page.evaluate(() => globalThis.layoutShifts), 0);
    await payWithCard(shop);
  });

  it('is rendered anew, once, when the page asks for something else meanwhile', async () => {
    const shop = await harness.openShop(serverRendered);
    await shop.page.evaluate(() => {
      const element = document.querySelector('pay-checkout');
      if (element) element.methods = 'CARD';
    });
    const { forms, cards } = await wake(shop);
    assert.deepEqual([forms, cards], [1, 1]);
    await shop.fillCard();
    await payWithCard(shop);
  });

  it('is rendered anew, once, by the script-tag build, which takes nothing over', async () => {
    const shop = await harness.openShop({ ...serverRendered, attributes: { methods: 'CARD' } });
    // What the page has loaded for elements of its own, whose lit this is not.
    await shop.page.evaluate(() => {
      Object.assign(globalThis, {
        litElementHydrateSupport: () => {
          document.documentElement.dataset['asked'] = 'yes';
        },
      });
    });
    const { forms, cards } = await wake(shop, `${harness.shop.scriptOrigin}/cdn/pay-checkout.js`);
    assert.deepEqual([forms, cards], [1, 1]);
    assert.equal(await shop.page.evaluate(() => document.documentElement.dataset['asked']), undefined);
    await shop.fillCard();
    await payWithCard(shop);
  });
});
