import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { engine, useHarness } from '../e2e/harness.ts';
import { payBy } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { isTold, noteTold } from '../e2e/told.ts';
import { until } from '../e2e/until.ts';

const force = async (page: Page): Promise<void> => {
  const browser = await page.createCDPSession();
  await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
};

/** How many pixels of this part of the page are not of the colour of its first one. */
async function drawnIn(shop: Shop, clip: { x: number; y: number; width: number; height: number }): Promise<number> {
  const picture = await shop.page.screenshot({ encoding: 'base64', clip });
  return shop.page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('Nothing can be drawn here.');
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return pixels.filter((pixel) => pixel !== pixels[0]).length;
  }, picture);
}

describe('in forced colours', { skip: engine !== 'chromium' }, () => {
  const harness = useHarness();

  it('fills the button that pays from the first, as once the form is touched', async () => {
    const shop = await harness.openShop();
    await force(shop.page);
    const look = (): Promise<{ sheets: number; colours: string[] }> =>
      shop.page.evaluate(() => {
        const tree = document.querySelector('pay-checkout')?.shadowRoot;
        const button = tree?.querySelector('[part=pay-button]');
        if (!tree || !button) throw new Error('There is no button.');
        const { backgroundColor, color } = getComputedStyle(button);
        return { sheets: tree.adoptedStyleSheets.length, colours: [backgroundColor, color] };
      });
    const system = await shop.page.evaluate(() => {
      const sample = document.body.appendChild(document.createElement('i'));
      sample.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
      const { backgroundColor, color } = getComputedStyle(sample);
      return [backgroundColor, color];
    });
    assert.deepEqual((await look()).colours, system);
    const { sheets } = await look();
    await shop.fill('number', '4242');
    // A browser may have moved its pointer over the page before, which touches it too.
    await until(async () => (await look()).sheets > sheets, 'what dresses a form that is touched');
    assert.deepEqual((await look()).colours, system);
  });

  it('is no theme to find fault with', async () => {
    const told: string[] = [];
    await harness.openShop({
      html: ({ element, script }) => `<style>pay-checkout { --pay-text: #ccc }</style>${element}${script}`,
      attributes: { 'redirect-url': null },
      emulate: noteTold(told, force),
    });
    await isTold(told, /redirect-url/);
    assert.deepEqual(
      told.filter((text) => /hard to read/.test(text)),
      [],
    );
  });

  it('shows by its arrow that the bank is chosen from a list', async () => {
    const shop = await harness.openShop({ viewport: { width: 360, height: 740 } });
    await shop.choose('BANKDEBIT');
    await shop.waitForText(/Al pagar /);
    const bank = await shop.control('financial_institution_code');
    const arrow = async (): Promise<number> => {
      await bank.evaluate((field) => field.scrollIntoView({ block: 'center' }));
      const { x, y, width, height } = (await bank.boundingBox()) ?? assert.fail('The field is not seen.');
      return drawnIn(shop, { x: x + width - 32, y: y + 6, width: 24, height: height - 12 });
    };
    assert.ok((await arrow()) > 10, 'it is seen in the colours of the page');
    await force(shop.page);
    assert.ok((await arrow()) > 10, 'and in forced ones');
  });

  it('shows which tile is chosen, and that it has the focus, once the screens have come as well', async () => {
    const shop = await harness.openShop();
    await force(shop.page);
    const radio = await shop.control('payment_method_type', 'CARD');
    const outline = (): Promise<string[]> =>
      radio.evaluate((one) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(one.closest('label') ?? one);
        return [outlineWidth, outlineOffset];
      });
    await shop.fill('number', '4242');
    const haveScreensCome = (): Promise<boolean> =>
      shop.page.evaluate(() => {
        const sheets = document.querySelector('pay-checkout')?.shadowRoot?.adoptedStyleSheets ?? [];
        return sheets.some(({ cssRules }) => [...cssRules].some(({ cssText }) => cssText.startsWith('.seal')));
      });
    await until(haveScreensCome, 'the styles of the screens');
    assert.deepEqual(await outline(), ['3px', '-4px']);
    await radio.focus();
    assert.deepEqual(await outline(), ['3px', '2px']);
  });

  it('keeps the places in sight of what is awaited', async () => {
    await harness.sandbox.fault({
      method: 'GET',
      path: '/merchants/info',
      times: 2,
      fault: { kind: 'delay', ms: 60_000 },
    });
    const shop = await harness.openShop({ settle: false });
    await force(shop.page);
    const clip = await shop.page.waitForFunction(() => {
      const place = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('.skeleton');
      const { x = 0, y = 0, width = 0, height = 0 } = place?.getBoundingClientRect() ?? {};
      return width > 0 && { x: x - 2, y: y - 2, width: width + 4, height: height + 4 };
    });
    const seen = await drawnIn(shop, (await clip.jsonValue()) || assert.fail('Nothing is awaited.'));
    assert.ok(seen > 100, `${seen} pixels`);
  });

  it('leaves the QR code the light margin without which no phone reads it', async () => {
    const shop = await harness.openShop();
    await force(shop.page);
    await payBy(shop, 'BANKA_QR');
    const picture = await shop.part('qr');
    const look = await picture.evaluate((image) => {
      const { backgroundColor, padding } = getComputedStyle(image);
      return [backgroundColor, padding];
    });
    assert.deepEqual(look, ['rgb(255, 255, 255)', '12px']);
  });
});
