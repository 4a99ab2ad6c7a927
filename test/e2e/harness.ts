import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, afterEach, before, beforeEach } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page, Viewport } from 'puppeteer-core';
import type * as Sandbox from '../../src/sandbox/index.ts';
import { sandboxAt, type TestSandbox } from '../start-sandbox.ts';
import { openBrowser } from './browser.ts';
import { engine } from './engine.ts';
import { installPageProbe, recordMark } from './page-probe.ts';
import { ShopServer, type OrderTerms, type ShopPage } from './shop-server.ts';
import { Shop } from './shop.ts';
import { WebKitPage } from './webkit-browser.ts';

export { engine };

/** The public events, by the names that merchants listen for. */
const eventTypes = [
  'pay-ready',
  'pay-state-change',
  'pay-method-change',
  'pay-consent',
  'pay-submit',
  'pay-transaction',
  'pay-action',
  'pay-redirect',
  'pay-result',
  'pay-unknown',
  'pay-renewal-required',
  'pay-source',
  'pay-warning',
  'pay-error',
];

export interface ShopOptions {
  /** Added to the usual attributes, which make a payable test order; `null` takes one away. */
  attributes?: Record<string, string | null>;
  /**
   * `signed` (default): reference and signature are attributes; `signed-anew`: others at each load. `order-url`: the
   * shop's backend gives an order for each attempt.
   */
  order?: 'signed' | 'signed-anew' | 'order-url';
  /** What the backend signs: 11900000 COP unless told otherwise. */
  terms?: Partial<OrderTerms>;
  /** The page's body; default: a heading, the element and the script. */
  html?: ShopPage['html'];
  /** `Content-Security-Policy` of the page; `{nonce}` is the nonce of its scripts. See `strictCsp`. */
  csp?: string;
  /** How the bundle is loaded. Default: as a module from the shop's own origin. */
  script?: 'module' | 'classic';
  /** `cdn` loads the bundle from another origin than the page's. */
  scriptFrom?: 'shop' | 'cdn';
  /** Query on the script's address, such as `?v=1`. */
  scriptQuery?: string;
  viewport?: Viewport;
  /** Prepares the page before it opens: media features, CPU throttling, functions of the merchant. */
  emulate?: (page: Page) => Promise<unknown>;
  /** What `openTab` opens. Default: where the first tab is. */
  address?: string;
  /** Waits until the element left the state `loading`. Default: true. */
  settle?: boolean;
}

const QUICK: Sandbox.SandboxOptions = { settleMs: { min: 300, max: 500 } };

/** A sandbox, a shop and a browser for the tests of one `describe`; the browser may be one that other files have later. */
export class Harness {
  sandbox!: TestSandbox;
  shop!: ShopServer;
  browser!: Browser;
  readonly #open: { shop: Shop; context: BrowserContext }[] = [];
  readonly #closing: (() => Promise<unknown> | void)[] = [];

  /** The policy of docs/recipes.md for the script-tag build, with this machine's plain-HTTP origins beside `https:`. */
  get strictCsp(): string {
    const service = this.sandbox.url;
    return [
      "default-src 'none'",
      "script-src 'nonce-{nonce}' 'strict-dynamic'",
      "style-src 'self'",
      `connect-src 'self' ${service}`,
      'frame-src https: http://127.0.0.1:*',
      "form-action 'self' https: http://127.0.0.1:*",
      "img-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types pay-checkout',
    ].join('; ');
  }

  /** The one for a page that takes the package in by a bundler: lit makes a policy of its own there. */
  get bundlerCsp(): string {
    return this.strictCsp.replace('trusted-types pay-checkout', 'trusted-types lit-html pay-checkout');
  }

  /**
   * @param shared a browser that others use too, and close
   * @param pace how soon payments settle by themselves: faster than the sandbox does unless told otherwise
   */
  async start(shared?: Browser, pace: Sandbox.SandboxOptions = QUICK): Promise<void> {
    const entry = resolve('dist/sandbox/index.js');
    const bundle = resolve('dist/cdn');
    assert(existsSync(entry) && existsSync(bundle), 'Build first: npm run build.');
    const built: typeof Sandbox = await import(pathToFileURL(entry).href);
    const service = await built.serve({ port: 0, host: '127.0.0.1', ...pace });
    this.#closing.push(() => service.close());
    this.sandbox = sandboxAt(service.url);
    const answer = await fetch(`${service.url}/_sandbox/config`);
    const { integrity_secret: secret }: { integrity_secret: string } = await answer.json();
    this.shop = new ShopServer({ secret, bundle });
    this.#closing.push(() => this.shop.close());
    await this.shop.start();
    if (shared) this.browser = shared;
    else {
      const opened = await openBrowser();
      this.browser = opened.browser;
      this.#closing.push(() => opened.close());
    }
  }

