import { expect } from '@open-wc/testing';
import { stand, type FaceStand } from './face-stand.ts';
import { allIn } from './pierced.ts';

/** How things look that a payer reads and touches, and where they stand in the face. */
function measure(face: FaceStand): Record<string, string> {
  const { left, top } = face.getBoundingClientRect();
  const looks: Record<string, string> = {};
  for (const selector of ['.amount', 'legend', 'label', 'small', 'input[name=number]', '.note', '.pay']) {
    const [element] = allIn(face.renderRoot, selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    const { x, y, width, height } = element.getBoundingClientRect();
    const { letterSpacing, wordSpacing, textTransform, textIndent, whiteSpace, fontSize, direction, color } =
      getComputedStyle(element);
    const text = [letterSpacing, wordSpacing, textTransform, textIndent, whiteSpace, fontSize, direction, color];
    const box = [x - left, y - top, width, height].map((length) => length.toFixed(1));
    looks[selector] = [...box, ...text].join(' ');
  }
  return looks;
}

/** The face in a shop's page of a width, and the page's own style sheet. */
async function inShop(width: number, css = ''): Promise<Record<string, string>> {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  const face = await stand();
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
        expect(await inShop(width, css)).to.deep.equal(await inShop(width));
      });

  it('is larger where the page asks for it', async () => {
    const larger = await inShop(320, 'body { --pay-font-size: 20px; --pay-padding: 30px; }');
    expect(larger['legend'])
      .to.match(/ 20px ltr /)
      .and.match(/^31\.0 /);
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
