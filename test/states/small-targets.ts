import type { Page } from 'puppeteer-core';

/** The least that a finger is given, in CSS pixels. */
const least = 44;

/**
 * What can be pressed in the checkout and is too small for a finger. A link within a sentence may be as high as its
 * line (WCAG 2.5.8), and a box within a label is as large as the label.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((smallest) => {
    const targets = globalThis.pageProbe
      .find('button, a[href], input, select')
      .filter((one) => one.getRootNode() !== document && one.ariaHidden !== 'true');
    return targets.flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true })) return [];
      const label = target instanceof HTMLInputElement ? target.closest('label') : null;
      if (target.matches('a') && (target.closest('label') || getComputedStyle(target).display === 'inline')) return [];
      if (label?.matches('.unseen')) return []; // out of sight, for keys and scripts
      const { width, height } = (label ?? target).getBoundingClientRect();
      const isSmall = height < smallest || width < smallest;
      return isSmall
        ? `${target.localName} ${target.textContent?.trim() || target.getAttribute('name')}: ${width} × ${height}`
        : [];
    });
  }, least);
