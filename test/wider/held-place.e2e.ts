import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { engine, useHarness, type ShopOptions } from '../e2e/harness.ts';
import { layoutShift, slowDown, watchOpening } from '../e2e/layout-shift.ts';
import { until } from '../e2e/until.ts';

/** As the documents advise: the page keeps the room of the form until the script is there, and shows something in it. */
const advised = `
  pay-checkout { display: block; }
  pay-checkout:is(:not(:defined), :state(loading)) { min-block-size: 43rem; }
  @media (min-width: 45rem) { pay-checkout:is(:not(:defined), :state(loading)) { min-block-size: 35rem; } }
`;

const shopWith =
  (style: string): ShopOptions['html'] =>
  ({ element, script }) => {
    const filled = element.replace('</pay-checkout>', '<p id="wait">Cargando los medios de pago…</p></pay-checkout>');
    return `<style>${style}</style>${script}<h1>Tienda</h1><main>${filled}</main><footer>Términos de la tienda</footer>`;
  };

describe('the place of the checkout', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  for (const width of [360, 1280])
    for (const isSlow of [false, true])
      it(`is held from the first paint until the form is there, at ${width} px on a ${isSlow ? 'slow' : 'fast'} machine`, async () => {
        const shop = await harness.openShop({
          viewport: { width, height: 740 },
          html: shopWith(advised),
          settle: false,
          emulate: async (page) => {
            await watchOpening(page);
            if (isSlow) await slowDown(page);
          },
        });
        await shop.waitForState('ready');
        const { score, moves, lowest } = await layoutShift(shop.page);
        assert.ok(score < 0.02, `${score}: ${moves.join('; ')}`);
        assert.ok(lowest >= (width === 360 ? 640 : 540), `${lowest} px`);
      });

  /** What the payer sees in the place at each change of it, until the form is there. */
  const watchContent = (page: Page): Promise<unknown> =>
    page.evaluateOnNewDocument(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const look = (): void => {
        const wait = document.querySelector('#wait');
        const form = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('[part=form]');
        const now = [wait?.checkVisibility() && 'wait', form?.checkVisibility() && 'form']
          .filter(Boolean)
          .join(' and ');
        if (wait && seen.at(-1) !== now) seen.push(now);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });

  it('shows what the page has put there until the form comes, and never both or nothing', async () => {
    const shop = await harness.openShop({
      html: shopWith(''),
      emulate: async (page) => {
        await watchContent(page);
        await slowDown(page);
      },
    });
    await shop.page.evaluate(() => new Promise(requestAnimationFrame));
    const seen = await shop.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    assert.deepEqual(seen, ['wait', 'form']);
  });

  it('is as high as the form was when the page has another checkout of the same width', async () => {
    const guessed = 'pay-checkout { display: block; } pay-checkout:not(:defined) { min-block-size: 20rem; }';
    const shop = await harness.openShop({ html: shopWith(guessed), viewport: { width: 360, height: 740 } });
    const height = await shop.page.$eval('pay-checkout', (checkout) => checkout.offsetHeight);
    const kept = await until(
      () => shop.page.evaluate(() => sessionStorage.getItem(`pay-checkout:place:${location.pathname}`)),
      'the size to be kept',
    );
    assert.match(kept ?? '', /^\d+ \d+$/, 'two lengths, and nothing of the payer');
    const heightsOf = (width: string): Promise<number[]> =>
      shop.page.evaluate((inlineSize) => {
        const old = document.querySelector('pay-checkout');
        const next = old?.cloneNode(true) as HTMLElement;
        next.style.inlineSize = inlineSize;
        old?.replaceWith(next);
        return [next.offsetHeight];
      }, width);
    assert.deepEqual(await heightsOf('auto'), [height], 'before anything is in it');
    const [other] = await heightsOf('300px');
    assert.ok(other && other < height, 'another width is another height');
  });
});