  async stop(): Promise<void> {
    for (const close of this.#closing.toReversed()) await close();
  }

  /** Opens a shop page in a browser profile of its own. */
  async openShop(options: ShopOptions = {}): Promise<Shop> {
    const id = await this.shop.add((page) => this.#page(page, options));
    const context = await this.browser.createBrowserContext();
    return this.#visit(context, `${this.shop.origin}/shop/${id}`, options);
  }

  /** Opens a page that is not this harness's own, in a browser profile of its own. */
  async openAddress(address: string, options: ShopOptions = {}): Promise<Shop> {
    return this.#visit(await this.browser.createBrowserContext(), address, options);
  }

  /** Opens the address of an open shop, or another one, in a second tab of the same profile. */
  async openTab(shop: Shop, options: ShopOptions = {}): Promise<Shop> {
    return this.#visit(shop.page.browserContext(), options.address ?? shop.page.url(), options);
  }

  /** Gives the element of an open shop another signed order, as a page does that has asked its backend for one. */
  async giveOrder(shop: Shop, amountInCents = 11_900_000): Promise<void> {
    const reference = this.shop.newReference();
    const signature = await this.shop.sign(reference, { amountInCents, currency: 'COP' });
    await shop.page.evaluate((order) => Object.assign(document.querySelector('pay-checkout') ?? {}, order), {
      amountInCents,
      reference,
      signature,
    });
  }

  /** Closes what a test opened, and fails it for problems that it did not expect. */
  async closeShops(): Promise<void> {
    const open = this.#open.splice(0);
    const problems = open.flatMap(({ shop }) => shop.problems());
    for (const context of new Set(open.map((entry) => entry.context))) await context.close();
    assert.deepEqual(problems, [], 'the page had problems that the test did not expect');
  }

  async #visit(context: BrowserContext, address: string, options: ShopOptions): Promise<Shop> {
    const page = await context.newPage();
    const shop = new Shop(page, this.sandbox);
    this.#open.push({ shop, context });
    if (options.viewport) await page.setViewport(options.viewport);
    await page.evaluateOnNewDocument(installPageProbe, eventTypes, recordMark);
    await options.emulate?.(page);
    if (page instanceof WebKitPage) this.shop.ahead = page.ahead;
    // The load event would wait for the anti-fraud script, however late it is.
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    if (options.settle ?? true)
      await shop.waitForState('ready', 'action', 'processing', 'settled', 'unknown', 'failed');
    return shop;
  }

  async #page(id: string, options: ShopOptions): Promise<ShopPage> {
    const order: OrderTerms = { amountInCents: 11_900_000, currency: 'COP', ...options.terms };
    const reference = this.shop.newReference();
    const signed: ShopPage['attributes'] =
      options.order === 'order-url'
        ? { 'order-url': `/order/${id}` }
        : { reference, signature: await this.shop.sign(reference, order) };
    const origin = options.scriptFrom === 'cdn' ? this.shop.scriptOrigin : this.shop.origin;
    const file = options.script === 'classic' ? 'pay-checkout.classic.js' : 'pay-checkout.js';
    const kind = options.script === 'classic' ? '' : ' type="module"';
    return {
      attributes: {
        'public-key': 'pub_test_e2e',
        'base-url': this.sandbox.url,
        'library-url': `${this.sandbox.url}/libs/js/v1.js`,
        'amount-in-cents': String(order.amountInCents),
        'customer-email': 'ana@example.com',
        'redirect-url': `${this.shop.origin}/return/${id}`,
        ...signed,
        ...options.attributes,
      },
      isSignedAnew: options.order === 'signed-anew',
      csp: options.csp,
      html: options.html ?? (({ element, script }) => `<h1>Tienda</h1>${element}${script}`),
      order,
      script: `<script${kind} nonce="{nonce}" src="${origin}/cdn/${file}${options.scriptQuery ?? ''}"></script>`,
    };
  }
}

/**
 * Gives the tests of the surrounding `describe` a harness: one browser, shop and sandbox for all of them, records
 * cleared before each test, pages closed and searched for problems after it.
 *
 * @param pace see `Harness.start`
 */
export function useHarness(pace?: Sandbox.SandboxOptions): Harness {
  const harness = new Harness();
  before(() => harness.start(undefined, pace));
  beforeEach(() => harness.sandbox.reset());
  afterEach(() => harness.closeShops());
  after(() => harness.stop());
  return harness;
}
