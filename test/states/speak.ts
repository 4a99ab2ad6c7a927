import type { Page } from 'puppeteer-core';

/** Has the checkout speak another language, and waits until all of it does. */
export const speak = (page: Page, locale: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    const element = document.querySelector('pay-checkout');
    element?.setAttribute('locale', wanted);
    const base = (): Element | null | undefined => element?.shadowRoot?.querySelector('[part=base]');
    const end = performance.now() + 30_000;
    // A busy browser now and then draws no further frame of a page in which nothing moves.
    const painted = (): Promise<unknown> =>
      Promise.race([new Promise(requestAnimationFrame), new Promise((done) => setTimeout(done, 1000))]);
    while (base()?.getAttribute('lang') !== wanted) {
      if (performance.now() > end) throw new Error(`Waited 30000 ms in vain: the words of ${wanted}.`);
      await painted();
    }
    // Words that come as a file of their own come a little later.
    await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
    await painted();
  }, locale);
