import type { Page } from 'puppeteer-core';
import type { ShopOptions } from '../e2e/harness.ts';
import { payBy, type OtherMethod } from '../e2e/method-details.ts';
import type { Shop } from '../e2e/shop.ts';
import { until } from '../e2e/until.ts';
import { goingNowhere, hurried, staying, type PageState } from './page-state.ts';

const lookingAt = /^GET (?:\/v1)?\/transactions\/[^/]+$/;
const creation = /^POST \/transactions$/;

const payByCard = async (shop: Shop, number = '4242424242424242'): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard({ number });
  await shop.pay();
};

const by =
  (method: OtherMethod, details: Record<string, string> = {}) =>
  (shop: Shop): Promise<void> =>
    payBy(shop, method, details);

/** Another tab is paying, and the payer presses here. */
const metElsewhere =
  (begin: (paying: Shop) => Promise<unknown>): PageState['act'] =>
  async (shop, harness) => {
    const paying = await harness.openTab(shop);
    await begin(paying);
    await paying.waitForState('action');
    // It would go on to ask for its payment when the service has forgotten it.
    await paying.page.close();
    await shop.page.bringToFront();
    await payByCard(shop);
  };

/** The bank's page inside the challenge can be used. */
const challenged = async (shop: Shop): Promise<void> => {
  await payByCard(shop, '4000000000003220');
  await until(async () => {
    const frame = (await shop.frames()).find((one) => one.url().includes('/bank/challenge/'));
    return (await frame?.$('button')) !== null && frame !== undefined;
  }, 'the bank’s page');
};

const lose = async (shop: Shop): Promise<void> => {
  await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-before' } });
  await payByCard(shop);
};

/** The merchant's backend cannot say what became of a reference. */
const unresolved = (page: Page): Promise<unknown> =>
  page.evaluateOnNewDocument(() =>
    addEventListener('DOMContentLoaded', () => {
      const element = document.querySelector('pay-checkout');
      if (element) Object.assign(element, { resolveReference: () => Promise.reject(new Error('busy')) });
    }),
  );

/** As if a while had passed: the questions are over. */
const passTime = (shop: Shop): Promise<void> =>
  shop.page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 180_000;
    globalThis.dispatchEvent(new Event('online'));
  });

const unanswered = async (shop: Shop): Promise<void> => {
  await lose(shop);
  await until(async () => (await shop.state())?.['step'] === 'confirm', 'the outcome to be asked for');
  await passTime(shop);
};

const failing = async (shop: Shop): Promise<void> => {
  await shop.fault({ method: 'GET', path: '/merchants/info', times: 9, fault: { kind: 'status', status: 500 } });
};

const newOrders: ShopOptions = { order: 'order-url' };

/** The page gives one order, whatever is asked for, as a shop does that waits for what is pending. */
const giveOneOrder: PageState['act'] = async (shop, harness) => {
  const terms = { amountInCents: 11_900_000, currency: 'COP' };
  const reference = harness.shop.newReference();
  const order = { ...terms, reference, signature: await harness.shop.sign(reference, terms) };
  await shop.page.evaluate(
    (given) => Object.assign(document.querySelector('pay-checkout') ?? {}, { createOrder: async () => given }),
    order,
  );
};

/** Another tab has begun a payment where this page is, whatever is bought here. */
const found =
  (begin: (paying: Shop) => Promise<unknown>, status = 'action'): PageState['act'] =>
  async (shop) => {
    await begin(shop);
    await shop.waitForState(status);
    await shop.page.reload();
  };

