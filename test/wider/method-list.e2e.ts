import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { useHarness } from '../e2e/harness.ts';
import { fillDetails } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

/** The tiles that are in sight, in the order of the page: `more` is the one that unfolds the others. */
const tiles = (shop: Shop): Promise<{ id: string; x: number; y: number; text: string }[]> =>
  shop.page.evaluate(() =>
    globalThis.pageProbe.find('.method:not(.unseen)').map((tile) => {
      const { x, y } = tile.getBoundingClientRect();
      return { id: tile.querySelector('input')?.value ?? 'more', x, y: y + scrollY, text: tile.innerText };
    }),
  );
const inSight = async (shop: Shop): Promise<string> => (await tiles(shop)).map(({ id }) => id).join(' ');
/** What has the focus: the value of a radio, else a name. */
const focused = (shop: Shop): Promise<string> =>
  shop.page.evaluate(() => {
    const one = globalThis.pageProbe.focused();
    return one instanceof HTMLInputElement && one.type === 'radio' ? one.value : one?.getAttribute('part') || '';
  });
const phone = { width: 360, height: 740 };
const front = 'CARD BANKDEBIT WALLET_A more';
const rest = 'BANKA_TRANSFER BANKA_QR WALLET_B BANKA_COLLECT BNPL PCOL WALLET_PAY';

describe('the methods that a payer can choose from', () => {
  const harness = useHarness();

  it('keep what was typed, and show one method alone without a list', async () => {
    const shop = await harness.openShop();
    await shop.fill('number', '4242');
    await shop.choose('WALLET_B');
    await fillDetails(shop, { user_legal_id: '1012345678', phone_number: '3001234567' });
    await shop.choose('CARD');
    assert.equal(await shop.value('number'), '4242');
    await shop.choose('WALLET_B');
    assert.equal(await shop.value('phone_number'), '300 123 4567');
    assert.deepEqual(
      shop.events('pay-method-change').map(({ method }) => method),
      ['WALLET_B', 'CARD', 'WALLET_B'],
    );
    const alone = await harness.openShop({ attributes: { methods: 'WALLET_A' } });
    await alone.control('phone_number');
    assert.deepEqual(await alone.page.evaluate(() => globalThis.pageProbe.parts('method').length), 0);
  });

  it('are visible as soon as they can be pressed, and not before', async () => {
    let askedInfo: HTTPRequest | undefined;
    const shop = await harness.openShop({
      settle: false,
      emulate: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          if (request.method() === 'GET' && request.url().endsWith('/merchants/info')) askedInfo = request;
          else void request.continue();
        });
      },
    });
    const info = await until(async () => askedInfo, 'the merchant to be asked for');
    await shop.part('method');
    const visible = () =>
      shop.page.evaluate(() => globalThis.pageProbe.parts('method').map(({ innerText }) => innerText));
    const isUnseen = (text: string): boolean => text.trim() === '';
    assert.equal((await visible()).filter((text) => !isUnseen(text)).length, 1);
    const awaited = await tiles(shop);
    void info.continue();
    await shop.part('more-methods');
    const come = await tiles(shop);
    const placesOf = (all: typeof come) => all.map(({ id, x, y }) => ({ id, x, y }));
    assert.deepEqual(placesOf(come), placesOf(awaited), 'each has the place that was kept for it');
    const others = come.map(({ id }) => id).filter((id) => !['CARD', 'more'].includes(id));
    for (const id of others) await shop.choose(id);
    assert.deepEqual(
      shop.events('pay-method-change').map(({ method }) => method),
      others,
    );
  });

  it('leave the payer with the form that is being filled in, whatever the page offers since', async () => {
    const shop = await harness.openShop();
    const offer = async (methods: string): Promise<void> => {
      await shop.page.evaluate(
        (list) => document.querySelector('pay-checkout')?.setAttribute('methods', list),
        methods,
      );
      const shown = () => shop.page.evaluate(() => globalThis.pageProbe.parts('method').length);
      await until(async () => (await shown()) === methods.split(' ').length, 'the other list');
    };
    await shop.fill('number', '4242');
    await offer('WALLET_A BANKA_QR CARD');
    assert.equal(await shop.value('number'), '4242');
    await offer('WALLET_A BANKA_QR');
    await shop.control('phone_number');
  });

  it('say when a form cannot be loaded, and ask for it again when the payer wants', async () => {
    let isBroken = true;
    const shop = await harness.openShop({
      emulate: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          if (isBroken && request.url().includes('/chunks/screens-')) void request.abort();
          else void request.continue();
        });
      },
    });
    shop.allow(/screens-/);
    await shop.choose('WALLET_A');
    await shop.waitForText(/No pudimos conectarnos/);
    isBroken = false;
    await shop.press('Intentar de nuevo');
    await shop.control('phone_number');
    await shop.choose('CARD');
    await shop.control('number');
  });

  it("can all be chosen when the merchant's record names none", async () => {
    const path = '/merchants/info';
    const headers = { 'x-merchant-public-key': 'pub_test_e2e' };
    const { data } = (await (await fetch(harness.sandbox.url + path, { headers })).json()) as { data: object };
    const body = { data: { ...data, accepted_payment_methods: undefined } };
    await harness.sandbox.fault({ method: 'GET', path, times: 1, fault: { kind: 'status', status: 200, body } });
    const shop = await harness.openShop();
    const offered = shop.events('pay-ready')[0]?.['methods'];
    assert.ok(Array.isArray(offered) && offered.length > 1);
    for (const method of offered.map(String)) await shop.choose(method);
  });

  it('report what nobody knows, and fail visibly when nothing is left', async () => {
    const shop = await harness.openShop({
      attributes: { methods: 'GOLD BNPL CARD', 'amount-in-cents': '9999900' },
      terms: { amountInCents: 9_999_900 },
    });
    await shop.control('number');
    assert.deepEqual(
      shop.events('pay-warning').map(({ code }) => code),
      ['unknown_method'],
    );
    assert.deepEqual(shop.events('pay-ready')[0]?.['methods'], ['CARD'], 'BNPL is for 100.000 pesos and more');
    const empty = await harness.openShop({ attributes: { methods: 'GOLD' } });
    empty.allow(/No payment method is left/);
    const state = await empty.waitForState('failed');
    assert.equal((state['error'] as { code: string }).code, 'no_method');
    assert.equal(empty.events('pay-error').length, 1);
    assert.equal(empty.events('pay-ready').length, 0);
  });
});

