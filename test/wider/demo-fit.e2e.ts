import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { html } from 'hono/html';
import type { Page } from 'puppeteer-core';
import { bankPage, formatAmount } from '../../src/sandbox/page.ts';
import { axeProblems } from '../e2e/axe-problems.ts';
import { DemoShop } from '../e2e/demo-shop.ts';
import { engine } from '../e2e/harness.ts';
import { paste, press } from '../e2e/payouts-page.ts';
import { until } from '../e2e/until.ts';

/** What reaches beyond the page's edge: the width to scroll, and who needs it. */
const tooWide = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const names = wide.map((element) => `${element.tagName}.${element.getAttribute('class')}`);
    return `${scrollWidth} px of ${clientWidth}: ${names.slice(0, 8).join(', ')}`;
  });

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var shifted: number;
}

/** How far the page has moved by itself since it was opened, as browsers count it. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) globalThis.shifted += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Shifts are reported with the frame after the one that they happened in. */
const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(globalThis.shifted)))),
      ),
  );

/** The text size that somebody has set in the browser. */
async function readAt(page: Page, standard: number): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await session.detach();
}

describe('the demo in a narrow window and with large letters', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  for (const path of ['/', '/tarjetas', '/pagos', '/taller', '/gracias'])
    it(`is never wider than the window at ${path}, folded parts open`, async () => {
      const { shop } = await demo.open(path);
      const { page } = shop;
      if (path === '/') await page.waitForSelector('.summary-toggle');
      if (path === '/pagos') {
        await page.waitForSelector('.row');
        await paste(shop, '3001234567\tLuis\tluis@example.com\t1000000\n@x\t\tmalo\t-');
        await page.waitForSelector('.problems');
      } else if (path === '/taller') await until(async () => (await page.$('iframe')) !== null, 'the view');
      else if (path === '/gracias') await shop.waitForText(/Aquí no hay ningún pago/);
      else await shop.waitForState('ready');
      await page.$$eval('.summary-toggle[aria-expanded=false]', (toggles) =>
        toggles.forEach((one) => (one as HTMLElement).click()),
      );
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)));
      for (const [width, letters] of [
        [320, 16],
        [280, 16],
        [360, 32],
      ] as const) {
        await page.setViewport({ width, height: 800 });
        await readAt(page, letters);
        const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
        await until(async () => (await size()) === `${letters}px`, 'the page to obey the size');
        assert.equal(await tooWide(page), '', `${width} px, letters of ${letters} px`);
      }
      // Nothing of the page is read less well for it.
      assert.deepEqual(await axeProblems(page), []);
      if (path === '/taller' || path === '/gracias') return;
      await page.$eval('.panel-toggle', (toggle) => (toggle as HTMLElement).click());
      await page.waitForSelector('.panel:not([hidden])');
      assert.equal(await tooWide(page), '', 'with the panel');
    });

  it('has room for a batch that was sent, and for the ring about its title', async () => {
    const { shop } = await demo.open('/pagos', (page) => page.setViewport({ width: 360, height: 800 }));
    const { page } = shop;
    await page.waitForSelector('.row');
    await paste(shop, '3001234567\tLuis\tluis@example.com\t1000000\n@tienda01\tTienda\tt@example.com\t2000');
    await page.waitForSelector('.preview.found');
    await press(shop, '.tally .main-button');
    await page.waitForSelector('dialog[open] .main-button');
    assert.equal(await tooWide(page), '', 'the question');
    await page.focus('dialog[open] .main-button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.batch .chip.good');
    for (const width of [360, 900]) {
      await page.setViewport({ width, height: 800 });
      const room = await page.$eval('.batch-top', (top) => {
        const [title, chip] = [...top.children].map((one) => one.getBoundingClientRect());
        return title && chip ? Math.max(chip.left - title.right, chip.top - title.bottom) : 0;
      });
      assert.ok(room >= 10, `${room} px between the title and what became of it, at ${width} px`);
    }
    await page.setViewport({ width: 360, height: 800 });
    await readAt(page, 32);
    await until(async () => (await tooWide(page)) === '', 'nothing to be too wide');
  });

  it('gives the bank of the sandbox, in a frame of 280 px, pages that fit', async () => {
    const amount = formatAmount(500_010_000, 'COP');
    const answer = await bankPage(
      'Confirma tu compra',
      html`
        <dl>
          <dt>Referencia</dt>
          <dd>NB-YYAMC3VX3CYQ</dd>
          <dt>Valor</dt>
          <dd>${amount}</dd>
        </dl>
        <form>
          <label>
            Código de 6 dígitos
            <input maxlength="6" />
          </label>
          <button class="main">Confirmar</button>
        </form>
      `,
    );
    const { shop } = await demo.open('/gracias', (page) => page.setViewport({ width: 280, height: 500 }));
    const { page } = shop;
    // What the page has to do for itself is done: it finds nothing of its own afterwards.
    await shop.waitForText(/Aquí no hay ningún pago/);
    await page.setContent(await answer.text());
    for (const letters of [16, 32]) {
      await readAt(page, letters);
      await until(async () => (await tooWide(page)) === '', 'the page to fit', { timeoutMs: 3000 });
    }
  });

  it('holds still while it loads, and for who comes back from a payment', { skip: engine !== 'chromium' }, async () => {
    const { shop } = await demo.open('/');
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    const [paid] = (await demo.sandbox.transactions()).slice(-1);
    assert(paid);
    for (const [width, height] of [
      [360, 640],
      [1280, 800],
    ] as const) {
      const openAt = async (path: string) => {
        const { shop: opened } = await demo.open(path, async (page) => {
          await page.setViewport({ width, height });
          await watchShifts(page);
        });
        return opened;
      };
      const workshop = await openAt('/taller');
      await until(
        () =>
          workshop.page.$eval('.stage-state output', ({ textContent }) => textContent === 'ready').catch(() => false),
        'the checkout in the frame',
      );
      const loading = await shiftsOf(workshop.page);
      assert.ok(loading < 0.05, `/taller at ${width} px: ${loading}`);

      // The page is painted without its order first.
      const fault = { kind: 'delay', ms: 60_000 } as const;
      await demo.sandbox.fault({ method: 'GET', path: `/v1/transactions/${paid.id}`, times: 1, fault });
      const back = await openAt(`/gracias?id=${paid.id}`);
      await until(
        () => back.page.evaluate(() => globalThis.pageProbe.painted().then(() => true)),
        'the page to be painted',
      );
      await demo.sandbox.letGo();
      await back.waitForText(new RegExp(`Gracias por tu compra[^]*${paid.reference}\\s*Estado\\s*Pagado[^]*aprobado`));
      const returning = await shiftsOf(back.page);
      assert.ok(returning < 0.05, `/gracias at ${width} px: ${returning}`);

      const none = await openAt('/gracias');
      await none.waitForText(/Aquí no hay ningún pago/);
      const room = await none.page.evaluate(() => {
        const [text, link] = ['.return-text', '.return .link'].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        return link && text ? link.top - text.bottom : Number.NaN;
      });
      assert.ok(room < 40, `${room} px are kept for an order that is not there, at ${width} px`);
    }
  });

  it('opens at the payment for who comes back to pay again, without a frame around it', async () => {
    const { shop } = await demo.open('/#pago', (page) => page.setViewport({ width: 360, height: 740 }));
    await shop.waitForState('ready');
    const place = (): Promise<{ top: number; outline: string }> =>
      shop.page.evaluate(() => {
        const payment = document.querySelector('#pago') as Element;
        return { top: payment.getBoundingClientRect().top, outline: getComputedStyle(payment).outlineStyle };
      });
    await until(async () => Math.abs((await place()).top) < 40, 'the payment at the top of the window');
    assert.equal((await place()).outline, 'none');
  });
});
