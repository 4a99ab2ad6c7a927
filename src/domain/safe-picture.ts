/**
 * The pictures that a record may hold in itself. A picture runs nothing in an image element, yet one can keep a page busy
 * for minutes: references that multiply (`<use>`), filters, slanted lines that cross one another, a size that fits no
 * memory. So a PNG has to be of a usual size, and an SVG to be made of rectangles and straight paths, as the writers of
 * QR codes make theirs.
 */

/** Longest data, in characters of base64. */
const maxLength = 400_000;
/** Most elements, and most steps of paths: a QR code of 97 by 97 squares has some 4,700 dark ones, of five steps each. */
const maxElements = 5000;
const maxSteps = 25_000;
/** A line to anywhere may cross all others. */
const stepsOfLine = 10;
const maxDepth = 16;
/** Most pixels of a side. */
const maxSide = 2048;

const dataPattern = /^data:image\/(svg\+xml|png);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Whether a picture is one that a page can draw without harm. */
export function isSafePicture(address: string): boolean {
  if (address.length > maxLength) return false;
  const [, type, data = ''] = dataPattern.exec(address) ?? [];
  if (!type) return false;
  const bytes = decode(data);
  return bytes !== undefined && (type === 'png' ? isSmallPng(bytes) : isPlainSvg(bytes));
}

/** A character for each byte. */
function decode(data: string): string | undefined {
  try {
    return atob(data);
  } catch {
    return undefined;
  }
}

/** Signature and header, which holds width and height, stand at the beginning. */
function isSmallPng(bytes: string): boolean {
  if (!bytes.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')) return false;
  const numbers = new DataView(Uint8Array.from(bytes.slice(16, 24), (byte) => byte.charCodeAt(0)).buffer);
  return [0, 4].every((place) => numbers.getUint32(place) > 0 && numbers.getUint32(place) <= maxSide);
}

/** What may stand before the drawing: how the text is coded, and the public document type, which defines nothing here. */
const svgHead =
  /^(?:\xef\xbb\xbf)?(?:<\?xml version=["']1\.[01]["'](?: encoding=["']utf-8["'])?(?: standalone=["'](?:yes|no)["'])?\s*\?>)?(?:\s|<!DOCTYPE svg PUBLIC "[^"<>[\]]*"\s+"[^"<>[\]]*">|<!--[^]*?-->)*/i;
/** The next piece of a drawing: a blank, a comment, a title, an end, or a shape with its attributes. */
const svgPiece =
  /\s+|<!--[^]*?-->|<(?:title|desc)>[^<&]*<\/(?:title|desc)>|<\/(?:svg|g|path|rect)\s*>|<(svg|g|path|rect)((?:\s+[\w:-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/y;
const svgAttribute = /\s+([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

const pathData = /^[MHVLZ\d\s.,e+-]*$/i;
const pathNumber = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
const transform = /^(?:\s*(?:translate|scale)\([\d\s.,e+-]*\),?)*\s*$/i;
const plainValue = /^[\w\s#%.,+-]*$/;
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
  ...Object.fromEntries(
    'width height viewBox preserveAspectRatio version baseProfile id class xml:space x y fill-rule fill-opacity stroke-width shape-rendering'
      .split(' ')
      .map((name) => [name, plainValue]),
  ),
  fill: paint,
  stroke: paint,
};

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** The steps of a path. More numbers than its letters ask for are lines that have no letter of their own. */
function stepsOf(path: string): number {
  const places = countOf(/m/gi, path);
  const lines = countOf(/l/gi, path);
  const straight = countOf(/[hv]/gi, path);
  const unnamed = Math.max(0, countOf(pathNumber, path) - 2 * (places + lines) - straight);
  return places + straight + countOf(/z/gi, path) + stepsOfLine * (lines + unnamed);
}

/** Whether a whole text is a drawing of listed shapes with listed attributes, and holds nothing that is not known here. */
function isPlainSvg(text: string): boolean {
  svgPiece.lastIndex = svgHead.exec(text)?.[0].length ?? 0;
  let elements = 0;
  let steps = 0;
  let depth = 0;
  while (svgPiece.lastIndex < text.length) {
    const [piece, name, attributes = '', end] = svgPiece.exec(text) ?? [];
    if (!piece) return false;
    if (piece.startsWith('</')) depth -= 1;
    if (!name) continue;
    elements += 1;
    if (elements > maxElements || (name === 'svg') !== (elements === 1)) return false;
    for (const [, attribute = '', quoted, otherwise] of attributes.matchAll(svgAttribute)) {
      const value = quoted ?? otherwise ?? '';
      if (!Object.hasOwn(svgAttributes, attribute) || !svgAttributes[attribute]?.test(value)) return false;
      if (attribute === 'd') steps += stepsOf(value);
    }
    if (steps > maxSteps) return false;
    if (end) continue;
    depth += 1;
    if (depth > maxDepth) return false;
  }
  return elements > 0;
}
