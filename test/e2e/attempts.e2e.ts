import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, fillIn, payWith, posts, statusOf } from './card-payer.ts';
import { useHarness, type Harness, type ShopOptions } from './harness.ts';
import { amountRead, holdNoMore, holdWaits, stopClock, waitsHeld } from './held-waits.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** The payer tries again, and the page gives the next order that it is asked for. */
const giveNext = async (harness: Harness, shop: Shop): Promise<void> => {
  await (await shop.part('retry-button')).click();
  await shop.waitForEvent('pay-renewal-required');
  await harness.giveOrder(shop);
  await shop.waitForState('ready');
};

describe('orders', () => {
  const harness = useHarness();

  it('come from order-url for each attempt, and a decline is tried again with a new one', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    const before = harness.shop.orders.length;
    assert.equal(statusOf(await payWith(shop, '4111111111111111')), 'DECLINED');
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    assert.equal(await shop.value('number'), '');
    assert.equal(await shop.value('cvc'), '');
    await shop.fillCard();
    await shop.pay();
    await until(
      async () => statusOf((await shop.state()) ?? { status: '' }) === 'APPROVED',
      'the second try to be approved',
    );
    const references = harness.shop.orders.slice(before).map(({ reference }) => reference);
    assert.equal(new Set(references).size, 2);
    assert.deepEqual((await shop.transactions()).map(({ reference }) => reference).toSorted(), references.toSorted());
    assert.deepEqual(shop.events('pay-result').map(statusOf), ['DECLINED', 'APPROVED']);
  });

  it('of another method leave the card empty, and say why to whoever comes back to it', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    assert.equal(statusOf(await payWith(shop, '4111111111111111')), 'DECLINED');
    await shop.press('Elegir otro medio de pago');
    await shop.waitForState('ready');
    await shop.choose('WALLET_A');
    await shop.control('phone_number');
    await shop.choose('CARD');
    assert.equal(await shop.value('number'), '');
    const why = /Por seguridad, escríbela de nuevo/;
    assert.match(await shop.text(), why);
    await shop.fill('cvc', '123');
    assert.match(await shop.text(), why, 'whatever is typed first');
    await shop.fill('number', '4');
    assert.doesNotMatch(await shop.text(), why);
  });

  it('of a payment that was declined leave the way on in sight on a phone', async () => {
    const html: ShopOptions['html'] = ({ element, script }) =>
      `<h1 style="height: 60rem">Tienda</h1>${element}${script}`;
    const shop = await harness.openShop({ order: 'order-url', viewport: { width: 360, height: 740 }, html });
    assert.equal(statusOf(await payWith(shop, '4111111111111111')), 'DECLINED');
    const retry = await shop.part('retry-button');
    await until(
      () => retry.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight),
      'the way on to be in sight',
    );
  });

  it('of another amount are confirmed by the payer first, and not by a second press of the impatient', async () => {
    const shop = await harness.openShop({
      order: 'order-url',
      terms: { amountInCents: 12_500_000 },
      attributes: { 'amount-in-cents': '11900000' },
      // For so long another amount is kept back from somebody who presses several times.
      emulate: holdWaits(1500),
    });
    await fillIn(shop);
    await stopClock(shop.page);
    await shop.pay();
    await until(async () => (await waitsHeld(shop.page)) > 0, 'the order to come, and to be kept back');
    await shop.pay();
    await holdNoMore(shop.page);
    await shop.waitForText(/cambió de \$ ?119\.000 a \$ ?125\.000/);
    assert.deepEqual(await shop.transactions(), []);
    assert.match(await (await shop.part('pay-button')).evaluate((button) => button.textContent ?? ''), /125\.000/);
    const seen = await shop.page.evaluateHandle(() => {
      const totals = new Set<string>();
      const note = (): void => {
        const header = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('.header')?.textContent;
        for (const [amount] of header?.matchAll(/\$[\s\d.]+/g) ?? []) totals.add(amount.trim());
        requestAnimationFrame(note);
      };
      note();
      return totals;
    });
    await amountRead(shop.page);
    await shop.pay();
    await shop.waitForState('settled');
    await shop.waitForText(/Pago aprobado/);
    const [paid] = await shop.transactions();
    assert.deepEqual(
      (await shop.transactions()).map(({ amount_in_cents }) => amount_in_cents),
      [12_500_000],
    );
    const shown = await seen.evaluate((set) => [...set].map((one) => one.replace(/\s/g, ' ')));
    assert.deepEqual(shown, ['$ 125.000'], 'the total, from the confirmation on');
    // The shop's page does not know yet what the order came to, in another browser than the one it was paid in.
    const back = await harness.openAddress(`${shop.page.url()}?id=${paid?.id}&env=test`);
    assert.equal(statusOf(await back.waitForState('settled')), 'APPROVED');
    await back.waitForText(/Pago aprobado/);
  });

  it('are asked of the merchant anew when the page gave a fixed one', async () => {
    const shop = await harness.openShop();
    await payWith(shop, '4111111111111111');
    await giveNext(harness, shop);
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 2);
  });

  it('are taken with a profile that is of the new order, too', async () => {
    const profileOf = (note: string) => ({ extraFields: { note } });
    const shop = await harness.openShop();
    const give = (note: string): Promise<unknown> =>
      shop.page.evaluate(
        (profile) => void Object.assign(document.querySelector('pay-checkout') ?? {}, { profile }),
        profileOf(note),
      );
    await give('first');
    await shop.waitForState('ready');
    await payWith(shop, '4111111111111111');
    await (await shop.part('retry-button')).click();
    await shop.waitForEvent('pay-renewal-required');
    await give('second');
    await harness.giveOrder(shop);
    await shop.waitForState('ready');
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    await shop.fillCard();
    await shop.pay();
    await until(
      async () => statusOf((await shop.state()) ?? { status: '' }) === 'APPROVED',
      'the second try to be approved',
    );
    assert.deepEqual(
      (await posts(shop, '/transactions')).map(({ body }) => (body as { note?: string }).note),
      ['first', 'second'],
    );
  });

  it('are sent with the e-mail address that was typed, whatever the page says meanwhile', async () => {
    const shop = await harness.openShop({
      attributes: { reference: null, signature: null, 'customer-email': null },
      settle: false,
    });
    const terms = { amountInCents: 11_900_000, currency: 'COP' };
    const reference = harness.shop.newReference();
    const order = { ...terms, reference, signature: await harness.shop.sign(reference, terms) };
    await shop.page.evaluate((given) => {
      const checkout = document.querySelector('pay-checkout');
      const createOrder = async () => {
        checkout?.setAttribute('customer-email', 'tienda@example.com');
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return given;
      };
      Object.assign(checkout ?? {}, { createOrder });
    }, order);
    await shop.waitForState('ready');
    await shop.fill('customer_email', 'laura@example.com');
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    const [sent] = await posts(shop, '/transactions');
    assert.equal((sent?.body as { customer_email?: string } | undefined)?.customer_email, 'laura@example.com');
  });

  it('may be a function that is set late', async () => {
    const shop = await harness.openShop({
      attributes: { reference: null, signature: null },
      settle: false,
    });
    assert.equal((await shop.state())?.status, 'loading');
    const terms = { amountInCents: 11_900_000, currency: 'COP' };
    const reference = harness.shop.newReference();
    const order = { ...terms, reference, signature: await harness.shop.sign(reference, terms) };
    await shop.page.evaluate(
      (given) => Object.assign(document.querySelector('pay-checkout') ?? {}, { createOrder: async () => given }),
      order,
    );
    await shop.waitForState('ready');
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
  });

  it('that the shop cannot make leave the form as it was', async () => {
    const shop = await harness.openShop({ order: 'order-url', terms: { failWith: 500 } });
    shop.allow(/500/);
    await fillIn(shop);
    await shop.pay();
    await shop.waitForEvent('pay-error');
    const state = await shop.waitForState('ready');
    assert.equal(codeOf(state), 'order_unavailable');
    assert.equal((await shop.value('number')).replaceAll(' ', ''), '4242424242424242');
    assert.deepEqual(await posts(shop, '/transactions'), []);
  });
});

