import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build, type Metafile } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { CheckoutPage } from '../documented/checkout-page.ts';
import { serveFolder, type FolderServer } from '../e2e/folder-server.ts';
import { useHarness } from '../e2e/harness.ts';

const pageObject = (page: Page): CheckoutPage => new CheckoutPage(page, 'pay-checkout >>> ');

const payByCard = async (checkout: CheckoutPage, number?: string): Promise<string> => {
  await checkout.acceptContracts();
  await checkout.fillCard(number);
  await checkout.pay();
  return checkout.outcome();
};

describe('the test kit of the documents', () => {
  const harness = useHarness();
  const folder = mkdtempSync(join(tmpdir(), 'worker-shop-'));
  let files: FolderServer;
  let built: Metafile;

  before(async () => {
    // Not by Vite, which puts an empty module in the place of each of Node's: this bundler refuses them.
    ({ metafile: built } = await build({
      entryPoints: ['test/documented/sandbox-worker.js'],
      outdir: folder,
      bundle: true,
      format: 'esm',
      platform: 'browser',
      metafile: true,
      logLevel: 'silent',
    }));
    writeFileSync(join(folder, 'pay-checkout.js'), `import '${harness.shop.scriptOrigin}/cdn/pay-checkout.js';`);
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="es"><title>Vitrina</title>
      <pay-checkout public-key="pub_test_shop" base-url="https://sandbox.example"
        library-url="https://sandbox.example/libs/js/v1.js" amount-in-cents="11900000" methods="CARD"
        customer-email="ana@example.com"></pay-checkout>
      <script type="module">
        await navigator.serviceWorker.register('/sandbox-worker.js', { type: 'module' });
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
          await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
        const config = await (await fetch('https://sandbox.example/_sandbox/config')).json();
        const checkout = document.querySelector('pay-checkout');
        checkout.createOrder = async () => {
          const order = { reference: 'VITRINA-' + Date.now(), amountInCents: 11900000, currency: 'COP' };
          const text = order.reference + order.amountInCents + order.currency + config.integrity_secret;
          const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
          const signature = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
          return { ...order, signature };
        };
        await import('/pay-checkout.js');
      </script></html>`,
    );
    files = await serveFolder(folder);
  });
  after(() => {
    files.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fills and pays with its page object', async () => {
    const shop = await harness.openShop();
    const checkout = pageObject(shop.page);
    await checkout.choose('CARD');
    assert.equal(await payByCard(checkout), 'APPROVED');
  });

  it('tells a decline, and an outcome that nobody knows', async () => {
    const declined = await harness.openShop();
    assert.equal(await payByCard(pageObject(declined.page), '4111 1111 1111 1111'), 'DECLINED');

    const lost = await harness.openShop();
    await lost.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-after' } });
    lost.allow(/Failed to load resource|ERR_EMPTY_RESPONSE|NetworkError|CORS/);
    assert.equal(await payByCard(pageObject(lost.page)), 'unknown');
  });

  it('pays on a page whose service worker is the service', async () => {
    const context = await harness.browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.goto(files.origin);
      assert.equal(await payByCard(pageObject(page)), 'APPROVED');
    } finally {
      await context.close();
    }
  });

  it('has a worker of one file, with the sandbox in it and nothing that only Node has', () => {
    assert.deepEqual(
      Object.values(built.outputs).flatMap(({ imports }) => imports),
      [],
    );
    const names = Object.keys(built.inputs);
    assert.ok(names.some((name) => name.endsWith('dist/sandbox/worker.js')));
    assert.ok(!names.some((name) => /serve-/.test(name)));
  });
});
