import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { isTold, noteTold } from './told.ts';
import { until } from './until.ts';

const payByCard = async (shop: Shop, number?: string): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard(number === undefined ? {} : { number });
  await shop.pay();
};

/** The payment that is sent now is made and its answer lost, or it gets lost itself, also when it is delivered again. */
const lose = async (shop: Shop, kind: 'drop-after' | 'drop-before' = 'drop-after'): Promise<void> => {
  shop.allow(/ERR_|Failed to load/);
  await shop.fault({ method: 'POST', path: '/transactions', times: kind === 'drop-after' ? 1 : 2, fault: { kind } });
  await payByCard(shop);
};

/** How many payments there are at the service: a browser may deliver a request twice, which makes no other one. */
const payments = async (shop: Shop): Promise<number> => (await shop.transactions()).length;

/** The name of what has the focus inside of the checkout. */
const focused = (shop: Shop): Promise<string | undefined> =>
  shop.page.evaluate(() => {
    const control = document.querySelector('pay-checkout')?.shadowRoot?.activeElement;
    return control instanceof HTMLInputElement ? control.name : control?.part.value;
  });

/** What is said at once, as it appears. */
const alerts = (shop: Shop): Promise<string[]> =>
  shop.page.evaluate(() =>
    [...(document.querySelector('pay-checkout')?.shadowRoot?.querySelectorAll('[role=alert]') ?? [])].map(
      ({ textContent }) => textContent.replace(/\s+/g, ' '),
    ),
  );

describe('a payment that may have been made', () => {
  const harness = useHarness();

  const lost = async (kind: 'drop-after' | 'drop-before'): Promise<Shop> => {
    const shop = await harness.openShop({ order: 'signed-anew' });
    await lose(shop, kind);
    await shop.waitForState('unknown');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Puede que ya hayas pagado/);
    return shop;
  };

  it('is asked about as the form opens, with amount, method, time and reference, and is said at once', async () => {
    const shop = await lost('drop-after');
    const [record] = await shop.transactions();
    const [said] = await alerts(shop);
    assert.match(said ?? '', /Puede que ya hayas pagado \$ 119\.000, Tarjeta, \d+:\d\d [ap]\. m\./);
    assert.ok(said?.includes(`Referencia: ${record?.reference}`));
    assert.match(said ?? '', /No sabemos si este pago se hizo\. Si pagas de nuevo, podrías pagar dos veces\./);
    await shop.press('Es otro pago: pagar de todas formas');
    await shop.waitForText(/^(?![^]*Puede que ya hayas pagado)/);
    assert.equal(await focused(shop), 'payment_method_type', 'the form is still to be filled in');
    assert.equal(await payments(shop), 1);
    await payByCard(shop);
    await shop.waitForText(/Pago aprobado/);
    assert.equal(await payments(shop), 2);
  });

  it('is asked about at each press of pay, and paid beside by the button that says so alone', async () => {
    const shop = await lost('drop-before');
    await payByCard(shop);
    const isAsked = () =>
      shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        return Boolean(root?.querySelector('.fields + .question:not([data-seen])'));
      });
    for (const press of [1, 2]) {
      await until(isAsked, `the question after press ${press}`);
      assert.equal((await alerts(shop)).length, 1);
      assert.equal(await focused(shop), 'pay-button');
      assert.equal(await payments(shop), 0, `press ${press} pays nothing`);
      if (press === 2) break;
      await shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        root?.querySelector('.question')?.setAttribute('data-seen', '');
      });
      await shop.pay();
    }
    await shop.press('Es otro pago: pagar de todas formas');
    await shop.waitForText(/Pago aprobado/);
    assert.equal(await payments(shop), 1);
  });
});

describe('a payment that was found by where the page is', () => {
  const harness = useHarness();

  it('that is pending leaves the way to another purchase, in the tab that has not begun it', async () => {
    const paying = await harness.openShop({ order: 'order-url' });
    await payBy(paying, 'BANKA_COLLECT');
    assert.doesNotMatch(await paying.waitForText(/Número de convenio/), /Es otra compra/);
    const shop = await harness.openTab(paying);
    const shown = await shop.waitForText(/Número de convenio[^]*Es otra compra/);
    assert.match(shown, /\$ 119\.000[^]*Fecha[^]*Este pago seguirá pendiente: aún te lo pueden cobrar\./);
    await shop.press('Es otra compra');
    await shop.waitForState('ready');
    await payByCard(shop);
    await shop.waitForText(/Pago aprobado/);
    assert.deepEqual((await shop.transactions()).map(({ status }) => status).toSorted(), ['APPROVED', 'PENDING']);
    assert.equal((await paying.state())?.['status'], 'action', 'the other one stays where it was');
  });

  it('that is paid is shown after a reload, with the way to another purchase', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await payByCard(shop);
    assert.doesNotMatch(await shop.waitForText(/Pago aprobado/), /Hacer otra compra/);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Pago aprobado[^]*Hacer otra compra/);
    await shop.press('Hacer otra compra');
    await shop.waitForState('ready');
    await payByCard(shop);
    await until(async () => (await shop.transactions()).length === 2, 'the other purchase to be paid');
  });

  it('that nobody knows the end of gives way to another purchase by keys, and a reload does not bring it back', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    shop.allow(/ERR_EMPTY_RESPONSE/);
    // The browser itself may send a second time what was dropped.
    await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-before' } });
    await payByCard(shop);
    assert.doesNotMatch(await shop.waitForText(/Aún no sabemos si tu pago llegó/), /Es otra compra/);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Aún no sabemos[^]*\$ 119\.000, Tarjeta, [^]*Es otra compra/);
    const { keyboard } = shop.page;
    await until(async () => {
      await keyboard.press('Tab');
      return /Es otra compra/.test(await shop.focused());
    }, 'the way to another purchase');
    await keyboard.press('Enter');
    await shop.waitForState('ready');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForState('ready');
    assert.equal((await shop.state())?.['unconfirmed'], undefined);
    await fetch(new URL('/_sandbox/faults', harness.sandbox.url), { method: 'DELETE' });
    await payByCard(shop);
    await shop.waitForText(/Pago aprobado/);
    assert.equal((await shop.transactions()).length, 1);
  });

  it('is not guessed where the page names its cart', async () => {
    const shop = await harness.openShop({ order: 'order-url', attributes: { 'cart-id': 'cart-7' } });
    await payByCard(shop);
    await shop.waitForText(/Pago aprobado/);
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    assert.doesNotMatch(await shop.waitForText(/Pago aprobado[^]*Fecha/), /Hacer otra compra/);
  });
});

