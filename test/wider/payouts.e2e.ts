import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { axeProblems } from '../e2e/axe-problems.ts';
import { DemoShop } from '../e2e/demo-shop.ts';
import { confirm, fillRow, paste, press, type } from '../e2e/payouts-page.ts';
import { until } from '../e2e/until.ts';

const full = 1_000_000_000;
const secrets = /prv_|test_integrity|test_events|test_api_key|test_principal/;

interface Account {
  id: string;
  balance_in_cents: number;
}

describe('the merchant’s payouts', () => {
  const demo = new DemoShop();
  before(() => demo.start());
  beforeEach(() => demo.sandbox.reset());
  after(() => demo.stop());
  afterEach(async () => assert.deepEqual(await demo.problems(), []));

  const open = async () => {
    const { shop } = await demo.open('/pagos');
    // A key is looked up while it is typed, and a slow machine stops in the middle of it.
    shop.allow(/404 .*payouts\/keys/);
    await shop.page.waitForSelector('.row');
    await shop.waitForText(/Saldo\n\$ \d/);
    return shop;
  };
  const balance = async () =>
    ((await demo.ask('/payouts/accounts')) as unknown as Account[]).find(({ id }) => id === 'acc_test_main')
      ?.balance_in_cents;
  const requests = async (path: RegExp) => (await demo.sandbox.requests()).filter((one) => path.test(one.path));

  it('shows who stands behind a key while it is typed, and asks about no half of one', async () => {
    const shop = await open();
    await type(shop, 1, 'key', '@tie');
    await shop.page.focus('.row [data-field=name]');
    await shop.waitForText(/No tiene la forma de una llave Bre-B/);
    assert.deepEqual(await requests(/\/keys\//), []);
    await shop.page.focus('.row [data-field=key]');
    await shop.page.keyboard.press('End');
    await shop.page.keyboard.type('nda01');
    await shop.waitForText(/TIE\*\*\* LA ESQ\*\*\*\*\nBANCO DE PRUEBAS · Alfanumérica/);
    assert.deepEqual(
      (await requests(/\/keys\//)).map(({ path }) => decodeURIComponent(path)),
      ['/v2/breb/keys/resolve/@tienda01'],
    );
    const outcomes: [string, RegExp][] = [
      ['@noexiste', /Esta llave no está registrada/],
      ['@inactiva', /Esta llave está inactiva/],
      ['@sinservicio', /No pudimos consultarla ahora/],
      ['1012345678', /CAR\*\*\* PÉR\*\*/],
    ];
    shop.allow(/404|422|503/);
    for (const [key, words] of outcomes) {
      await shop.page.$eval('.row [data-field=key]', (input) => (input as HTMLInputElement).select());
      await shop.page.keyboard.type(key);
      await shop.waitForText(words);
    }
  });

  it('counts the keys in the question whether to pay as they become known', async () => {
    const shop = await open();
    const path = '/v2/breb/keys/resolve/@tienda01';
    await demo.sandbox.fault({ method: 'GET', path, times: 1, fault: { kind: 'delay', ms: 60_000 } });
    await fillRow(shop, 1, ['@tienda01', 'Tienda', 'tienda@example.com', '50000']);
    await press(shop, '.tally .main-button');
    await shop.waitForText(/Llaves confirmadas\s*0 de 1/);
    await demo.sandbox.letGo();
    await shop.waitForText(/Llaves confirmadas\s*1 de 1/);
  });

  it('pays a batch once for two clicks, watches it settle by events, and knows it after a reload', async () => {
    const shop = await open();
    await fillRow(shop, 1, ['3001234567', 'Luis Moreno', 'luis@example.com', '150000']);
    await shop.waitForText(/LUI\*/); // what comes moves the button below it, and a press would miss it
    await press(shop, '.rows-actions .plain');
    await shop.page.waitForSelector('.row:nth-child(2) [data-field=key]:focus');
    await fillRow(shop, 2, ['@tienda01', 'Tienda Uno', 'tienda@example.com', '1.250.000']);
    await shop.waitForText(/Total del lote\n\$ 1\.400\.000/);
    await shop.waitForText(/LUI\*[^]*TIE\*/); // the question counts the keys that were confirmed when it is asked
    assert.deepEqual(await axeProblems(shop.page), []);
    await press(shop, '.tally .main-button');
    await shop.waitForText(/Llaves confirmadas\n2 de 2/);
    assert.deepEqual(await axeProblems(shop.page), []);
    await shop.page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('dialog[open] .main-button');
      for (let times = 0; times < 3; times += 1) button?.click();
    });
    await shop.waitForText(/2 pagados, 0 sin pagar, 0 en proceso/);
    await shop.page.waitForSelector('.batch .chip.good');
    assert.deepEqual(await axeProblems(shop.page), []);
    assert.equal((await requests(/^\/v2\/payouts$/)).length, 1);
    assert.equal(await balance(), full - 140_000_000);
    assert.ok(demo.events.some((event) => event.includes('TOTAL_PAYMENT')));
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/Lotes enviados\nLOTE-[^]*Pagado/);
    assert.doesNotMatch(JSON.stringify([await shop.sent(), await shop.page.content()]), secrets);
  });

  it('takes a table from a spreadsheet, names every bad row, and sends nothing before they are mended', async () => {
    const shop = await open();
    await paste(
      shop,
      [
        'Nombre\tValor\tLlave\tCorreo',
        'Tienda Uno\t$ 1.250.000\t@tienda01\ttienda@example.com',
        'Sin llave\t0\t@x\tmalo',
        'Luis Moreno\t150000\t3001234567\tluis@example.com',
        '\t90000\tpersona@example.com\tana@example.com',
      ].join('\n'),
    );
    const text = await shop.waitForText(/Corrige 2 filas antes de enviar/);
    assert.match(
      text,
      /Fila 2\s*:\s+No tiene la forma de una llave Bre-B\s*\nEscribe el correo[^\n]+\nEscribe el valor/,
    );
    assert.match(text, /Fila 4\s*:\s+Escribe el nombre/);
    await press(shop, '.tally .main-button');
    assert.equal(await shop.page.$('dialog[open]'), null);
    assert.deepEqual(await requests(/^\/v2\/payouts$/), []);
    assert.deepEqual(await axeProblems(shop.page), []);
    await press(shop, '.problems li:last-child .text-button');
    await shop.page.keyboard.type('Ana Rojas');
    await shop.waitForText(/Corrige 1 fila antes/);
    await press(shop, '.row:nth-child(2) .remove-row');
    await until(async () => (await shop.page.$('.problems')) === null, 'no problem to be left');
    await confirm(shop);
    await shop.waitForText(/3 pagados, 0 sin pagar/);
    assert.equal(await balance(), full - 149_000_000);
  });

  it('says which transfer failed and why', async () => {
    const shop = await open();
    shop.allow(/422|404/);
    await paste(shop, '3001234567\tLuis\tluis@example.com\t1000\n@inactiva\tInactiva SAS\ti@example.com\t2000');
    await shop.waitForText(/Esta llave está inactiva/);
    await press(shop, '.tally .main-button');
    await shop.waitForText(/1 llave no está registrada o activa: ese dinero puede no llegar/);
    await press(shop, 'dialog[open] .pay-batch');
    const text = await shop.waitForText(/1 pagado, 1 sin pagar, 0 en proceso/);
    assert.match(text, /Inactiva SAS[^]*Esta llave está inactiva/);
    assert.match(text, /Pagado en parte/);
  });

  it('warns of keys that are not registered, promises nothing about them, and would rather go back than pay', async () => {
    const shop = await open();
    await paste(shop, '3001234567\tLuis\tluis@example.com\t1000\n@noexiste\tNadie\tnadie@example.com\t2000');
    await shop.waitForText(/Esta llave no está registrada/);
    const [doubt, mistake] = await shop.page.evaluate(() => {
      const probe = Object.assign(document.createElement('span'), { className: 'cell-problem' });
      document.querySelector('.cell-note')?.append(probe);
      const colours = ['.preview.refused', '.cell-problem'].map((one) => {
        const element = document.querySelector(one);
        return element && getComputedStyle(element).color;
      });
      probe.remove();
      return colours;
    });
    assert.ok(doubt && mistake && doubt !== mistake, `${doubt} and ${mistake}`);
    assert.equal(await shop.page.$('[aria-invalid]'), null);
    assert.deepEqual(await axeProblems(shop.page), []);
    await press(shop, '.tally .main-button');
    await shop.waitForText(
      /1 llave no está registrada o activa: ese dinero puede no llegar\. Puedes volver y corregir\./,
    );
    assert.deepEqual(await axeProblems(shop.page), []);
    await shop.page.waitForSelector('dialog[open] .pay-batch.plain');
    await shop.page.waitForSelector('dialog[open] .main-button:focus');
    await shop.page.keyboard.press('Enter');
    await until(async () => (await shop.page.$('dialog[open]')) === null, 'the way back to the batch');
    assert.deepEqual(await requests(/^\/v2\/payouts$/), []);
    assert.equal(await balance(), full);
  });

  it('leads to the first row when nothing is filled in', async () => {
    const shop = await open();
    await press(shop, '.tally .main-button');
    await shop.waitForText(/Antes de enviar:\s+Completa la fila 1\./);
    assert.equal(await shop.page.$('dialog[open]'), null);
    assert.deepEqual(
      await shop.page.$$eval('[aria-invalid=true]', (fields) => fields.map((one) => one.getAttribute('data-field'))),
      ['key'],
    );
    assert.deepEqual(await axeProblems(shop.page), []);
    await press(shop, '.problems .text-button');
    await shop.page.waitForSelector('.row [data-field=key]:focus');
    await shop.page.keyboard.type('3001234567');
    const text = await shop.waitForText(/Corrige 1 fila antes de enviar:\s+Fila 1\s*:\s+Escribe el nombre/);
    assert.doesNotMatch(text, /Completa|Escribe la llave/);
  });

  it('pays once although the page is reloaded while the batch is on its way', async () => {
    const shop = await open();
    await fillRow(shop, 1, ['3001234567', 'Luis Moreno', 'luis@example.com', '150000']);
    await demo.sandbox.fault({
      method: 'POST',
      path: '/v2/payouts',
      times: 1,
      fault: { kind: 'hang-after', ms: 60_000 },
    });
    await confirm(shop);
    await until(async () => (await requests(/^\/v2\/payouts$/)).length === 1, 'the batch to reach the service');
    await shop.page.reload({ waitUntil: 'domcontentloaded' });
    await shop.waitForText(/1 pagado, 0 sin pagar/);
    assert.equal(await balance(), full - 15_000_000);
  });

  it('does not call a batch lost that nobody answered for, and sends it again under its key alone', async () => {
    const shop = await open();
    await fillRow(shop, 1, ['3001234567', 'Luis Moreno', 'luis@example.com', '150000']);
    await demo.sandbox.fault({ method: 'POST', path: '/v2/payouts', times: 4, fault: { kind: 'drop-before' } });
    await confirm(shop);
    await shop.waitForText(/Aún no sabemos si el lote quedó/);
    assert.ok(await shop.page.$eval('.row input', (input) => input.readOnly));
    assert.deepEqual(await axeProblems(shop.page), []);
    await press(shop, '.tally .main-button');
    await shop.waitForText(/1 pagado, 0 sin pagar/);
    assert.equal(await balance(), full - 15_000_000);
  });

  it('does not call a batch refused whose first sending nobody answered for, because the second is not let in', async () => {
    const shop = await open();
    shop.allow(/401|503/);
    await fillRow(shop, 1, ['3001234567', 'Luis Moreno', 'luis@example.com', '150000']);
    await shop.page.setRequestInterception(true);
    const statuses = [503, 401];
    shop.page.on('request', (request) => {
      const status = request.method() === 'POST' && statuses.shift();
      const body = JSON.stringify({ error: { type: 'NOT_NOW', reason: `Ahora no (${status})` } });
      void (status ? request.respond({ status, body }) : request.continue());
    });
    const first = shop.page.waitForRequest((request) => request.method() === 'POST');
    await confirm(shop);
    await shop.waitForText(/El servicio dijo: «Ahora no \(503\)»\nAún no sabemos/);
    await press(shop, '.tally .main-button');
    await shop.waitForText(/El servicio dijo: «Ahora no \(401\)»\nAún no sabemos/);
    assert.ok(await shop.page.$eval('.row input', (input) => input.readOnly));
    const last = shop.page.waitForRequest((request) => request.method() === 'POST');
    await press(shop, '.tally .main-button');
    await shop.waitForText(/1 pagado, 0 sin pagar/);
    assert.equal((await last).postData(), (await first).postData(), 'the same batch under the same key');
  });

  it('does not go on asking once the service has forgotten the key, and gives the form back', async () => {
    const shop = await open();
    await fillRow(shop, 1, ['3001234567', 'Luis Moreno', 'luis@example.com', '150000']);
    await shop.page.setRequestInterception(true);
    shop.page.on('request', (request) => {
      if (request.method() !== 'POST') return void request.continue();
      const problem = { code: 'KEY_FORGOTTEN', messages: ['…'] };
      const body = JSON.stringify({ status: 'unknown', problem, trace_id: null });
      void request.respond({ contentType: 'application/json', body });
    });
    await confirm(shop);
    await shop.waitForText(/Pregunta en soporte si se pagó/);
    assert.equal(await shop.page.$eval('.row input', (input) => `${input.value} ${input.readOnly}`), ' false');
    assert.match(await shop.text(), /Revisa y paga/);
  });

  it('shows why the service refused, and takes the batch from another account', async () => {
    const shop = await open();
    await fillRow(shop, 1, ['3001234567', 'Luis Moreno', 'luis@example.com', '150000']);
    await shop.page.select('[data-field=account]', 'acc_test_daily_limit');
    await confirm(shop);
    await shop.waitForText(/Esta cuenta ya llegó al límite diario/);
    assert.match(await shop.text(), /EXC_017 · [0-9a-f-]{36}/);
    await shop.page.select('[data-field=account]', 'acc_test_main');
    await confirm(shop);
    await shop.waitForText(/1 pagado, 0 sin pagar/);
  });

  it('fits into 320 px, light and dark', async () => {
    for (const value of ['light', 'dark']) {
      const { shop } = await demo.open('/pagos', async (page) => {
        await page.setViewport({ width: 320, height: 700 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      });
      await shop.page.waitForSelector('.row');
      await paste(shop, '3001234567\tLuis\tluis@example.com\t1000000\n@x\t\tmalo\t-');
      await shop.waitForText(/Corrige 1 fila/);
      const width = await shop.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 320, `${width} px`);
      assert.deepEqual(await axeProblems(shop.page), []);
    }
  });
});
