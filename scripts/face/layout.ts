/** How much room the form takes on a phone, and whether it fits a desktop's window. */
import type { Page } from 'puppeteer-core';
import type { DemoShop } from '../../test/e2e/demo-shop.ts';
import type { Shop } from '../../test/e2e/shop.ts';
import type { Figure } from './figure.ts';

/** The demo's shop is ready to be paid at; a phone is touched. */
export async function openReady(
  demo: DemoShop,
  size: { width: number; height: number },
  prepare?: (page: Page) => Promise<unknown>,
): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const { visitor, shop } = await demo.open('/', async (page) => {
    await page.setViewport({ ...size, hasTouch: size.width < 600, isMobile: size.width < 600 });
    await prepare?.(page);
  });
  await shop.waitForState('ready');
  await shop.part('pay-button');
  // What is fetched while the browser has nothing to do may come late, and must not move anything.
  await shop.page.waitForNetworkIdle({ idleTime: 300 });
  return { shop, close: () => visitor.close() };
}

interface Box {
  top: number;
  bottom: number;
}

/** Where an element lies, from the top of the checkout. */
async function boxOf(shop: Shop, kind: 'control' | 'part', name: string): Promise<Box> {
  const handle = await (kind === 'control' ? shop.control(name) : shop.part(name));
  return handle.evaluate((element) => {
    const top = document.querySelector('pay-checkout')?.getBoundingClientRect().top ?? 0;
    // A control is seen with its label.
    const seen = element.closest('.field') ?? element;
    const box = seen.getBoundingClientRect();
    return { top: box.top - top, bottom: box.bottom - top };
  });
}

/** How many tiles of methods can be seen, with the one of the others, when the checkout's top is at the window's. */
const tilesInView = (shop: Shop): Promise<number> =>
  shop.page.$$eval('>>> :is([part~=method], [part~=more-methods])', (tiles) => {
    const top = document.querySelector('pay-checkout')?.getBoundingClientRect().top ?? 0;
    const isSeen = (tile: Element): boolean => {
      const box = tile.getBoundingClientRect();
      return box.height > 40 && box.width > 40 && box.bottom - top <= innerHeight;
    };
    return tiles.filter(isSeen).length;
  });

export async function measureLayout(demo: DemoShop): Promise<Figure[]> {
  const { shop, close } = await openReady(demo, { width: 360, height: 740 });
  const number = await boxOf(shop, 'control', 'number');
  const expiry = await boxOf(shop, 'control', 'expiry');
  const holder = await boxOf(shop, 'control', 'card_holder');
  const pay = await boxOf(shop, 'part', 'pay-button');
  const tiles = await tilesInView(shop);
  const whole = await shop.page.$eval('pay-checkout', (element) => element.getBoundingClientRect().height);
  await close();
  const round = Math.round;
  return [
    { what: '360 px: top to the end of the pay button', value: round(pay.bottom), most: 630, unit: 'px' },
    { what: '360 px: number field to pay button', value: round(pay.top - number.top), most: 390, unit: 'px' },
    {
      what: '360 px: from one row of fields to the next',
      value: round(Math.max(expiry.top - number.top, holder.top - expiry.top)),
      most: 84,
      unit: 'px',
    },
    { what: '360 px: methods in view, with the tile of the others', value: tiles, least: 4 },
    { what: '360 px: the whole checkout', value: round(whole), most: 740, unit: 'px' },
  ];
}

export async function measureDesktop(demo: DemoShop): Promise<Figure[]> {
  const { shop, close } = await openReady(demo, { width: 1280, height: 900 });
  const button = await shop.part('pay-button');
  const bottom = await button.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  await close();
  return [{ what: '1280 px: end of the pay button on the page', value: Math.round(bottom), most: 900, unit: 'px' }];
}
