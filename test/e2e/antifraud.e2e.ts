import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillIn, payWith, posts, statusOf } from './card-payer.ts';
import { useHarness } from './harness.ts';
import { holdWaits, waitsHeld } from './held-waits.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

describe('the anti-fraud library', () => {
  const harness = useHarness();

  it("is the page's own when it is there, and never loaded twice", async () => {
    const shop = await harness.openShop({
      html: ({ element, script }) =>
        `<script src="${harness.sandbox.url}/libs/js/v1.js" data-public-key="pub_test_e2e"></script>${element}${script}`,
    });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    const loads = (await shop.requests()).filter(({ path }) => path === '/libs/js/v1.js');
    assert.equal(loads.length, 1);
  });

  it("is the page's own when no address is given, however late it comes", async () => {
    const shop = await harness.openShop({ attributes: { 'library-url': null } });
    await fillIn(shop);
    await shop.page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const library = Object.assign(document.createElement('script'), { src });
          library.dataset['publicKey'] = 'pub_test_e2e';
          library.addEventListener('load', resolve);
          document.head.append(library);
        }),
      `${harness.sandbox.url}/libs/js/v1.js`,
    );
    await shop.pay();
    await shop.waitForState('settled');
    assert.deepEqual(shop.events('pay-warning'), []);
    const body = (await posts(shop, '/transactions'))[0]?.['body'] as Record<string, unknown>;
    assert.ok(body['session_id']);
    const none = await harness.openShop({ attributes: { 'library-url': null } });
    assert.equal(statusOf(await payWith(none)), 'APPROVED');
    assert.deepEqual(none.events('pay-warning'), []);
  });

  it("is waited for while the page's own script has come but not run", async () => {
    const address = `${harness.sandbox.url}/libs/js/v1.js`;
    const shop = await harness.openShop({
      html: ({ element, script }) =>
        `${script}<template>${element}</template><script>
          fetch('${address}').then((answer) => answer.text()).then(() => holdLibrary()).then(() => {
            const library = document.createElement('script');
            library.dataset.publicKey = 'pub_test_e2e';
            library.src = '${address}';
            document.head.append(library);
            document.body.append(document.querySelector('template').content);
          });
        </script>`,
      emulate: async (page) => {
        // For so long a script is waited for that may have run.
        await holdWaits(1500)(page);
        const fault = { kind: 'delay', ms: 60_000 } as const;
        await page.exposeFunction('holdLibrary', () =>
          harness.sandbox.fault({ method: 'GET', path: '/libs/js/v1.js', times: 1, fault }),
        );
      },
    });
    await fillIn(shop);
    await shop.pay();
    await until(async () => (await waitsHeld(shop.page)) > 0, 'the script to be waited for');
    assert.deepEqual(await shop.transactions(), []);
    await harness.sandbox.letGo();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    assert.deepEqual(shop.events('pay-warning'), []);
    assert.equal((await shop.requests()).filter(({ path }) => path === '/libs/js/v1.js').length, 2);
  });

  it('is missed but not needed', async () => {
    await harness.sandbox.fault({
      method: 'GET',
      path: '/libs/js/v1.js',
      times: 5,
      fault: { kind: 'status', status: 503 },
    });
    const shop = await harness.openShop();
    shop.allow(/503/);
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    assert.deepEqual(
      shop.events('pay-warning').map(({ code }) => code),
      ['antifraud_unavailable'],
    );
    const [creation] = await posts(shop, '/transactions');
    assert.ok(creation);
    assert.equal('session_id' in (creation['body'] as object), false);
  });

  describe('of which the page writes the element anew', () => {
    /** The first element is given none. Whoever asks later is answered by `tell`, if at all. */
    const library = `<script>
      window.asked = 0;
      window.OURS = {
        initialize(tell) {
          asked += 1;
          if (asked === 1) tell(null, 'none');
          else window.tell = tell;
        },
      };
    </script>`;
    const open = async () => {
      const shop = await harness.openShop({
        attributes: { 'library-url': null, 'library-global': 'OURS' },
        html: ({ element, script }) => `${library}<main>${element}</main>${script}`,
        // For so long the ids are waited for.
        emulate: holdWaits(8000),
      });
      await until(() => Promise.resolve(shop.events('pay-warning').length > 0), 'the warning');
      return shop;
    };
    const writeAnew = async (shop: Shop) => {
      const before = await shop.page.evaluate('asked');
      await shop.page.evaluate(() => {
        const main = document.querySelector('main')!;
        main.replaceChildren(...[...main.childNodes].map((node) => node.cloneNode(true)));
      });
      await until(async () => (await shop.page.evaluate('asked')) !== before, 'the library to be asked');
    };
    const sessionId = async (shop: Shop) =>
      ((await posts(shop, '/transactions'))[0]?.['body'] as Record<string, unknown> | undefined)?.['session_id'];

    it('B2: is not waited for again where it gave none', async () => {
      const shop = await open();
      await writeAnew(shop);
      assert.equal(statusOf(await payWith(shop)), 'APPROVED');
      assert.equal(await sessionId(shop), undefined);
    });

    it('B2: is waited for where it gave none and then some', async () => {
      const shop = await open();
      await writeAnew(shop);
      await shop.page.evaluate(`tell({ sessionId: 'second' })`);
      await writeAnew(shop);
      await fillIn(shop);
      await shop.pay();
      await shop.waitForState('submitting');
      await shop.page.evaluate(`tell({ sessionId: 'third' })`);
      await shop.waitForState('settled');
      assert.equal(await sessionId(shop), 'third');
    });
  });

  it('gives the session alone in its deprecated form', async () => {
    const shop = await harness.openShop({ attributes: { 'library-url': `${harness.sandbox.url}/libs/js/legacy.js` } });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    const body = (await posts(shop, '/transactions'))[0]?.['body'] as Record<string, unknown>;
    assert.ok(body['session_id']);
    assert.equal(body['customer_data'], undefined);
  });
});
