/** How far what can be seen moves from the first paint to the form that can be used, as Chromium itself scores it. */
import type { Page } from 'puppeteer-core';
import type { DemoShop } from '../../test/e2e/demo-shop.ts';
import type { Figure } from './figure.ts';

/** A phone that is four times slower than this machine, on a network of the third generation. */
async function slowDown(page: Page): Promise<void> {
  await page.emulateCPUThrottling(4);
  await page.emulateNetworkConditions({ download: (1.6 * 1024 * 1024) / 8, upload: (750 * 1024) / 8, latency: 150 });
}

async function watchShift(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    Object.assign(globalThis, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) (globalThis as unknown as { layoutShift: number }).layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The score of one load; `address` may name the place on the page that the payer looks at. */
async function shiftOf(demo: DemoShop, address: string, width: number, isSlow: boolean): Promise<number> {
  const { visitor, shop } = await demo.open(address, async (page) => {
    await page.setViewport({ width, height: 740, isMobile: width < 600, hasTouch: width < 600 });
    await watchShift(page);
    if (isSlow) await slowDown(page);
  });
  await shop.waitForState('ready');
  await shop.page.waitForNetworkIdle({ idleTime: 500 });
  const score = await shop.page.evaluate(() => (globalThis as unknown as { layoutShift: number }).layoutShift);
  await visitor.close();
  return Math.round(score * 10_000) / 10_000;
}

export async function measureShift(demo: DemoShop): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [page, address] of [
    ['shop', '/'],
    ['at the checkout', '/#pago'],
  ] as const)
    for (const width of [360, 1280])
      for (const isSlow of [false, true])
        figures.push({
          what: `layout shift, ${page}, ${width} px, ${isSlow ? 'slow' : 'fast'}`,
          value: await shiftOf(demo, address, width, isSlow),
          most: 0.02,
        });
  return figures;
}