describe('a list of many methods', () => {
  const harness = useHarness();

  it('shows three, and the others below the tile that stands for them', async () => {
    const shop = await harness.openShop({ viewport: phone });
    const folded = await tiles(shop);
    assert.equal(await inSight(shop), front);
    assert.match(folded.at(-1)?.text.replaceAll(/\s+/g, ' ').trim() ?? '', /^Otros medios · 7 Puntos · Efectivo ·/);
    const more = await shop.part('more-methods');
    const isExpanded = () => more.evaluate((tile) => tile.getAttribute('aria-expanded'));
    assert.equal(await isExpanded(), 'false');
    await more.click();
    await until(async () => (await isExpanded()) === 'true', 'the list to unfold');
    assert.equal(await inSight(shop), `${front} ${rest}`);
    const unfolded = await tiles(shop);
    const placesOf = (all: typeof folded) => all.slice(0, 4).map(({ id, x, y }) => ({ id, x, y }));
    assert.deepEqual(placesOf(unfolded), placesOf(folded), 'nothing moves');
    assert.equal(unfolded[3]?.text.trim(), 'Ver menos', 'the tile says what a press does now');
    const formTop = await (await shop.control('number')).evaluate((field) => field.getBoundingClientRect().y + scrollY);
    assert((await tiles(shop)).every(({ y }) => y < formTop));
    await more.click();
    await until(async () => (await isExpanded()) === 'false', 'the list to fold');
    assert.deepEqual(await tiles(shop), folded);
  });

  it('folds back when one of the others is pressed, which takes the third place and keeps the focus', async () => {
    // So high that no scrollbar comes and goes, which would move them all.
    const shop = await harness.openShop({ viewport: { ...phone, height: 1400 } });
    const before = await tiles(shop);
    const expectThird = async (id: string): Promise<void> => {
      await until(async () => (await inSight(shop)) === `CARD BANKDEBIT ${id} more`, `${id} in the third place`);
      const after = await tiles(shop);
      assert.deepEqual(
        after.map(({ x, y }) => [x, y]),
        before.map(({ x, y }) => [x, y]),
      );
      assert.equal(await focused(shop), id);
    };
    for (const id of ['PCOL', 'BANKA_QR', 'WALLET_A', 'WALLET_PAY']) {
      await shop.choose(id);
      await expectThird(id);
    }
    await shop.choose('BANKDEBIT');
    await until(async () => (await focused(shop)) === 'BANKDEBIT', 'the choice');
    assert.equal(await inSight(shop), 'CARD BANKDEBIT WALLET_PAY more', 'a choice among those in sight moves none');
  });

  it('unfolds for the arrow keys, and stays so until the focus leaves it', async () => {
    const shop = await harness.openShop({ viewport: phone });
    const { keyboard } = shop.page;
    await (await shop.control('payment_method_type', 'CARD')).focus();
    for (const id of ['BANKDEBIT', 'WALLET_A']) {
      await keyboard.press('ArrowDown');
      assert.equal(await focused(shop), id);
      assert.equal(await inSight(shop), front);
    }
    for (const id of ['BANKA_TRANSFER', 'BANKA_QR', 'WALLET_B']) {
      await keyboard.press('ArrowDown');
      await until(async () => (await focused(shop)) === id, id);
      assert.equal(await inSight(shop), `${front} ${rest}`);
    }
    await shop.control('user_legal_id');
    await keyboard.press('Tab');
    await until(async () => (await inSight(shop)) === 'CARD BANKDEBIT WALLET_B more', 'the list to fold');
    assert.notEqual(await shop.focused(), '');
    await keyboard.down('Shift');
    for (const before of ['more-methods', 'WALLET_B']) {
      await keyboard.press('Tab');
      assert.equal(await focused(shop), before);
    }
    await keyboard.up('Shift');
  });

  it('unfolds for a script that focuses or clicks a radio that is folded away', async () => {
    for (const act of ['focus', 'click'] as const) {
      const shop = await harness.openShop({ viewport: phone });
      const radio = await shop.control('payment_method_type', 'PCOL');
      await radio.evaluate((one, how) => one[how](), act);
      await until(async () => (await inSight(shop)) === `${front} ${rest}`, `the list to unfold by ${act}`);
      assert.equal(await radio.evaluate((one) => Reflect.get(one, 'checked')), act === 'click');
      assert.deepEqual(
        shop.events('pay-method-change').map(({ method }) => method),
        act === 'click' ? ['PCOL'] : [],
      );
    }
  });

  it('folds nothing where there are four, or the page wants to see all', async () => {
    const four = await harness.openShop({ viewport: phone, attributes: { methods: 'CARD WALLET_A PCOL BNPL' } });
    assert.equal(await inSight(four), 'CARD WALLET_A PCOL BNPL');
    const all = await harness.openShop({ viewport: phone, attributes: { fold: 'none' } });
    assert.equal(await inSight(all), `${front} ${rest}`.replace('more ', ''));
  });

  it('has six beside the form where there is room, and as many as there is room for when that changes', async () => {
    const shop = await harness.openShop({ viewport: { width: 1000, height: 900 } });
    const six = 'CARD BANKDEBIT WALLET_A BANKA_TRANSFER BANKA_QR WALLET_B more';
    assert.equal(await inSight(shop), six);
    const wide = await tiles(shop);
    assert.match(wide.at(-1)?.text ?? '', /Ver 4 más/);
    const [first] = wide;
    assert(wide.every(({ x }) => x === first?.x));
    const { x = 0, width = 0 } = (await (await shop.control('number')).boundingBox()) ?? {};
    assert(width > 0 && x > (first?.x ?? x) + 200, 'the form is at the right');
    await shop.page.setViewport(phone);
    await until(async () => (await inSight(shop)) === front, 'three of them');
    await shop.page.setViewport({ width: 1000, height: 900 });
    await until(async () => (await inSight(shop)) === six, 'six of them');
  });

  it('stays unfolded while the phone is turned, and keeps the focus', async () => {
    const shop = await harness.openShop({ viewport: phone });
    await (await shop.part('more-methods')).click();
    const unfolded = `${front} ${rest}`;
    await until(async () => (await inSight(shop)) === unfolded, 'the list to unfold');
    await shop.page.setViewport({ width: 800, height: 360 });
    const turned = 'CARD BANKDEBIT WALLET_A BANKA_TRANSFER BANKA_QR WALLET_B more BANKA_COLLECT BNPL PCOL WALLET_PAY';
    await until(async () => (await inSight(shop)) === turned, 'as many ahead of the others as there is room for');
    assert.equal(await focused(shop), 'more-methods');
    await shop.page.setViewport(phone);
    await until(async () => (await inSight(shop)) === unfolded, 'the list as it was');
    assert.equal(await focused(shop), 'more-methods');
  });

  it('is one column on the narrowest phones and with a large text', async () => {
    for (const [width, size] of [
      [320, ''],
      [360, '32px'],
    ] as const) {
      const shop = await harness.openShop({
        viewport: { width, height: 740 },
        html: ({ element, script }) =>
          `<style>pay-checkout { --pay-font-size: ${size || 'medium'} }</style>${element}${script}`,
      });
      const [first, ...others] = await tiles(shop);
      assert(others.length === 3 && others.every(({ x }) => x === first?.x), `${width} px ${size}`);
    }
  });

  it('has nothing below the pay button', async () => {
    const shop = await harness.openShop({ viewport: phone });
    const button = await (await shop.part('pay-button')).evaluate((one) => one.getBoundingClientRect().y + scrollY);
    assert((await tiles(shop)).every(({ y }) => y < button));
  });
});

