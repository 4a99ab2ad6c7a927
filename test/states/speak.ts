import type { Page } from 'puppeteer-core';

/** Has the checkout speak another language, and waits until all of it does. */
export const speak = (page: Page, locale: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    const element = document.querySelector('pay-checkout');
    element?.setAttribute('locale', wanted);
    const base = (): Element | null | undefined => element?.shadowRoot?.querySelector('[part=base]');
    while (base()?.getAttribute('lang') !== wanted) await new Promise(requestAnimationFrame);
    // Words that come as a file of their own come a little later.
    await new Promise((done) => requestIdleCallback(done));
    await new Promise(requestAnimationFrame);
  }, locale);
