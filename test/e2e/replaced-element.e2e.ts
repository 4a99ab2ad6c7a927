import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ShopOptions } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** The page writes its payment block anew, as a framework does that renders it again. */
const replace = (shop: Shop): Promise<void> =>
  shop.page.evaluate(() => {
    const element = document.querySelector('pay-checkout');
    element?.replaceWith(element.cloneNode());
  });

/** The page takes the element away, and keeps it. */
const takeAway = (shop: Shop): Promise<void> =>
  shop.page.evaluate(() => {
    const element = document.querySelector('pay-checkout');
    Object.assign(globalThis, { element });
    element?.remove();
  });

/** The page moves the element in one task, as a framework does that sorts its list anew. */
const move = (shop: Shop): Promise<void> =>
  shop.page.evaluate(() => {
    const element = document.querySelector('pay-checkout');
    if (element) document.body.append(element);
  });

const putBack = (shop: Shop): Promise<void> =>
  shop.page.evaluate(() => document.body.append((globalThis as unknown as { element: Element }).element));

const isAsked = (shop: Shop, path: string, times = 1): Promise<boolean> =>
  until(
    async () => (await shop.requests()).filter((request) => request.path === path).length >= times,
    `${path} to be asked for`,
  );

describe('an element that is replaced or moved while its payer pays', () => {
  const harness = useHarness();
  const slow = (method: string, path: string) =>
    harness.sandbox.fault({ method, path, times: 1, fault: { kind: 'delay', ms: 60_000 } });

  const fillIn = async (shop: Shop): Promise<void> => {
    await shop.acceptContracts();
    await shop.fillCard();
  };
  const expectOnePaid = async (shop: Shop): Promise<void> => {
    await shop.waitForState('settled');
    await shop.waitForText(/Pago aprobado/);
    assert.deepEqual(
      (await shop.transactions()).map(({ status }) => status),
      ['APPROVED'],
    );
  };

  for (const order of ['signed', 'order-url'] as const)
    for (const [what, emulate] of [
      ['', undefined],
      [
        ', in a browser that keeps nothing',
        (page) =>
          page.evaluateOnNewDocument(() => {
            for (const name of ['localStorage', 'sessionStorage'])
              Object.defineProperty(globalThis, name, {
                get() {
                  throw new DOMException('Access is denied.', 'SecurityError');
                },
              });
          }),
      ],
    ] as [string, ShopOptions['emulate']][])
      it(`B7: goes on with the payment that was on its way, and speaks of no other tab: ${order}${what}`, async () => {
        const shop = await harness.openShop({ order, ...(emulate && { emulate }) });
        await fillIn(shop);
        await slow('POST', '/transactions');
        await shop.pay();
        await isAsked(shop, '/transactions');
        await replace(shop);
        await shop.waitForText(/Confirmando tu pago/);
        assert.doesNotMatch(await shop.text(), /otra pestaña/);
        await harness.sandbox.letGo();
        await expectOnePaid(shop);
      });

  it('B7: goes on with a payment that is pending, and speaks of no other tab', async () => {
    const shop = await harness.openShop();
    await payBy(shop, 'BANKA_QR');
    await shop.part('qr');
    await replace(shop);
    await shop.part('qr');
    assert.doesNotMatch(await shop.text(), /otra pestaña/);
    assert.equal((await shop.transactions()).length, 1);
  });

  it('B7: is paid once where it is pressed in its place at once', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await fillIn(shop);
    await slow('POST', '/transactions');
    await shop.pay();
    await isAsked(shop, '/transactions');
    await replace(shop);
    await shop.waitForText(/Confirmando tu pago/);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.submit());
    await harness.sandbox.letGo();
    await expectOnePaid(shop);
  });

  for (const [what, held] of [
    ['the card’s token', /tokens\/cards$/],
    ['the order', /\/order\//],
  ] as const)
    it(`B7: says that nothing was sent where it was away when ${what} came, and pays at the next press`, async () => {
      let letGo = (): void => {};
      let isHeld = false;
      let path: RegExp = held;
      const shop = await harness.openShop({
        order: 'order-url',
        emulate: async (page) => {
          await page.setRequestInterception(true);
          page.on('request', (request) => {
            if (request.method() !== 'POST' || !path.test(request.url())) return void request.continue();
            letGo = () => void request.continue();
            isHeld = true;
          });
        },
      });
      await fillIn(shop);
      await shop.pay();
      await until(async () => isHeld, 'the request to be on its way');
      await takeAway(shop);
      letGo();
      const away = () =>
        shop.page.evaluate(
          () => (globalThis as unknown as { element: { state: { status: string } } }).element.state.status,
        );
      await until(async () => (await away()) === 'ready', 'the press to be over');
      await putBack(shop);
      await shop.waitForText(/Tu pago no se envió\. Intenta de nuevo/);
      assert.deepEqual(await shop.transactions(), []);
      path = /^$/;
      await shop.pay();
      await expectOnePaid(shop);
    });

  it('B7: goes on with a press where it was only moved', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await fillIn(shop);
    await slow('POST', '/v1/tokens/cards');
    await shop.pay();
    await isAsked(shop, '/v1/tokens/cards');
    await move(shop);
    await harness.sandbox.letGo();
    await expectOnePaid(shop);
  });
});
