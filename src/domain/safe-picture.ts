/**
 * The pictures that a record may hold in itself. A picture runs nothing in an image element, yet one can keep a page busy
 * for minutes: references that multiply (`<use>`), filters, slanted lines that cross one another, a size that fits no
 * memory, hundreds of pictures in one. So a PNG has to be a single one of a usual size, and an SVG to be made of
 * rectangles and straight paths, as the writers of QR codes make theirs, which do not cover one another again and again.
 */

/** Longest data, in characters of base64. */
const maxLength = 400_000;
/** Most of what stands before a drawing: browsers take long for thousands of comments. */
const maxHead = 2000;
/** Most chunks of a PNG that are packed beside its picture: each may be thousands of times as long when it is read. */
const maxPacked = 3;
/** Longest colour profile of a PNG, packed: browsers unpack it before they draw anything. The usual ones have some 3,000 bytes. */
const maxProfile = 8000;
/** Of a chunk of a PNG: its length, its name and its checksum. */
const chunkFrame = 12;
/** Most elements and comments, and most steps of paths: a QR code of 97 by 97 squares has some 4,700 dark ones, of five steps each. */
const maxElements = 5000;
const maxSteps = 25_000;
/** A line to anywhere may cross all others. */
const stepsOfLine = 10;
const maxDepth = 16;
/** How often all shapes together may cover the picture: each may take as long as the picture is large. */
const maxCover = 40;
/**
 * How many times as long as a side the lines of all paths may be together: each may take as long as it is high. The outlines
 * of the dark squares of a QR code come to twice its squares of a side; in a drawing that is scaled down they seem longer.
 */
const maxReach = 2000;
/** Most pixels of a side. */
const maxSide = 2048;
/** Fewest pixels of a side of the place where a drawing is shown. */
const leastSide = 100;

const dataPattern = /^data:image\/(svg\+xml|png);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Whether a picture is one that a page can draw without harm. What cannot be judged is none. */
export function isSafePicture(address: string): boolean {
  if (address.length > maxLength) return false;
  const [, type, data = ''] = dataPattern.exec(address) ?? [];
  if (!type) return false;
  try {
    // A character for each byte.
    const bytes = atob(data);
    return type === 'png' ? isSmallPng(bytes) : isPlainSvg(bytes);
  } catch {
    return false;
  }
}

/**
 * Signature and header, which holds width and height, stand at the beginning, and the other chunks follow, each behind its
 * length. Moving pictures have the chunk `acTL`.
 */
function isSmallPng(bytes: string): boolean {
  if (!bytes.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')) return false;
  const numbers = new DataView(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer);
  const sides = [numbers.getUint32(16), numbers.getUint32(20)];
  if (!sides.every((side) => side > 0 && side <= maxSide)) return false;
  let packed = 0;
  let at = 8;
  // Where a chunk is longer than the file, browsers come no further, either.
  while (at < bytes.length) {
    const length = numbers.getUint32(at);
    const name = bytes.slice(at + 4, at + 8);
    if (name === 'IEND') break;
    if (name === 'acTL' || (name === 'iCCP' && length > maxProfile)) return false;
    if (/^(?:zTXt|iTXt|iCCP)$/.test(name)) packed += 1;
    at += chunkFrame + length;
  }
  return packed <= maxPacked;
}

/** What may stand before the drawing: how the text is coded, and the public document type, which defines nothing here. */
const svgHead =
  /^(?:\xef\xbb\xbf)?(?:<\?xml version=["']1\.[01]["'](?: encoding=["']utf-8["'])?(?: standalone=["'](?:yes|no)["'])?\s*\?>)?(?:\s|<!DOCTYPE svg PUBLIC "[^"<>[\]]*"\s+"[^"<>[\]]*">|<!--[^]*?-->)*/i;
