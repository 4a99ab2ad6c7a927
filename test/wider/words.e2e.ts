import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { useHarness } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

type Words = Record<string, string | Record<string, string>>;

/** Gives the element words of the page's own. */
const say = (shop: Shop, words: Words | null): Promise<void> =>
  shop.page.evaluate((own) => {
    document.querySelector('pay-checkout')!.words = own;
  }, words);

const speak = (shop: Shop, locale: string): Promise<void> =>
  shop.page.evaluate((name) => document.querySelector('pay-checkout')!.setAttribute('locale', name), locale);

/** Texts of the tree that somebody could see: neither hidden nor cut off for screen readers. */
const painted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    globalThis.pageProbe.find('*').flatMap((element) => {
      if (element.getRootNode() === document) return [];
      const own = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, style');
      return own.length > 0 && isSeen ? [element.textContent.trim()] : [];
    }),
  );

describe('the words', () => {
  const harness = useHarness();

  for (const [locale, chunk, wanted] of [
    ['en', '/chunks/en-', /How would you like to pay\?/],
    ['pt', '/chunks/pt-', /Como você quer pagar\?/],
  ] as const)
    it(`show no Spanish while those of ${locale} are on their way, and nothing moves when they come`, async () => {
      const held: HTTPRequest[] = [];
      let isHolding = true;
      const shop = await harness.openShop({
        attributes: { locale },
        viewport: { width: 360, height: 800 },
        settle: false,
        emulate: async (page) => {
          await page.evaluateOnNewDocument(() => {
            Object.assign(window, { shifts: [] });
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                (window as unknown as { shifts: unknown[] }).shifts.push((entry as unknown as { value: number }).value);
            }).observe({ type: 'layout-shift', buffered: true });
          });
          await page.setRequestInterception(true);
          page.on('request', (request) => {
            if (isHolding && request.url().includes(chunk)) held.push(request);
            else void request.continue();
          });
        },
      });
      await shop.waitForState('ready');
      assert.ok(held.length > 0, 'the words are asked for at once');
      assert.deepEqual(await painted(shop.page), []);
      assert.equal(
        await shop.page.evaluate(
          () => document.querySelector('pay-checkout')!.shadowRoot!.querySelector<HTMLElement>('.base')!.inert,
        ),
        true,
      );
      assert.deepEqual(shop.events('pay-ready'), []);

      isHolding = false;
      for (const request of held) await request.continue();
      await shop.waitForText(wanted);
      await shop.waitForEvent('pay-ready');
      assert.ok((await painted(shop.page)).length > 10);
      await shop.fill('number', '4242');
      const shifts = await shop.page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      assert.ok(shifts.reduce((sum, shift) => sum + shift, 0) < 0.01, `the layout shifts by ${shifts.join(' + ')}`);
    });

  it('show no Spanish on a page that somebody returns to either', async () => {
    const shop = await harness.openShop({
      attributes: { locale: 'en', 'transaction-id': '1-2-3' },
      settle: false,
      emulate: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          // What is never answered is still on its way.
          if (!request.url().includes('/chunks/en-')) void request.continue();
        });
      },
    });
    shop.allow(/404/);
    await shop.waitForState('failed');
    await until(
      () =>
        shop.page.evaluate(() =>
          Boolean(document.querySelector('pay-checkout')!.shadowRoot!.querySelector('[part~=status] h2')),
        ),
      'the screen',
    );
    assert.deepEqual(await painted(shop.page), []);
  });

  it('fall back to Spanish when those of the locale cannot be had', async () => {
    const shop = await harness.openShop({
      attributes: { locale: 'en' },
      emulate: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) =>
          request.url().includes('/chunks/en-') ? void request.abort() : void request.continue(),
        );
      },
    });
    shop.allow(/ERR_FAILED/);
    await shop.waitForText(/¿Cómo quieres pagar\?/);
    const lang = await shop.page.evaluate(
      () => document.querySelector('pay-checkout')!.shadowRoot!.querySelector<HTMLElement>('.base')!.lang,
    );
    assert.equal(lang, 'es');
    await shop.waitForEvent('pay-ready');
  });

  it('are the page’s own where it has some: set before or live, in each language, in every form, kept with what was typed', async () => {
    const shop = await harness.openShop({
      attributes: { methods: 'CARD WALLET_A' },
      html: ({ element, script }) =>
        `${element}<script nonce="{nonce}">document.querySelector('pay-checkout').words = { WALLET_A: 'Monedero Pijao', saveCard: 'x' }</script>${script}`,
    });
    await shop.waitForText(/Monedero Pijao/);
    await shop.fillCard({ holder: 'Ana' });

    await say(shop, {
      WALLET_A: 'Monedero Pijao',
      en: { total: 'You pay', phone: 'Pijao number', approved: 'All good' },
      es: { total: 'Pagas' },
    });
    await shop.waitForText(/Pagas/);
    await speak(shop, 'en');
    await shop.waitForText(/You pay/);
    assert.match(await shop.text(), /Monedero Pijao/);
    assert.doesNotMatch(await shop.text(), /Pagas/);
    assert.equal(await shop.value('card_holder'), 'Ana');

    await shop.choose('WALLET_A');
    await shop.waitForText(/Pijao number/);
    await shop.fill('phone_number', '3991111111');
    await say(shop, { phone: 'Your Pijao' });
    await shop.waitForText(/Your Pijao/);
    assert.equal((await shop.value('phone_number')).replaceAll(' ', ''), '3991111111');
    await say(shop, { en: { approved: 'All good' } });
    await shop.waitForText(/Mobile phone/);
    await shop.acceptContracts();
    await shop.pay();
    await shop.waitForText(/All good/);
    await speak(shop, 'es');
    await shop.waitForText(/Pago aprobado/);
  });

  for (const [method, wrong, asked] of [
    [
      'CARD',
      'number',
      /Enter the card number[\s\S]*Enter the expiry date: MM\/YY[\s\S]*Accept the terms[\s\S]*Check 6 fields/,
    ],
    [
      'BANKDEBIT',
      'financial_institution_code',
      /Choose your bank[\s\S]*Enter your document: 4–10 digits[\s\S]*Accept the terms[\s\S]*Check \d fields/,
    ],
  ] as const)
    it(`say what is wrong with ${method} in another language at once, and leave the focus where it is`, async () => {
      const shop = await harness.openShop();
      await shop.choose(method);
      await shop.control(wrong);
      await shop.pay();
      await shop.waitForText(/Revisa \d/);
      await speak(shop, 'en');
      await shop.waitForText(asked);
      assert.doesNotMatch(await shop.text(), /Escribe|Revisa|Elige|Acepta /);
      assert.equal(await shop.focused(), wrong);
      const described = await (
        await shop.control(wrong)
      ).evaluate((control) => [
        control.getAttribute('aria-invalid'),
        (control.getRootNode() as ShadowRoot).getElementById(control.getAttribute('aria-describedby') ?? '')
          ?.textContent,
      ]);
      assert.equal(described[0], 'true');
      assert.match(described[1] ?? '', /^\s*(?:Enter the|Choose your) /);
    });

  it('of the page cannot take the contracts, the amount or the other page’s name away', async () => {
    const shop = await harness.openShop({ attributes: { methods: 'CARD BANKDEBIT' } });
    await say(shop, {
      total: 'Pagas',
      acceptPolicy: 'Sí a todo',
      acceptPersonalData: 'Permito {usar mis datos} así',
      pay: 'Listo',
      redirectText: 'Vas a tu banco',
      testMode: '',
      unknownKey: 'x',
    });
    const text = await shop.waitForText(/Pagas/);
    assert.match(text, /Acepto los términos y condiciones/);
    assert.match(text, /Permito usar mis datos/);
    assert.match(text, /Pagar \$\s119\.000/);
    assert.match(text, /Modo de prueba/);
    const links = await shop.page.evaluate(() =>
      [...document.querySelector('pay-checkout')!.shadowRoot!.querySelectorAll('[part=consent] a')].map(
        (link) => `${link.textContent} ${link.getAttribute('href')?.endsWith('.pdf') ?? false}`,
      ),
    );
    assert.equal(links.length, 2);
    assert.match(links.join(' '), /^Leer los términos y condiciones .*Leer usar mis datos/);
    await say(shop, null);
    await until(async () => /Total/.test(await shop.text()), 'the words of the catalogue to be back');
  });
});
