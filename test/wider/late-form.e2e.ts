import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ShopOptions } from '../e2e/harness.ts';
import { Outage, SlowLine } from '../e2e/held-parts.ts';
import { endWaits, holdWaits, waitsHeld } from '../e2e/held-waits.ts';
import { heardSince } from '../e2e/heard.ts';
import { groupInOne, inOne } from '../e2e/in-one-engine.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

/** How long a language is waited for, in ms. */
const languagePatienceMs = 10_000;

groupInOne('a language that cannot be had at once', () => {
  const harness = useHarness();

  /** Opens an English page without the file of its words. */
  const open = async (): Promise<{ shop: Shop; outage: Outage }> => {
    const outage = new Outage(/\/chunks\/en-/);
    const shop = await harness.openShop({
      attributes: { locale: 'en' },
      emulate: async (page) => {
        await holdWaits(languagePatienceMs)(page); // it is asked for again when the test says so
        await outage.befall(page);
      },
    });
    shop.allow(/ERR_FAILED|en-|<pay-checkout>/);
    await shop.waitForText(/Pagar \$/);
    return { shop, outage };
  };
  const spoken = (shop: Shop): Promise<string | undefined> =>
    shop.page.$eval('pay-checkout', ({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>('.base')?.lang);

  inOne('is spoken once the device is online again, and Spanish so long in every word', async () => {
    const { shop, outage } = await open();
    await shop.choose('BANKA_QR');
    await shop.waitForText(/Al pagar te mostramos un código QR/);
    assert.doesNotMatch(await shop.text(), /Pay|Card|Bank/);
    assert.equal(await spoken(shop), 'es');
    outage.isOn = false;
    await shop.page.evaluate(() => dispatchEvent(new Event('online')));
    await shop.waitForText(/Pay COP/);
    assert.equal(await spoken(shop), 'en');
    assert.doesNotMatch(await shop.text(), /Pagar|Al pagar/);
    assert.deepEqual([shop.codesTold('pay-error'), shop.codesTold('pay-warning')], [[], ['language_unavailable']]);
  });

  inOne('is spoken when the page asks for it again', async () => {
    const { shop, outage } = await open();
    const speak = (locale: string): Promise<void> =>
      shop.page.$eval('pay-checkout', (element, wanted) => element.setAttribute('locale', wanted), locale);
    await speak('pt');
    await shop.waitForText(/Pagar COP/);
    assert.equal(await spoken(shop), 'pt');
    outage.isOn = false;
    await speak('en');
    await shop.waitForText(/Pay COP/);
  });

  inOne(
    'is asked for a few times, and makes way for Spanish where it never comes: everything can be paid',
    async () => {
      const { shop, outage } = await open();
      const tries = [outage.refused];
      const isGivenUp = async (): Promise<boolean> => {
        const isHeld = (await waitsHeld(shop.page)) > 0;
        await endWaits(shop.page);
        tries.push(outage.refused);
        return !isHeld;
      };
      await until(isGivenUp, 'the last try');
      assert.ok(outage.refused > 1 && outage.refused < 12, tries.join());
      await shop.acceptContracts();
      await shop.fillCard({ number: '4000000000003220' });
      await shop.pay();
      await shop.part('challenge');
      assert.match(await shop.text(), /Confirma la compra con tu banco/);
      assert.deepEqual([shop.codesTold('pay-error'), shop.codesTold('pay-warning')], [[], ['language_unavailable']]);
    },
  );

  inOne('is not waited for without end: Spanish is spoken until it comes', async () => {
    const line = new SlowLine(/\/chunks\/en-/);
    const shop = await harness.openShop({
      attributes: { locale: 'en' },
      settle: false,
      emulate: async (page) => {
        await holdWaits(languagePatienceMs)(page);
        await line.befall(page);
      },
    });
    await shop.waitForState('ready');
    assert.deepEqual(shop.events('pay-ready'), []);
    await endWaits(shop.page);
    await shop.waitForEvent('pay-ready');
    await shop.waitForText(/Pagar \$/);
    line.release();
    await shop.waitForText(/Pay COP/);
  });
});

describe('a payer who is faster than the line', () => {
  const harness = useHarness();

  const open = async (viewport?: ShopOptions['viewport']): Promise<{ shop: Shop; line: SlowLine }> => {
    const line = new SlowLine();
    const shop = await harness.openShop({
      settle: false,
      emulate: (page) => line.befall(page),
      ...(viewport && { viewport }),
    });
    return { shop, line };
  };
  const payText = (shop: Shop): Promise<string> =>
    shop.part('pay-button').then((button) => button.evaluate(({ textContent }) => textContent?.trim() ?? ''));
  const waiting = 'status: Cargando… Está tardando más de lo normal. Espera un momento.';

  it('is told at once what is wrong, before anything else has come', async () => {
    const { shop } = await open();
    await shop.fillCard({ number: '4242424242424241' });
    await shop.pay();
    await until(async () => (await shop.focused()) === 'number', 'the focus on the wrong number');
    assert.equal((await shop.state())?.status, 'loading');
    await shop.waitForText(/Revisa el número/);
    assert.match(await payText(shop), /^Pagar/);
  });

  for (const width of [360, 1280])
    inOne(
      `finds how much is wrong, with a way to the first, however late the screens come, at ${width} px`,
      async () => {
        const { shop } = await open({ width, height: 740 });
        await shop.control('number');
        await shop.pay();
        await shop.waitForText(/Revisa 4 datos/);
        assert.equal((await shop.state())?.status, 'loading');
        const look = await shop.page.evaluate(() => {
          const root = document.querySelector('pay-checkout')?.shadowRoot;
          const link = root?.querySelector('.notice button');
          const { borderTopWidth, textDecorationLine } = link ? getComputedStyle(link) : {};
          return [borderTopWidth, textDecorationLine].join();
        });
        assert.equal(look, '0px,underline');
        const lies = await shop.page.evaluate(() => {
          const root = document.querySelector('pay-checkout')?.shadowRoot;
          const edge = (selector: string) => root?.querySelector(selector)?.getBoundingClientRect();
          const [notice, pay] = [edge('.notice'), edge('.pay')];
          return { notice: notice?.bottom, pay: pay?.top, left: [notice?.left, pay?.left] };
        });
        assert((lies.notice ?? Number.NaN) <= (lies.pay ?? 0), JSON.stringify(lies));
        assert.equal(lies.left[0], lies.left[1], 'above the button that pays');
        await (await shop.control('card_holder')).focus();
        await shop.press('Ir al primero');
        await until(async () => (await shop.focused()) === 'number', 'the focus on the number');
      },
    );

  inOne('hears that the press waits, and then what is missing: nothing is paid that was not agreed to', async () => {
    const { shop, line } = await open();
    await shop.fillCard();
    await shop.pay();
    await until(async () => (await payText(shop)) === 'Cargando…', 'the press to be answered');
    await until(async () => (await heardSince(shop.page, 'Cargando')).includes(waiting), 'to hear it');
    await shop.pay();
    line.release();
    await until(async () => (await shop.focused()) === 'acceptance_token', 'the focus on what is missing');
    assert.match(await payText(shop), /^Pagar/);
    assert.equal(shop.events('pay-submit').length, 0);
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('has not pressed in vain while the chosen method’s form is on its way', async () => {
    const line = new SlowLine(/\/chunks\/screens-/);
    const shop = await harness.openShop({ emulate: (page) => line.befall(page) });
    await shop.acceptContracts();
    await shop.choose('BANKA_QR');
    await shop.pay();
    await until(async () => (await payText(shop)) === 'Cargando…', 'the press to be answered');
    assert.deepEqual(shop.events('pay-submit'), []);
    line.release();
    await shop.part('qr');
    assert.equal((await shop.transactions()).length, 1);
  });

  inOne(
    'takes that press back by choosing another method, and is asked again where the amount becomes another',
    async () => {
      const line = new SlowLine(/\/chunks\/screens-/);
      const shop = await harness.openShop({ order: 'order-url', emulate: (page) => line.befall(page) });
      const press = async (): Promise<void> => {
        await shop.choose('BANKA_QR');
        await shop.pay();
        await until(async () => (await payText(shop)) === 'Cargando…', 'the press to be answered');
      };
      await shop.acceptContracts();
      await press();
      await shop.choose('CARD');
      await until(
        async () => /^Pagar \$\s119\.000$/.test(await payText(shop)),
        'the button to offer the payment again',
      );
      await press();
      await shop.page.$eval('pay-checkout', (element) => element.setAttribute('amount-in-cents', '10900000'));
      await until(async () => /^Pagar \$\s109\.000$/.test(await payText(shop)), 'the button to offer the other amount');
      line.release();
      await shop.waitForText(/Al pagar te mostramos un código QR/);
      assert.match(await payText(shop), /^Pagar \$\s109\.000$/);
      assert.deepEqual([shop.events('pay-submit'), await shop.transactions()], [[], []]);
    },
  );

  it('may press again where the chosen method’s form could not be had: that asks for it anew', async () => {
    const outage = new Outage(/\/chunks\/screens-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/screens-|ERR_FAILED/);
    await shop.acceptContracts();
    await shop.choose('BANKA_QR');
    await shop.waitForText(/No pudimos conectarnos/);
    assert.deepEqual(shop.codesTold('pay-error'), ['part_unavailable']);
    const { refused } = outage;
    await shop.pay();
    await until(
      async () => outage.refused > refused && (await payText(shop)).startsWith('Pagar'),
      'the press to be over',
    );
    outage.isOn = false;
    await shop.pay();
    await shop.part('qr');
    assert.equal((await shop.transactions()).length, 1);
  });

  inOne('keeps the focus where that is asked for by its own button', async () => {
    const outage = new Outage(/\/chunks\/screens-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/screens-|ERR_FAILED/);
    await shop.choose('BANKA_QR');
    await shop.waitForText(/No pudimos conectarnos/);
    await shop.page.$eval('pay-checkout', ({ shadowRoot }) =>
      shadowRoot?.querySelector<HTMLElement>('.fields .link')?.focus(),
    );
    const focused = () =>
      shop.page.$eval('pay-checkout', ({ shadowRoot }) => {
        const { className, name } = (shadowRoot?.activeElement as HTMLInputElement | null) ?? {};
        return [className, name];
      });
    assert.equal((await focused())[0], 'link');
    outage.isOn = false;
    await shop.page.keyboard.press('Enter');
    await shop.control('sandbox_status');
    assert.equal((await focused())[1], 'payment_method_type');
  });

  it('has the form of a chosen method once there is a network again, without a press', async () => {
    const outage = new Outage(/\/chunks\/screens-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/screens-|ERR_FAILED/);
    await shop.choose('BNPL');
    await shop.waitForText(/No pudimos conectarnos/);
    outage.isOn = false;
    // Said again, for others may be asking for the same file, and their failure would be this one's, too.
    const isThere = (): boolean => {
      dispatchEvent(new Event('online'));
      return Boolean(document.querySelector('pay-checkout')?.shadowRoot?.querySelector('[name=user_legal_id]'));
    };
    await until(() => shop.page.evaluate(isThere), 'the form');
  });

  inOne('keeps in the window a method that is chosen far down before anything else could be had', async () => {
    const line = new SlowLine(/\/chunks\//);
    const shop = await harness.openShop({
      attributes: { methods: 'CARD BANKA_QR BANKA_TRANSFER BANKDEBIT BNPL' },
      settle: false,
      viewport: { width: 360, height: 640 },
      emulate: (page) => line.befall(page),
    });
    const row = await shop.control('payment_method_type', 'BNPL');
    await row.evaluate((radio) => {
      document.body.style.paddingBlock = '2000px';
      document.documentElement.style.overflowAnchor = 'none'; // as Safari has none
      radio.scrollIntoView({ block: 'end' });
    });
    await row.tap();
    const { top, bottom } = await row.evaluate(async (radio) => {
      await document.querySelector('pay-checkout')?.updateComplete;
      const place = (radio.closest('.method') as Element).getBoundingClientRect();
      return { top: place.top, bottom: place.bottom };
    });
    assert.ok(top > -1 && bottom < 641, `${top} to ${bottom}`);
    line.release();
  });

  inOne('finds nothing else under the finger than what was there, when the chosen method’s form comes', async () => {
    const line = new SlowLine(/\/chunks\/screens-/);
    const shop = await harness.openShop({
      viewport: { width: 360, height: 640 },
      emulate: (page) => line.befall(page),
    });
    await shop.choose('WALLET_A');
    const places = () =>
      shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        const controls = [...(root?.querySelectorAll('.consent input, .pay') ?? [])];
        return controls.map((one) => one.getBoundingClientRect().top);
      });
    assert.ok(
      (await places()).every((top) => top >= 640),
      `below the window: ${(await places()).join()}`,
    );
    line.release();
    await shop.control('phone_number');
    const after = await places();
    assert.equal(after.length, 3);
    assert.ok(
      after.every((top) => top < 640),
      `with the form: ${after.join()}`,
    );
  });

  it('is told once that there is no network, in the place of the form that cannot be had', async () => {
    const outage = new Outage(/\/chunks\/screens-/);
    const shop = await harness.openShop({ emulate: (page) => outage.befall(page) });
    shop.allow(/screens-|ERR_|Failed to load/);
    await shop.choose('WALLET_A');
    await shop.page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
      dispatchEvent(new Event('offline'));
    });
    await shop.waitForText(/No pudimos conectarnos/);
    assert.doesNotMatch(await shop.text(), /No tienes conexión/);
    await shop.choose('CARD');
    await shop.waitForText(/No tienes conexión/);
  });

  it('takes the press back by going on with the form', async () => {
    const { shop, line } = await open();
    await shop.fillCard();
    await shop.pay();
    await until(async () => (await payText(shop)) === 'Cargando…', 'the press to be answered');
    await shop.fill('card_holder', 'Ana María');
    assert.match(await payText(shop), /^Pagar/);
    line.release();
    await shop.waitForState('ready');
    await shop.waitForEvent('pay-ready');
    assert.equal(await shop.focused(), 'card_holder');
    assert.doesNotMatch(await shop.text(), /Revisa \d/);
  });
});
