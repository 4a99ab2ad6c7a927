import type { Page } from 'puppeteer-core';
import type { Harness, ShopOptions } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';

/** One state of the checkout as a payer meets it, and the way there through the real element and the real service. */
export interface PageState {
  /** Names its pictures and its tree. */
  readonly name: string;
  /** What the page says in Spanish once the state is there. */
  readonly says: RegExp;
  /** How its page is opened. */
  readonly options?: ShopOptions;
  /** Requests that never get an answer, as `POST /transactions`. */
  readonly holds?: RegExp;
  /** Requests that the network loses, in the same words. */
  readonly breaks?: RegExp;
  /** What the payer does; the shop that is returned is the one to look at. Default: nothing, the page as it opens. */
  readonly act?: (shop: Shop, harness: Harness) => Promise<Shop | void>;
  /** Problems of the page that belong to the state. */
  readonly allows?: RegExp;
  /** It is made anew for each width: what it looks like was decided when it came up. */
  readonly isOfWidth?: true;
}

/** What every state's page looks like: calm, in both schemes, with the landmarks that a shop's page has. */
const html: ShopOptions['html'] = ({ element, script }) => `<style>
    :root { color-scheme: light dark; }
    body { margin: 0; padding: 16px; background: light-dark(#f4f6f7, #0d1114); font-family: system-ui, sans-serif; }
    main { display: grid; justify-items: center; }
    h1 { margin: 0 0 12px; font-size: 18px; }
    pay-checkout { inline-size: 100%; }
  </style>${script}<main><h1>Tienda</h1>${element}</main>`;

/** Request failures that a state brings about on purpose show up as console errors. */
const failedRequest = /Failed to load resource|ERR_|CORS/;

/** Opens the page of a state and goes there. */
export async function openState(harness: Harness, state: PageState, viewport?: ShopOptions['viewport']): Promise<Shop> {
  await harness.sandbox.reset();
  const { options = {}, holds, breaks, allows = failedRequest } = state;
  const emulate = async (page: Page): Promise<void> => {
    if (holds ?? breaks) await interfere(page, holds, breaks);
    await options.emulate?.(page);
  };
  const shop = await harness.openShop({ html, ...options, ...(viewport && { viewport }), emulate });
  shop.allow(allows);
  const shown = (await state.act?.(shop, harness)) ?? shop;
  shown.allow(allows);
  if (viewport && shown !== shop) await shown.page.setViewport(viewport);
  await shown.waitForText(state.says);
  // What appears has appeared: a picture in the middle of it would be another one each time.
  await shown.page.evaluate(async () => {
    await document.fonts.ready;
    const moving = globalThis.pageProbe
      .find('*')
      .flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? [])
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const still = Promise.allSettled(moving.map(({ finished }) => finished));
    // Where no frame is drawn, nothing ends.
    await Promise.race([still, new Promise((done) => setTimeout(done, 5000))]);
  });
  return shown;
}

/** Keeps requests waiting for as long as the page is open, or loses them. */
async function interfere(page: Page, holds = /^$/, breaks = /^$/): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const line = `${request.method()} ${pathname}`;
    if (breaks.test(line)) void request.abort();
    else if (!holds.test(line)) void request.continue();
  });
}

/**
 * Makes a long wait of the page's own short: the one that a state is named for.
 *
 * @param during the status in which it begins, where another wait is as long: a request's patience must stay.
 */
export const hurried =
  (waitMs: number, during?: string) =>
  (page: Page): Promise<unknown> =>
    page.evaluateOnNewDocument(
      (long, status) => {
        const { setTimeout: wait } = globalThis;
        const isNow = (): boolean => !status || document.querySelector('pay-checkout')?.state.status === status;
        globalThis.setTimeout = Object.assign(
          (run: TimerHandler, ms?: number, ...rest: unknown[]) => wait(run, ms === long && isNow() ? 50 : ms, ...rest),
          wait,
        );
      },
      waitMs,
      during,
    );

/** The payer stays when the checkout would leave for the bank. */
export const staying = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => addEventListener('pay-redirect', (event) => event.preventDefault()));

/**
 * The checkout leaves for the bank without delay, and the page stays. A request that never got its answer would keep it
 * as well, but now and then Chromium no longer takes orders for a page that is about to be left.
 */
export const goingNowhere = async (page: Page): Promise<void> => {
  await hurried(1500)(page);
  await page.evaluateOnNewDocument(() =>
    navigation.addEventListener('navigate', (event) => {
      if (new URL(event.destination.url).pathname.startsWith('/bank/')) event.preventDefault();
    }),
  );
};
