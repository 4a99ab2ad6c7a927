import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { axeProblems } from '../e2e/axe-problems.ts';
import { DemoShop } from '../e2e/demo-shop.ts';
import { engine } from '../e2e/harness.ts';
import { Playground } from './playground-page.ts';
import { until } from '../e2e/until.ts';

/** Firefox has no way to be told which one the device shows; it is light. */
const schemes = engine === 'chromium' ? (['light', 'dark'] as const) : (['light'] as const);

describe('the playground', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const open = async (hash = '', width = 1440, scheme = 'light'): Promise<Playground> => {
    const { shop } = await demo.open(`/taller${hash}`, async (page) => {
      await page.setViewport({ width, height: 900 });
      if (engine === 'chromium') await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    });
    const playground = new Playground(shop);
    await playground.state('ready');
    return playground;
  };

  it('sets the element by its controls, shows the code for it, and keeps both in its address', async () => {
    const playground = await open();
    await playground.attributeIs('locale', 'es');
    await playground.choose('locale', 'en');
    await playground.says(/How would you like to pay\?/);
    await playground.codeHas(/locale="en"/);

    await playground.type('amount', '50000');
    await playground.attributeIs('amount-in-cents', '5000000');
    await playground.codeHas(/amount-in-cents="5000000"/);
    await playground.says(/COP\s50,000/);

    for (const text of ['0', 'abc', ' ']) {
      await playground.type('amount', text);
      await playground.page.waitForSelector('[name="amount"]:invalid + .problem', { visible: true });
      await playground.attributeIs('amount-in-cents', '5000000');
    }
    await playground.type('amount', '119.000');
    await playground.page.waitForSelector('[name="amount"]:valid');
    await playground.attributeIs('amount-in-cents', '11900000');
    await playground.type('amount', '50.000');
    await playground.attributeIs('amount-in-cents', '5000000');

    await playground.check('methods', 'CARD');
    await playground.check('methods', 'WALLET_A');
    await playground.attributeIs('methods', 'CARD WALLET_A');
    await playground.codeHas(/methods="CARD WALLET_A"/);

    await playground.page.$eval('textarea[name="words"]', (area) => {
      area.value = '{"WALLET_A": "Monedero Pijao"}';
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await playground.says(/Monedero Pijao/);
    await playground.codeHas(/const words = \{\n\s+WALLET_A: 'Monedero Pijao',/);

    await playground.choose('theme', 'calle');
    const accent = () =>
      playground.frame?.$eval('pay-checkout', (element) => getComputedStyle(element).getPropertyValue('--pay-accent'));
    await until(async () => (await accent()) === '#d4ff2a', 'the theme to be there');
    assert.match(
      await playground.page.$eval('.code:last-of-type pre', (code) => code.textContent ?? ''),
      /--pay-accent: #d4ff2a/,
    );

    await playground.check('code', 'react');
    await playground.codeHas(/onpay-result=\{handleResult\}/);
    await playground.codeHas(/words=\{words\}/);

    const address = playground.page.url();
    await playground.page.reload({ waitUntil: 'domcontentloaded' });
    await playground.state('ready');
    assert.equal(playground.page.url(), address);
    await playground.says(/Monedero Pijao/);
    await playground.codeHas(/methods="CARD WALLET_A"/);

    await playground.press('Start over');
    await playground.attributeIs('methods', null);
    await playground.says(/¿Cómo quieres pagar\?/);
  });

  it('keeps what was typed while its controls change, and shows each way that an order comes', async () => {
    const playground = await open();
    await playground.frame?.evaluate(() => globalThis.pageProbe.controls('number')[0]?.focus());
    await playground.page.keyboard.type('4242');
    await playground.choose('locale', 'pt');
    await playground.choose('theme', 'plaza');
    await playground.says(/Como você quer pagar\?/);
    const typed = () =>
      playground.frame?.evaluate(() => (globalThis.pageProbe.controls('number')[0] as HTMLInputElement).value);
    assert.equal(await typed(), '4242');

    await playground.choose('orders', 'fixed');
    await until(
      async () => (await playground.attribute('reference'))?.startsWith('TALLER-') ?? false,
      'the order to be in the page',
    );
    await playground.codeHas(/reference="TALLER-[\w-]+"\n\s+signature="[\da-f]{64}"/);
    await playground.choose('mode', 'source');
    await playground.attributeIs('mode', 'source');
    await playground.attributeIs('reference', null);
  });

  for (const orders of ['order-url', 'createOrder', 'fixed'])
    it(`pays to the end, with the order by ${orders}`, async () => {
      const playground = await open(`#orders=${orders}`);
      await playground.press('Llenar');
      await playground.tells(/Falta pagar/);
      await playground.press('submit()');
      await playground.logHas(/pay-result APPROVED/);
      await playground.says(/Pago aprobado/);
      await playground.state('settled');
    });

  it('shows what a fault does', async () => {
    const playground = await open('#resolves=false');
    await playground.unfold('Fallas');
    await playground.type('target', 'POST /transactions');
    await playground.choose('kind', 'status');
    await playground.press('Activar falla');
    await playground.tells(/Falla activada/);
    playground.shop.allow(/500/);
    await playground.press('Llenar');
    await playground.tells(/Falta pagar/);
    await playground.press('submit()');
    await playground.logHas(/pay-error/);
    await playground.says(/Aún no sabemos si tu pago llegó/);
    await playground.state('unknown');
  });

  it('goes to the bank and back inside of its frame', async () => {
    const playground = await open('#methods=BANKDEBIT');
    await playground.choose('scenario', 'bank');
    await playground.press('Llenar');
    await playground.tells(/Falta pagar/);
    await playground.press('submit()');
    // This bank decides as soon as its page is open; what is left is the way back.
    await until(
      async () => {
        const bank = playground.page.frames().find((frame) => frame.url().includes('/bank/pay/'));
        await bank?.$eval('main a, main button', (back) => (back as HTMLElement).click());
        return bank !== undefined;
      },
      'the bank to be in the frame',
      { timeoutMs: 30_000, details: async () => (await playground.log()).join('\n') },
    );
    await playground.logHas(/APPROVED/);
    await playground.says(/Pago aprobado/);
  });

  for (const theme of ['base', 'orfebre', 'plaza', 'calle'])
    for (const scheme of schemes)
      it(`has a theme that is easy to read: ${theme}, ${scheme}`, async () => {
        const playground = await open(`#theme=${theme}`, 1440, scheme);
        // The doctor is there once it names this: what it then has not named is not there.
        await playground.check('redirect');
        await playground.logHas(/console redirect-url is missing/);
        assert.deepEqual(
          (await playground.log()).filter((line) => /hard to read/.test(line)),
          [],
        );
        const grey = scheme === 'dark' || theme === 'calle' ? '#5a5a5a' : '#a0a0a0';
        await playground.page.$eval(
          'input[name="accent"]',
          (input, value) => {
            input.value = value;
            input.dispatchEvent(new Event('input', { bubbles: true }));
          },
          grey,
        );
        await playground.logHas(/console The theme is hard to read.*--pay-accent/);
      });

  it('is used by keyboard alone', async () => {
    const playground = await open();
    const { keyboard } = playground.page;
    const focused = () =>
      playground.page.evaluate(
        () => document.activeElement?.getAttribute('name') ?? document.activeElement?.className ?? '',
      );
    await keyboard.press('Tab');
    assert.equal(await focused(), 'skip-link');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    assert.equal(await focused(), 'frame');
    await keyboard.press('ArrowRight');
    await until(async () => (await playground.page.$('.frame.desktop')) !== null, 'the frame of a desktop');
    assert.match(playground.page.url(), /frame=desktop/);
  });

  it('gives a theme its attributes, logos, words and rules, and shows the code of all of them', async () => {
    const playground = await open('#theme=plaza');
    await playground.says(/¡Casi tuyo! ¿Cómo pagas\?[^]*Colibrí/);
    await playground.attributeIs('networks', 'visa mastercard amex');
    await playground.attributeIs('hide-header', null);
    await playground.codeHas(/<svg slot="method-WALLET_A" [^]*<\/pay-checkout>[^]*WALLET_A: 'Colibrí'/);
    const look = () =>
      playground.frame?.$eval('pay-checkout', ({ shadowRoot, children }) => {
        const inRoot = (selector: string) => shadowRoot?.querySelector<HTMLElement>(selector);
        const logo = inRoot('slot[name="method-WALLET_A"]') as HTMLSlotElement | null;
        return {
          logos: children.length,
          size: [logo?.assignedElements()[0]?.clientWidth, logo?.assignedElements()[0]?.clientHeight],
          border: getComputedStyle(inRoot('[part~=method]') ?? document.body).borderTopWidth,
        };
      });
    assert.deepEqual(await look(), { logos: 10, size: [34, 22], border: '2px' });

    await playground.choose('theme', 'orfebre');
    await playground.attributeIs('hide-header', 'true');
    await playground.says(/¿Cómo quieres pagar\?[^]*Billetera/);
    assert.deepEqual((await look())?.logos, 0);
    await playground.choose('header', 'shown');
    await playground.attributeIs('hide-header', null);
    await playground.choose('logos', 'invented');
    await playground.codeHas(/<svg slot="method-CARD"/);
    assert.deepEqual((await look())?.size, [34, 22]);
  });

  const shown = [
    ['plaza', 1440],
    ['plaza', 360],
    ['orfebre', 360],
    ['calle', 360],
  ] as const;
  for (const [theme, width, scheme] of shown.flatMap(([one, size]) =>
    schemes.map((other) => [one, size, other] as const),
  ))
    it(`is accessible and fits: ${theme}, ${width} px, ${scheme}`, async () => {
      const playground = await open(`#theme=${theme}`, width, scheme);
      for (const part of ['Pago', 'Idioma y palabras', 'Tema', 'Quién paga', 'Conexión', 'Datos de prueba', 'Fallas'])
        await playground.unfold(part);
      const [scrolled, seen] = await playground.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      assert.equal(scrolled, seen);
      assert.deepEqual(await axeProblems(playground.page), []);
    });
});
