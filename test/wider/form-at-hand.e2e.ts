import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

const viewport = { width: 360, height: 740 };

/** The names of the controls that are marked as wrong. */
const wrongIn = (shop: Shop): Promise<(string | null)[]> =>
  shop.page.evaluate(() =>
    globalThis.pageProbe.find('[aria-invalid=true]').map((control) => control.getAttribute('name')),
  );

/** Where a control or the button that pays is pressed, in the middle. */
const middleOf = async (shop: Shop, selector: string): Promise<{ x: number; y: number }> =>
  shop.page.evaluate((wanted) => {
    const [found] = globalThis.pageProbe.find(wanted);
    const { left, top, width, height } = found!.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, selector);

describe('the form at hand', () => {
  const harness = useHarness();

  it('is led by Enter to the first field that is still empty, and turns no other red', async () => {
    const shop = await harness.openShop({ viewport, attributes: { 'customer-email': null } });
    await shop.waitForState('ready');
    const { keyboard } = shop.page;
    for (const [name, text, next] of [
      ['number', '4242424242424242', 'expiry'],
      ['expiry', '12/39', 'cvc'],
      ['cvc', '123', 'card_holder'],
      ['card_holder', 'Ana Pinzón', 'customer_email'],
      ['customer_email', 'ana@example.com', 'acceptance_token'],
    ] as const) {
      await shop.insert(name, text);
      await keyboard.press('Enter');
      await until(async () => (await shop.focused()) === next, `the focus on ${next}`);
      assert.deepEqual(await wrongIn(shop), []);
    }
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await until(async () => (await shop.focused()) === 'accept_personal_auth', 'the focus on the other consent');
    assert.deepEqual(shop.events('pay-submit'), []);
    await keyboard.press('Space');
    await (await shop.control('cvc')).press('Enter');
    await shop.waitForState('settled');
    assert.equal((await shop.transactions()).length, 1);
  });

  it('is led by Enter in a method with fields of its own, too', async () => {
    const shop = await harness.openShop({ viewport });
    await shop.choose('WALLET_B');
    await shop.control('user_legal_id');
    await (await shop.control('phone_number')).press('Enter');
    await until(async () => (await shop.focused()) === 'user_legal_id', 'the focus on the document');
    assert.deepEqual(await wrongIn(shop), []);
  });

  for (const by of ['mouse', 'finger'] as const)
    it(`is sent by one press of a ${by}, though the field that was left has something wrong in it`, async () => {
      const touch = by === 'finger';
      const shop = await harness.openShop({
        viewport: { ...viewport, hasTouch: touch, isMobile: touch },
        attributes: { methods: 'CARD' },
      });
      await shop.waitForState('ready');
      await shop.acceptContracts();
      await shop.fillCard({ cvc: '1' });
      await (await shop.control('cvc')).focus();
      await shop.page.evaluate(() => {
        document.querySelector('pay-checkout')?.shadowRoot?.addEventListener('click', ({ target }) => {
          const button = (target as Element).closest('.pay');
          if (button) document.title = 'pressed';
        });
      });
      const { x, y } = await middleOf(shop, '.pay');
      // The uppermost line of the button: what appears above it would push it away from there.
      if (touch) await shop.page.touchscreen.tap(x, y - 22);
      else {
        await shop.page.mouse.move(x, y - 22);
        await shop.page.mouse.down();
        await shop.page.mouse.up();
      }
      await until(async () => (await shop.page.title()) === 'pressed', 'the click to reach the button');
      await until(async () => (await wrongIn(shop)).join() === 'cvc', 'the code to be marked');
      assert.equal(await shop.focused(), 'cvc');
    });

  for (const by of ['mouse', 'finger'] as const)
    it(`S2: pays no amount that the page has set by the very press of a ${by}`, async () => {
      const touch = by === 'finger';
      const shop = await harness.openShop({
        viewport: { ...viewport, hasTouch: touch, isMobile: touch },
        attributes: { methods: 'CARD' },
        html: ({ element, script }) => `<input id="count" type="number" value="1">${element}${script}`,
      });
      await shop.waitForState('ready');
      await shop.acceptContracts();
      await shop.fillCard();
      await shop.page.evaluate(() => {
        const count = document.querySelector<HTMLInputElement>('#count')!;
        count.addEventListener('change', () => {
          document.querySelector('pay-checkout')!.amountInCents = 11_900_000 * count.valueAsNumber;
        });
      });
      const press = async (): Promise<void> => {
        const { x, y } = await middleOf(shop, '.pay');
        if (touch) await shop.page.touchscreen.tap(x, y);
        else await shop.page.mouse.click(x, y);
      };
      await shop.page.evaluate(() => document.querySelector<HTMLInputElement>('#count')!.select());
      await shop.page.keyboard.type('10');
      await press();
      await shop.waitForText(/El total es \$\s1\.190\.000\. Si estás de acuerdo, paga\./);
      assert.deepEqual(await shop.transactions(), []);
    });

  it('S2: pays no amount that the page has set by the very press that says that it is another payment', async () => {
    const shop = await harness.openShop({
      order: 'signed-anew',
      viewport,
      html: ({ element, script }) => `<input id="count" type="number" value="1">${element}${script}`,
    });
    shop.allow(/ERR_|Failed to load/);
    await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-before' } });
    const payByCard = async (): Promise<void> => {
      await shop.acceptContracts();
      await shop.fillCard();
      await shop.pay();
    };
    await payByCard();
    await shop.waitForState('unknown');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Puede que ya hayas pagado/);
    const reference = harness.shop.newReference();
    const order = { reference, amountInCents: 119_000_000 };
    const signature = await harness.shop.sign(reference, { amountInCents: order.amountInCents, currency: 'COP' });
    await shop.page.evaluate(
      (given) => {
        const checkout = document.querySelector('pay-checkout')!;
        document.querySelector('#count')!.addEventListener('change', () => Object.assign(checkout, given));
      },
      { ...order, signature },
    );
    await payByCard();
    await until(
      () => shop.page.evaluate(() => globalThis.pageProbe.find('.fields + .question').length > 0),
      'the question',
    );
    await shop.page.evaluate(() => document.querySelector<HTMLInputElement>('#count')!.select());
    await shop.page.keyboard.type('10');
    await shop.page.evaluate(() => globalThis.pageProbe.find('.question button')[0]!.scrollIntoView());
    const { x, y } = await middleOf(shop, '.question button');
    await shop.page.mouse.click(x, y);
    await shop.waitForText(/El total es \$\s1\.190\.000\./);
    assert.deepEqual(await shop.transactions(), []);
  });

  for (const by of ['mouse', 'finger'] as const)
    it(`reaches the next field by one press of a ${by}, whatever the left one has to say`, async () => {
      const touch = by === 'finger';
      const shop = await harness.openShop({ viewport: { ...viewport, hasTouch: touch, isMobile: touch } });
      await shop.waitForState('ready');
      await shop.insert('number', '4242424242424241');
      await shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('.card-fields')?.shadowRoot;
        root?.addEventListener('click', ({ target }) => (document.title = (target as HTMLInputElement).name));
      });
      const { x, y } = await middleOf(shop, '[name=card_holder]');
      // The uppermost line of it: it moves down by more than that.
      if (touch) await shop.page.touchscreen.tap(x, y - 22);
      else await shop.page.mouse.click(x, y - 22);
      await until(async () => (await wrongIn(shop)).join() === 'number', 'the number to be marked');
      assert.equal(await shop.focused(), 'card_holder');
      assert.equal(await shop.page.title(), 'card_holder', 'which is what was clicked');
    });

  it('takes no more room at 360 px than it needs: from the number to the button that pays', async () => {
    for (const locale of ['es', 'en', 'pt']) {
      const shop = await harness.openShop({
        viewport,
        attributes: { locale, networks: 'visa mastercard amex diners' },
      });
      await shop.waitForState('ready');
      const room = await shop.page.evaluate(() => {
        const [number] = globalThis.pageProbe.find('[name=number]');
        const [pay] = globalThis.pageProbe.find('.pay');
        return { height: pay!.getBoundingClientRect().bottom - number!.getBoundingClientRect().top };
      });
      assert.ok(room.height <= 390, `${room.height} px in ${locale}`);
      assert.equal(await shop.page.evaluate(() => document.documentElement.scrollWidth), 360);
    }
  });
});