describe('the method that is chosen at first', () => {
  const harness = useHarness();
  const chosen = (shop: Shop): Promise<string[]> =>
    shop.page.evaluate(() =>
      globalThis.pageProbe
        .find<HTMLInputElement>('[name=payment_method_type]')
        .filter(({ checked }) => checked)
        .map(({ value }) => value),
    );

  it('is the one that the page names, and stands in sight', async () => {
    const shop = await harness.openShop({ viewport: phone, attributes: { preselect: 'BANKA_COLLECT' } });
    assert.deepEqual(await chosen(shop), ['BANKA_COLLECT']);
    assert.equal(await inSight(shop), 'CARD BANKDEBIT BANKA_COLLECT more');
    const unknown = await harness.openShop({ attributes: { preselect: 'GOLD' } });
    assert.deepEqual(await chosen(unknown), ['CARD']);
  });

  it('is none where the page wants it so: the form, the consents and the button come with the choice', async () => {
    const shop = await harness.openShop({ viewport: phone, attributes: { preselect: 'none' } });
    assert.deepEqual(await chosen(shop), []);
    assert.equal(shop.events('pay-ready').length, 1);
    const seen = (names: readonly string[]): Promise<number> =>
      shop.page.evaluate(
        (all) =>
          globalThis.pageProbe.parts('pay-button').length +
          all.flatMap((name) => globalThis.pageProbe.controls(name)).length,
        [...names],
      );
    const names = ['acceptance_token', 'accept_personal_auth', 'number', 'phone_number'];
    assert.equal(await seen(names), 0);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.submit());
    assert.equal(await focused(shop), 'CARD');
    assert.equal(await seen(names), 0);
    await shop.choose('WALLET_A');
    await shop.control('phone_number');
    assert.equal(await seen(names), 4);
    await fillDetails(shop, { phone_number: '3991111111' });
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('settled');
  });

  it('is that of the last approved payment, unless the page says something else', async () => {
    const shop = await harness.openShop({ viewport: phone, order: 'signed-anew', attributes: { preselect: 'first' } });
    await shop.choose('BANKA_COLLECT');
    await shop.choose('WALLET_A');
    await fillDetails(shop, { phone_number: '3991111111' });
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForState('settled');
    const kept = await shop.page.evaluate(() =>
      Object.entries<string>(localStorage).filter(([key]) => key.startsWith('pay-checkout:method:')),
    );
    assert.equal(kept.length, 1);
    assert.equal(kept[0]?.[1], 'WALLET_A', 'nothing but the type is kept');
    const again = async (attributes: Record<string, string>): Promise<string[]> => {
      const html: Parameters<typeof harness.openShop>[0] = { viewport: phone, attributes };
      const next = await harness.openShop({
        ...html,
        emulate: (page) =>
          page.evaluateOnNewDocument((entries) => {
            if (location.origin === 'null') return;
            for (const [key, type] of entries) localStorage.setItem(key, type);
          }, kept),
      });
      if (!('methods' in attributes)) assert.equal(await inSight(next), front, 'in the same order');
      return chosen(next);
    };
    assert.deepEqual(await again({}), ['WALLET_A']);
    assert.deepEqual(await again({ preselect: 'first' }), ['CARD']);
    assert.deepEqual(await again({ methods: 'CARD WALLET_A' }), ['CARD']);
    assert.deepEqual(await again({ 'public-key': 'pub_test_other' }), ['CARD'], 'of another merchant');
  });
});

