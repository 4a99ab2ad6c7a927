import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fetchLogo } from '../../src/api/fetch-logo.ts';
import { logoAddress, maxLogoBytes } from '../../src/domain/safe-logo.ts';

const number = (value: number, length: number, isLittle = false): number[] => {
  const bytes = Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256);
  return isLittle ? bytes : bytes.toReversed();
};
const text = (...parts: (string | number[])[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : String.fromCharCode(...part))).join('');

const pngOf = (width: number, height: number): string =>
  text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', number(width, 4), number(height, 4), '\x08\x06\0\0\0');
/** With the segments that cameras and editors write before the frame. */
const jpegOf = (width: number, height: number, begin = '\xff\xd8', kind = '\xc2'): string =>
  text(begin, '\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', '\xff\xc4\0\x04\0\0', '\xff', kind, '\0\x11\x08', [
    ...number(height, 2),
    ...number(width, 2),
  ]);
const largeFrame = jpegOf(60_000, 60_000, '');
const partOf = (kind: string, data: string): string => text(kind, number(data.length, 4, true), data);
const webpOf = (kind: string, data: string): string => text('RIFF\0\0\0\0WEBP', partOf(kind, data));
const lossyOf = (width: number, height: number): string =>
  webpOf('VP8 ', text('\0\0\0\x9d\x01\x2a', number(width + 2 ** 14, 2, true), number(height, 2, true)));
const losslessOf = (width: number, height: number, more = ''): string =>
  webpOf('VP8L', text('\x2f', number(width - 1 + (height - 1) * 2 ** 14 + 2 ** 28, 4, true), more));
const extendedOf = (width: number, height: number, flags = 0x10): string =>
  webpOf('VP8X', text([flags], '\0\0\0', number(width - 1, 3, true), number(height - 1, 3, true)));
const svgOf = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
const nested = svgOf('<g id="a"><path d="M0 0h1"/></g><use href="#a"/>');