/** The next piece of a drawing: a blank, a comment, a title, an end, or a shape with its attributes. */
const svgPiece =
  /\s+|<!--[^]*?-->|<(?:title|desc)>[^<&]*<\/(?:title|desc)>|<\/(?:svg|g|path|rect)\s*>|<(svg|g|path|rect)((?:\s+[\w:-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/y;
const svgAttribute = /\s+([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

const pathData = /^[MHVLZ\d\s.,e+-]*$/i;
const pathStep = /([mhvlz])([^mhvlz]*)/gi;
const pathNumber = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
/** Two numbers each. */
const transform = /^(?:\s*(?:translate|scale)\([\d\s.,e+-]{0,100}\),?)*\s*$/i;
const boxValue = /^[\d\s.,e+-]*$/i;
const plainValue = /^[\w\s#%.,+-]*$/;
/** Not `slice`, which shows a part as large as the whole. */
const aspect = /^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: meet)?)$/;
/** A colour or a number. Functions of CSS, one within another, can crash a browser. */
const paint = /^(?:[#%.\w-]*|rgba?\([\d\s%.,]*\))$/;
const namespace = /^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)$/;
const styleValue =
  /^\s*(?:(?:fill|fill-rule|fill-opacity|stroke|stroke-width|shape-rendering)\s*:\s*(?:[#%.\w-]+|rgba?\([\d\s%.,]*\))\s*(?:;\s*|$))*$/;
const svgAttributes: Record<string, RegExp> = {
  xmlns: namespace,
  'xmlns:xlink': namespace,
  style: styleValue,
  d: pathData,
  transform,
  viewBox: boxValue,
  preserveAspectRatio: aspect,
  ...Object.fromEntries(
    'width height version baseProfile id class xml:space x y fill-rule fill-opacity stroke-width shape-rendering'
      .split(' ')
      .map((name) => [name, plainValue]),
  ),
  fill: paint,
  stroke: paint,
};

/** Whether a place is another one, by more than what adding up decimals comes to. */
const differs = (one: number, other: number): boolean =>
  !(Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other)));

const numbersIn = (text: string): number[] => (text.match(pathNumber) ?? []).map(Number);

interface Measures {
  steps: number;
  width: number;
  height: number;
  /** How often the lines go from one end of the picture to the other. */
  reach: number;
}

/**
 * The steps of a path. Lines without a letter are counted too, and slanted ones that a fill draws back to a beginning. Each
 * line is as long as its stroke is thick, too: a browser draws the outline of all of them, however small they are.
 *
 * @param sides of the picture, in the path's own unit.
 * @param stroke how thick its lines are.
 */
function measure(path: string, sides: readonly number[], stroke: number): Measures {
  let steps = 0;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [x, y, beginX, beginY] = [0, 0, 0, 0];
  let reach = 0;
  const draw = (fromX: number, fromY: number): void => {
    for (const [place, length] of [x - fromX, y - fromY].entries())
      reach += Math.min(1, (Math.abs(length) + stroke) / (sides[place] ?? 1));
  };
  const close = (): void => {
    if (differs(x, beginX) && differs(y, beginY)) steps += stepsOfLine;
    draw(beginX, beginY);
  };
  for (const [, letter = '', values = ''] of path.matchAll(pathStep)) {
    const command = letter.toLowerCase();
    const numbers = numbersIn(values);
    const each = command === 'm' || command === 'l' ? 2 : 1;
    const isRelative = letter === command;
    if (command === 'z') {
      close();
      [x, y] = [beginX, beginY];
      steps += 1;
    }
    for (let index = 0; index < numbers.length; index += each) {
      const isBegin = command === 'm' && index === 0;
      if (isBegin) close();
      const [fromX, fromY] = [x, y];
      if (command !== 'v') x = (isRelative ? x : 0) + (numbers[index] ?? Number.NaN);
      if (command !== 'h') y = (isRelative ? y : 0) + (numbers[index + each - 1] ?? Number.NaN);
      if (isBegin) [beginX, beginY] = [x, y];
      else draw(fromX, fromY);
      steps += each === 2 && !isBegin ? stepsOfLine : 1;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  }
  close();
  return { steps, width: right - left, height: bottom - top, reach };
}

type Values = Readonly<Record<string, string | undefined>>;

const pixelsOf: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
const length = /^([+-]?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i;

/** In pixels. What has another unit is as long as can be. */
function lengthOf(text = '0'): number {
  const [, number, unit = ''] = length.exec(text.trim()) ?? [];
  return number ? Number(number) * (pixelsOf[unit.toLowerCase()] ?? Infinity) : Infinity;
}

/** Width and height of a drawing; one that takes the room it is given is drawn no smaller than this. */
const sidesOf = ({ viewBox, width = '100%', height = '100%' }: Values): number[] =>
  viewBox === undefined
    ? [width, height].map((side) => (side.endsWith('%') ? leastSide : lengthOf(side)))
    : viewBox
        .trim()
        .split(/\s*,\s*|\s+/)
        .slice(2)
        .map((side) => lengthOf(side));

/** How many times larger a shape is drawn. */
const scaleOf = ({ transform: text = '' }: Values): number =>
  [...text.matchAll(/scale\(([^()]*)\)/gi)]
    .map(([, factors = '']) => numbersIn(factors).reduce((one, other) => Math.max(one, Math.abs(other)), 1))
    .reduce((whole, factor) => whole * factor, 1);

/** How thick the lines of a shape are; 0 where it says nothing of them. */
function strokeOf({ stroke, style = '', ...values }: Values): number {
  const styles = Object.fromEntries(style.split(';').map((rule) => rule.split(':').map((part) => part.trim())));
  const paints = [stroke, styles['stroke']].filter((one) => one && one !== 'none');
  const widths = [values['stroke-width'], styles['stroke-width']].map(lengthOf);
  return Math.max(paints.length && 1, ...widths);
}

/** Whether a whole text is a drawing of listed shapes with listed attributes, and holds nothing that is not known here. */
function isPlainSvg(text: string): boolean {
  svgPiece.lastIndex = svgHead.exec(text)?.[0].length ?? 0;
  if (svgPiece.lastIndex > maxHead) return false;
  let pieces = 0;
  let elements = 0;
  let steps = 0;
  let cover = 0;
  let reach = 0;
  let stroke = 0;
  /** Of the drawing. */
  let sides: number[] = [];
  /** Of the elements around, and of the next one. */
  const scales = [1];
  while (svgPiece.lastIndex < text.length) {
    const [piece, name, attributes = '', end] = svgPiece.exec(text) ?? [];
    if (!piece) return false;
    if (piece.startsWith('</')) scales.pop();
    else if (piece.startsWith('<')) pieces += 1;
    if (pieces > maxElements) return false;
    if (!name) continue;
    elements += 1;
    if ((name === 'svg') !== (elements === 1)) return false;
    const values: Record<string, string> = {};
    for (const [, attribute = '', quoted, otherwise] of attributes.matchAll(svgAttribute)) {
      const value = quoted ?? otherwise ?? '';
      if (!Object.hasOwn(svgAttributes, attribute) || !svgAttributes[attribute]?.test(value)) return false;
      values[attribute] = value;
    }
    const scale = (scales.at(-1) ?? 1) * scaleOf(values);
    stroke = Math.max(stroke, strokeOf(values));
    const shape =
      name === 'path'
        ? measure(
            values['d'] ?? '',
            sides.map((side) => side / scale),
            stroke,
          )
        : { steps: 0, reach: 0, width: lengthOf(values['width']), height: lengthOf(values['height']) };
    if (name === 'svg') {
      sides = sidesOf(values);
      if (sides.length !== 2 || !sides.every((side) => side > 0 && side < Infinity)) return false;
    } else if (name !== 'g') {
      const [across = 1, down = 1] = [shape.width, shape.height].map((size, place) =>
        Math.min(1, ((Math.max(0, size) + stroke) * scale) / (sides[place] ?? 1)),
      );
      cover += across * down;
      reach += shape.reach;
    }
    steps += shape.steps;
    if (steps > maxSteps || !(cover <= maxCover) || !(reach <= maxReach)) return false;
    if (end) continue;
    scales.push(scale);
    if (scales.length > maxDepth + 1) return false;
  }
  return elements > 0;
}
