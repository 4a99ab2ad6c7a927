import type { Page } from 'puppeteer-core';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** Notes what the console says of the checkout, for `emulate` of a shop; `next` prepares the page further. */
export const noteTold = (told: string[], next?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  page.on('console', (message) => {
    if (message.text().startsWith('<pay-checkout>')) told.push(message.text());
  });
  await next?.(page);
};

export const isTold = (told: readonly string[], what: RegExp): Promise<boolean> =>
  until(async () => told.some((text) => what.test(text)), `the console to say ${what}`, {
    details: async () => told.join('\n'),
  });

/** Whether the doctor was sent for. */
export const cameTo = async (shop: Shop): Promise<boolean> =>
  (await shop.sent()).some(({ url }) => url.includes('/chunks/doctor-'));