describe('a cart that the page names after the form is there', () => {
  const harness = useHarness();
  const nameCart = (shop: Shop, cartId: string): Promise<void> =>
    shop.page.evaluate((id) => document.querySelector('pay-checkout')?.setAttribute('cart-id', id), cartId);

  it('leaves what was typed where it is unpaid, and shows its receipt at once where it is paid', async () => {
    const paying = await harness.openShop({ order: 'order-url' });
    await nameCart(paying, 'cart-8');
    await payByCard(paying);
    await paying.waitForText(/Pago aprobado/);
    const shop = await harness.openTab(paying);
    await shop.waitForState('ready');
    await shop.fillCard();
    const typed = await shop.value('number');
    await nameCart(shop, 'cart-9');
    assert.equal((await shop.state())?.['status'], 'ready');
    assert.equal(await shop.value('number'), typed);
    await nameCart(shop, 'cart-8');
    await shop.waitForText(/Pago aprobado/);
    assert.equal(await payments(shop), 1);
  });
});

describe('what the shop’s backend is asked', () => {
  const harness = useHarness();

  it('for an order after a payment that ended unpaid: with the id of that payment', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await payByCard(shop, '4111111111111111');
    await shop.waitForText(/Pago rechazado/);
    await shop.press('Intentar de nuevo');
    await shop.waitForState('ready');
    await payByCard(shop);
    await shop.waitForText(/Pago aprobado/);
    const declined = (await shop.transactions()).find(({ status }) => status === 'DECLINED');
    assert.ok(declined);
    const page = new URL(shop.page.url()).pathname.split('/').at(-1);
    const asked = harness.shop.orders.filter((order) => order.page === page);
    assert.deepEqual(
      asked.map(({ after }) => after),
      [undefined, declined.id],
    );
  });

  /** Loses the answer to a payment whose outcome `resolve-url` is asked for. */
  const ask = async (answer: (reference: string, response: ServerResponse) => unknown, told: string[] = []) => {
    const asked: string[] = [];
    harness.shop.resolve = async (reference, response) => {
      asked.push(reference);
      await answer(reference, response);
    };
    const shop = await harness.openShop({ attributes: { 'resolve-url': '/resolve' }, emulate: noteTold(told) });
    await lose(shop);
    await until(async () => asked.length > 0, 'the backend to be asked');
    const [record] = await shop.transactions();
    assert.equal(asked[0], record?.reference);
    return { shop, asked };
  };
  const unusable = /resolveReference gave no usable transaction record/;

  it('what became of a payment: 200 has its record', async () => {
    const { shop } = await ask(async (reference, response) => {
      const record = (await harness.sandbox.transactions()).find((one) => one.reference === reference);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
    });
    await shop.waitForText(/Pago aprobado/);
    assert.equal(await payments(shop), 1);
  });

  for (const status of [204, 404])
    it(`what became of a payment: after ${status} it is asked again, and nothing is called wrong`, async () => {
      const told: string[] = [];
      const { shop, asked } = await ask((_, response) => response.writeHead(status).end(), told);
      await until(async () => asked.length > 1, 'the backend to be asked again');
      assert.deepEqual(
        told.filter((text) => unusable.test(text)),
        [],
      );
      assert.equal((await shop.state())?.['status'], 'submitting');
    });

  it('what became of a payment: 500 tells the developer, and says nothing of the payment', async () => {
    const told: string[] = [];
    const { shop } = await ask((_, response) => response.writeHead(500).end('{"status":"APPROVED"}'), told);
    await isTold(told, unusable);
    assert.equal((await shop.state())?.['status'], 'submitting');
  });

  it('what became of a payment: a redirect is not followed', async () => {
    const told: string[] = [];
    const { shop, asked } = await ask((reference, response) => {
      const location = '/resolve?reference=elsewhere';
      response.writeHead(reference === 'elsewhere' ? 200 : 302, { location }).end();
    }, told);
    await isTold(told, unusable);
    assert.equal(asked.includes('elsewhere'), false);
    assert.equal((await shop.state())?.['status'], 'submitting');
  });
});
