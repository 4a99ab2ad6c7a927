import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElementHandle } from 'puppeteer-core';
import { useHarness } from './harness.ts';
import { amountRead, endWaits, holdNoMore, holdWaits, stopClock, waitsHeld } from './held-waits.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** How long a page may take to give its order until that is reported as missing, in ms. */
const patienceMs = 2000;
/** How long another amount is kept back from somebody who presses several times, in ms. */
const pressesMs = 1500;

describe('a press of pay ahead of the shop’s order', () => {
  const harness = useHarness();

  /** A payer who has filled in everything, agreed, and pressed pay on a page that still waits for its order. */
  const pressed = async (): Promise<Shop> => {
    const shop = await harness.openShop({
      settle: false,
      attributes: { reference: null, signature: null },
      emulate: holdWaits(patienceMs),
    });
    await shop.page.waitForNetworkIdle();
    await shop.fillCard();
    await shop.acceptContracts();
    await shop.pay();
    await until(async () => (await payText(shop)) === 'Cargando…', 'the press to be answered');
    assert.equal((await shop.state())?.status, 'loading');
    return shop;
  };
  const payText = (shop: Shop): Promise<string> =>
    shop.part('pay-button').then((button) => button.evaluate(({ textContent }) => textContent?.trim() ?? ''));
  /** The form is as it was, and nothing was sent: the press is not meant any more. */
  const waitsForAnother = async (shop: Shop, text: RegExp): Promise<void> => {
    await shop.waitForState('ready');
    await until(async () => text.test(await payText(shop)), 'the button to offer the payment again');
    assert.equal(await shop.value('number'), '4242 4242 4242 4242');
    assert.deepEqual(shop.events('pay-submit'), []);
    await shop.pay();
    await shop.waitForState('settled');
    assert.equal(shop.events('pay-submit').length, 1);
    assert.equal((await shop.transactions()).length, 1);
  };

  it('pays once, when the order comes', async () => {
    const shop = await pressed();
    await harness.giveOrder(shop);
    await shop.waitForState('settled');
    assert.equal(shop.events('pay-submit').length, 1);
    assert.equal((await shop.transactions()).length, 1);
  });

  it('agrees to no other amount than the one that stood there', async () => {
    const shop = await pressed();
    await harness.giveOrder(shop, 15_900_000);
    await waitsForAnother(shop, /^Pagar \$\s159\.000$/);
  });

  it('agrees to nothing that comes after the payer was told that nothing can be paid', async () => {
    const shop = await pressed();
    shop.allow(/There is no order: give/);
    // Whoever has clicked beside the form, or has a browser that gives no focus to a button, has it nowhere.
    await shop.page.click('h1');
    await endWaits(shop.page);
    await shop.waitForState('failed');
    await shop.waitForText(/No puedes pagar ahora/);
    await harness.giveOrder(shop);
    await waitsForAnother(shop, /^Pagar \$\s119\.000$/);
  });

  it('does not outlast the element’s stay in the page', async () => {
    const shop = await pressed();
    await shop.page.evaluate(() => {
      const element = document.querySelector('pay-checkout');
      if (element) document.body.append(element);
    });
    await harness.giveOrder(shop);
    await waitsForAnother(shop, /^Pagar \$\s119\.000$/);
  });
});

