import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ShopOptions } from './harness.ts';
import type { Shop } from './shop.ts';

describe('the script-tag build', () => {
  const harness = useHarness();

  /** The bundle's files that a page fetched, with their queries, in order of name. */
  const fetched = async (shop: Shop): Promise<string[]> =>
    (await shop.sent())
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.startsWith('/cdn/'))
      .map(({ pathname, search }) => pathname.replace('/cdn/', '') + search)
      .toSorted();

  const payWithCard = async (shop: Shop): Promise<void> => {
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    const [transaction, ...others] = await shop.transactions();
    assert.equal(transaction?.status, 'APPROVED');
    assert.deepEqual(others, []);
    assert.equal(shop.events('pay-result').length, 1);
  };

  const card: ShopOptions = { attributes: { methods: 'CARD' } };
  const entryTwice: ShopOptions['html'] = ({ element, script }) => `${script}${element}${script}`;

  it('pays from another origin under a query, named twice on the page, and loads each file once', async () => {
    const shop = await harness.openShop({ ...card, scriptFrom: 'cdn', scriptQuery: '?v=1', html: entryTwice });
    await payWithCard(shop);
    const files = await fetched(shop);
    assert.deepEqual(files, [...new Set(files)]);
    assert.deepEqual(
      files.filter((name) => name.startsWith('pay-checkout')),
      ['pay-checkout.js?v=1'],
    );
  });

  it('gives the focus to the script that follows it, and hears of a press', async () => {
    const html: ShopOptions['html'] = ({ element, script }) => `${element}${script}<script type="module">
      const checkout = document.querySelector('pay-checkout');
      checkout.focus();
      checkout.dataset.focused = checkout.shadowRoot.activeElement?.shadowRoot?.activeElement?.name;
      checkout.submit();
    </script>`;
    const shop = await harness.openShop({ ...card, html });
    await shop.waitForText(/Escribe el número de la tarjeta/);
    assert.equal(
      await shop.page.$eval('pay-checkout', (checkout) => (checkout as HTMLElement).dataset['focused']),
      'number',
    );
  });

  it('pays through the classic script, which passes its query on, also under a strict policy', async () => {
    const from: ShopOptions = { script: 'classic', scriptFrom: 'cdn', scriptQuery: '?v=2' };
    const shop = await harness.openShop({ ...card, ...from, csp: harness.strictCsp });
    await payWithCard(shop);
    const files = await fetched(shop);
    assert.deepEqual(
      files.filter((name) => name.startsWith('pay-checkout')),
      ['pay-checkout.classic.js?v=2', 'pay-checkout.js?v=2'],
    );
  });

  it('S12: loads the checkout beside the classic script, whatever markup calls itself the running script', async () => {
    const html: ShopOptions['html'] = ({ element, script }) =>
      `<img name="currentScript" alt="" src="/elsewhere/pay-checkout.classic.js">${element}${script}`;
    const shop = await harness.openShop({ ...card, script: 'classic', html });
    shop.allow(/404|Failed to load resource/); // of the picture
    await payWithCard(shop);
    const files = await fetched(shop);
    assert.deepEqual(
      files.filter((name) => name.includes('elsewhere') && !name.includes('classic')),
      [],
    );
  });

  it('pays on a page that loads two copies of it', async () => {
    const html: ShopOptions['html'] = ({ element, script }) =>
      `${script.replace('pay-checkout.js', 'pay-checkout.js?copy=2')}${element}${script}`;
    const shop = await harness.openShop({ ...card, html });
    await payWithCard(shop);
    assert.deepEqual(
      (await fetched(shop)).filter((name) => name.startsWith('pay-checkout')),
      ['pay-checkout.js', 'pay-checkout.js?copy=2'],
    );
  });

  it('shows the form while the service has not answered anything yet', async () => {
    for (const path of ['/merchants/info', '/libs/js/v1.js']) {
      await harness.sandbox.fault({ method: 'GET', path, times: 1, fault: { kind: 'delay', ms: 60_000 } });
    }
    const shop = await harness.openShop({ ...card, settle: false });
    await shop.control('number');
    assert.equal((await shop.state())?.status, 'loading');
    await harness.sandbox.letGo();
    await shop.waitForState('ready');
  });

  it('pays under a strict policy with Trusted Types', async () => {
    const shop = await harness.openShop({ ...card, csp: harness.strictCsp });
    await payWithCard(shop);
  });
});
