import assert from 'node:assert/strict';
import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import { statusOf } from './card-payer.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** Cards of the sandbox: one asks for a challenge, one is authenticated without. */
export const asks = '4000000000003220';
export const passes = '4000000000003063';
const isBankPath = /^\/bank\/challenge\/[^/]+$/;

/** Accepts, types a card and presses pay. */
export const payWith = async (shop: Shop, number: string): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard({ number, cvc: number.startsWith('37') ? '1234' : '123' });
  await shop.pay();
};

/** How often the bank's page was asked for. */
export const loads = async (shop: Shop): Promise<number> =>
  (await shop.requests()).filter(({ path }) => isBankPath.test(path)).length;

/** The bank's page inside the challenge, once its buttons can be pressed. */
export const bankPage = (shop: Shop): Promise<Frame> =>
  until(async () => {
    const frame = (await shop.frames()).find((candidate) => candidate.url().includes('/bank/challenge/'));
    return (await frame?.$('button')) ? frame : undefined;
  }, 'the bank’s page');

/**
 * Presses one of the bank's buttons, again when the bank has heard nothing, as payers do: the frame of another site is
 * painted by a process of its own, and Chromium may give an early press to the page around it.
 */
export const press = async (shop: Shop, outcome: 'APPROVED' | 'DECLINED'): Promise<void> => {
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
    return until(isHeard, 'an answer', { timeoutMs: 8000 }).catch(() => false);
  }, 'the bank to hear of the press');
};

/** Presses one of the widget's own buttons. */
export const pressOwn = async (shop: Shop, label: string): Promise<void> => {
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

/** Where a challenge covers the screen, and where it is a part of the page. */
export const sizes = [
  ['on a phone', { width: 360, height: 740, hasTouch: true, isMobile: false }],
  ['on a desktop', { width: 1280, height: 900 }],
] as const;

/** Whoever comes back online is told at once how the payment stands: without this a payment takes its usual seconds. */
export const hurry = (): void => {
  if (globalThis.self === globalThis.top) setInterval(() => globalThis.dispatchEvent(new Event('online')), 150);
};
/** Hurries the page from its beginning. */
export const hurried = (page: Page): Promise<unknown> => page.evaluateOnNewDocument(hurry);

/** Lets the bank decide, and sees the widget tell it once and take its frame away. */
export const settle = async (shop: Shop, outcome: 'APPROVED' | 'DECLINED'): Promise<void> => {
  await press(shop, outcome);
  assert.equal(statusOf(await shop.waitForState('settled')), outcome);
  assert.deepEqual(shop.events('pay-result').map(statusOf), [outcome]);
  const parts = () => shop.page.evaluate(() => globalThis.pageProbe.parts('challenge').length);
  await until(async () => (await parts()) === 0, 'the frame to go');
};