describe('a double press of pay', () => {
  const harness = useHarness();

  const click = async (shop: Shop, clickCount: number): Promise<void> => {
    const point = await (await shop.part('pay-button')).clickablePoint();
    await shop.page.mouse.move(point.x, point.y);
    await shop.page.mouse.down({ clickCount });
    await shop.page.mouse.up({ clickCount });
  };

  /** Both clicks come before another amount is shown, however slow the machine is. */
  const doubleClick = async (shop: Shop): Promise<void> => {
    await stopClock(shop.page);
    await click(shop, 1);
    await click(shop, 2);
    await until(async () => (await waitsHeld(shop.page)) > 0, 'the order to come, and to be kept back');
    await holdNoMore(shop.page);
  };

  it('is meant where its first click was on what lay there before', async () => {
    const shop = await harness.openShop();
    await shop.acceptContracts();
    await shop.fillCard();
    await click(shop, 2);
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('is no yes to an amount that nobody has seen before it', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      attributes: { 'amount-in-cents': '10900000' },
      emulate: holdWaits(pressesMs),
    });
    await shop.acceptContracts();
    await shop.fillCard();
    await doubleClick(shop);
    await shop.waitForText(/El valor cambió/);
    assert.equal((await shop.state())?.status, 'ready');
    assert.equal(shop.events('pay-submit').length, 1);
    await amountRead(shop.page);
    await click(shop, 1);
    await shop.waitForState('settled');
    assert.deepEqual(
      (await shop.transactions()).map(({ amount_in_cents: amount }) => amount),
      [11_900_000],
    );
  });

  for (const order of ['order-url', 'createOrder'] as const)
    it(`is no yes to the amount of an order that alone says it: ${order}`, async () => {
      const shop = await harness.openShop({
        order: 'order-url',
        attributes: { 'amount-in-cents': null },
        terms: { amountInCents: 99_999_999_900 },
        emulate: holdWaits(pressesMs),
      });
      if (order === 'createOrder')
        await shop.page.evaluate(() => {
          const checkout = document.querySelector('pay-checkout');
          const url = checkout?.orderUrl ?? '';
          const create = async ({ method }: { method: string }) =>
            (await fetch(url, { method: 'POST', body: JSON.stringify({ method }) })).json();
          Object.assign(checkout ?? {}, { orderUrl: undefined, createOrder: create });
        });
      await shop.acceptContracts();
      await shop.fillCard();
      await doubleClick(shop);
      await shop.waitForText(/El total es \$\s999\.999\.999\. Si estás de acuerdo, paga\./);
      assert.deepEqual(await shop.transactions(), []);
      const button = await shop.part('pay-button');
      assert.match(await button.evaluate((element) => element.textContent ?? ''), /^\s*Pagar \$\s999\.999\.999\s*$/);
      await amountRead(shop.page);
      await click(shop, 1);
      await shop.waitForState('settled');
      assert.deepEqual(
        (await shop.transactions()).map(({ amount_in_cents: amount }) => amount),
        [99_999_999_900],
      );
    });

  it('is shown that amount, whatever else there is to say meanwhile', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      attributes: { 'amount-in-cents': '10900000' },
      emulate: holdWaits(pressesMs),
    });
    shop.allow(/ERR_INTERNET_DISCONNECTED|network|NetworkError|Failed to load/i);
    await shop.acceptContracts();
    await shop.fillCard();
    await stopClock(shop.page);
    await click(shop, 1);
    await until(async () => (await waitsHeld(shop.page)) > 0, 'the order to come, and to be kept back');
    assert.equal((await shop.state())?.status, 'submitting');
    await shop.page.setOfflineMode(true);
    await holdNoMore(shop.page);
    await shop.waitForText(/El valor cambió/);
    await amountRead(shop.page);
    await click(shop, 1);
    await shop.waitForText(/No pudimos conectarnos/);
    assert.deepEqual(await shop.transactions(), []);
    await shop.page.setOfflineMode(false);
    await click(shop, 1);
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 1);
  });
});

describe('a double press of what gives way', () => {
  const harness = useHarness();

  /** The second half of a double press of what has given way to this control, which now lies below the pointer. */
  const pressAgain = async (shop: Shop, first: ElementHandle, second: ElementHandle): Promise<void> => {
    await shop.page.evaluate(
      async (before, now) => {
        const press = (target: Element, detail: number): boolean[] =>
          ['mousedown', 'click'].map((type) => {
            const point = { clientX: 100, clientY: 100 };
            const event = new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, detail, ...point });
            // However slow the machine is, one follows the other at once.
            Object.defineProperty(event, 'timeStamp', { value: 1000 * 60 + detail * 100 });
            return target.dispatchEvent(event);
          });
        press(before, 1);
        await document.querySelector('pay-checkout')?.updateComplete;
        press(now, 2);
      },
      first,
      second,
    );
  };

  it('begins no second payment, and the next press does', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await shop.choose('BANKA_COLLECT');
    const pay = await shop.part('pay-button');
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('action');
    const other = await shop.page.waitForSelector('pay-checkout >>> ::-p-text(Elegir otro medio de pago)');
    assert(other);
    await pressAgain(shop, other, pay);
    await shop.waitForState('ready');
    assert.equal(shop.events('pay-submit').length, 1);
    await shop.pay();
    await until(async () => shop.events('pay-submit').length === 2, 'another press to count');
  });
});
