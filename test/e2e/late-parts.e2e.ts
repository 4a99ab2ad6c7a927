import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf } from './card-payer.ts';
import { useHarness, type ShopOptions } from './harness.ts';
import { Outage, SlowLine } from './held-parts.ts';
import { endWaits, holdWaits, waitsHeld } from './held-waits.ts';
import { groupInOne, inOne } from './in-one-engine.ts';
import { payBy } from './method-details.ts';
import type { Shop } from './shop.ts';
import { until } from './until.ts';

/** How long after an outage a part is asked for again, in ms: here, when the test says so. */
const nextTryMs = 3000;
const holdTimers = holdWaits(nextTryMs);

/** How long a part may be on its way, in ms. */
const lateMs = 15_000;

/** Whether a screen of the file with all screens is shown, and not the plain one that goes before it. */
const hasScreen = (shop: Shop): Promise<boolean> =>
  shop.page.evaluate(() => Boolean(document.querySelector('pay-checkout')?.shadowRoot?.querySelector('.headline')));

describe('a part of the checkout that cannot be fetched at once', () => {
  const harness = useHarness();

  it('does not keep the contracts waiting: they are asked for meanwhile, once, also when the element is moved', async () => {
    const line = new SlowLine();
    const shop = await harness.openShop({
      settle: false,
      emulate: async (page) => {
        await line.befall(page);
        await page.evaluateOnNewDocument(() => {
          void customElements.whenDefined('pay-checkout').then(() => {
            const element = document.querySelector('pay-checkout');
            element?.parentElement?.append(element);
          });
        });
      },
    });
    await until(() => Promise.resolve(line.asked > 0), 'the contracts to be asked for');
    assert.equal((await shop.state())?.status, 'loading');
    line.release();
    await shop.waitForState('ready');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForState('settled');
    assert.equal(line.asked, 1);
  });

  inOne('S9: leads no token to another service, which the page names while a press waits for that part', async () => {
    const line = new SlowLine(/\/chunks\/screens-/);
    const { url } = harness.sandbox;
    const shop = await harness.openShop({
      order: 'order-url',
      attributes: { 'base-url': `${url}/v1` },
      emulate: (page) => line.befall(page),
    });
    shop.allow(/422/);
    await shop.acceptContracts();
    await shop.fillCard();
    const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { signature: ['is wrong'] } } };
    await shop.fault({
      method: 'POST',
      path: '/v1/transactions',
      times: 1,
      fault: { kind: 'status', status: 422, body },
    });
    await shop.pay();
    await shop.waitForState('submitting');
    // The same sandbox by another address.
    await shop.page.evaluate((other) => {
      const checkout = document.querySelector('pay-checkout')!;
      checkout.profile = { authorization: () => 'Bearer pub_test_of_the_other', paths: { cardTokens: '/other/cards' } };
      checkout.setAttribute('base-url', other);
    }, url);
    line.release();
    await shop.waitForState('ready');
    const paths = async (): Promise<string[]> =>
      (await shop.requests()).filter(({ method }) => method === 'POST').map(({ path }) => path);
    assert.deepEqual(await paths(), ['/v1/tokens/cards', '/v1/transactions']);
    assert.doesNotMatch(JSON.stringify(await shop.requests()), /of_the_other/);
    await shop.page.evaluate(() => void (document.querySelector('pay-checkout')!.profile = null));
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('settled');
    assert.deepEqual((await paths()).slice(2), ['/v1/tokens/cards', '/transactions']);
  });

  inOne('asks nobody ahead for what is going to be refused: a live key at an address without https', async () => {
    for (const [key, asked] of [
      ['pub_test_e2e', 1],
      ['pub_prod_e2e', 0],
    ] as const) {
      const line = new SlowLine();
      const shop = await harness.openShop({
        attributes: { 'public-key': key },
        settle: false,
        emulate: (page) => line.befall(page),
      });
      shop.allow(/<pay-checkout>|favicon|404/);
      await shop.control('number');
      // Twice idle: what is asked ahead is asked in the first such moment.
      const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
      await shop.page.evaluate(idle);
      await shop.page.evaluate(idle);
      if (asked > 0) await until(() => Promise.resolve(line.asked > 0), 'the contracts to be asked for');
      assert.equal(line.asked, asked, key);
      line.release();
      await shop.waitForState('ready', 'failed');
    }
  });

  for (const isAsked of [true, false])
    inOne(
      `does not say that nobody can pay, where a payment is to be shown${isAsked ? '' : ', and goes on by itself'}`,
      async () => {
        const paid = await harness.openShop();
        await payBy(paid, 'WALLET_A');
        await paid.waitForState('settled');
        const outage = new Outage(/\/chunks\/flow-/);
        const shop = await harness.openShop({
          settle: false,
          attributes: { 'transaction-id': (await paid.transactions())[0]?.id ?? '', reference: null, signature: null },
          emulate: async (page) => {
            await outage.befall(page);
            if (isAsked) await holdTimers(page);
          },
        });
        shop.allow(/ERR_FAILED|part_unavailable/);
        await shop.waitForState('failed');
        await shop.waitForText(/Confirmando tu pago/);
        assert.doesNotMatch(await shop.text(), /No puedes pagar/);
        // What is still on its way would bring the payment by itself, before the button is pressed. The flow is asked for
        // twice by itself, and twice for the screens.
        await until(async () => outage.refused === 4, 'all to be refused');
        outage.isOn = false;
        // In one go: a rendering between finding the button and pressing it asks for the screens, too, and puts another there.
        if (isAsked)
          await shop.page.evaluate(() => {
            const root = document.querySelector('pay-checkout')?.shadowRoot;
            root?.querySelector<HTMLElement>('[part=retry-button]')?.click();
          });
        await until(async () => {
          const text = await shop.text();
          assert.doesNotMatch(text, /No puedes pagar/);
          return /Pago aprobado/.test(text);
        }, 'the result');
      },
    );

  it('is asked for once more at once, and nobody hears of it', async () => {
    const outage = new Outage(/\/chunks\/flow-/);
    const shop = await harness.openShop({
      emulate: async (page) => {
        await outage.befall(page);
        page.on('requestfailed', () => (outage.isOn = false));
      },
    });
    shop.allow(/ERR_FAILED/);
    assert.equal(outage.refused, 1);
    assert.equal((await shop.state())?.status, 'ready');
    assert.deepEqual([shop.events('pay-error'), shop.events('pay-state-change').length], [[], 1]);
  });

  it('shows the form by itself once the network is back', async () => {
    const outage = new Outage(/\/chunks\/flow-/);
    const shop = await harness.openShop({ settle: false, emulate: (page) => outage.befall(page) });
    shop.allow(/ERR_FAILED|part_unavailable/);
    await shop.waitForState('failed');
    outage.isOn = false;
    await shop.waitForState('ready');
    assert.equal(shop.events('pay-error').length, 1);
  });

  for (const query of ['?id=a-bank-s-own&env=test', '?id=15113-1-1'])
    inOne(`shows no form ahead of the flow to who is back from the bank, by ${query}`, async () => {
      const shop = await harness.openShop();
      shop.allow(/404/);
      const line = new SlowLine();
      await line.befall(shop.page);
      await shop.page.goto(shop.page.url() + query, { waitUntil: 'domcontentloaded' });
      await shop.waitForText(/Confirmando tu pago/);
      assert.doesNotMatch(await shop.text(), /Número de la tarjeta/);
      line.release();
      await shop.control('number');
    });

  for (const [what, order, way, isForm] of [
    ['no form ahead of the flow while the payment of its order is pending', 'signed', 'reload', false],
    ['no form ahead of the flow while a payment of the shop is pending', 'order-url', 'reload', false],
    ['no form for long ahead of the flow to who opens the page anew beside a pending payment', 'signed', 'goto', false],
    ['the form ahead of the flow for another order', 'signed', 'reload', true],
  ] as const)
    inOne(`shows ${what}`, async () => {
      const shop = await harness.openShop({ order });
      await payBy(shop, 'BANKA_COLLECT');
      await shop.part('voucher');
      const line = new SlowLine();
      await line.befall(shop.page);
      if (isForm)
        await shop.page.evaluateOnNewDocument((reference) => {
          new MutationObserver(() =>
            document.querySelector('pay-checkout')?.setAttribute('reference', reference),
          ).observe(document, { childList: true, subtree: true });
        }, 'ANOTHER');
      const parsed = { waitUntil: 'domcontentloaded' } as const;
      await (way === 'goto' ? shop.page.goto(shop.page.url(), parsed) : shop.page.reload(parsed));
      await shop.waitForText(isForm ? /Número de la tarjeta/ : /Confirmando tu pago/);
      assert.equal(/Número de la tarjeta/.test(await shop.text()), isForm);
      line.release();
      await (isForm ? shop.control('number') : shop.part('voucher'));
    });

  inOne('takes the focus along when the form makes way for a payment that is looked up', async () => {
    const shop = await harness.openShop({
      emulate: (page) =>
        page.evaluateOnNewDocument(() => addEventListener('pay-redirect', (event) => event.preventDefault())),
    });
    await payBy(shop, 'BANKA_TRANSFER');
    await shop.waitForText(/Abrir de nuevo la página/);
    const path = `/v1/transactions/${(await shop.transactions())[0]?.id}`;
    await shop.fault({ method: 'GET', path, times: 1, fault: { kind: 'delay', ms: 60_000 } });
    const line = new SlowLine();
    await line.befall(shop.page);
    const kept = await shop.page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    await shop.page.evaluate(() => localStorage.clear());
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await (await shop.control('number')).focus();
    // As if another tab had begun it meanwhile.
    await shop.page.evaluate((all) => {
      for (const [key, value] of JSON.parse(all) as [string, string][]) localStorage.setItem(key, value);
    }, kept);
    line.release();
    await shop.waitForText(/Confirmando tu pago/);
    const focused = () => shop.page.evaluate(() => globalThis.pageProbe.focused()?.id);
    await until(async () => (await focused()) === 'headline', 'the headline to have the focus');
    await harness.sandbox.letGo();
    await shop.waitForState('action');
    assert.equal(await focused(), 'headline');
  });

  inOne('keeps the contracts waiting no longer than it does elsewhere when their answer hangs', async () => {
    const line = new SlowLine();
    const hang = { kind: 'delay', ms: 60_000 } as const;
    await harness.sandbox.fault({ method: 'GET', path: '/merchants/info', times: 1, fault: hang });
    const shop = await harness.openShop({
      settle: false,
      emulate: async (page) => {
        await line.befall(page);
        // For so long the page has patience with the service.
        await holdWaits(20_000)(page);
      },
    });
    shop.allow(/<pay-checkout>/);
    await until(() => Promise.resolve(line.asked > 0), 'the contracts to be asked for');
    line.release();
    const isLost = async (): Promise<boolean> => {
      await endWaits(shop.page);
      return (await shop.state())?.status === 'failed';
    };
    await until(isLost, 'the page to lose patience');
    const state = await shop.waitForState('failed');
    assert.equal(codeOf(state), 'contracts_unreachable');
    // The plain screen makes way for the one that comes with what pays.
    await until(() => hasScreen(shop), 'the screen');
    await shop.press('Intentar de nuevo');
    await shop.waitForState('ready');
  });

  it('is asked for again when the element was away at the moment of the next try', async () => {
    const outage = new Outage(/\/chunks\/challenge-/);
    const shop = await harness.openShop({
      emulate: async (page) => {
        await holdTimers(page);
        await outage.befall(page);
      },
    });
    shop.allow(/challenge-|ERR_FAILED/);
    await shop.acceptContracts();
    await shop.fillCard({ number: '4000000000003220' });
    await shop.pay();
    await shop.waitForState('action');
    await until(async () => (await waitsHeld(shop.page)) > 0, 'another try to be due');
    const refused = outage.refused;
    assert.ok(refused > 0);
    await shop.page.evaluate(() => {
      const element = document.querySelector('pay-checkout');
      Object.assign(globalThis, { element });
      element?.remove();
    });
    await endWaits(shop.page);
    assert.equal(outage.refused, refused, 'an element that is away asks for nothing');
    outage.isOn = false;
    await shop.page.evaluate(() => document.body.append((globalThis as unknown as { element: Element }).element));
    await shop.part('challenge');
    assert.equal(outage.refused, refused);
  });

  it('leaves a screen with a way on when nothing has come that could say more', async () => {
    const outage = new Outage(/\/chunks\/flow-/);
    const shop = await harness.openShop({
      settle: false,
      emulate: async (page) => {
        await outage.befall(page);
        await holdTimers(page); // nothing is asked for again by itself
      },
    });
    shop.allow(/flow-|ERR_FAILED/);
    await shop.waitForState('failed');
    await shop.waitForText(/No puedes pagar ahora[\s\S]*Revisa tu internet[\s\S]*recarga la página/);
    // The screens and the form need the flow, too, and each is asked for twice: what is still on its way would bring the
    // form by itself.
    await until(async () => outage.refused === 6, 'all to be refused');
    outage.isOn = false;
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    await until(async () => (await shop.focused()) === 'payment_method_type', 'the focus to be back in the form');
    assert.equal(shop.events('pay-error').length, 1);
  });

  inOne('comes by itself to show the payment that another tab has begun', async () => {
    const paying = await harness.openShop({ attributes: { methods: 'BANKA_QR' } });
    await paying.acceptContracts();
    await paying.pay();
    await paying.part('qr');
    const outage = new Outage(/\/chunks\/flow-/);
    const shop = await harness.openTab(paying, { emulate: (page) => outage.befall(page) });
    shop.allow(/flow-|ERR_FAILED|part_unavailable/);
    await until(async () => outage.refused > 0, 'the first try');
    await shop.waitForText(/Confirmando tu pago[\s\S]*No pagues de nuevo/);
    outage.isOn = false;
    await shop.part('qr');
    assert.deepEqual(
      (await shop.transactions()).map(({ status }) => status),
      ['PENDING'],
    );
  });

  inOne('pays nothing as long as the screens cannot be had that say what became of it, and then once', async () => {
    const outage = new Outage(/\/chunks\/screens-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/screens-|ERR_FAILED|part_unavailable/);
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForText(/No pudimos conectarnos/);
    const sent = (await shop.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(sent, []);
    assert.equal(await shop.value('number'), '4242 4242 4242 4242');
    outage.isOn = false;
    await shop.pay();
    await shop.waitForState('settled');
    await shop.waitForText(/Pago aprobado/);
    assert.equal((await shop.transactions()).length, 1);
  });
});