/** What a payment asks of the payer, and the waits between. */
export const actionStates: readonly PageState[] = [
  { name: 'challenge', says: /Confirma la compra con tu banco/, isOfWidth: true, act: challenged },
  {
    name: 'challenge-elsewhere',
    says: /Confirma la compra con tu banco[\s\S]*Este pago está en otra pestaña/,
    isOfWidth: true,
    act: metElsewhere((paying) => payByCard(paying, '4000000000003220')),
  },
  {
    name: 'challenge-leaving',
    says: /Si sales, tu pago queda pendiente/,
    isOfWidth: true,
    act: async (shop) => {
      await challenged(shop);
      await shop.press('Salir de la verificación');
    },
  },
  {
    name: 'challenge-left',
    says: /sigue con la verificación/,
    isOfWidth: true,
    act: async (shop) => {
      await challenged(shop);
      await shop.press('Salir de la verificación');
      await shop.press('Salir y dejar el pago pendiente');
    },
  },
  {
    name: 'redirect',
    says: /Vas a 127\.0\.0\.1/,
    options: { emulate: goingNowhere },
    act: by('BANKA_TRANSFER'),
  },
  {
    name: 'redirect-left',
    says: /Abrir de nuevo la página/,
    options: { ...newOrders, emulate: staying },
    act: async (shop) => {
      await payBy(shop, 'BANKDEBIT');
      await shop.waitForText(/Abrir de nuevo la página/);
      await shop.page.reload();
    },
  },
  {
    name: 'qr',
    says: /Paga con el código QR/,
    act: async (shop) => {
      await payBy(shop, 'BANKA_QR');
      await (await shop.part('qr')).evaluate((image) => image instanceof HTMLImageElement && image.decode());
    },
  },
  { name: 'voucher', says: /Número de convenio/, options: newOrders, act: by('BANKA_COLLECT') },
  {
    name: 'voucher-elsewhere',
    says: /Número de convenio[\s\S]*Este pago está en otra pestaña/,
    options: newOrders,
    act: metElsewhere(by('BANKA_COLLECT')),
  },
  {
    name: 'voucher-same-order',
    says: /Número de convenio[^]*Por ahora no puedes cambiar de medio/,
    options: newOrders,
    act: async (shop, harness) => {
      await giveOneOrder(shop, harness);
      await payBy(shop, 'BANKA_COLLECT');
      await shop.press('Elegir otro medio de pago');
      await shop.choose('CARD');
      await payByCard(shop);
      await shop.part('voucher');
    },
  },
  {
    name: 'voucher-guessed',
    says: /Número de convenio[^]*Es otra compra/,
    options: newOrders,
    act: found(by('BANKA_COLLECT')),
  },
  { name: 'otp', says: /Vence:/, options: newOrders, act: by('WALLET_B') },
  {
    name: 'otp-wrong',
    says: /El código no es correcto/,
    act: async (shop) => {
      await payBy(shop, 'WALLET_B');
      await shop.fill('otp', '111111');
      await shop.pay();
    },
  },
  {
    name: 'otp-spent',
    says: /Pago en proceso\s+No pagues de nuevo[^]*El código venció\. No puedes pedir más códigos\./,
    act: async (shop) => {
      await payBy(shop, 'WALLET_B');
      for (const left of ['2', '1']) {
        await shop.waitForText(new RegExp(`Puedes pedir más códigos:\\s${left}`));
        await shop.press('Enviar otro código');
      }
      await shop.waitForText(/No puedes pedir más códigos/);
      await passTime(shop);
    },
  },
  { name: 'push', says: /Revisa tu celular/, holds: lookingAt, act: by('WALLET_A') },
  { name: 'processing', says: /Pago en proceso/, holds: lookingAt, act: (shop) => payByCard(shop) },
  {
    name: 'processing-slow',
    says: /Consultar el resultado/,
    holds: lookingAt,
    options: { ...newOrders, emulate: hurried(30_000, 'processing') },
    act: (shop) => payByCard(shop),
  },
  {
    name: 'processing-missed',
    says: /No pudimos consultar el resultado/,
    breaks: lookingAt,
    options: newOrders,
    act: (shop) => payByCard(shop),
  },
  {
    name: 'confirming',
    says: /Tienda de pruebas[^]*Confirmando tu pago\s+No pagues de nuevo/,
    options: { emulate: unresolved },
    act: async (shop) => {
      await lose(shop);
      await until(async () => (await shop.state())?.['step'] === 'confirm', 'the outcome to be asked for');
    },
  },
  {
    name: 'confirming-slow',
    says: /Confirmando tu pago\s+No pagues[^]*Está tardando más de lo normal[^]*Consultar el resultado/,
    options: { emulate: (page) => Promise.all([unresolved(page), hurried(6000, 'submitting')(page)]) },
    act: async (shop) => {
      await lose(shop);
      await until(async () => (await shop.state())?.['step'] === 'confirm', 'the outcome to be asked for');
      await shop.page.reload();
    },
  },
  {
    name: 'elsewhere',
    says: /Tienda de pruebas[\s\S]*Este pago está en otra pestaña/,
    holds: creation,
    act: async (shop, harness) => {
      await payByCard(shop);
      await until(async () => (await shop.state())?.['step'] === 'create', 'the payment to be sent');
      return harness.openTab(shop, { settle: false });
    },
  },
];

/** A page that shows a payment by its id, which cannot be had. */
const asked: ShopOptions = {
  settle: false,
  attributes: { 'transaction-id': '15113-1-1', 'amount-in-cents': null, reference: null, signature: null },
};