describe('what a page says of its methods', () => {
  const harness = useHarness();

  it('is the name, the line below it, and the logo', async () => {
    const logo =
      'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22%3E%3Crect width=%229%22 height=%229%22/%3E%3C/svg%3E';
    const shop = await harness.openShop({
      viewport: phone,
      html: ({ element, script }) =>
        `<style>img { max-width: 100%; height: auto }</style>${element.replace('</pay-checkout>', `<img slot="method-WALLET_A" alt="" src="${logo}"></pay-checkout>`)}${script}`,
    });
    await shop.page.evaluate(() => {
      const element = document.querySelector('pay-checkout');
      if (element) element.words = { WALLET_A: 'Monedero', es: { 'WALLET_A.hint': 'En tu app' } };
    });
    const wallet = await until(
      async () => (await tiles(shop)).find(({ id, text }) => id === 'WALLET_A' && text.includes('Monedero')),
      'the name',
    );
    assert.match(wallet.text, /Monedero\s+En tu app/);
    const size = await shop.page.$eval('img', (image) => {
      const { width, height } = image.getBoundingClientRect();
      return [width, height, getComputedStyle(image).objectFit];
    });
    assert.deepEqual(size, [34, 22, 'contain']);
    await shop.page.mouse.click(...(await centreOf(shop, 'img')));
    await until(async () => shop.events('pay-method-change').length === 1, 'the press on the logo to count');

    await shop.fill('phone_number', '3991111111');
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForText(/Pago aprobado/);
    const around = await shop.page.$eval('img', (image) => {
      const { width, height } = image.getBoundingClientRect();
      return [width, height, image.assignedSlot?.closest('dd')?.textContent?.trim()];
    });
    assert.deepEqual(around, [34, 22, 'Monedero 399\u00a0111\u00a01111'], 'on the screen of the payment, too');
  });

  const centreOf = (shop: Shop, selector: string): Promise<[number, number]> =>
    shop.page.$eval(selector, (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as [number, number];
    });
});
