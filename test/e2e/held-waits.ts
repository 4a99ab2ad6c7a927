import type { Page } from 'puppeteer-core';

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var heldWaits: (() => void)[] | undefined;
}

/** Prepares a page: timers of these lengths, in ms, ring when the test says so. */
export const holdWaits =
  (...lengths: number[]) =>
  (page: Page): Promise<unknown> =>
    page.evaluateOnNewDocument((held) => {
      const later = globalThis.setTimeout;
      globalThis.heldWaits = [];
      Object.assign(globalThis, {
        // Below zero, so that nobody clears a real timer by the number of a held one.
        setTimeout: (run: () => void, ms?: number, ...rest: unknown[]) =>
          globalThis.heldWaits && held.includes(ms ?? 0) ? -globalThis.heldWaits.push(run) : later(run, ms, ...rest),
      });
    }, lengths);

/** How many timers are held. */
export const waitsHeld = (page: Page): Promise<number> => page.evaluate(() => globalThis.heldWaits?.length ?? 0);

/** Lets the held timers ring. */
export const endWaits = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const run of globalThis.heldWaits?.splice(0) ?? []) run();
  });

/**
 * Lets the held timers ring, and holds no more until the page is loaded again: another wait of the same length may have
 * begun meanwhile, or be still to come.
 */
export const holdNoMore = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const runs = globalThis.heldWaits ?? [];
    globalThis.heldWaits = undefined;
    for (const run of runs) run();
  });

/** Stops the page's clock until it is loaded again. Timers go on. */
export const stopClock = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });

/** How long it takes to read another amount, in ms: before that, no press is a yes to it. */
const readingMs = 1000;

/** The payer has read the amount: the page's clock is that much later. */
export const amountRead = (page: Page): Promise<void> =>
  page.evaluate((ms) => {
    const before = Date.now;
    Date.now = () => before() + ms;
  }, readingMs);
