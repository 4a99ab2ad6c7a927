import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { createServer, preview, type PreviewServer, type ViteDevServer } from 'vite';
import { earlyLanguage } from '../../demo/early-language.ts';
import { demoShop } from '../../demo/vite-plugin.ts';
import { listen, readVersion } from '../../scripts/node-tools.mjs';
import { freePort } from '../free-port.mjs';
import { sandboxAt, type TestSandbox } from '../start-sandbox.ts';
import { openBrowser, type OpenBrowser } from './browser.ts';
import { installPageProbe, recordMark } from './page-probe.ts';
import { Shop } from './shop.ts';
import { until } from './until.ts';

const events = ['pay-ready', 'pay-state-change', 'pay-source', 'pay-error', 'pay-transaction', 'pay-result'];

/**
 * The demo, its sandbox, and what goes from the one to the other; visitors come and go. The pages are the built ones,
 * which any machine serves at once; `fromSource` takes them from the dev server that `npm start` runs.
 */
export class DemoShop {
  origin = '';
  sandbox!: TestSandbox;
  /** The service's events as they arrived, oldest first. */
  readonly events: string[] = [];
  /** What they wait for on their way to the shop. */
  #passage = Promise.resolve();
  readonly #isBuilt: boolean;
  readonly #folder = mkdtempSync(join(tmpdir(), 'demo-shop-'));
  #server: ViteDevServer | PreviewServer | undefined;
  #relay: Server | undefined;
  #browser: Promise<OpenBrowser> | undefined;
  readonly #shops: Shop[] = [];

  constructor({ fromSource = false } = {}) {
    this.#isBuilt = !fromSource;
  }

  async start(): Promise<void> {
    const sandboxPort = await freePort();
    const port = await freePort();
    const own = { configFile: false, logLevel: 'silent' } as const;
    if (this.#isBuilt)
      this.#server = await preview({
        ...own,
        build: { outDir: 'dist/demo' },
        preview: { port, strictPort: true },
        plugins: [demoShop({ sandboxPort })],
      });
    else {
      this.#server = await createServer({
        ...own,
        cacheDir: join(this.#folder, 'vite'),
        define: { __VERSION__: JSON.stringify(readVersion()) },
        server: { port, strictPort: true, watch: null },
        plugins: [earlyLanguage(), demoShop({ sandboxPort })],
      });
      await this.#server.listen();
    }
    const address = this.#server.httpServer?.address() as AddressInfo;
    this.origin = `http://localhost:${address.port}`;
    this.sandbox = sandboxAt(`http://127.0.0.1:${sandboxPort}`);
    await until(() => this.sandbox.requests().catch(() => undefined), 'the sandbox to be up');
    await this.#listen();
  }

  async stop(): Promise<void> {
    // A browser that never started has failed the test that wanted it already.
    await (await this.#browser?.catch(() => undefined))?.close();
    this.#relay?.close().closeAllConnections();
    await this.#server?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Closes the pages that are open, and gives those of their problems that no test expected. */
  async problems(): Promise<string[]> {
    const shops = this.#shops.splice(0);
    const problems = shops.flatMap((shop) => shop.problems());
    // What was closed already, with its browser or by the test, is closed.
    for (const visitor of new Set(shops.map(({ page }) => page.browserContext())))
      await visitor.close().catch(() => undefined);
    return problems;
  }

  /** Opens a page as a visitor whom nobody here knows. */
  async open(
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<{ visitor: BrowserContext; shop: Shop }> {
    this.#browser ??= openBrowser();
    const visitor = await (await this.#browser).browser.createBrowserContext();
    return { visitor, shop: await this.openTab(visitor, path, prepare) };
  }

  /** Opens the shop in another browser of a visitor, which shares nothing with the first one but the session. */
  async openElsewhere(first: Shop, prepare?: (page: Page) => Promise<unknown>): Promise<Shop> {
    const cookies = await first.page.browserContext().cookies();
    const { shop } = await this.open('/', async (page) => {
      await page.browserContext().setCookie(...cookies);
      await prepare?.(page);
    });
    await shop.waitForState('ready');
    return shop;
  }

  /** Opens a page beside others of the same visitor. */
  async openTab(
    visitor: Pick<BrowserContext, 'newPage'>,
    path: string,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Shop> {
    const page = await visitor.newPage();
    const shop = new Shop(page, this.sandbox);
    this.#shops.push(shop);
    await page.evaluateOnNewDocument(installPageProbe, events, recordMark);
    await prepare?.(page);
    await page.goto(this.origin + path, { waitUntil: 'domcontentloaded', timeout: 60_000 });
    return shop;
  }

  /** Asks the shop's backend, as somebody with no page of it open. */
  async ask(path: string): Promise<Record<string, unknown>> {
    return (await fetch(`${this.origin}/api${path}`)).json() as Promise<Record<string, unknown>>;
  }

  /** Keeps events from the shop until what this gives is called. */
  holdEvents(): () => void {
    let letGo = (): void => {};
    this.#passage = new Promise((resolve) => (letGo = resolve));
    return letGo;
  }

  /** Delivers an event to the shop, genuine or not. */
  async deliver(body: string): Promise<number> {
    return (await fetch(`${this.origin}/api/webhook`, { method: 'POST', body })).status;
  }

  /** Stands between the service and the shop, and keeps a copy of each event. */
  async #listen(): Promise<void> {
    const relay = createHttpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const pass = async (): Promise<number> => {
          await this.#passage;
          this.events.push(body);
          return this.deliver(body);
        };
        void pass().then(
          (status) => response.writeHead(status).end(),
          () => response.writeHead(502).end(),
        );
      });
    });
    this.#relay = relay;
    const url = `${await listen(relay)}/`;
    const answer = await fetch(`${this.sandbox.url}/_sandbox/webhooks`, {
      method: 'POST',
      body: JSON.stringify({ url }),
    });
    assert(answer.ok);
  }
}