groupInOne('the form, before the flow has come', () => {
  const harness = useHarness();
  const shownIn = (shop: Shop): Promise<string> =>
    shop.page.evaluate(() => document.querySelector('pay-checkout')?.shadowRoot?.textContent ?? '');

  inOne('is not held back by a payment whose reference only begins alike', async () => {
    const html: ShopOptions['html'] = ({ element, script }) =>
      `${element}<script>
        const [, reference, signature] = location.hash.split('#');
        const checkout = document.querySelector('pay-checkout');
        for (const [name, value] of Object.entries({ reference, signature })) if (value) checkout.setAttribute(name, value);
      </script>${script}`;
    const paying = await harness.openShop({ attributes: { methods: 'BANKA_QR' }, html });
    await paying.acceptContracts();
    await paying.pay();
    await paying.part('qr');
    const [pending] = await paying.transactions();
    const reference = String(pending?.reference).slice(0, -1);
    const signature = await harness.shop.sign(reference, { amountInCents: 11_900_000, currency: 'COP' });
    const line = new SlowLine();
    const shop = await harness.openTab(paying, {
      address: `${paying.page.url()}#${reference}#${signature}`,
      settle: false,
      emulate: (page) => line.befall(page),
    });
    await until(() => Promise.resolve(line.asked > 0), 'the contracts to be asked for');
    await shop.waitForText(/Acepto los términos/);
    assert.doesNotMatch(await shownIn(shop), /Confirmando tu pago/);
    line.release();
    await shop.waitForState('ready');
  });
});