/** How a payment ends, and what happens when nobody can say. */
export const resultStates: readonly PageState[] = [
  { name: 'approved', says: /Pago aprobado/, act: (shop) => payByCard(shop) },
  {
    name: 'approved-elsewhere',
    says: /Pago aprobado\s+Pagaste [^]*Este pedido ya estaba pagado/,
    act: async (shop, harness) => {
      const paying = await harness.openTab(shop);
      await payByCard(paying);
      await paying.waitForState('settled');
      await shop.page.bringToFront();
    },
  },
  {
    name: 'approved-guessed',
    says: /Pago aprobado[^]*Hacer otra compra/,
    options: newOrders,
    act: found((shop) => payByCard(shop), 'settled'),
  },
  {
    name: 'approved-authenticated',
    says: /Pago aprobado[\s\S]*Visa Secure/,
    act: (shop) => payByCard(shop, '4000000000003063'),
  },
  { name: 'declined', says: /Pago rechazado/, act: (shop) => payByCard(shop, '4111111111111111') },
  { name: 'error', says: /El pago no se completó/, act: (shop) => payByCard(shop, '5555555555554444') },
  {
    name: 'voided',
    says: /Tienda de pruebas[\s\S]*Pago anulado/,
    act: async (shop, harness) => {
      await payByCard(shop);
      await shop.waitForState('settled');
      const [record] = await shop.transactions();
      const path = `${harness.sandbox.url}/transactions/${record?.id}/void`;
      const answer = await fetch(path, { method: 'POST', headers: { authorization: 'Bearer prv_test_states' } });
      if (!answer.ok) throw new Error(`The payment could not be voided: ${await answer.text()}`);
      return harness.openTab(shop, { address: `${shop.page.url()}?id=${record?.id}&env=test` });
    },
  },
  {
    name: 'half-paid',
    says: /Tus puntos pagaron/,
    options: newOrders,
    act: by('PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' }),
  },
  {
    name: 'half-paid-guessed',
    says: /Tus puntos pagaron[^]*Hacer otra compra/,
    options: newOrders,
    act: found(by('PCOL', { sandbox_status: 'APPROVED_HALF_POINTS' }), 'settled'),
  },
  {
    name: 'awaiting-order',
    says: /La tienda prepara otro pedido/,
    act: async (shop) => {
      await payByCard(shop, '4111111111111111');
      await shop.press('Intentar de nuevo');
    },
  },
  {
    name: 'no-new-order',
    says: /La tienda no pudo preparar tu pedido[^]*Intentar de nuevo\s+Elegir otro medio de pago/,
    act: async (shop) => {
      await payByCard(shop, '4111111111111111');
      await shop.press('Intentar de nuevo');
      await passTime(shop);
    },
  },
  {
    name: 'looking-up',
    says: /Tienda de pruebas[^]*Confirmando tu pago\s+No pagues de nuevo/,
    breaks: lookingAt,
    options: asked,
    // A plain line says the same until the screens are there.
    act: async (shop) => void (await shop.page.waitForSelector('pay-checkout >>> #headline')),
  },
  {
    name: 'looking-up-slow',
    says: /Tienda de pruebas[^]*Confirmando tu pago\s+No pagues[^]*Está tardando más de lo normal[^]*Consultar el resultado/,
    breaks: lookingAt,
    options: { ...asked, emulate: hurried(6000, 'loading') },
  },
  { name: 'unknown', says: /Aún no sabemos si tu pago llegó/, act: lose },
  {
    name: 'unknown-guessed',
    says: /Aún no sabemos si tu pago llegó[^]*Tarjeta[^]*Si este pago llegó, aún te lo pueden cobrar\.\s+Es otra compra/,
    options: newOrders,
    act: found(lose, 'unknown'),
  },
  {
    name: 'unknown-checkable',
    says: /Consultar el resultado/,
    options: { emulate: unresolved },
    act: unanswered,
  },
  {
    name: 'unknown-asked',
    says: /Consultar el resultado\s+Última consulta: \d/,
    options: { emulate: unresolved },
    act: async (shop) => {
      await unanswered(shop);
      await shop.press('Consultar el resultado');
      await shop.waitForText(/Confirmando tu pago/);
      await passTime(shop);
    },
  },
  {
    name: 'failed',
    // The line that stands in for the screen says another reason.
    says: /No puedes pagar ahora\s+El servicio está fallando/,
    act: async (shop) => {
      await failing(shop);
      await shop.page.reload();
    },
  },
  {
    name: 'failed-by-the-shop',
    says: /Los pagos de esta tienda están fallando/,
    options: { attributes: { methods: 'GOLD' } },
    allows: /./,
  },
  { name: 'failed-look-up', says: /No pudimos consultar este pago\s+No pagues de nuevo/, options: asked },
  {
    name: 'handed-over',
    says: /Tu tarjeta quedó lista/,
    options: {
      attributes: { mode: 'source', 'amount-in-cents': null, reference: null, signature: null, 'redirect-url': null },
    },
    act: (shop) => payByCard(shop),
  },
];
