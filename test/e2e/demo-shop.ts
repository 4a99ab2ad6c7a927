import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { createServer, type ViteDevServer } from 'vite';
import { earlyLanguage } from '../../demo/early-language.ts';
import { demoShop } from '../../demo/vite-plugin.ts';
import { chromiumLaunch, firefoxLaunch } from '../../scripts/browsers.mjs';
import { listen } from '../../scripts/listen.mjs';
import { readVersion } from '../../scripts/read-version.mjs';
import { freePort } from '../free-port.mjs';
import { sandboxAt, type TestSandbox } from '../start-sandbox.ts';
import { engine } from './harness.ts';
import { installPageProbe, recordMark } from './page-probe.ts';
import { Shop } from './shop.ts';
import { until } from './until.ts';

const events = ['pay-ready', 'pay-state-change', 'pay-source', 'pay-error', 'pay-transaction', 'pay-result'];

/** The demo as `npm start` serves it, its sandbox, and what goes from the one to the other; browsers come and go. */
export class DemoShop {
  origin = '';
  sandbox!: TestSandbox;
  /** The service's events as they arrived, oldest first. */
  readonly events: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'demo-shop-'));
  #server: ViteDevServer | undefined;
  #relay: Server | undefined;
  readonly #browsers: Browser[] = [];
  readonly #shops: Shop[] = [];

  async start(): Promise<void> {
    const sandboxPort = await freePort();
    this.#server = await createServer({
      configFile: false,
      logLevel: 'silent',
      cacheDir: join(this.#folder, 'vite'),
      define: { __VERSION__: JSON.stringify(readVersion()) },
      server: { port: await freePort(), strictPort: true, watch: null },
      plugins: [earlyLanguage(), demoShop({ sandboxPort })],
    });
    await this.#server.listen();
    const address = this.#server.httpServer?.address() as AddressInfo;
    this.origin = `http://localhost:${address.port}`;
    this.sandbox = sandboxAt(`http://127.0.0.1:${sandboxPort}`);
    await until(() => this.sandbox.requests().catch(() => undefined), 'the sandbox to be up');
    await this.#listen();
  }

  async stop(): Promise<void> {
    for (const browser of this.#browsers) await browser.close();
    this.#relay?.close().closeAllConnections();
    await this.#server?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Problems of the pages opened so far that no test expected. */
  problems(): string[] {
    return this.#shops.splice(0).flatMap((shop) => shop.problems());
  }

  /** Opens a page in a browser of its own. */
  async open(path: string, prepare?: (page: Page) => Promise<unknown>): Promise<{ browser: Browser; shop: Shop }> {
    const browser = await launch(engine === 'firefox' ? firefoxLaunch() : chromiumLaunch());
    this.#browsers.push(browser);
    return { browser, shop: await this.openTab(browser, path, prepare) };
  }

  /** Opens a page beside others of the same visitor. */
  async openTab(browser: Browser, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Shop> {
    const page = await browser.newPage();
    const shop = new Shop(page, this.sandbox);
    this.#shops.push(shop);
    await page.evaluateOnNewDocument(installPageProbe, events, recordMark);
    await prepare?.(page);
    await page.goto(this.origin + path, { waitUntil: 'domcontentloaded' });
    return shop;
  }

  /** Asks the shop's backend, as somebody with no page of it open. */
  async ask(path: string): Promise<Record<string, unknown>> {
    return (await fetch(`${this.origin}/api${path}`)).json() as Promise<Record<string, unknown>>;
  }

  /** Delivers an event to the shop, genuine or not. */
  async deliver(body: string): Promise<{ status: number; outcome?: string }> {
    const response = await fetch(`${this.origin}/api/webhooks`, { method: 'POST', body });
    const answer = (await response.json()) as { outcome?: string };
    return { status: response.status, ...(answer.outcome && { outcome: answer.outcome }) };
  }

  /** Stands between the service and the shop, and keeps a copy of each event. */
  async #listen(): Promise<void> {
    const relay = createHttpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        this.events.push(body);
        void this.deliver(body).then(
          ({ status }) => response.writeHead(status).end(),
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
