import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderSVG } from 'uqr';
import { isSafePicture } from '../../src/domain/safe-picture.ts';
import { timesAsLong } from '../times-as-long.ts';

const svgOf = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
const isSafeSvg = (text: string): boolean => isSafePicture(svgOf(text));
/** A drawing around one part of it. */
const drawing = (inside: string, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${more}>${inside}</svg>`;

/** A chunk of a PNG, whose checksum nobody reads here. */
function pngChunk(name: string, length = 8): Buffer {
  const chunk = Buffer.alloc(length + 12);
  chunk.writeUInt32BE(length, 0);
  chunk.write(name, 4, 'latin1');
  return chunk;
}

function pngOf(width: number, height: number, type = 'IHDR', ...more: Buffer[]): string {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n\0\0\0\r', 'latin1');
  head.write(type, 12);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return `data:image/png;base64,${Buffer.concat([head, ...more]).toString('base64')}`;
}

describe('a picture in a record', () => {
  for (const [writer, text] of [
    ['one path', renderSVG('https://bank.example/qr/1-2-3', { border: 2 })],
    ['a long text, as one path', renderSVG('a'.repeat(700))],
    [
      'strokes, and sizes',
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 33 33" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h33v33H0z"/><path stroke="#000000" d="M4 4.5h7m3 0h1m-1.5e-3 0h2"/></svg>\n',
    ],
    [
      'an element for each square, in groups, under a document type',
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- Created with a tool -->\n<svg width="2.4cm" height='2.4cm' viewBox="0 0 33 33" preserveAspectRatio="none" version="1.1" xmlns="http://www.w3.org/2000/svg"><g id="QRcode"><g transform="translate(4,4) scale(2)" style="fill:#000000; fill-opacity:1;stroke:none">${'<rect x="0" y="0" width="1" height="1" fill="rgb(0, 0, 0)"/>'.repeat(4000)}</g></g></svg>`,
    ],
    [
      'colours of every kind, and numbers that need no blank',
      drawing('<path d="M.5.5h1-1v-1e0L1-1" fill="rgba(0,0,0,.5)" stroke="#fff" style="fill:rgb(0 0 0);stroke:none"/>'),
    ],
    ['a path for each square, with decimals', drawing(`<path d="${'m.1.7h.1h.2v.3h-.3z'.repeat(4100)}"/>`)],
    [
      'an element for each square, in millimetres',
      `<svg xmlns="http://www.w3.org/2000/svg" width="97mm" height="97mm">${'<rect x="4mm" y="4mm" width="1mm" height="1mm"/>'.repeat(4700)}</svg>`,
    ],
    [
      'a path for each row, under a background and in a scale, with lines around',
      drawing(
        `<rect width="100%" height="100%" fill="#fff"/><g transform="translate(1 1) scale(0.09 .09)" stroke="#000" stroke-width=".1">${'<path d="M0 4h97v1H0z"/>'.repeat(97)}</g>`,
      ),
    ],
    [
      'of the size of its place',
      `<svg xmlns="http://www.w3.org/2000/svg" height="100%">${'<rect width="4" height="4"/>'.repeat(900)}</svg>`,
    ],
    ['an empty path', drawing('<path d=""/><path/>')],
    ['straight lines without letters', drawing(`<path d="M0 0h${'1-1.5'.repeat(9000)}"/>`)],
    [
      'a stroke for each dark square but those beside another, of 97 by 97',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 97 97"><path stroke="#000" d="${`${'m1 0h1'.repeat(48)}m-96 1`.repeat(97).replace('m', 'M')}"/></svg>`,
    ],
    [
      'the same squares with lines around each',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 97 97"><path stroke="#000" d="${`${'m2 0h1v1h-1z'.repeat(48)}m-96 1`.repeat(97).replace('m', 'M')}"/></svg>`,
    ],
    ['a title', drawing('<title>Código QR</title>\n<path d="M1 1L2 1L2 2L1 2Z" class="dot"></path>')],
  ] as const)
    it(`is taken as an SVG: ${writer}`, () => assert(isSafeSvg(text)));

  it('is taken as a PNG of a usual size', () => {
    assert(isSafePicture(pngOf(512, 512)));
    assert(isSafePicture(pngOf(2048, 2048)));
    // What screenshots and tools for drawing write, and the names of chunks within the picture and behind its end.
    const [profile, text, end] = [pngChunk('iCCP', 3000), pngChunk('iTXt', 20_000), pngChunk('IEND', 0)];
    const picture = Buffer.concat([pngChunk('IDAT', 4), Buffer.from('acTL iCCP iCCP iCCP iCCP')]);
    picture.writeUInt32BE(picture.length - 12, 0);
    assert(isSafePicture(pngOf(512, 512, 'IHDR', profile, text, picture, end, Buffer.from('acTL'))));
  });

  const nested = (depth: number): string =>
    drawing(
      `<defs><g id="a0"><path d="M0 0h1"/></g>${Array.from({ length: depth }, (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#a${depth}"/>`,
    );
  for (const [what, text] of [
    ['nested references', nested(9)],
    ['one reference', drawing('<path id="a" d="M0 0h1"/><use xlink:href="#a"/>')],
    ['a foreign reference', drawing('<use href="https://evil.example/a.svg#a"/>')],
    [
      'entities that multiply',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${drawing('<title>&b;</title>')}`,
    ],
    ['an entity', drawing('<title>&amp;</title>')],
    ['a foreign document type', `<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">${drawing('')}`],
    ['character data', drawing('<![CDATA[<script/>]]>')],
    ['an instruction', `<?xml-stylesheet href="https://evil.example/a.css"?>${drawing('')}`],
    ['another coding', `<?xml version="1.0" encoding="utf-7"?>${drawing('')}`],
    ['a script', drawing('<script>for(;;);</script>')],
    ['a handler', drawing('', ' onload="alert(1)"')],
    ['a style sheet', drawing('<style>*{filter:blur(99px)}</style>')],
    ['HTML', drawing('<foreignObject><img/></foreignObject>')],
    ['a picture', drawing('<image href="https://evil.example/a.png"/>')],
    ['a link', drawing('<a href="https://evil.example"><path d="M0 0h1"/></a>')],
    ['an animation', drawing('<path d="M0 0h1"><animate attributeName="d" dur="1s"/></path>')],
    ['a pattern', drawing('<pattern id="a"><rect fill="url(#a)"/></pattern>')],
    ['a filter', drawing('<filter id="a"><feTurbulence numOctaves="999999"/></filter>')],
    ['a filter of an attribute', drawing('<path d="M0 0h1" filter="blur(99px)"/>')],
    ['a filter of a style', drawing('<path d="M0 0h1" style="fill:#000;filter:blur(99px)"/>')],
    ['an address in a style', drawing('<path d="M0 0h1" style="fill:url(https://evil.example/a)"/>')],
    ['an address in an attribute', drawing('<path d="M0 0h1" fill="url(https://evil.example/a)"/>')],
    ['an escape in a style', drawing('<path d="M0 0h1" style="fil\\74er:blur(9px)"/>')],
    ['dashes', drawing('<path d="M0 0h99999" stroke-dasharray="0.0001"/>')],
    ['dashes in a style', drawing('<path d="M0 0h99999" style="stroke-dasharray:0.0001"/>')],
    ['curves', drawing('<path d="M0 0C9 9 0 9 9 0"/>')],
    ['arcs', drawing('<path d="M0 0a9 9 0 1 1 9 9"/>')],
    ['a circle', drawing('<circle r="9"/>')],
    ['a slant', drawing('<g transform="translate(1) rotate(45)"><path d="M0 0h1"/></g>')],
    ['more numbers than a call takes', drawing(`<g transform="scale(${'1 '.repeat(140_000)})"/>`)],
    ['lines without end', drawing(`<path d="M0 0${'L9 9L0 9'.repeat(1251)}"/>`)],
    ['lines without a letter of their own', drawing(`<path stroke="#000" d="M${' 9 1 0 9'.repeat(2500)}"/>`)],
    ['the same without blanks', drawing(`<path stroke="#000" d="M0 0L${'1.5.5-1e1.5'.repeat(1251)}"/>`)],
    [
      'lines that letters behind a mistake seem to pay for',
      drawing(`<path d="M0 0L${'9 1 0 9 '.repeat(5000)}${'M'.repeat(10_000)}"/>`),
    ],
    ['slanted lines back to a beginning', drawing(`<path d="${'M1 2h7v6'.repeat(2000)}"/>`)],
    ['the same, with an end', drawing(`<path d="${'m1 2H7V6z'.repeat(2000)}"/>`)],
    ['the same from a place that was moved', drawing(`<path d="${'m0 1h3m1 0h5v6'.repeat(1700)}"/>`)],
    ...['rgb(from ', 'calc(', 'color-mix(in srgb,red,', 'light-dark(red,', 'var(--a,', 'min(1,', '('].flatMap((begin) =>
      ['fill', 'stroke', 'stroke-width', 'width', 'id', 'viewBox'].map((name) => {
        const value = `${begin.repeat(2000)}red${')'.repeat(2000)}`;
        return [`functions within functions: ${name} ${begin}`, drawing(`<rect ${name}="${value}"/>`)] as const;
      }),
    ),
    ['functions within functions, in a style', drawing(`<rect style="fill:rgb(${'calc('.repeat(99)}1)"/>`)],
    ['an unfinished function in a style', drawing(`<rect style="stroke-width:${'('.repeat(150_000)}"/>`)],
    ['a function that is no colour', drawing('<rect fill="attr(x)" style="stroke:var(--x)"/>')],
    ['steps without end', drawing(`<path d="M0 0${'v9h1'.repeat(12_501)}"/>`)],
    ['small lines that a fill draws back to where each began', drawing(`<path d="${'M1 1h.001v.001'.repeat(2000)}"/>`)],
    ['steps of many paths', drawing(`<path d="M0 0${'v9'.repeat(100)}"/>`.repeat(250))],
    ['shapes that cover the place again and again', `<svg>${'<rect width="99" height="99"/>'.repeat(99)}</svg>`],
    ...[
      '<path d="M0 0$" stroke="#000" stroke-width=".1" fill="none"/>',
      '<path d="M1e9 1e9M0 0$"/>',
      '<g transform="scale(.5)"><path transform="scale(2)" d="M0 0$"/></g>',
    ].map(
      (path) =>
        [
          `lines that go from end to end again and again: ${path}`,
          drawing(path.replace('$', 'H9V9H0V0'.repeat(600))),
        ] as const,
    ),
    ['the same in many paths', drawing(`<path d="M0 0${'H9V9H0V0'.repeat(30)}"/>`.repeat(20))],
    ['the same, drawn by ends', drawing(`<path d="${'M0 0H9V9z'.repeat(700)}"/>`)],
    ...['9', '1in', '.5'].map(
      (width) =>
        [
          `small lines under a thick stroke: ${width}`,
          drawing(`<path stroke="#000" stroke-width="${width}" d="M1 4.5${'h.3h-.2997'.repeat(12_000)}"/>`),
        ] as const,
    ),
    [
      'the same in a scale, of a stroke that is told of above',
      drawing(
        `<g stroke="#000" stroke-width="90"><path transform="scale(.1)" d="M10 45${'h3h-2.997'.repeat(12_000)}"/></g>`,
      ),
    ],
    ['layers', drawing('<g opacity=".5"><path d="M0 0h1"/></g>')],
    ...[
      '<rect x="0" y="0" width="9" height="9" fill="rgba(0,0,0,.5)"/>',
      '<rect width="9" height="9" style="fill:#0008"/>',
      '<rect x=".3" y=".3" width="8.7" height="8.7"/>',
      '<rect width="100%" height="100%"/>',
      '<rect width="1in" height="1in"/>',
      '<rect width="9em" height="9rem"/>',
      '<path d="M0 0h9v9H0z"/>',
      '<path d="M9 9H0V0Z"/>',
      '<rect d="M0 0h.1" width="9" height="9"/>',
      '<rect width="-9" height="9"/><rect width="9" height="9"/>',
      '<path transform="scale(9)" d="M0 0h1v1H0z"/>',
      '<g transform="scale(3)"><rect transform="scale(3)" width="1" height="1"/></g>',
      '<rect width=".1" height=".1" stroke="#000" stroke-width="9"/>',
      '<rect width=".1" height=".1" style="stroke:#000;stroke-width:9"/>',
      '<rect width=".1" height=".1" style="stroke:#000;stroke-width:3cm"/>',
      '<path d="M0 4h.1" stroke="#000" stroke-width="1in"/>',
    ].map((shape) => [`shapes that cover it again and again: ${shape}`, drawing(shape.repeat(1000))] as const),
    [
      'the same in lines that are told of above',
      drawing(`<g style="stroke:red;stroke-width:9">${'<rect width=".1" height=".1"/>'.repeat(999)}</g>`),
    ],
    ...[
      'viewBox="0 0 -9 9"',
      'viewBox="0 0 999999"',
      'viewBox="0 0 1e9. 1e9."',
      'viewBox="0,,0 99999 99999"',
      'viewBox="0 0 9999 9999 x" width="9" height="9"',
      'width="9em" height="9em"',
      'viewBox="0 0 0 0"',
      'viewBox="0 0 99999 1" preserveAspectRatio="xMidYMid slice"',
    ].map(
      (sides) =>
        [
          `a size that a browser would read in another way: ${sides}`,
          `<svg xmlns="http://www.w3.org/2000/svg" ${sides}>${'<rect width="9" height="9"/>'.repeat(99)}</svg>`,
        ] as const,
    ),
    ['names of the prototype', drawing('<path constructor="1" d="M0 0h1"/>')],
    ['another root', drawing(drawing(''))],
    ['no drawing', '<g/>'],
    ['nothing', ' '],
    ['text', drawing('text')],
    ...['<!-- -->', '<!----> ', '<title>a</title>'].flatMap((piece) => [
      [`without end: ${piece}`, drawing(piece.repeat(5000))] as const,
      [`without end, at the end: ${piece}`, drawing('') + piece.repeat(5000)] as const,
    ]),
    ['comments without end before it', '<!-- -->'.repeat(300) + drawing('')],
    ['the same behind a head', `<?xml version="1.0"?>${'<!-- -->\n'.repeat(300)}${drawing('')}`],
    ['a deep tree', drawing('<g>'.repeat(17) + '</g>'.repeat(17))],
    ['too many shapes', drawing('<rect/>'.repeat(5000))],
    ['too much', drawing(`<path d="${'M0 0h1'.repeat(60_000)}"/>`)],
    ['a compressed drawing', '\x1f\x8b\x08'],
    ['a tag without an end', `${drawing('')}<path d="M0 0`],
  ] as const)
    it(`S7: is refused as an SVG: ${what}`, () => assert(!isSafeSvg(text)));

  for (const [what, picture] of [
    ['a width that fits no memory', pngOf(60_000, 10)],
    ['a height that fits no memory', pngOf(10, 2 ** 31)],
    ['no width', pngOf(0, 10)],
    ['no header', pngOf(10, 10, 'IDAT')],
    ['hundreds of pictures in one', pngOf(2048, 2048, 'IHDR', pngChunk('tEXt'), pngChunk('acTL'))],
    ...['zTXt', 'iTXt', 'iCCP'].map(
      (name) =>
        [
          `texts that are packed, again and again: ${name}`,
          pngOf(64, 64, 'IHDR', ...Array(4).fill(pngChunk(name))),
        ] as const,
    ),
    ['a colour profile that unpacks to 50 MB', pngOf(64, 64, 'IHDR', pngChunk('iCCP', 48_000))],
    ['a torn chunk', pngOf(64, 64, 'IHDR', Buffer.from('\0\0', 'latin1'))],
    ['another format under its name', `data:image/png;base64,${Buffer.from(drawing('')).toString('base64')}`],
    ['a signature alone', 'data:image/png;base64,iVBORw0KGgo='],
    ['an end within the header', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='],
    ['base64 that is none', 'data:image/png;base64,iVBOR'],
  ] as const)
    it(`S7: is refused as a PNG: ${what}`, () => assert(!isSafePicture(picture)));

  it('S7: is read in one pass, however it is written', async () => {
    const length = 250_000;
    const harmless = drawing('<rect x="1" y="2" width="3" height="4" fill="#000000"/>'.repeat(4900));
    for (const part of ['<path d="M', '<path ', ' ', '<!-', '<!--', '<title>', 'a="', "<g a='b' ", '</g ', '<svg x="'])
      for (const begin of ['', drawing('').replace('</svg>', '')]) {
        const text = begin + part.repeat(length / part.length);
        const times = await timesAsLong(
          () => isSafeSvg(text),
          () => isSafeSvg(harmless),
          10,
        );
        assert(times < 10, `${JSON.stringify(begin + part)} took ${times} times as long as a harmless one`);
      }
  });
});
