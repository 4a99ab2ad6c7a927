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
    const address = `http://127.0.0.1:${port}`;
    // Full-width digits are others.
    const faces = (style: string): string =>
      ['U+3', 'U+FF1']
        .flatMap((block) =>
          Array.from(
            '0123456789',
            (digit) =>
              `@font-face { font-family: evil; ${style} unicode-range: ${block}${digit}; src: url(${address}/${style.length}/${block}${digit}) }`,
          ),
        )
        .join('\n');
    const plain = "@font-face { font-family: plain; src: local('DejaVu Sans'), local('Liberation Sans') }";
    return { asked, address, faces: plain + faces('') + faces('font-weight: 900;') + faces('font-style: italic;') };
  };
  /** The card's fields that hold digits, or the one of a code. */
  const openFields = async (what: string, style: string): Promise<{ shop: Shop; names: readonly string[] }> => {
    const shop = await harness.openShop({
      attributes: { 'library-url': null },
      html: ({ element, script }) => `<style>${style}</style>${element}${script}`,
    });
    shop.allow(/404|font/i);
    if (what === 'a card') return { shop, names: ['cvc', 'number'] };
    await payBy(shop, 'WALLET_B');
    await shop.waitForText(/Escribe el código/);
    return { shop, names: ['otp'] };
  };

  for (const rule of [
    'pay-checkout::part(input):focus { font-family: evil !important }',
    'pay-checkout::part(field):focus-within { font-family: evil !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(field):focus-within { font-weight: 900 !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(input):focus { text-transform: full-width !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(field):focus-within { text-transform: full-width !important }',
    'pay-checkout { --pay-font: plain, evil } pay-checkout::part(input):focus { font-variant-emoji: emoji !important }',
    'pay-checkout { --pay-font: plain, evil } pay-checkout::part(field):focus-within { font-variant-emoji: emoji !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(input):focus { font-weight: 900 !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(input):focus { font-style: italic !important }',
    'pay-checkout:focus-within { --pay-font: evil !important }',
  ])
    for (const what of ['a card', 'a one-time code'])
      it(`S9: learns no digit of ${what} by the fonts that it names: ${rule}`, async (t) => {
        const fonts = await openFonts(t);
        const { shop, names } = await openFields(what, `${fonts.faces} ${rule}`);
        for (const name of names) {
          await (await shop.control(name)).focus();
          await drawn(shop);
          const before = fonts.asked.length;
          await shop.page.keyboard.type('7392');
          await drawn(shop);
          assert.deepEqual(fonts.asked.slice(before), [], name);
        }
      });

  for (const [what, display] of [
    ['a card', 'inline'],
    ['a card', 'table-cell'],
    ['a one-time code', 'inline'],
  ] as const)
    it(`S9: learns no digit of ${what} by how wide they are, with display: ${display}`, async (t) => {
      const { asked, address } = await openFonts(t);
      const faces = Array.from(
        '0123456789',
        (digit) =>
          `@font-face { font-family: wide; unicode-range: U+3${digit}; src: local('DejaVu Sans'), local('Liberation Sans'); size-adjust: ${100 + 20 * Number(digit)}% }`,
      ).join('\n');
      const steps = Array.from({ length: 201 }, (_, at) => `${at / 2}% { background-image: url(${address}/${at}) }`);
      const { shop, names } = await openFields(
        what,
        `${faces} @keyframes tell { ${steps.join(' ')} }
          pay-checkout { --pay-font: wide, monospace }
          pay-checkout::part(input) {
            display: ${display} !important;
            contain: none !important;
            field-sizing: content !important;
            inline-size: auto !important;
            min-inline-size: 0 !important;
            animation: tell step-end both !important;
            animation-timeline: view(inline) !important;
          }`,
      );
      for (const name of names) {
        const control = await shop.control(name);
        const widthOf = () => control.evaluate((one) => one.getBoundingClientRect().width);
        await control.focus();
        await drawn(shop);
        const before = { width: await widthOf(), asked: asked.length };
        await shop.page.keyboard.type('7392');
        await drawn(shop);
        assert.deepEqual({ width: await widthOf(), asked: asked.length }, before, name);
      }
    });
});
