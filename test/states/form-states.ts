import { fillDetails, payBy } from '../e2e/method-details.ts';
import { until } from '../e2e/until.ts';
import type { ShopOptions } from '../e2e/harness.ts';
import type { Shop } from '../e2e/shop.ts';
import { speak } from './speak.ts';
import { hurried, type PageState } from './page-state.ts';

const merchant = /^GET \/merchants\/info$/;
const token = /^POST \/v1\/tokens\/cards$/;

const chosen =
  (method: string, act?: (shop: Shop) => Promise<void>) =>
  async (shop: Shop): Promise<void> => {
    await shop.choose(method);
    // Each form ends with what follows the pay button: until it is there, things still move.
    await shop.waitForText(/Al pagar /);
    await act?.(shop);
  };

/** A page whose payer has saved cards, one of which is good no more. */
const saved: ShopOptions = {
  order: 'order-url',
  attributes: { 'charge-url': '/charge' },
  emulate: (page) =>
    page.evaluateOnNewDocument(() =>
      addEventListener('DOMContentLoaded', () => {
        const checkout = document.querySelector('pay-checkout');
        if (!checkout) return;
        checkout.savedSources = [
          { id: 'old', network: 'VISA', lastFour: '1881', expMonth: '03', expYear: '20' },
          { id: 'first', network: 'VISA', lastFour: '4242', expMonth: '12', expYear: '39' },
          { id: 'second', network: 'MASTERCARD', lastFour: '4444', expMonth: '01', expYear: '38', maxInstallments: 36 },
        ];
      }),
    ),
};

/** The form of each method that asks for something on a form of its own, as it comes up. */
const forms: readonly PageState[] = [
  ['BANKDEBIT', /Cuenta bancaria[\s\S]*Escribe parte del nombre/],
  ['BANKA_TRANSFER', /Al pagar vas a la página de tu banco/],
  ['BANKA_QR', /Al pagar te mostramos un código QR/],
  ['WALLET_A', /Al pagar te llega una notificación/],
  ['WALLET_B', /Al pagar te llega un código/],
  ['BANKA_COLLECT', /Al pagar te damos dos números/],
  ['PCOL', /Al pagar vas a otra página/],
  ['BNPL', /Apellido[\s\S]*Al pagar vas a otra página/],
  ['WALLET_PAY', /N\.º de documento[\s\S]*Al pagar vas a otra página/],
].map(([method, says]) => ({
  name: `form-${String(method).toLowerCase().replaceAll('_', '-')}`,
  says: says as RegExp,
  act: chosen(String(method)),
}));

const source: ShopOptions = {
  attributes: { mode: 'source', 'amount-in-cents': null, reference: null, signature: null, 'redirect-url': null },
};

const ready = async (shop: Shop): Promise<void> => {
  await shop.acceptContracts();
  await shop.fillCard();
};

/** A payment that had no answer, which the shop's next order does not know. */
const lose = async (shop: Shop): Promise<void> => {
  await shop.fault({ method: 'POST', path: '/transactions', times: 2, fault: { kind: 'drop-before' } });
  await ready(shop);
  await shop.pay();
  await shop.waitForState('unknown');
};