describe('S7: a logo', () => {
  const kinds = { png: pngOf, jpeg: jpegOf, webp: lossyOf, 'webp ': losslessOf, 'webp  ': extendedOf };
  for (const [kind, make] of Object.entries(kinds)) {
    it(`is an address that holds it, of ${kind}`, () => {
      for (const [width, height] of [
        [1, 1],
        [300, 120],
        [2048, 2048],
      ] as const)
        assert.equal(logoAddress(make(width, height)), `data:image/${kind.trim()};base64,${btoa(make(width, height))}`);
    });

    it(`is none that fits no memory, of ${kind}`, () => {
      for (const [width, height] of [
        [2049, 1],
        [1, 2049],
        [16_000, 16_000],
      ] as const)
        assert.equal(logoAddress(make(width, height)), undefined);
    });
  }

  it('is of as many scans as the usual tools write, and not of thousands', () => {
    const scans = (count: number): string => '\xff\xda\0\x08\x01\x01\0\x01\x3f\0\xaa'.repeat(count) + '\xff\xd9';
    for (const kind of ['\xc0', '\xc2']) {
      const head = jpegOf(2048, 2048, '\xff\xd8', kind);
      for (const count of [1, 12, 20]) assert.notEqual(logoAddress(head + scans(count)), undefined, `${count}`);
      for (const count of [21, 8000]) assert.equal(logoAddress(head + scans(count)), undefined, `${count}`);
    }
  });

  it('may be packed without loss, or transparent', () => {
    const pictures = [losslessOf(9, 9, '\0'.repeat(15_000)), extendedOf(9, 9) + partOf('ALPH', '\0'.repeat(1001))];
    for (const picture of pictures)
      assert.notEqual(logoAddress(picture + partOf('VP8 ', '\0'.repeat(50_000))), undefined);
  });

  it('is a drawing of shapes', () => {
    const drawing = svgOf('<path d="M0 0h9v9z" fill="#123456"/>');
    assert.equal(logoAddress(drawing), `data:image/svg+xml;base64,${btoa(drawing)}`);
  });

  for (const [what, bytes] of [
    ['references', nested],
    ['a drawing whose name is another one', text('\xff\xd8', nested)],
    ['nothing', ''],
    ['a page', '<!doctype html><title>404</title>'],
    ['too many bytes', jpegOf(9, 9) + '\0'.repeat(maxLogoBytes)],
    ['something that moves', extendedOf(9, 9, 0x02)],
    ['a picture of tens of thousands of codes', losslessOf(9, 9, '\0'.repeat(30_000))],
    ['the same in what is transparent', extendedOf(9, 9) + partOf('ALPH', '\0'.repeat(30_001)) + partOf('VP8 ', '')],
    ['an unknown kind', webpOf('VP9 ', '\0'.repeat(20))],
    ['a frame that ends before its sides', jpegOf(9, 9).slice(0, -3)],
    ['no frame', '\xff\xd8\xff\xe0\0\x04\0\0'],
    ['a segment that leads nowhere', '\xff\xd8\xff\xe0'],
    [
      'a small frame behind a large one that a mark without a length seems to hold',
      jpegOf(9, 9, text('\xff\xd8\xff\xd0', number(2 + largeFrame.length, 2), largeFrame)),
    ],
    ['bytes that a browser passes over', jpegOf(9, 9, '\xff\xd8\0\0')],
    ['ends of their own', '\xff\xd8' + '\xff\xe0\0\0'.repeat(40_000)],
    ['a table in place of the frame', jpegOf(9, 9, '\xff\xd8', '\xcc')],
  ] as const)
    it(`is not: ${what}`, () => assert.equal(logoAddress(bytes), undefined));

  describe('is asked for at the service', () => {
    const asked: string[] = [];
    const answer = ({ url = '', headers }: IncomingMessage, response: ServerResponse): void => {
      asked.push(url);
      if (headers.cookie) asked.push('cookie');
      if (url === '/redirect') return void response.writeHead(302, { location: '/logout' }).end();
      if (url === '/missing.png') return void response.writeHead(404).end(pngOf(9, 9), 'latin1');
      if (url === '/endless-page') response.writeHead(404);
      if (url === '/nested.svg') return void response.end(nested);
      if (url === '/logo.png') return void response.end(pngOf(9, 9), 'latin1');
      const send = (): unknown => response.write(jpegOf(9, 9).padEnd(50_000, '\0'), 'latin1');
      response.on('drain', send);
      while (send());
    };
    const server = createServer(answer);
    let service = '';
    before(async () => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => {
      server.close();
      server.closeAllConnections();
    });
    const ask = (path: string): Promise<string | undefined> => {
      asked.length = 0;
      return fetchLogo(service + path, `${service}/v1`, 'pub_test_unit');
    };

    it('and is what comes from there', async () => {
      assert.equal(await ask('/logo.png'), `data:image/png;base64,${btoa(pngOf(9, 9))}`);
      assert.deepEqual(asked, ['/logo.png']);
    });

    it('and is no error page, and no drawing that keeps the page busy', async () => {
      for (const path of ['/missing.png', '/nested.svg']) assert.equal(await ask(path), undefined);
    });

    it('and never at where a redirect leads', async () => {
      await assert.rejects(ask('/redirect'), { name: 'CheckoutError', code: 'network' });
      assert.deepEqual(asked, ['/redirect']);
    });

    it('and is not kept where it is an error page without end', async (t) => {
      const given: Response[] = [];
      const { fetch } = globalThis;
      t.mock.method(globalThis, 'fetch', async (...asking: Parameters<typeof fetch>) => {
        const response = await fetch(...asking);
        given.push(response);
        return response;
      });
      assert.equal(await ask('/endless-page'), undefined);
      assert.equal((await given[0]?.body?.getReader().read())?.done, true);
    });

    it('and is not read without end', async () => {
      assert.equal(await ask('/endless'), undefined);
    });
  });
});
