import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { build } from 'vite';
import { chromiumLaunch } from '../../scripts/browsers.mjs';
import { listen } from '../../scripts/node-tools.mjs';

interface Ordinary extends HTMLElement {
  stage: string;
  updateComplete: Promise<boolean>;
}

describe('what any element of lit may use, in the script-tag build', () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let page: Page;
  const problems: unknown[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'script-tag-'));
    await build({
      configFile: 'vite.config.ts',
      mode: 'cdn',
      logLevel: 'silent',
      build: {
        outDir: folder,
        emptyOutDir: true,
        lib: { entry: { 'pay-checkout': 'test/fixtures/script-tag/ordinary.ts' }, formats: ['es'] },
      },
    });
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://any').pathname;
      if (path === '/')
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(
          `<!doctype html>
            <ordinary-element in-cents="7"></ordinary-element>
            <pay-checkout public-key="pub_test_any" base-url="http://127.0.0.1:9" amount-in-cents="100000" order-url="/order"></pay-checkout>
            <script type="module" src="/pay-checkout.js?v=1"></script>`,
        );
      readFile(join(folder, path)).then(
        (body) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    browser = await launch(chromiumLaunch());
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error));
    await page.goto(await listen(server), { waitUntil: 'load' });
    await page.waitForFunction(() => document.querySelector('ordinary-element')?.shadowRoot?.querySelector('rect'));
  });

  after(async () => {
    await browser?.close();
    server?.close().closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  it('works: classMap, a number as attribute, several styles, svg and a comment in a template', async () => {
    const seen = await page.$eval('ordinary-element', ({ shadowRoot }) => {
      const [text, rect] = [shadowRoot?.querySelector('p'), shadowRoot?.querySelector('rect')];
      return {
        text: text?.textContent,
        class: text?.className.trim(),
        width: text && getComputedStyle(text).inlineSize,
        height: rect?.ownerSVGElement && getComputedStyle(rect.ownerSVGElement).blockSize,
        isDrawing: rect instanceof SVGRectElement,
        y: rect?.getAttribute('y'),
      };
    });
    assert.deepEqual(seen, {
      text: 'Pesos | dólares | first',
      class: 'wide',
      width: '40px',
      height: '20px',
      isDrawing: true,
      y: '2',
    });
  });

  it('works: a reflected property called stage', async () => {
    const seen = await page.$eval('ordinary-element', async (element) => {
      const ordinary = element as Ordinary;
      const initial = ordinary.getAttribute('stage');
      ordinary.stage = 'second';
      await ordinary.updateComplete;
      return [initial, ordinary.getAttribute('stage'), ordinary.shadowRoot?.querySelector('p')?.textContent];
    });
    assert.deepEqual(seen, ['first', 'second', 'Pesos | dólares | second']);
  });

  it('leaves the form of the checkout as it is', async () => {
    await page.waitForFunction(() =>
      document.querySelector('pay-checkout')?.shadowRoot?.querySelector('[name=payment_method_type]'),
    );
    assert.deepEqual(problems, []);
  });
});
