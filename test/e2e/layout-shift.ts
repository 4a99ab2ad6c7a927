/** How far things move by themselves while a page opens, and how high the checkout is meanwhile. */
import type { Page } from 'puppeteer-core';

interface Seen {
  /** As Chromium scores it. */
  score: number;
  /** What moved: how much of the score, from where to where. */
  moves: string[];
  /** The least height that the checkout had in a frame, in px. */
  lowest: number;
}

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var opening: Seen;
}

/** A phone that is four times slower than this machine, on a network of the third generation. */
export async function slowDown(page: Page): Promise<void> {
  await page.emulateCPUThrottling(4);
  await page.emulateNetworkConditions({ download: (1.6 * 1024 * 1024) / 8, upload: (750 * 1024) / 8, latency: 150 });
}

/** Has to be called before the page opens. */
export const watchOpening = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() => {
    const seen: Seen = { score: 0, moves: [], lowest: Infinity };
    globalThis.opening = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        seen.score += value;
        for (const { node, previousRect: before, currentRect: after } of sources) {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName;
          const sizes = [before, after].map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`);
          seen.moves.push(`${value.toFixed(4)} ${name}: ${sizes.join(' to ')}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const look = (): void => {
      const checkout = document.querySelector<HTMLElement>('pay-checkout');
      if (checkout) seen.lowest = Math.min(seen.lowest, checkout.offsetHeight);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** What was seen from the first paint until now. */
export const layoutShift = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    // Shifts are reported with the frame after the one that they happened in.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))));
    return globalThis.opening;
  });
