import type { Page } from 'puppeteer-core';

/** Texts of the checkout that run out of the box that is theirs, into what stands beside them. */
export const spilledText = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    globalThis.pageProbe
      .find('label, legend, button, a, p, span, small, strong, dt, dd, li, h2')
      .filter((one) => one.getRootNode() !== document)
      .filter((one) => !one.closest('.unseen') && getComputedStyle(one).display !== 'inline')
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ innerText, scrollWidth, clientWidth }) => `${innerText.trim()}: ${scrollWidth} px in ${clientWidth}`),
  );
