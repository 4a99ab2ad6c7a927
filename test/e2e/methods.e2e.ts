import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engine, useHarness } from './harness.ts';
import { payBy, type MethodDetails, type OtherMethod } from './method-details.ts';
import type { Shop } from './shop.ts';
import type { SeenState } from './watched-page.ts';

type Outcome = 'APPROVED' | 'DECLINED' | 'ERROR';
const outcomes: readonly Outcome[] = ['APPROVED', 'DECLINED', 'ERROR'];

const transactionOf = (state: SeenState) =>
  state['transaction'] as { id: string; status: string; reference: string; amount_in_cents: number } | undefined;

describe('the other methods in a shop', () => {
  const harness = useHarness();

  const settled = async (shop: Shop, outcome: Outcome): Promise<void> => {
    const state = await shop.waitForState('settled');
    assert.equal(transactionOf(state)?.status, outcome);
    const results = shop.events('pay-result');
    assert.equal(results.length, 1);
    assert.equal(transactionOf({ ...results[0], status: '' })?.status, outcome);
  };

  /** On the bank's page: the tester chooses, and is sent back. */
  const chooseAtBank = async (shop: Shop, outcome: string): Promise<void> => {
    const button = await shop.page.waitForSelector(`button[name=outcome][value=${outcome}]`);
    assert.notEqual(new URL(shop.page.url()).origin, harness.shop.origin);
    await Promise.all([shop.page.waitForNavigation(), button?.click()]);
  };

  const redirects: [OtherMethod, Partial<Record<Outcome, MethodDetails>>][] = [
    [
      'BANKDEBIT',
      {
        APPROVED: { financial_institution_code: 'Banco que aprueba' },
        DECLINED: { financial_institution_code: 'Banco que rechaza', user_type: '1', user_legal_id: '900.123.456' },
      },
    ],
    ['BANKA_TRANSFER', {}],
    ['PCOL', {}],
    ['BNPL', {}],
    ['WALLET_PAY', {}],
  ];
  // A record that is over is the same by each method: of those that leave for a bank, one comes back with every outcome.
  for (const [method, details] of redirects)
    for (const outcome of method === 'BANKDEBIT' ? outcomes : (['APPROVED'] as const))
      it(`${method} goes out to the bank's page and comes back ${outcome}`, async () => {
        const shop = await harness.openShop();
        await payBy(shop, method, details[outcome]);
        await shop.waitForState('action');
        await shop.waitForText(/Vas a 127\.0\.0\.1:\d+ y luego vuelves aquí\./);
        await chooseAtBank(shop, outcome);
        const address = new URL(shop.page.url());
        assert.equal(address.origin, harness.shop.origin);
        await settled(shop, outcome);
        assert.equal(new URL(shop.page.url()).search, '', 'the address is clean');
        assert.equal(shop.events('pay-redirect').length, 1);
        assert.equal((await shop.transactions()).length, 1);
      });

  for (const outcome of outcomes)
    it(`BANKA_QR shows its picture and ends ${outcome}`, async () => {
      const shop = await harness.openShop();
      await payBy(shop, 'BANKA_QR');
      await shop.waitForState('action');
      const image = await shop.part('qr');
      const alt = await image.evaluate((element) => {
        const picture = element as HTMLImageElement;
        return picture.decode().then(() => picture.alt);
      });
      assert.match(alt, /^Código QR para pagar \$\s119\.000$/);
      await decideElsewhere(shop, outcome);
      await settled(shop, outcome);
    });

  if (engine === 'chromium')
    it('BANKA_QR is saved first of all on a phone, which cannot scan its own screen', async () => {
      for (const [hasTouch, look] of [
        [true, { isMain: true, isExplained: true }],
        [false, { isMain: false, isExplained: false }],
      ] as const) {
        const shop = await harness.openShop({ viewport: { width: 360, height: 740, hasTouch } });
        await payBy(shop, 'BANKA_QR');
        await shop.part('qr');
        const seen = await shop.page.evaluate(() => {
          const root = document.querySelector('pay-checkout')?.shadowRoot;
          const save = root?.querySelector('a[download]');
          const explanation = root?.querySelector('figcaption span');
          if (!save || !explanation) return;
          return {
            isMain: getComputedStyle(save).backgroundColor === 'rgb(13, 87, 104)',
            isExplained: explanation.checkVisibility(),
          };
        });
        assert.deepEqual(seen, look);
      }
    });

  for (const outcome of ['APPROVED', 'DECLINED'] as const)
    it(`BANKA_COLLECT shows two numbers and ends ${outcome}`, async () => {
      const shop = await harness.openShop();
      await payBy(shop, 'BANKA_COLLECT');
      await shop.waitForState('action');
      const numbers = await (await shop.part('voucher')).evaluate((element) => element.innerText);
      assert.match(numbers, /\b\d{5}\b[\s\S]*\b\d{11}\b/);
      await decideElsewhere(shop, outcome);
      await settled(shop, outcome);
    });

  /** What a payer does with another device: the page is the one that the code or the numbers lead to. */
  const decideElsewhere = async (shop: Shop, outcome: Outcome): Promise<void> => {
    const [transaction] = await shop.transactions();
    const body = new URLSearchParams({ outcome });
    const address = `${harness.sandbox.url}/bank/pay/${transaction?.id}`;
    assert.equal((await fetch(address, { method: 'POST', body, redirect: 'manual' })).status, 303);
  };

  for (const [phone, outcome] of [
    ['3991111111', 'APPROVED'],
    ['+57 399 222-2222', 'DECLINED'],
    ['300 123 4567', 'ERROR'],
  ] as const)
    it(`WALLET_A asks the payer to look at the phone and ends ${outcome}`, async () => {
      const shop = await harness.openShop();
      await payBy(shop, 'WALLET_A', { phone_number: phone });
      await shop.waitForText(/Billetera: en la app (?:399\s(\d)\1\1\s\1{4}|300\s123\s4567)/);
      await settled(shop, outcome);
      assert.deepEqual(
        shop.events('pay-action').map(({ kind }) => kind),
        ['push'],
      );
    });

  for (const [code, outcome] of [
    ['574829', 'APPROVED'],
    ['932015', 'DECLINED'],
    ['999999', 'ERROR'],
  ] as const)
    it(`WALLET_B takes the code ${code} and ends ${outcome}`, async () => {
      const shop = await harness.openShop();
      await payBy(shop, 'WALLET_B');
      await shop.fill('otp', code);
      await shop.page.keyboard.press('Enter');
      await settled(shop, outcome);
      const sent = await shop.sent();
      const checked = sent.find(({ url }) => url.endsWith('/validate'));
      assert.deepEqual(JSON.parse(checked?.body ?? ''), { code });
    });

  it('BANKDEBIT waits with its banks for a page that names its service late', async () => {
    const shop = await harness.openShop({
      attributes: { 'public-key': null, methods: 'BANKDEBIT' },
      settle: false,
    });
    await shop.waitForText(/Cargando los bancos/);
    await shop.page.evaluate(() => document.querySelector('pay-checkout')?.setAttribute('public-key', 'pub_test_late'));
    await shop.select('financial_institution_code', 'Banco que aprueba');
    assert.doesNotMatch(await shop.text(), /No pudimos cargar los bancos/);
  });

  it('WALLET_B stays pending for a wrong code, and ends when no tries are left', async () => {
    const shop = await harness.openShop();
    shop.allow(/422/);
    await payBy(shop, 'WALLET_B');
    await shop.fill('otp', '111111');
    await shop.pay();
    await shop.waitForText(/El código no es correcto\.\s+Intentos restantes:\s1\./);
    assert.equal((await shop.state())?.status, 'action');
    assert.equal(await shop.focused(), 'otp');
    assert.equal(await shop.value('otp'), '');
    await shop.fill('otp', '222222');
    await shop.pay();
    await settled(shop, 'DECLINED');
    const reason = await shop.waitForText(/Pago rechazado\s+El código no es correcto\./);
    assert.doesNotMatch(reason, /Revisa tu cupo/);
    assert.deepEqual(
      shop.events('pay-error').map(({ error }) => (error as { code: string }).code),
      ['code_rejected', 'code_rejected'],
    );
  });

  it('WALLET_B does not send the code again after a reload', async () => {
    const shop = await harness.openShop();
    await payBy(shop, 'WALLET_B');
    await shop.control('otp');
    await shop.waitForText(/Vence:/);
    await shop.page.reload();
    await shop.waitForText(/Vence:/);
    assert.notEqual(await shop.focused(), 'otp', 'nobody has asked for the keyboard on a page that opens');
    await shop.fill('otp', '574829');
    await shop.pay();
    await settled(shop, 'APPROVED');
    const sends = (await shop.requests()).filter(({ path }) => path.endsWith('/send'));
    assert.equal(sends.length, 1);
  });

  it('WALLET_B sends one other code to whoever taps five times, and keeps them on the page', async () => {
    const shop = await harness.openShop({ emulate: (page) => page.setViewport({ width: 360, height: 740 }) });
    await payBy(shop, 'WALLET_B');
    await shop.waitForText(/Puedes pedir más códigos:\s2/);
    assert.equal(
      (await shop.page.$$('pay-checkout >>> [part~=pay-button]')).length,
      1,
      'that of the form is out of sight',
    );
    const another = await shop.page.waitForSelector('pay-checkout >>> form:has([name=otp]) button[type=button]');
    await another?.scrollIntoView();
    const { x = 0, y = 0 } = (await another?.clickablePoint()) ?? {};
    for (let tap = 0; tap < 5; tap += 1) await shop.page.mouse.click(x, y, { delay: 20 });
    await shop.waitForText(/Puedes pedir más códigos:\s1/);
    assert.equal(await shop.focused(), 'otp');
    assert.deepEqual(shop.events('pay-redirect'), []);
    const sends = (await shop.requests()).filter(({ path }) => path.endsWith('/send'));
    assert.equal(sends.length, 2);
  });

  it('WALLET_B leaves a payer alone who types elsewhere on the page when the code is asked for', async () => {
    const shop = await harness.openShop({
      html: ({ element, script }) => `${element}<label>Nota para la tienda <input name="note" /></label>${script}`,
    });
    await shop.fault({ method: 'POST', path: '/transactions', times: 1, fault: { kind: 'delay', ms: 60_000 } });
    await payBy(shop, 'WALLET_B');
    await shop.fill('note', 'Timbre');
    await harness.sandbox.letGo();
    await shop.waitForText(/Vence:/);
    await shop.page.keyboard.type(' roto');
    assert.deepEqual([await shop.value('note'), await shop.value('otp')], ['Timbre roto', '']);
  });

  it('PCOL pays a half, and another method the rest', async () => {
    const shop = await harness.openShop({ order: 'order-url' });
    await payBy(shop, 'PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' });
    await shop.waitForState('settled');
    await shop.waitForText(/Tus puntos pagaron \$ 59\.500\. Faltan \$ 59\.500\./);
    await (await shop.part('retry-button')).click();
    await shop.waitForState('ready');
    assert.equal((await shop.text()).includes('Puntos'), false, 'the spent method is not offered again');
    await payBy(shop, 'WALLET_A');
    assert.equal(transactionOf(await shop.waitForState('settled'))?.amount_in_cents, 5_950_000);
    const amounts = (await shop.transactions()).map(({ amount_in_cents }) => amount_in_cents);
    assert.deepEqual(amounts, [11_900_000, 5_950_000]);
    assert.equal(shop.events('pay-result').length, 2);
  });

  it('work under a strict policy with Trusted Types', async () => {
    const shop = await harness.openShop({ csp: harness.strictCsp });
    await payBy(shop, 'BANKA_QR');
    await shop.part('qr');
    const other = await harness.openShop({
      csp: harness.strictCsp,
      // In the sheet's frame too, which goes once it is printed: a browser without a print dialogue is done at once.
      emulate: async (page) =>
        void (await page.evaluateOnNewDocument(() => {
          globalThis.print = () => undefined;
        })),
    });
    await payBy(other, 'BANKA_COLLECT');
    await other.part('voucher');
    await other.press('Imprimir');
    const frame = await other.page.waitForSelector('iframe[title="Paga en efectivo"]');
    const page = await frame?.contentFrame();
    const fits = await page?.evaluate(() => {
      const { left, right } = document.querySelector('canvas')?.getBoundingClientRect() ?? {};
      return left !== undefined && right !== undefined && left >= 0 && left < right && right <= innerWidth;
    });
    assert.equal(fits, true);
  });
});

describe('points whose outcome is chosen beforehand, at the pace of the sandbox', () => {
  const harness = useHarness({});

  for (const [status, says] of [
    ['APPROVED_ONLY_POINTS', /Pago aprobado/],
    ['APPROVED_HALF_POINTS', /Tus puntos pagaron \$ 59\.500\. Faltan \$ 59\.500\./],
    ['DECLINED', /rechaz/i],
  ] as const)
    it(`${status} settles on the page, which nobody leaves`, async () => {
      const shop = await harness.openShop({ order: 'order-url' });
      const address = shop.page.url();
      await payBy(shop, 'PCOL', { sandbox_status: status });
      await shop.waitForState('settled');
      await shop.waitForText(says);
      assert.equal(shop.page.url(), address);
      assert.deepEqual([shop.events('pay-redirect'), shop.events('pay-action')], [[], []]);
      assert.equal(shop.events('pay-result').length, 1);
    });
});
