import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { DemoShop } from '../e2e/demo-shop.ts';
import { paste, press, type } from '../e2e/payouts-page.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';

/** Names and figures, which are the same in each language. */
const sameEverywhere =
  /Neblina|Laura|laura@|Calle 63|Bogotá|example|^[A-Z]+_[\d_]+$|^(?:GET|POST) |pub_test|--pay-|^(?:Español|English|Português|COP|USD|HTML|React|Vue|Angular|Svelte|CARD|PCOL|BNPL|Sandbox|checkout\.html|checkout\.css)$|pay-|[()]$|^\W*\d|^[a-z]+(?:-[a-z]+)*$|^[a-z]+[A-Z]|^[A-Z_]+$|^es-CO|^pt-BR|[{<$=]|^\W$|^[A-Z_]+(?:, [A-Z_]+)+$|index\.html|^(?:Subtotal|Total|Error)$|^Cuenta |\*\*|^(?:BANCO|BILLETERA) DE |^LOTE-|@/;

/** Words that Portuguese shares with Spanish. English proves that a text is translated at all. */
const shared = new Set(
  'Entrega,Compra finalizada,Pijao lavado,Filtros de papel 02,Pedido,Copiar,Compra,Idioma,Tema,Claro,Eventos,Demora antes de responder,Código QR,De fábrica,Compacta,Completa,Inventados,Celular,Estado,Código,Código para,Controles,Saldo,Lote,Anterior,Valor,Enviando…,Alfanumérica,Cédula,Funciona,Página 1 de 2,Pago'.split(
    ',',
  ),
);

const isShared = (text: string): boolean =>
  shared.has(text) || /^Copiar \S+, (?:Celular|Cédula|NIT|Funciona)$/.test(text);

/** Every text and label of the page itself, folded parts too; the checkout and the values to copy are left out. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const found = new Set([document.title]);
    const add = (text: string | null): unknown => text?.trim() && found.add(text.trim().replace(/\s+/g, ' '));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (
        !node.parentElement?.closest(
          'pay-checkout, script, noscript, code, pre, [data-value], [data-field=account], .log [lang]',
        )
      )
        add(node.textContent);
    for (const name of ['aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll(`[${name}]`)) add(element.getAttribute(name));
    return [...found];
  });

describe('the demo', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const open = async (path: string, locale: string, seen: string[] = []): Promise<Shop> => {
    const { shop } = await demo.open(path, async (page) => {
      await page.evaluateOnNewDocument((wanted: string) => {
        localStorage.setItem('neblina-preferences', JSON.stringify({ locale: wanted, isPanelOpen: true }));
        globalThis.heard = [];
        // What can be read with each frame, from the first one on.
        const look = (): void => {
          const texts = document.body?.innerText ?? '';
          if (globalThis.heard.at(-1) !== texts) globalThis.heard.push(texts);
          requestAnimationFrame(look);
        };
        look();
      }, locale);
    });
    if (path === '/taller') await until(async () => (await shop.page.$('iframe')) !== null, 'the view');
    else if (path === '/pagos') await shop.waitForText(/(?:\$|COP)\s10[.,]000[.,]000/);
    else await shop.waitForState('ready', 'failed');
    await until(async () => (await shop.page.$$('.values li')).length > 0 || path === '/gracias', 'the test values');
    seen.push(...(await shop.page.evaluate(() => globalThis.heard)));
    return shop;
  };

  /** What the payouts page says from a table full of mistakes to a batch that is paid in part. */
  const walkThroughPayouts = async (shop: Shop): Promise<string[]> => {
    const { page } = shop;
    // The panel leaves room for the page beside it.
    await page.setViewport({ width: 1400, height: 900 });
    const texts = new Set(await readTexts(page));
    const look = async (selector: string) => {
      await page.waitForSelector(selector);
      for (const text of await readTexts(page)) texts.add(text);
    };
    shop.allow(/404|422/);
    await paste(shop, `3001234567\tLaura\tlaura@example.com\t1000\n${'@x\t\tno\t0\n'.repeat(29)}`);
    await look('.problems');
    await page.evaluate(() => sessionStorage.clear());
    await page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/(?:\$|COP)\s10[.,]000[.,]000/);
    await press(shop, '.tally .main-button');
    await look('.problems');
    await paste(shop, '3001234567\tLaura\tlaura@example.com\t1000\n@inactiva\tLaura\tlaura@example.com\t2000');
    await page.waitForSelector('.preview.found');
    await look('.preview.refused');
    await page.select('[data-field=account]', 'acc_test_daily_limit');
    await press(shop, '.tally .main-button');
    await look('dialog[open] .notice');
    await press(shop, 'dialog[open] .pay-batch');
    await look('.notice-refused');
    await page.select('[data-field=account]', 'acc_test_main');
    await press(shop, '.tally .main-button');
    await press(shop, 'dialog[open] .pay-batch');
    await look('.batch .chip.mixed');
    await press(shop, '.batch .another');
    await look('.history:not([hidden]) li');
    return [...texts];
  };

  for (const path of ['/', '/tarjetas', '/taller', '/pagos'])
    it(`says everything at ${path} in each language, and no Spanish first`, async () => {
      const read = async (shop: Shop) => (path === '/pagos' ? walkThroughPayouts(shop) : readTexts(shop.page));
      const spanish = new Set((await read(await open(path, 'es'))).filter((text) => !sameEverywhere.test(text)));
      assert.ok(spanish.size > 20, 'there is something to compare');
      const same: Record<string, string[]> = {};
      for (const locale of ['en', 'pt']) {
        const seen: string[] = [];
        await demo.sandbox.reset();
        const shop = await open(path, locale, seen);
        same[locale] = (await read(shop)).filter((text) => spanish.has(text) && !(locale === 'pt' && isShared(text)));
        assert.equal(await shop.page.evaluate(() => document.documentElement.lang), locale);
        assert.doesNotMatch(
          seen.join('\n'),
          /Panel de pruebas|Demostración|Finaliza|Guarda un|Cargando|Taller del|Pagos a|A quién|Total del/,
        );
      }
      assert.deepEqual(same, { en: [], pt: [] });
    });

  it('goes on in another language at once, with what was typed', async () => {
    const { shop } = await demo.open('/');
    await shop.waitForState('ready');
    await shop.fill('card_holder', 'Ana Pinzón');
    await shop.press('Panel de pruebas');
    await shop.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await shop.page.select('[name=demo-locale]', 'en');
    await shop.waitForText(/Test panel[\s\S]*Test data[\s\S]*Approves/);
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    assert.doesNotMatch(await shop.text(), /Panel de pruebas|Ajuste aplicado/);
  });

  it('lets whoever reads no Spanish choose above each page, for all of them, with what was typed', async () => {
    const { shop } = await demo.open('/pagos');
    await shop.page.waitForSelector('.row');
    await type(shop, 1, 'name', 'Ana Pinzón');
    await press(shop, '.tally .main-button');
    await shop.waitForText(/Escribe la llave/);
    await shop.page.select('.bar-language', 'en');
    const text = await shop.waitForText(/Correct 1 row before sending[^]*Enter the key/);
    assert.doesNotMatch(text, /Agrega|Corrige|llave/);
    assert.equal(
      await shop.page.$eval('[data-field=name]', (input) => (input as HTMLInputElement).value),
      'Ana Pinzón',
    );
    await shop.page.goto(`${demo.origin}/tarjetas`, { waitUntil: 'domcontentloaded' });
    await shop.waitForState('ready');
    await shop.waitForText(/You have not saved a payment method yet[^]*Save your card/);
    await shop.fill('card_holder', 'Ana Pinzón');
    await shop.page.select('.bar-language', 'pt');
    await shop.waitForText(/Ver seu pedido[^]*Você ainda não salvou[^]*Salvar cartão/);
    assert.equal(await shop.value('card_holder'), 'Ana Pinzón');
    await shop.page.goto(demo.origin, { waitUntil: 'domcontentloaded' });
    await shop.waitForState('ready');
    await shop.page.select('.bar-language', 'es');
    await shop.waitForText(/Finaliza tu compra[^]*¿Cómo quieres pagar\?/);
  });
});