describe('a receipt', () => {
  const harness = useHarness();
  const reload = { waitUntil: 'domcontentloaded' } as const;

  for (const order of ['signed', 'order-url'] as const)
    it(`is there again after a reload, and for whoever comes anew only where the order itself is paid (${order})`, async () => {
      const shop = await harness.openShop({ order });
      await shop.page.evaluate(() => history.replaceState({ own: 1 }, ''));
      assert.equal(statusOf(await payWith(shop)), 'APPROVED');
      for (const times of [1, 2]) {
        await shop.page.reload(reload);
        const text = await shop.waitForText(/Pago aprobado\s+Pagaste [^]*Listo/);
        assert.doesNotMatch(text, /Número de la tarjeta|Pagar \$/, `reload ${times}`);
        assert.equal(await shop.page.evaluate(() => history.state.own), 1);
      }
      assert.equal(shop.events('pay-result').length, 1, 'the page is told once');
      // By a link, or by the address.
      await shop.page.goto(shop.page.url());
      const isForm = order === 'order-url';
      if (isForm) await shop.waitForState('ready');
      else await shop.waitForText(/Este pedido ya estaba pagado/);
      // What the payer has turned to since is what a reload shows.
      await shop.page.reload(reload);
      await shop.waitForState(isForm ? 'ready' : 'settled');
      assert.equal(await shop.page.evaluate(() => history.state.own), 1);
      assert.equal((await shop.transactions()).length, 1);
    });

  describe('of a page that gave another order after a decline, and has the first one again after a reload,', () => {
    const tryAgain = async (shop: Shop, number: string, isReloaded = false): Promise<void> => {
      await giveNext(harness, shop);
      if (isReloaded) await shop.acceptContracts();
      await shop.fillCard({ number });
      await shop.pay();
    };

    it('is there again, also after several tries; and whoever comes anew is shown it', async () => {
      const shop = await harness.openShop();
      await payWith(shop, '4111111111111111');
      await tryAgain(shop, '4111111111111111');
      await shop.waitForState('settled');
      const tab = await harness.openTab(shop);
      await tryAgain(shop, '4242424242424242');
      const { reference } = (await shop.waitForState('settled'))['transaction'] as { reference: string };
      // The form of before that another tab shows gives way to it.
      assert.equal(statusOf(await tab.waitForState('settled')), 'APPROVED');
      await shop.page.reload(reload);
      const again = await shop.waitForState('settled');
      assert.equal(statusOf(again), 'APPROVED');
      assert.equal((again['transaction'] as { reference: string }).reference, reference);
      await shop.waitForText(/Pago aprobado\s+Pagaste [^]*Listo/);
      await shop.page.goto(shop.page.url());
      await shop.waitForText(/Pago aprobado\s+Pagaste [^]*Este pedido ya estaba pagado/);
      assert.equal((await shop.transactions()).length, 3, 'nobody pays twice');
    });

    it('or the payment under way; once that is declined, the page is asked for an order', async () => {
      const shop = await harness.openShop();
      await payWith(shop, '4111111111111111');
      await tryAgain(shop, '4000000000003220');
      await shop.waitForState('action');
      await shop.page.reload(reload);
      await shop.waitForState('action');
      const pending = (await shop.transactions()).find(({ status }) => status === 'PENDING');
      await fetch(`${harness.sandbox.url}/_sandbox/transactions/${pending?.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'DECLINED' }),
      });
      assert.equal(statusOf(await shop.waitForState('settled')), 'DECLINED');
      await tryAgain(shop, '4242424242424242', true);
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      assert.equal((await shop.transactions()).length, 3);
    });

    it('by the order that was sent, also where the shop gave another one before it', async () => {
      const shop = await harness.openShop();
      await payWith(shop, '4111111111111111');
      await giveNext(harness, shop);
      await harness.giveOrder(shop);
      await shop.fillCard();
      await shop.pay();
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
      await shop.page.goto(shop.page.url());
      assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED', 'what has been paid');
      assert.equal((await shop.transactions()).length, 2);
    });
  });

  it('says the same on the page that the payer goes on to', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    const link = await shop.page.evaluate(
      () => document.querySelector('pay-checkout')?.shadowRoot?.querySelector<HTMLAnchorElement>('a.pay')?.href,
    );
    for (const times of [1, 2]) {
      await shop.page.goto(link ?? '');
      const text = await shop.waitForText(/Pago aprobado/);
      assert.match(text, /Pago aprobado\s+Pagaste [^]*Listo/, `visit ${times}`);
    }
  });

  it('is there in an element that is made later, until the payer wants to buy something else', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    await shop.page.reload(reload);
    await shop.waitForText(/Pago aprobado/);
    await shop.page.evaluate(() => {
      const checkout = document.querySelector('pay-checkout');
      checkout?.replaceWith(checkout.cloneNode());
    });
    await shop.waitForText(/Pago aprobado/);
    await shop.press('Hacer otra compra');
    await shop.waitForState('ready');
    await fillIn(shop);
    await shop.pay();
    await until(async () => (await shop.transactions()).length === 2, 'another purchase');
    await shop.waitForText(/Pago aprobado/);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.reset());
    await shop.waitForState('ready');
    await shop.page.reload(reload);
    await shop.waitForState('ready');
    assert.doesNotMatch(await shop.text(), /Pago aprobado/);
  });

  it('of points that have paid a half leaves the rest to pay after a reload', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await payBy(shop, 'PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' });
    await shop.waitForText(/Faltan \$\s59\.500/);
    await shop.page.reload(reload);
    await shop.waitForText(/Faltan \$\s59\.500/);
    assert.doesNotMatch(await shop.text(), /Pagar \$\s119/);
  });

  it('of points that have paid a half shows its rest under way on a page with the first order, and its decline by what is left', async () => {
    const shop = await harness.openShop();
    const payRest = async (): Promise<void> => {
      await (await shop.part('retry-button')).click();
      await shop.waitForEvent('pay-renewal-required');
      await harness.giveOrder(shop, 5_950_000);
      await shop.waitForState('ready');
    };
    await payBy(shop, 'PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' });
    await shop.waitForText(/Faltan \$\s59\.500/);
    await payRest();
    assert.equal((await shop.text()).includes('Puntos'), false, 'the spent method is not offered again');
    await shop.fillCard({ number: '4111111111111111' });
    await shop.pay();
    await shop.waitForText(/Pago rechazado/);
    await shop.page.reload(reload);
    await shop.waitForText(/Faltan \$\s59\.500/);
    await payRest();
    await shop.acceptContracts();
    await payBy(shop, 'BANKA_QR');
    await shop.part('qr');
    await shop.page.reload(reload);
    await shop.part('qr');
    assert.doesNotMatch(await shop.text(), /Faltan/);
    assert.equal((await shop.transactions()).length, 3);
  });

  it('that the service knows no more makes way for the form', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    assert.equal(statusOf(await payWith(shop)), 'APPROVED');
    shop.allow(/404/);
    const path = `/v1/transactions/${(await shop.transactions())[0]?.id}`;
    await shop.fault({ method: 'GET', path, times: 9, fault: { kind: 'status', status: 404 } });
    await shop.page.reload(reload);
    await shop.waitForState('ready');
    assert.deepEqual(shop.events('pay-error'), []);
  });
});

describe('a page that gives its functions anew at each rendering', () => {
  const harness = useHarness();

  it('loses nothing of what the payer has typed and accepted, and the last one counts', async () => {
    const shop = await harness.openShop();
    const render = (mark: string): Promise<void> =>
      shop.page.$eval(
        'pay-checkout',
        (element, text) =>
          void Object.assign(element, {
            profile: {
              authorization: (key: string) => {
                document.body.dataset['asked'] = text;
                return `Bearer ${key}`;
              },
            },
          }),
        mark,
      );
    await render('first');
    await shop.waitForState('ready');
    await fillIn(shop);
    const asked = (await shop.requests()).length;
    await render('second');
    await render('third');
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    assert.equal((await shop.requests()).length, asked, 'nothing is fetched anew');
    await shop.pay();
    assert.equal(statusOf(await shop.waitForState('settled')), 'APPROVED');
    assert.equal(await shop.page.evaluate(() => document.body.dataset['asked']), 'third');
  });
});

describe('a page with one method', () => {
  const harness = useHarness();

  it('gives the focus to its first field, also for another try', async () => {
    const shop = await harness.openShop({ order: 'order-url', attributes: { methods: 'CARD' } });
    const focused = () => shop.page.evaluate(() => globalThis.pageProbe.focused()?.getAttribute('name'));
    await shop.page.$eval('pay-checkout', (element) => (element as HTMLElement).focus());
    assert.equal(await focused(), 'number');
    assert.equal(statusOf(await payWith(shop, '4111111111111111')), 'DECLINED');
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    await until(async () => (await focused()) === 'number', 'the focus to be there');
  });
});
