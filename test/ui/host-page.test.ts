import { expect } from '@open-wc/testing';
import { stand, type FaceStand } from './face-stand.ts';
import { allIn } from './pierced.ts';

/** How a thing looks that a payer reads or touches, and where it stands in the face. */
interface Seen {
  text: string;
  box: number[];
}

/** Engines round where a thing stands by where the face stands in the page. */
const isSame = (one: Seen, other: Seen | undefined): boolean =>
  one.text === other?.text && one.box.every((length, place) => Math.abs(length - (other.box[place] ?? NaN)) < 0.2);

function measure(face: FaceStand): Record<string, Seen> {
  const { left, top } = face.getBoundingClientRect();
  const looks: Record<string, Seen> = {};
  for (const selector of ['.amount', 'legend', 'label', 'small', 'input[name=number]', '.hint', '.note', '.pay']) {
    const [element] = allIn(face.renderRoot, selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    const { x, y, width, height } = element.getBoundingClientRect();
    const { letterSpacing, wordSpacing, textTransform, textIndent, whiteSpace, fontSize, direction, color } =
      getComputedStyle(element);
    const text = [letterSpacing, wordSpacing, textTransform, textIndent, whiteSpace, fontSize, direction, color];
    looks[selector] = { text: text.join(' '), box: [x - left, y - top, width, height] };
  }
  return looks;
}

/** The face in a shop's page of a width, and the page's own style sheet. */
async function inShop(width: number, css = ''): Promise<Record<string, Seen>> {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  const face = await stand({ problems: [{ name: 'acceptance_token', message: 'Acepta los términos' }] });
  face.style.inlineSize = `${width}px`;
  await face.updateComplete;
  const looks = measure(face);
  style.remove();
  face.remove();
  return looks;
}

describe('in a page with a mind of its own', () => {
  const rootSizes = 'html { font-size: 62.5%; }';
  const manners =
    'body { letter-spacing: .2em; word-spacing: 8px; text-transform: uppercase; text-indent: 2em; white-space: pre; color: #f0f; font: italic 700 22px/3 serif; text-align: right; }';

  for (const width of [320, 736])
    for (const [what, css] of Object.entries({
      'a rem of 10 px': rootSizes,
      'text of another manner': manners,
      'text of another manner for each element': manners.replace('body', '*'),
      'text from right to left': 'html { direction: rtl; }',
    }))
      it(`looks at ${width} px as it does elsewhere: ${what}`, async () => {
        const [bare, here] = [await inShop(width), await inShop(width, css)];
        for (const [selector, seen] of Object.entries(here))
          expect(isSame(seen, bare[selector]), `${selector}: ${JSON.stringify([seen, bare[selector]])}`).to.equal(true);
      });

  /** What a page may have set for all that it holds. All of it is inherited, or is as good as that. */
  const inherited: Record<string, string> = {
    'letter-spacing': 'body { letter-spacing: .3em; }',
    'text-transform': 'body { text-transform: uppercase; font-variant: small-caps; }',
    'line-height': 'body { line-height: 3; }',
    'word-spacing': 'body { word-spacing: 2em; }',
    'everything of each element': '* { all: unset; }',
    'everything of the page': 'body { all: initial; color: red; font: 30px/2 serif; }',
    'a rem of 10 px': 'html { font-size: 62.5%; }',
    'text from right to left': 'html { direction: rtl; text-align: right; }',
    'white-space': 'body { white-space: pre; tab-size: 20; overflow-wrap: anywhere; word-break: break-all; }',
    'text-indent': 'body { text-indent: 5em hanging; }',
    'no cursor': 'body, body * { cursor: none; }',
    'no selection': 'body { -webkit-user-select: none; user-select: none; }',
    'quotes and hyphens': 'body { quotes: "<" ">"; hyphens: auto; font-variant: small-caps; font-stretch: condensed; }',
    'lines from top to bottom': 'body { writing-mode: vertical-rl; text-orientation: upright; }',
    'text that is balanced, last lines in the middle': 'body { text-wrap: balance; text-align-last: center; }',
    'shadows and strokes':
      'body { text-shadow: 0 0 9px red; -webkit-text-stroke: 2px red; -webkit-text-fill-color: red; }',
    drawings: '* { fill: red; stroke: blue; stroke-width: 9; stroke-linecap: square; paint-order: stroke; }',
    'lists and tables': 'body { list-style: square inside; border-collapse: collapse; border-spacing: 9px; }',
    'accents and carets': 'body { accent-color: red; caret-color: lime; scrollbar-color: red blue; }',
    'features of fonts':
      'body { font-feature-settings: "smcp"; font-kerning: none; font-optical-sizing: none; font-synthesis: none; }',
  };
  interface Look {
    element: string;
    box: number[];
    styles: Record<string, string>;
  }
  /** Where each element of the tree stands, and all its computed styles. */
  const everythingOf = (face: FaceStand): Look[] => {
    const origin = face.getBoundingClientRect();
    return allIn(face.renderRoot, '*').map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      // What is for screen readers alone stands anywhere, and a slot has no box.
      const isSeen = !element.closest('.unseen') && width + height > 0;
      const style = getComputedStyle(element);
      // These are told from the edges of the page.
      const names = [...style].filter((name) => !/^(inset-.*|top|right|bottom|left)$/.test(name));
      return {
        element: `${element.localName}.${element.className}`,
        box: isSeen ? [x - origin.left, y - origin.top, width, height] : [],
        styles: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
      };
    });
  };
  const differences = ({ element, box, styles }: Look, other: Look | undefined): string[] => [
    ...Object.keys(styles)
      .filter((name) => styles[name] !== other?.styles[name])
      .map((name) => `${element} ${name}: ${styles[name]}, not ${other?.styles[name]}`),
    ...box
      .filter((length, place) => Math.abs(length - (other?.box[place] ?? NaN)) > 0.2)
      .map(() => `${element} at ${box.join()}, not ${other?.box.join()}`),
  ];
  const everythingIn = async (css: string, scheme = 'light'): Promise<Look[]> => {
    const style = document.createElement('style');
    style.textContent = css;
    document.head.append(style);
    const face = await stand();
    face.style.cssText = `inline-size: 400px; display: block; color-scheme: ${scheme}`;
    await face.updateComplete;
    const all = everythingOf(face);
    style.remove();
    face.remove();
    return all;
  };
  for (const [what, css] of Object.entries(inherited))
    it(`looks in all that it holds as on a bare page: ${what}`, async () => {
      const [bare, here] = [await everythingIn(''), await everythingIn(css)];
      expect(here.length).to.equal(bare.length);
      expect(here.length).to.be.greaterThan(60);
      expect(here.flatMap((one, place) => differences(one, bare[place]))).to.deep.equal([]);
    });

  it('takes from the page whether it is shown and can be used, and its color-scheme', async () => {
    const at = async (css: string, scheme?: string) => {
      const {
        visibility,
        'pointer-events': pointer,
        'color-scheme': colours,
      } = (await everythingIn(css, scheme))[0]?.styles ?? {};
      return [visibility, pointer, colours].join(' ');
    };
    expect(await at('')).to.equal('visible auto light');
    expect(await at('body { visibility: hidden; }')).to.equal('hidden auto light');
    expect(await at('body { pointer-events: none; }')).to.equal('visible none light');
    expect(await at('', 'dark')).to.equal('visible auto dark');
  });

  it('is zoomed with the page, and else looks as on a bare page', async () => {
    const unzoomed = (looks: Look[]) =>
      looks.flatMap(({ styles }) =>
        ['color', 'font-family', 'font-weight', 'text-transform', 'visibility'].map((name) => styles[name]),
      );
    expect(unzoomed(await everythingIn('body { zoom: 1.5; }'))).to.deep.equal(unzoomed(await everythingIn('')));
  });

  it('is larger where the page asks for it', async () => {
    const larger = await inShop(320, 'body { --pay-font-size: 20px; --pay-padding: 30px; }');
    expect(larger['legend']?.text).to.match(/ 20px ltr /);
    expect(larger['legend']?.box[0]).to.be.closeTo(31, 0.1);
  });

  const boxes = {
    'a block': 'display: block',
    'a column': 'display: flex; flex-direction: column',
    'a column that centres': 'display: flex; flex-direction: column; align-items: center',
    'a row that centres': 'display: flex; justify-content: center',
    'a grid that centres': 'display: grid; place-items: center',
  };
  for (const [what, css] of Object.entries(boxes))
    it(`is as wide as ${what}, up to its own largest size, and in the middle of what is wider`, async () => {
      const box = document.createElement('div');
      document.body.append(box);
      const face = await stand();
      box.append(face);
      await face.updateComplete;
      for (const [room, margin, width] of [
        [320, 'auto', 320],
        [736, 'auto', 736],
        [1200, 'auto', 736],
        [320, '10px', 300],
      ] as const) {
        box.style.cssText = `${css}; inline-size: ${room}px`;
        face.style.marginInline = margin;
        const { left, right, width: shown } = face.getBoundingClientRect();
        const around = box.getBoundingClientRect();
        expect(shown, `in ${room} px`).to.equal(width);
        expect(left - around.left, `in ${room} px`).to.be.closeTo(around.right - right, 0.5);
      }
      box.remove();
    });

  for (const [what, css] of Object.entries({
    floats: 'float: left',
    'stands in a line': 'display: inline-block',
    'is a dialog': 'position: fixed; inline-size: fit-content',
  }))
    it(`can be read in a box that ${what}, and asks what it holds for its width`, async () => {
      const box = document.createElement('div');
      box.style.cssText = css;
      document.body.append(box);
      const face = await stand();
      box.append(face);
      await face.updateComplete;
      expect(face.getBoundingClientRect().width).to.be.within(280, 320);
      box.remove();
    });

  for (const [what, row, aside, own] of [
    ['in a row, with flex: 1', 'display: flex', '', 'flex: 1'],
    ['beside a float, with inline-size: auto', 'display: flow-root', 'float: left', 'inline-size: auto'],
  ] as const)
    it(`leaves its neighbour the room that it has: ${what}`, async () => {
      const box = document.createElement('div');
      const neighbour = document.createElement('aside');
      box.style.cssText = `${row}; inline-size: 800px`;
      neighbour.style.cssText = `${aside}; inline-size: 300px; block-size: 40px`;
      document.body.append(box);
      const face = await stand();
      face.style.cssText = own;
      box.append(neighbour, face);
      await face.updateComplete;
      const [left, right] = [neighbour.getBoundingClientRect(), face.getBoundingClientRect()];
      expect([left.width, right.width, right.top - left.top]).to.deep.equal([300, 500, 0]);
      box.remove();
    });
});
