import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';

describe('a shop with a service worker that looks into its cache first', () => {
  const harness = useHarness();

  const pay = async (shop: Shop): Promise<void> => {
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
  };

  /** From here on the worker answers the page. */
  const registerWorker = (shop: Shop): Promise<void> =>
    shop.page.evaluate(async () => {
      const { serviceWorker } = navigator;
      const controlled = new Promise((done) =>
        serviceWorker.addEventListener('controllerchange', done, { once: true }),
      );
      await serviceWorker.register('/worker.js');
      if (!serviceWorker.controller) await controlled;
    });

  it('B10: is paid at each visit, and shown what became of it', async () => {
    const shop = await harness.openShop({ attributes: { 'resolve-url': '/resolve' } });
    await registerWorker(shop);
    for (const visit of [1, 2, 3]) {
      await shop.page.reload({ waitUntil: 'domcontentloaded' });
      await shop.waitForState('ready', 'settled');
      if (visit > 1) {
        await shop.page.evaluate(() => document.querySelector('pay-checkout')?.reset());
        await harness.giveOrder(shop);
        await shop.waitForState('ready');
      }
      await pay(shop);
      await shop.waitForText(/Pago aprobado/);
    }
    assert.deepEqual(
      (await shop.transactions()).map(({ status }) => status),
      ['APPROVED', 'APPROVED', 'APPROVED'],
    );
  });

  it('B10: is told by its own backend of a payment whose answer was lost, though it knew of none at first', async () => {
    let asked = 0;
    harness.shop.resolve = async (reference, response) => {
      const known = (await harness.sandbox.transactions()).find((one) => one.reference === reference);
      asked += 1;
      // As a backend whose event is late, and which says so with a body.
      const isKnown = asked > 1 && known;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isKnown ? known : null));
    };
    const shop = await harness.openShop({ attributes: { 'resolve-url': '/resolve' } });
    shop.allow(/ERR_|Failed to load/);
    await registerWorker(shop);
    await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'drop-after' } });
    await pay(shop);
    await shop.waitForText(/Pago aprobado/);
    assert.ok(asked > 1);
    assert.equal((await shop.transactions()).length, 1);
  });
});