/** Everything that the payer meets before anything is sent, and while it is being sent. */
export const formStates: readonly PageState[] = [
  {
    name: 'loading',
    says: /Cargando/,
    holds: merchant,
    options: { settle: false },
    act: async (shop) => void (await shop.control('number')),
  },
  {
    name: 'loading-slow',
    says: /tardando más de lo normal/,
    holds: merchant,
    options: { settle: false, emulate: hurried(6000) },
  },
  { name: 'ready', says: /Pagar \$ 119\.000/, act: async (shop) => void (await shop.control('number')) },
  {
    name: 'ready-alone',
    says: /Correo electrónico/,
    options: { attributes: { 'customer-email': null, methods: 'CARD' } },
    act: async (shop) => void (await shop.control('customer_email')),
  },
  { name: 'ready-source', says: /Guardar tarjeta/, options: source },
  { name: 'saved-card', says: /Visa •••• 4242[\s\S]*no la tienda/, options: saved },
  {
    name: 'saved-card-installments',
    says: /Cuotas[\s\S]*Solo crédito/,
    options: saved,
    act: async (shop) => {
      await shop.choose('source:second');
      await shop.select('installments', '12');
    },
  },
  {
    name: 'saved-card-other',
    says: /Otra tarjeta[\s\S]*Número de la tarjeta/,
    options: saved,
    act: (shop) => shop.choose('CARD'),
  },
  { name: 'filled', says: /Pagar \$ 119\.000/, act: ready },
  ...forms,
  {
    name: 'form-bankdebit-list',
    says: /BANCO CORDILLERA DIGITAL/,
    act: chosen('BANKDEBIT', async (shop) => {
      await shop.waitForText(/Escribe parte del nombre/);
      await (await shop.control('financial_institution_code')).click();
    }),
  },
  {
    name: 'form-bankdebit-no-list',
    says: /No pudimos cargar los bancos/,
    act: async (shop) => {
      const path = '/v1/pse/financial_institutions';
      await shop.fault({ method: 'GET', path, times: 9, fault: { kind: 'status', status: 500 } });
      await chosen('BANKDEBIT')(shop);
    },
  },
  {
    name: 'invalid-card',
    says: /Acepta los términos[\s\S]*Revisa \d datos/,
    act: async (shop) => {
      await shop.control('accept_personal_auth');
      await shop.pay();
    },
  },
  {
    name: 'invalid-one-field',
    says: /hay un dígito errado/,
    act: async (shop) => {
      await shop.acceptContracts();
      await shop.fillCard({ number: '4242424242424241' });
      await shop.pay();
    },
  },
  {
    name: 'expired-card',
    says: /Tarjeta vencida/,
    act: async (shop) => {
      await shop.acceptContracts();
      await shop.fillCard({ expiry: '01/20' });
      await shop.pay();
    },
  },
  { name: 'invalid-bankdebit', says: /Elige tu banco de la lista/, act: chosen('BANKDEBIT', (shop) => shop.pay()) },
  {
    name: 'invalid-bnpl',
    says: /Completa este dato: Apellido/,
    act: chosen('BNPL', async (shop) => {
      await fillDetails(shop, { name: 'Ana' });
      await shop.acceptContracts();
      await shop.pay();
    }),
  },
  {
    name: 'offline',
    says: /No tienes conexión/,
    act: async (shop) => {
      await shop.fillCard();
      // Words that were fetched before stay.
      for (const locale of ['en', 'pt', 'es']) await speak(shop.page, locale);
      await shop.page.setOfflineMode(true);
    },
  },
  {
    name: 'refused-card',
    says: /No pudimos usar esta tarjeta/,
    act: async (shop) => {
      const body = { error: { type: 'INPUT_VALIDATION_ERROR', messages: { number: ['is not valid'] } } };
      const fault = { kind: 'status', status: 422, body } as const;
      await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: 1, fault });
      await ready(shop);
      await shop.pay();
    },
  },
  {
    name: 'error-network',
    says: /No pudimos conectarnos/,
    act: async (shop) => {
      await shop.fault({ method: 'POST', path: '/v1/tokens/cards', times: 9, fault: { kind: 'drop-before' } });
      await ready(shop);
      await shop.pay();
    },
  },
  {
    name: 'cart-paid',
    says: /Este pedido ya está pagado\. No se cobró de nuevo\./,
    options: {
      order: 'order-url',
      emulate: (page) =>
        page.evaluateOnNewDocument(() => {
          // As the backend kit answers, whose cart another browser has paid.
          const { fetch } = globalThis;
          const paid = { error: { type: 'CART_PAID', reason: 'This cart is paid.' } };
          globalThis.fetch = async (...asked) =>
            new Request(...asked).url.includes('/order/') ? Response.json(paid, { status: 409 }) : fetch(...asked);
        }),
    },
    act: async (shop) => {
      await ready(shop);
      await shop.pay();
    },
  },
  {
    name: 'changed-amount',
    says: /El valor cambió de/,
    options: { order: 'order-url', attributes: { 'amount-in-cents': '10900000' } },
    act: async (shop) => {
      await ready(shop);
      await shop.pay();
    },
  },
  {
    name: 'earlier',
    says: /Pago en proceso. Referencia: /,
    options: { order: 'signed-anew' },
    act: async (shop) => {
      const address = shop.page.url();
      await payBy(shop, 'BANKA_TRANSFER');
      await shop.page.waitForSelector('button[name=outcome]');
      await shop.page.goto(address);
      await shop.fillCard();
    },
  },
  {
    name: 'unconfirmed',
    says: /Puede que ya hayas pagado/,
    options: { order: 'signed-anew' },
    act: async (shop) => {
      await lose(shop);
      await shop.page.reload();
    },
  },
  {
    name: 'unconfirmed-pressed',
    says: /Puede que ya hayas pagado/,
    options: { order: 'signed-anew' },
    act: async (shop) => {
      await lose(shop);
      await shop.page.reload();
      await ready(shop);
      await shop.pay();
      const isAskedThere = () =>
        shop.page.evaluate(() =>
          globalThis.pageProbe
            .find('pay-checkout')
            .some(({ shadowRoot }) => shadowRoot?.querySelector('.fields + .question')),
        );
      await until(isAskedThere, 'the question above the pay button');
    },
  },
  {
    name: 'already-paid',
    says: /Ya hiciste un pago igual/,
    options: { order: 'signed-anew' },
    act: async (shop) => {
      const address = shop.page.url();
      await payBy(shop, 'BANKA_TRANSFER');
      const approve = await shop.page.waitForSelector('button[name=outcome][value=APPROVED]');
      // The shop's page that the bank leads to would tell the payer itself.
      await shop.page.setJavaScriptEnabled(false);
      await Promise.all([shop.page.waitForNavigation(), approve?.click()]);
      await shop.page.setJavaScriptEnabled(true);
      await shop.page.goto(address);
      await ready(shop);
      await shop.pay();
    },
  },
  {
    name: 'submitting',
    says: /Procesando tu pago/,
    holds: token,
    act: async (shop) => {
      await ready(shop);
      await shop.pay();
    },
  },
  {
    name: 'submitting-slow',
    says: /tardando más de lo normal/,
    holds: token,
    options: { emulate: hurried(6000) },
    act: async (shop) => {
      await ready(shop);
      await shop.pay();
    },
  },
];
