import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { engine, useHarness, type ShopOptions } from './harness.ts';
import type { Shop } from './shop.ts';

/** A phone in Bogotá. Its screen is larger than what the browser leaves to the page. */
const phone = {
  browser_color_depth: '24',
  browser_screen_height: '915',
  browser_screen_width: '412',
  browser_language: 'es-CO',
  browser_user_agent: 'Mozilla/5.0 (Linux; Android 15) Neblina/1.0',
  browser_tz: '300',
};

const beThatPhone = async (page: Page): Promise<void> => {
  const session = await page.createCDPSession();
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 360,
    height: 740,
    screenWidth: Number(phone.browser_screen_width),
    screenHeight: Number(phone.browser_screen_height),
    deviceScaleFactor: 2,
    mobile: true,
  });
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: phone.browser_user_agent,
    acceptLanguage: phone.browser_language,
  });
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Bogota' });
};

/** What the browser says to whoever asks in the page. */
const told = (shop: Shop): Promise<typeof phone> =>
  shop.page.evaluate(() => ({
    browser_color_depth: `${globalThis.screen.pixelDepth}`,
    browser_screen_height: `${globalThis.screen.height}`,
    browser_screen_width: `${globalThis.screen.width}`,
    browser_language: navigator.languages[0] ?? '',
    browser_user_agent: navigator.userAgent,
    browser_tz: `${new Date().getTimezoneOffset()}`,
  }));

describe('what a card’s authentication wants to know of the device', () => {
  const harness = useHarness();

  const profiled: ShopOptions['html'] = ({ element, script }) =>
    `<h1>Tienda</h1>${element}<script nonce="{nonce}">
      document.querySelector('pay-checkout').profile = { sendBrowserInfo: true };
    </script>${script}`;
  /** `customer_data` of the one transaction, as it reached the service. */
  const customerData = async (shop: Shop): Promise<Record<string, unknown>> => {
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    const sent = (await shop.requests()).filter(({ method, path }) => method === 'POST' && path === '/transactions');
    assert.equal(sent.length, 1);
    const body = sent[0]?.['body'] as { customer_data: Record<string, unknown> } | undefined;
    return body?.customer_data ?? {};
  };

  it('reaches the service as the browser tells it, when the profile asks for it', async () => {
    const shop = await harness.openShop({
      html: profiled,
      csp: harness.strictCsp,
      ...(engine === 'chromium' && { emulate: beThatPhone }),
    });
    const { browser_info } = await customerData(shop);
    assert.deepEqual(browser_info, await told(shop));
    if (engine === 'chromium') assert.deepEqual(browser_info, phone);
  });

  it('stays in the browser otherwise', async () => {
    const shop = await harness.openShop();
    const data = await customerData(shop);
    assert.ok(!('browser_info' in data));
    assert.match(String(data['device_id']), /./);
  });
});