groupInOne('a part that cannot be had while a payment waits for it', () => {
  const harness = useHarness();

  inOne(
    'says so where the screens are missing, tells the page once, and shows the payment when they come',
    async () => {
      const shop = await harness.openShop();
      shop.allow(/screens-|ERR_FAILED|part_unavailable|<pay-checkout>/);
      await payBy(shop, 'BANKA_COLLECT');
      await shop.part('voucher');
      const outage = new Outage(/\/chunks\/screens-/);
      await outage.befall(shop.page);
      await shop.page.reload({ waitUntil: 'domcontentloaded' });
      await shop.waitForText(
        /Pago en proceso[\s\S]*No pagues de nuevo[\s\S]*No pudimos conectarnos[\s\S]*recarga la página/,
      );
      const refused = outage.refused;
      await shop.press('Consultar el resultado');
      await until(() => Promise.resolve(outage.refused > refused), 'the press to ask for the screens');
      assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
      outage.isOn = false;
      await shop.part('voucher');
      assert.doesNotMatch(await shop.text(), /No pudimos conectarnos/);
      assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
      assert.equal((await shop.transactions()).length, 1);
    },
  );

  inOne('says so where the bank’s step is missing, tells the page once, and goes on with it on a press', async () => {
    const outage = new Outage(/\/chunks\/challenge-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/challenge-|ERR_FAILED|<pay-checkout>/);
    await shop.acceptContracts();
    await shop.fillCard({ number: '4000000000003220' });
    await shop.pay();
    await shop.waitForText(
      /No pudimos abrir la verificación[\s\S]*No pagues de nuevo[\s\S]*No pudimos conectarnos[\s\S]*recarga la página/,
    );
    assert.doesNotMatch(await shop.text(), /Elegir otro medio de pago|Intentar de nuevo/);
    assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
    outage.isOn = false;
    await shop.press('Seguir con la verificación');
    await shop.part('challenge');
    assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
    assert.equal((await shop.transactions()).length, 1);
  });

  /** What a payer sees of a payment whose part is gone for good, step by step: words, one way on, one event. */
  const missingAt = [
    ['what pays', 'pending', /flow-/, /Confirmando tu pago[^]*No pagues de nuevo[^]*recarga la página/],
    ['the screens', 'pending', /screens-/, /Pago en proceso[^]*No pagues de nuevo[^]*recarga la página/],
    ['what pays', 'challenged', /flow-/, /Confirmando tu pago[^]*No pagues de nuevo[^]*recarga la página/],
    ['the screens', 'challenged', /screens-/, /Pago en proceso[^]*No pagues de nuevo[^]*recarga la página/],
    ['the bank’s step', 'challenged', /challenge-/, /No pudimos abrir la verificación[^]*No pagues de nuevo/],
    ['the bank’s step', 'on a phone', /challenge-/, /No pudimos abrir la verificación[^]*No pagues de nuevo/],
  ] as const;
  for (const [what, step, files, words] of missingAt)
    inOne(
      `B3: says so where a release has taken ${what} away, ${step} at a reload, and what comes later goes on`,
      async () => {
        const shop = await harness.openShop(step === 'on a phone' ? { viewport: { width: 360, height: 740 } } : {});
        shop.allow(/404|MIME|<pay-checkout>|module script/);
        if (step === 'pending') {
          await payBy(shop, 'BANKA_COLLECT');
          await shop.part('voucher');
        } else {
          await shop.acceptContracts();
          await shop.fillCard({ number: '4000000000003220' });
          await shop.pay();
          await shop.part('challenge');
        }
        const outage = new Outage(files, true);
        await outage.befall(shop.page);
        await shop.page.reload({ waitUntil: 'domcontentloaded' });
        await shop.waitForText(words);
        assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
        const main = () =>
          shop.page.evaluate(
            () => [...globalThis.pageProbe.find('.status .pay')].filter((way) => way.checkVisibility()).length,
          );
        assert.equal(await main(), 1, 'one way on');
        outage.isOn = false;
        await shop.part(step === 'pending' ? 'voucher' : 'challenge');
        assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
        assert.equal((await shop.transactions()).length, 1);
      },
    );

  for (const [what, files, words] of [
    ['the screens', /screens-/, /Pago en proceso[^]*No pagues de nuevo[^]*recarga la página/],
    ['the bank’s step', /challenge-/, /No pudimos abrir la verificación[^]*No pagues de nuevo/],
  ] as const)
    inOne(`B3: does not wait in silence for ${what}, of which nothing comes at all`, async () => {
      const line = new SlowLine(files);
      const shop = await harness.openShop({ emulate: holdWaits(lateMs) });
      shop.allow(/<pay-checkout>/);
      await shop.acceptContracts();
      await shop.fillCard({ number: '4000000000003220' });
      await shop.pay();
      await shop.part('challenge');
      await line.befall(shop.page);
      await shop.page.reload({ waitUntil: 'domcontentloaded' });
      await shop.waitForState('action');
      await until(async () => (await waitsHeld(shop.page)) > 0, 'the wait to begin');
      // Else they are late, too, on a machine that takes its time.
      if (files.test('challenge-')) await until(() => hasScreen(shop), 'the screens');
      await until(async () => {
        await endWaits(shop.page);
        return words.test(await shop.text());
      }, 'the words');
      assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
      line.release();
      await shop.part('challenge');
      assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
    });

  inOne('is the developer’s alone to miss where it is the doctor: the payer pays', async () => {
    const outage = new Outage(/\/chunks\/doctor-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/doctor-|ERR_FAILED/);
    await until(() => Promise.resolve(outage.refused > 0), 'the doctor to be refused');
    await shop.acceptContracts();
    await shop.fillCard();
    await shop.pay();
    await shop.waitForText(/Pago aprobado/);
    assert.deepEqual([shop.codesTold('pay-error'), shop.codesTold('pay-warning')], [[], []]);
  });
});
