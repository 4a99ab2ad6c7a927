import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';

/** Long enough for what was typed to be drawn, and for its font to be asked for. */
const drawn = (shop: Shop): Promise<void> =>
  shop.page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 300))),
      ),
  );

describe('a style sheet that others have added to the page', () => {
  const harness = useHarness();

  /** Serves no font, and remembers which were asked for. */
  const openFonts = async (t: { after: (end: () => void) => void }) => {
    const asked: string[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url ?? '');
      response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const faces = (style: string): string =>
      Array.from(
        '0123456789',
        (digit) =>
          `@font-face { font-family: evil; ${style} unicode-range: U+3${digit}; src: url(http://127.0.0.1:${port}/${style.length}/${digit}) }`,
      ).join('\n');
    return { asked, faces: faces('') + faces('font-weight: 900;') + faces('font-style: italic;') };
  };

  for (const rule of [
    'pay-checkout::part(input):focus { font-family: evil !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(input):focus { font-weight: 900 !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(input):focus { font-style: italic !important }',
    'pay-checkout:focus-within { --pay-font: evil !important }',
  ])
    for (const what of ['a card', 'a one-time code'])
      it(`S9: learns no digit of ${what} by the fonts that it names: ${rule}`, async (t) => {
        const fonts = await openFonts(t);
        const shop = await harness.openShop({
          attributes: { 'library-url': null },
          html: ({ element, script }) => `<style>${fonts.faces} ${rule}</style>${element}${script}`,
        });
        shop.allow(/404|font/i);
        const names = what === 'a card' ? ['cvc', 'number'] : ['otp'];
        if (what === 'a card') await shop.waitForState('ready');
        else {
          await payBy(shop, 'WALLET_B');
          await shop.waitForText(/Escribe el código/);
        }
        for (const name of names) {
          await (await shop.control(name)).focus();
          await drawn(shop);
          const before = fonts.asked.length;
          await shop.page.keyboard.type('7392');
          await drawn(shop);
          assert.deepEqual(fonts.asked.slice(before), [], name);
        }
      });
});
