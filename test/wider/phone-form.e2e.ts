import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness, type ShopOptions } from '../e2e/harness.ts';
import { payBy } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

const viewport = { width: 360, height: 740 };

/** Where something in the checkout stands in the window, in CSS pixels. */
const placeOf = (shop: Shop, selector: string): Promise<{ top: number; bottom: number }> =>
  shop.page.evaluate((wanted) => {
    const found = document.querySelector('pay-checkout')?.shadowRoot?.querySelector(wanted);
    const { top = Number.NaN, bottom = Number.NaN } = found?.getBoundingClientRect() ?? {};
    return { top, bottom };
  }, selector);

/** How far the notice lies over what has the focus, in CSS pixels. */
const coveredOf = (shop: Shop): Promise<number> =>
  shop.page.evaluate(() => {
    const focused = globalThis.pageProbe.focused()?.getBoundingClientRect();
    const notice = document
      .querySelector('pay-checkout')
      ?.shadowRoot?.querySelector('.notice')
      ?.getBoundingClientRect();
    if (!focused || !notice) return Number.NaN;
    return Math.min(focused.bottom, notice.bottom) - Math.max(focused.top, notice.top);
  });

const labelOf = (type: string): string => `label:has([value=${type}])`;

describe('the form on a phone', () => {
  const harness = useHarness();

  it('has all methods above the form, and nothing to choose beneath the button that pays', async () => {
    const shop = await harness.openShop({ viewport });
    for (const method of ['CARD', 'BANKA_QR', 'WALLET_PAY']) {
      await shop.choose(method);
      if (method !== 'CARD') await shop.waitForText(/Al pagar /);
      const [list, form, pay] = [
        await placeOf(shop, '.methods'),
        await placeOf(shop, '.method-form:not([hidden])'),
        await placeOf(shop, '.pay'),
      ];
      assert.ok(list.bottom < form.top && form.bottom < pay.top, `${method} stands in between`);
      const { bottom } = await placeOf(shop, labelOf(method));
      assert.ok(bottom <= list.bottom, `${method} is in the list`);
    }
  });

  it('makes no box of the page wider that asks what it holds for its least width', async () => {
    const html: ShopOptions['html'] = ({ element, script }) =>
      `<style>body { display: grid; margin: 36px; font-size: 20px }</style><main>${element}</main>${script}`;
    const shop = await harness.openShop({ viewport: { width: 320, height: 640 }, html });
    assert.equal(await shop.page.evaluate(() => document.documentElement.scrollWidth), 320);
  });

  it('shows the other methods to whoever asks for one, however far down the first of them is', async () => {
    for (const [method, order] of [
      ['CARD', 'order-url'],
      ['BANKA_COLLECT', 'order-url'],
      ['CARD', 'signed'],
    ] as const) {
      const shop = await harness.openShop({ viewport, order });
      if (method === 'CARD') {
        await shop.acceptContracts();
        await shop.fillCard({ number: '4111111111111111' });
        await shop.pay();
      } else await payBy(shop, method);
      await shop.waitForText(method === 'CARD' ? /Pago rechazado/ : /Paga en efectivo/);
      await shop.press('Elegir otro medio de pago');
      if (order === 'signed') {
        await shop.waitForEvent('pay-renewal-required');
        await harness.giveOrder(shop);
      }
      await shop.waitForState('ready');
      await until(async () => {
        const { top, bottom } = await placeOf(shop, '.method:not(:has(:checked)) :focus');
        return top >= 0 && bottom <= viewport.height;
      }, `another method than ${method} in sight, with the focus`);
      const { top } = await placeOf(shop, 'legend');
      const isAtEnd = await shop.page.evaluate(
        () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
      );
      // As far up as the page can be scrolled.
      assert.ok(top >= 0 && (top < 100 || isAtEnd), `the list begins at ${top} px`);
    }
  });

  it('shows the other methods from the first on a wide page, and leaves alone who has gone elsewhere meanwhile', async () => {
    const shop = await harness.openShop({
      viewport: { width: 1280, height: 500 },
      html: ({ element, script }) =>
        `<label>Cupón <input name="coupon"></label>${element}${script}<div style="height: 100vh"></div>`,
    });
    const decline = async (): Promise<void> => {
      await shop.acceptContracts();
      await shop.fillCard({ number: '4111111111111111' });
      await shop.pay();
      await shop.waitForText(/Pago rechazado/);
      await shop.press('Elegir otro medio de pago');
      await shop.waitForText(/La tienda prepara otro pedido/);
    };
    const giveOrder = async (): Promise<void> => {
      await harness.giveOrder(shop);
      await shop.waitForState('ready');
    };
    await decline();
    await giveOrder();
    await until(async () => (await shop.focused()) === 'payment_method_type', 'the focus on another method');
    const { top } = await placeOf(shop, 'legend');
    assert.ok(top >= 0 && top < 100, `the methods begin at ${top} px`);
    await decline();
    await shop.page.focus('[name=coupon]');
    await giveOrder();
    await shop.page.keyboard.type('NOVIEMBRE', { delay: 20 });
    assert.equal(await shop.page.$eval('[name=coupon]', (field) => (field as HTMLInputElement).value), 'NOVIEMBRE');
  });

  it('shows every digit of the longest number in a sidebar, and the network beside none of them', async () => {
    const measure = (shop: Shop) =>
      shop.page.evaluate(() => {
        const [input] = globalThis.pageProbe.find<HTMLInputElement>('[name=number]');
        const [mark] = globalThis.pageProbe.find<SVGElement>('.number .at-end svg');
        if (!input || !mark) throw new Error('There is no card form.');
        const { font, letterSpacing, paddingInlineStart, borderInlineStartWidth } = getComputedStyle(input);
        const text = document.body.appendChild(document.createElement('span'));
        text.style.cssText = `font: ${font}; letter-spacing: ${letterSpacing}; white-space: pre`;
        text.textContent = input.value;
        const { left, right, top } = input.getBoundingClientRect();
        const inset = Number.parseFloat(paddingInlineStart) + Number.parseFloat(borderInlineStartWidth);
        const end = left + inset + text.getBoundingClientRect().width;
        text.remove();
        const beside = mark.getBoundingClientRect();
        return { end, free: Math.min(right - inset, beside.bottom <= top + 1 ? right : beside.left) };
      });
    for (const [width, size] of [
      [280, 'medium'],
      [320, 'medium'],
      [360, 'medium'],
      [360, '24px'],
      [360, '32px'],
    ] as const)
      for (const number of ['4242424242424242', '6759649826438453004', '378282246310005']) {
        const shop = await harness.openShop({ viewport: { width, height: 740 } });
        await shop.page.addStyleTag({ content: `pay-checkout { --pay-font-size: ${size} }` });
        await shop.fill('number', number);
        const { end, free } = await measure(shop);
        assert.ok(end <= free + 0.5, `${number} at ${width} px and ${size} ends at ${end}, and ${free} is free`);
        await shop.page.close();
      }
  });

  it('has room for expiry and security code where the letters are twice as large', async () => {
    const shop = await harness.openShop({ viewport });
    await shop.page.addStyleTag({ content: 'pay-checkout { --pay-font-size: 32px }' });
    await shop.fillCard();
    for (const name of ['expiry', 'cvc']) {
      const control = await shop.control(name);
      const { room, text } = await control.evaluate((input) => ({ room: input.clientWidth, text: input.scrollWidth }));
      assert.equal(text, room, `${name}: ${text} px of text in ${room}`);
    }
    const [expiry, cvc] = [await placeOf(shop, '.expiry'), await placeOf(shop, '.cvc')];
    assert.ok(expiry.bottom <= cvc.top, 'one below the other');
  });

  it('keeps the height of the button, and the colours of all that was chosen, while it is sent', async () => {
    for (const locale of ['es', 'en', 'pt'])
      for (const [width, size] of [
        [280, 'medium'],
        [360, 'medium'],
        [360, '32px'],
      ] as const) {
        const shop = await harness.openShop({ viewport: { width, height: 740 }, attributes: { locale } });
        await shop.page.addStyleTag({ content: `pay-checkout { --pay-font-size: ${size} }` });
        const fault = { kind: 'delay', ms: 60_000 } as const;
        await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: 1, fault });
        await shop.acceptContracts();
        await shop.fillCard();
        const heightOf = async (): Promise<number> => {
          const { top, bottom } = await placeOf(shop, '.pay');
          return bottom - top;
        };
        const before = await heightOf();
        await shop.pay();
        await until(async () => (await shop.state())?.['step'] === 'details', 'the card to be sent');
        assert.equal(await heightOf(), before, `${locale}, ${width} px, ${size}`);
        const sent = await shop.page.evaluate(() => {
          const [fields] = globalThis.pageProbe.find('.fields');
          return { inert: fields?.inert, grey: globalThis.pageProbe.find(':disabled').length };
        });
        assert.deepEqual(sent, { inert: true, grey: 0 });
        await shop.page.close();
      }
  });

  it('keeps a method in the window that is chosen far down', async () => {
    for (const method of ['BANKDEBIT', 'BANKA_QR', 'BANKA_COLLECT']) {
      const shop = await harness.openShop({ viewport });
      await shop.choose(method);
      await shop.waitForText(/Al pagar /);
      await until(async () => {
        const { top, bottom } = await placeOf(shop, labelOf(method));
        return top >= 0 && bottom <= viewport.height;
      }, `${method} to be in sight`);
    }
  });

  it('covers nothing that has the focus with a notice at the lower edge of the window', async () => {
    for (const locale of ['es', 'en', 'pt'])
      for (const [width, height] of [
        [360, 740],
        [320, 500],
      ] as const) {
        const shop = await harness.openShop({
          order: 'order-url',
          terms: { amountInCents: 12_900_000 },
          attributes: { 'amount-in-cents': '11900000', 'customer-email': null, locale },
          viewport: { width, height },
        });
        await shop.acceptContracts();
        await shop.fillCard();
        await shop.fill('customer_email', 'ana@example.com');
        await shop.pay();
        await shop.waitForText(/129[.,]000/);
        await (await shop.control('payment_method_type', 'CARD')).focus();
        await shop.page.evaluate(() => scrollTo(0, 0));
        const seen: string[] = [];
        while (seen.at(-1) !== 'pay-button') {
          await shop.page.keyboard.press('Tab');
          seen.push(await shop.focused());
          const covered = await coveredOf(shop);
          assert.ok(covered <= 0, `${seen.at(-1)} by ${covered} px, ${locale}, ${width} px`);
        }
        assert.ok(seen.includes('accept_personal_auth'), seen.join());
      }
  });

  it('covers nothing that is pressed, and shows the button and what went wrong together', async () => {
    const shop = await harness.openShop({ viewport: { width: 360, height: 640 } });
    shop.allow(/Failed to load|net::|CORS/);
    await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: 12, fault: { kind: 'drop-before' } });
    await shop.acceptContracts();
    await shop.fillCard();
    // The last row of the window: what appears above the button would push it out.
    const button = await shop.part('pay-button');
    await button.evaluate((pay) => pay.scrollIntoView({ block: 'end' }));
    await button.press('Enter');
    await shop.waitForText(/No pudimos conectarnos/);
    assert.equal(await shop.focused(), 'pay-button');
    const inSight = async (): Promise<boolean> => {
      const [notice, pay] = [await placeOf(shop, '.notice'), await placeOf(shop, '.pay')];
      return notice.top >= 0 && notice.bottom <= pay.top && pay.bottom <= 640;
    };
    await until(inSight, 'both to be in sight, one below the other');
    for (const name of ['number', 'cvc', 'card_holder', 'installments']) {
      const control = await shop.control(name);
      await control.evaluate((field) => {
        (field.getRootNode() as ShadowRoot).querySelector<HTMLElement>(':focus')?.blur();
        scrollTo(0, scrollY + field.getBoundingClientRect().bottom - innerHeight + 4);
      });
      await control.evaluate((field) => field.focus({ preventScroll: true }));
      const covered = await coveredOf(shop);
      assert.ok(covered <= 0, `${name} by ${covered} px`);
    }
  });

  it('says in one line how much is wrong, with a way to the first, and leaves the line at its place', async () => {
    const shop = await harness.openShop({ viewport });
    await shop.control('number');
    await shop.pay();
    await shop.waitForText(/Revisa 6 datos/);
    const look = () =>
      shop.page.evaluate(() => {
        const root = document.querySelector('pay-checkout')?.shadowRoot;
        const [notice, link] = ['.notice', '.notice button'].map((one) => {
          const found = root?.querySelector(one);
          return found && getComputedStyle(found);
        });
        return [notice?.position, link?.borderTopWidth, link?.textDecorationLine].join();
      });
    await until(async () => (await look()) === 'static,0px,underline', 'the line to look as it should');
  });
});
