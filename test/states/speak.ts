import type { Page } from 'puppeteer-core';

/** Has the checkout speak another language, and waits until all of it does. */
export const speak = (page: Page, locale: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    const element = document.querySelector('pay-checkout');
    element?.setAttribute('locale', wanted);
    const base = (): Element | null | undefined => element?.shadowRoot?.querySelector('[part=base]');
    const end = performance.now() + 30_000;
    while (base()?.getAttribute('lang') !== wanted) {
      if (performance.now() > end) throw new Error(`Waited 30000 ms in vain: the words of ${wanted}.`);
      await globalThis.pageProbe.painted();
    }
    // Words that come as a file of their own come a little later.
    await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
    await globalThis.pageProbe.painted();
  }, locale);
