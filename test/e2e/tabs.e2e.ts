import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../../src/domain/order.ts';
import { fillIn, payWith, statusOf } from './card-payer.ts';
import { useHarness, type ShopOptions } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

describe('an order in several tabs of one browser', () => {
  const harness = useHarness();

  /** The merchant's backend knows what became of a payment whose answer nobody has seen. */
  const html: ShopOptions['html'] = ({ element, script }) =>
    `<h1>Tienda</h1>${element}${script}<script>
      const checkout = document.querySelector('pay-checkout');
      checkout.resolveReference = async (reference) => {
        const records = await fetch(checkout.getAttribute('base-url') + '/_sandbox/transactions');
        return (await records.json()).find((record) => record.reference === reference);
      };
    </script>`;

  /** Presses pay; the answer to the creation does not come while the test goes on. */
  const payAndHold = async (shop: Shop): Promise<void> => {
    await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'hang-after', ms: 60_000 } });
    await shop.page.bringToFront();
    await fillIn(shop);
    await shop.pay();
    await until(async () => (await shop.transactions()).length > 0, 'the creation to be on its way');
  };
  const isElsewhere = async (shop: Shop): Promise<boolean> => Boolean((await shop.state())?.['elsewhere']);
  const paid = async (shop: Shop): Promise<void> => {
    await shop.page.bringToFront();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    assert.equal((await shop.transactions()).length, 1);
  };

  it('is followed to its end by those that wait, when the one that was paying is killed', async () => {
    const paying = await harness.openShop({ html });
    const [second, third] = [await harness.openTab(paying), await harness.openTab(paying)];
    await payAndHold(paying);
    for (const shop of [second, third]) {
      await shop.page.bringToFront();
      await fillIn(shop);
      await shop.pay();
      await until(() => isElsewhere(shop), 'to be told of the other tab');
    }
    await paying.page.close();
    await paid(second);
    await paid(third);
  });

  it('is looked after, and not paid again, by one that pays after the one that was paying was killed', async () => {
    const paying = await harness.openShop({ html });
    const other = await harness.openTab(paying);
    await payAndHold(paying);
    await paying.page.close();
    await other.page.bringToFront();
    await fillIn(other);
    await other.pay();
    await paid(other);
  });

  it('is none of the business of a tab with another cart, which the page names', async () => {
    const carts: Record<string, Order> = {};
    const references: string[] = [];
    for (const cart of ['?id=7', '?id=8']) {
      const reference = harness.shop.newReference();
      const terms = { amountInCents: 11_900_000, currency: 'COP' };
      carts[cart] = { ...terms, reference, signature: await harness.shop.sign(reference, terms) };
      references.push(reference);
    }
    const options: ShopOptions = {
      attributes: { reference: null, signature: null },
      settle: false,
      // As soon as there is an element to give it to: one that waits for its order says after a while that it has none.
      emulate: (page) =>
        page.evaluateOnNewDocument(async (orders) => {
          await customElements.whenDefined('pay-checkout');
          const element = document.querySelector('pay-checkout');
          const order = orders[location.search];
          if (element && order) Object.assign(element, { cartId: location.search, createOrder: async () => order });
        }, carts),
    };
    const first = await harness.openShop(options);
    const address = first.page.url();
    await first.page.goto(`${address}?id=7`);
    const second = await harness.openTab(first, { ...options, address: `${address}?id=8` });
    await second.waitForState('ready');
    await first.page.bringToFront();
    assert.equal(statusOf(await payWith(first)), 'APPROVED');
    await second.page.bringToFront();
    assert.equal(statusOf(await payWith(second)), 'APPROVED');
    assert.deepEqual(
      (await first.transactions()).map(({ reference }) => reference),
      references,
    );
  });

  for (const order of ['signed', 'order-url'] as const)
    it(`is shown as paid where its form was still open, once another tab has paid it: ${order}`, async () => {
      const open = await harness.openShop({ order });
      await fillIn(open);
      const paying = await harness.openTab(open);
      await paying.page.bringToFront();
      assert.equal(statusOf(await payWith(paying)), 'APPROVED');
      await paid(open);
      assert.deepEqual(
        open.events().filter(({ type }) => type === 'pay-submit'),
        [],
      );
      // A page that is opened afterwards is asked for another purchase; a reference that is paid is paid wherever it is.
      const next = await harness.openTab(open, { settle: false });
      await next.waitForState(order === 'signed' ? 'settled' : 'ready');
    });

  for (const [way, pays, shows, headline] of [
    [
      'cash',
      (shop: Shop) => payBy(shop, 'BANKA_COLLECT'),
      /Paga en efectivo[^]*Este pago está en otra pestaña/,
      /Paga en efectivo/,
    ],
    [
      'a card that the bank asks about',
      (shop: Shop) => fillIn(shop, '4000000000003220').then(() => shop.pay()),
      /Visa terminada en 3220[^]*Confirma la compra con tu banco[^]*Este pago está en otra pestaña/,
      /Confirma la compra con tu banco/,
    ],
  ] as const)
    it(`is shown as what it is to who presses in another tab: ${way}`, async () => {
      const paying = await harness.openShop({ order: 'order-url' });
      const other = await harness.openTab(paying);
      await paying.page.bringToFront();
      await pays(paying);
      await paying.waitForState('action');
      await other.page.bringToFront();
      await fillIn(other);
      await other.pay();
      await other.waitForText(shows);
      assert.equal((await other.transactions()).length, 1);
      // Whoever began it knows, and so does who is shown it without having pressed.
      assert.doesNotMatch(await paying.text(), /otra pestaña/);
      const reloaded = await harness.openTab(paying, { settle: false });
      assert.doesNotMatch(await reloaded.waitForText(headline), /otra pestaña/);
    });

  it('is shown as it is to who opens another tab while it is sent', async () => {
    const paying = await harness.openShop({ order: 'order-url' });
    await paying.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'delay', ms: 60_000 } });
    await payBy(paying, 'BANKA_COLLECT');
    const opened = await harness.openTab(paying, { settle: false });
    await until(() => isElsewhere(opened), 'to be told of the other tab');
    await harness.sandbox.letGo();
    assert.doesNotMatch(await opened.waitForText(/Paga en efectivo/), /otra pestaña/);
  });

  it('is not paid again by a press in a tab that has heard of nothing', async () => {
    const asleep = await harness.openShop({
      order: 'order-url',
      emulate: (page) =>
        page.evaluateOnNewDocument(() =>
          addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
        ),
    });
    const paying = await harness.openTab(asleep);
    await paying.page.bringToFront();
    assert.equal(statusOf(await payWith(paying)), 'APPROVED');
    await asleep.page.bringToFront();
    await fillIn(asleep);
    await asleep.pay();
    await paid(asleep);
    await asleep.waitForText(/Pago aprobado\s+Pagaste [^]*Este pedido ya estaba pagado/);
  });
});

describe('a browser that keeps nothing', () => {
  const harness = useHarness();

  it('tries again after a decline by one press', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      emulate: (page) =>
        page.evaluateOnNewDocument(() => {
          const blocked = () => {
            throw new DOMException('Blocked by the browser.', 'SecurityError');
          };
          for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(globalThis, name, { get: blocked });
        }),
    });
    assert.equal(statusOf(await payWith(shop, '4111111111111111')), 'DECLINED');
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    await shop.fillCard();
    await shop.pay();
    await until(async () => (await shop.transactions()).length === 2, 'the second payment to be sent');
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
  });
});
