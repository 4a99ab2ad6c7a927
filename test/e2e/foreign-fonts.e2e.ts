import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';

/** The names of device fonts, and those that WebKit has for them. */
const generic = ['sans-serif', '-webkit-sans-serif', 'system-ui', '-apple-system', 'monospace', '-webkit-monospace'];

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
    const faces = (kind: string, style: string, family = 'evil'): string =>
      ['U+3', 'U+FF1']
        .flatMap((block) =>
          Array.from(
            '0123456789',
            (digit) =>
              `@font-face { font-family: "${family}"; ${style} unicode-range: ${block}${digit}; src: url(${address}/${kind}/${block}${digit}) }`,
          ),
        )
        .join('\n');
    const plain = "@font-face { font-family: plain; src: local('DejaVu Sans'), local('Liberation Sans') }";
    /** @param name of the fonts: one that could not be had is asked for once. */
    const facesOf = (name: string): string =>
      [
        plain,
        faces(`${name}/usual`, ''),
        faces(`${name}/heavy`, 'font-weight: 900;'),
        faces(`${name}/italic`, 'font-style: italic;'),
        ...generic.map((family) => faces(`${name}/${family}`, '', family)),
      ].join('\n');
    return { asked, address, facesOf };
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

  const rules = [
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
    'pay-checkout::part(input)::first-line { font-family: evil !important }',
    'pay-checkout::part(input)::first-letter { font-family: evil !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(field) { -webkit-text-security: disc !important } pay-checkout::part(input) { -webkit-text-security: none !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(field) { font-size: 0 !important } pay-checkout::part(input) { font-size: 16px !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(field) { font-size-adjust: 0 !important } pay-checkout::part(input) { font-size-adjust: none !important }',
    'pay-checkout { --pay-font: evil } pay-checkout::part(field):focus-within { font-weight: 900 !important } pay-checkout::part(input) { transition: font-weight 100000s linear -50000s !important }',
  ];

  for (const what of ['a card', 'a one-time code'])
    it(`S9: learns no digit of ${what} by the fonts that it names`, async (t) => {
      const { asked, facesOf } = await openFonts(t);
      const { shop, names } = await openFields(what, '');
      /** What was asked for before a digit was typed, by the rule and the field. */
      const known = new Map<string, readonly string[]>();
      const askedFor = (key: string): string[] => asked.filter((url) => url.startsWith(`/${key}/`));
      for (const [at, rule] of rules.entries())
        for (const name of names) {
          const key = `${at}-${name}`;
          await shop.page.evaluate(
            (text) => {
              const style = document.querySelector('style');
              if (!style) throw new Error('The page has no style sheet.');
              style.replaceChildren(text);
              // Chromium takes a new rule for a first line into account where the text is laid out anew.
              document.body.hidden = true;
              document.body.getBoundingClientRect();
              document.body.hidden = false;
            },
            `${facesOf(key)} ${rule}`,
          );
          await (await shop.control(name)).evaluate((one) => one.focus());
          // WebKit asks for all fonts of a name at once, one after the other.
          for (let count = -1; count < asked.length; await drawn(shop)) count = asked.length;
          known.set(key, askedFor(key));
          await shop.page.keyboard.type('7392');
          await drawn(shop);
          await shop.fill(name, ''); // else the next font would be asked for it
        }
      await drawn(shop);
      for (const [key, before] of known)
        assert.deepEqual(askedFor(key), before, `${key}: ${rules[Number.parseInt(key)]}`);
      assert.ok(asked.length > 0, 'what is not kept from it, it asks for');
    });

  const widths = ['wide', ...generic]
    .flatMap((family) =>
      Array.from(
        '0123456789',
        (digit) =>
          `@font-face { font-family: "${family}"; unicode-range: U+3${digit}; src: local('DejaVu Sans'), local('Liberation Sans'); size-adjust: ${100 + 20 * Number(digit)}% }`,
      ),
    )
    .join('\n');
  /** Another picture for each step of a timeline, and digits of different widths. */
  const steps = (address: string): string =>
    `@keyframes tell { ${Array.from({ length: 201 }, (_, at) => `${at / 2}% { background-image: url(${address}/${at}) }`).join(' ')} }
    ${widths}
    pay-checkout { --pay-font: wide, monospace }`;

  for (const [what, display] of [
    ['a card', 'inline'],
    ['a card', 'table-cell'],
    ['a one-time code', 'inline'],
  ] as const)
    it(`S9: learns no digit of ${what} by how wide they are, with display: ${display}`, async (t) => {
      const { asked, address } = await openFonts(t);
      const { shop, names } = await openFields(
        what,
        `${steps(address)}
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
        await control.evaluate((one) => one.focus());
        await drawn(shop);
        const before = { width: await widthOf(), asked: asked.length };
        await shop.page.keyboard.type('7392');
        await drawn(shop);
        assert.deepEqual({ width: await widthOf(), asked: asked.length }, before, name);
      }
    });

  it('S9: learns no digit of a card by how far the caret has moved what is around it', async (t) => {
    const { address } = await openFonts(t);
    const movesOf = async (digits: string, more: string): Promise<number[]> => {
      const { shop } = await openFields(
        'a card',
        `${steps(address)} ${more}
          pay-checkout::part(field) { inline-size: 1px; overflow-x: auto; animation: tell step-end both; animation-timeline: scroll(self inline) }
          pay-checkout::part(input) { inline-size: 900px !important; font-size: 40px !important; padding: 0 !important }
          pay-checkout::part(input), pay-checkout::part(input)::first-line { font-variant: proportional-nums !important; font-feature-settings: 'pnum' !important }`,
      );
      const control = await shop.control('cvc');
      await control.evaluate((one) => one.focus());
      const moves: number[] = [];
      for (const digit of digits) {
        await shop.page.keyboard.type(digit);
        await drawn(shop);
        moves.push(await control.evaluate((one) => one.closest('.field')?.scrollLeft ?? -1));
      }
      return moves;
    };
    for (const more of ['', 'pay-checkout::part(input)::first-line { font-family: wide, monospace !important }'])
      assert.deepEqual(await movesOf('7392', more), await movesOf('1111', more), more);
  });
});
