import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { connect, launch, type Browser } from 'puppeteer-core';
import { chromiumLaunch, firefoxLaunch } from '../../scripts/browsers.mjs';
import { launchOlderChromium } from '../../scripts/older-chromium.mjs';
import { engine } from './engine.ts';
import { webkitBrowser } from './webkit-browser.ts';

/** A browser that is in use, and the way to give it back. */
export interface OpenBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

const launchers = {
  chromium: () => launch(chromiumLaunch({ isStill: true })),
  firefox: () => launch(firefoxLaunch({ isStill: true })),
  webkit: async () => webkitBrowser(),
  'older-chromium': launchOlderChromium,
};

/** A browser of its own, for a test that ends it. */
export const launchBrowser = (): Promise<Browser> => launchers[engine]();

/**
 * A browser for tests that open a context each: one of those that the whole run shares (`scripts/test-files.mjs`), or a
 * new one where a file runs alone.
 */
export async function openBrowser(): Promise<OpenBrowser> {
  const pool = Number(process.env.BROWSER_POOL);
  if (!pool) {
    const browser = await launchBrowser();
    return { browser, close: () => browser.close() };
  }
  const lease = connectTo(pool, '127.0.0.1');
  const [endpoint]: unknown[] = await once(lease, 'data');
  const browser = await connect({ browserWSEndpoint: String(endpoint), protocolTimeout: 90_000 });
  return {
    browser,
    close: async () => {
      await browser.disconnect();
      lease.destroy();
    },
  };
}
