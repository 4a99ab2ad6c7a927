import { CheckoutError } from '../../src/domain/checkout-error.ts';
import { findElement } from '../find-element.ts';
import { followOrder } from '../follow-order.ts';
import { keepOrder, keptOrder, lookUpKept } from '../kept-order.ts';
import { orderSummary } from '../order-summary.ts';
import { configuredPaymentValues, paymentValues } from '../panel/designated-values.ts';
import { mountElsewhere } from '../panel/elsewhere.ts';
import { mountEventLog } from '../panel/event-log.ts';
import { mountFaults } from '../panel/faults.ts';
import { mountSidePanel } from '../panel/side-panel.ts';
import { testValuesSection } from '../panel/test-values.ts';
import { applyTheme, readPreferences, storePreferences } from '../preferences.ts';
import {
  shopApi,
  ShopApiError,
  type OrderStatusAnswer,
  type OrderTerms,
  type SavedSource,
  type ShopCart,
  type ShopOrder,
  type ShopOrderStatus,
} from '../shop-api.ts';
import { mountLanguageChoice } from '../tools/language-choice.ts';
import { speak } from '../tools/speech.ts';
import { translatePage, word, type Word } from '../words.ts';
import { payWithSource, type SourcePayment } from './pay-with-source.ts';
import { SavedCardCheckout } from './saved-card-checkout.ts';
import { savedSourcesView } from './saved-sources-view.ts';

const preferences = readPreferences();
let { locale } = preferences;
applyTheme(preferences.theme);

/** Keeps a card or a wallet for later. */
const checkout = findElement('pay-checkout');
checkout.setAttribute('public-key', preferences.publicKey);
/** Pays with one that is kept. */
const payment = new SavedCardCheckout(findElement('.pay-saved'), checkout);
const speakEverywhere = () => {
  translatePage(locale, document);
  speak(locale, document);
  checkout.setAttribute('locale', locale);
  payment.speak(locale);
};
speakEverywhere();

const drawSummary = orderSummary(findElement('.summary-body'));
const status = findElement('.saved-status');
let said: Word | '' = '';
const say = (key: Word | '') => {
  said = key;
  status.textContent = key && word(key, locale);
};

/** What the service is asked here, by the page and by the backend. */
const sourceTargets = [
  'POST /payment_sources',
  'POST /transactions',
  'POST /v1/tokens/cards',
  'POST /v1/tokens/wallet_a',
  'GET /merchants/info',
];

let cart: ShopCart | null = null;
/** What the open order asks for, where that is known: it stays as it is when the cart's price changes. */
let terms: Partial<OrderTerms> = {};
/** What was bought before the page was loaded again, or in another tab. */
let kept: ShopOrder | null = null;
let sources: SavedSource[] | null = null;
let isLoaded = false;
/** There is nothing left to pay here; what is saved stays, for the next order or to be removed. */
let isPaid = false;
/** What is being charged: one at a time, and after a reload nobody knows any more which. */
let paying: string | undefined;
const unknownSource = '';
/** The customer has something saved, and wants to save something else. */
let isKeeping = false;
const another = findElement('.save-another');
const backToPay = findElement('.back-to-pay');
const isHandedOver = (): boolean => {
  const { state } = checkout;
  return state?.status === 'ready' && Boolean(state.handedOver);
};

const drawSources = savedSourcesView(findElement('.saved-sources'), {
  pay: (source, seen) => void pay(source, seen),
  remove: (source) => void remove(source),
});
const draw = () => {
  const paid = kept?.status === 'paid' ? { ...kept, due_in_cents: kept.total_in_cents } : undefined;
  if (isLoaded) drawSummary(paid ?? cart, locale);
  drawSources({ sources, cart: isPaid ? null : charged(), paying, locale });
  showParts();
};
/** The cart with the amount that a wallet's button shows and charges. */
const charged = (): ShopCart | null =>
  cart && {
    ...cart,
    due_in_cents: terms.amount_in_cents ?? cart.due_in_cents,
    currency: terms.currency ?? cart.currency,
  };
/** One form at a time: whoever has saved something pays with it, or keeps another one. */
const showParts = () => {
  const isKept = isHandedOver();
  const canPay = payment.offer(isPaid ? null : cart, sources ?? [], isKeeping);
  checkout.hidden = Boolean(sources?.length) && !isKeeping && !isKept;
  another.hidden = !checkout.hidden && !isKept;
  backToPay.hidden = !isKeeping || !canPay;
};

async function load(): Promise<void> {
  terms = {};
  try {
    [kept, cart, sources] = await Promise.all([lookUpKept(), shopApi.cart(), shopApi.savedSources()]);
    if (cart.is_paid && kept?.status !== 'paid') kept = (await shopApi.latestOrder()).order;
    isPaid = kept?.status === 'paid';
  } catch (error) {
    if (!(error instanceof ShopApiError)) throw error;
    say('sources-down');
  }
  isLoaded = true;
  if (kept && isPaid) showPaid(kept.reference);
  draw();
  // The checkout looks after its own payments.
  if (kept?.status === 'awaiting_payment' && !keptOrder()?.transactionId)
    await charge(unknownSource, Promise.resolve(kept));
}

/** A failure that passes costs nobody the card that was typed: the backend makes one source of a request, however often it comes. */
async function saveSource(request: object): Promise<SavedSource> {
  for (let left = 2; ; left -= 1) {
    try {
      return await shopApi.saveSource(request);
    } catch (error) {
      const mayPass = error instanceof ShopApiError && (error.status === 0 || error.status >= 500);
      if (!mayPass || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
  }
}

/** The element waits for this: the backend makes a payment source of what was handed over, with the private key. */
async function keep(request: object): Promise<void> {
  try {
    const source = await saveSource(request);
    sources = [source, ...(sources ?? [])];
    draw();
  } catch (error) {
    if (error instanceof ShopApiError && error.status === 422)
      throw new CheckoutError('token_rejected', 'The service did not take what was to be kept.', { cause: error });
    throw error;
  }
}

async function pay(source: SavedSource, seen: ShopCart): Promise<void> {
  if (paying === undefined) await charge(source.id, payWithSource(source, seen));
}

/** Says how a charge goes, which a reload does not interrupt. */
async function charge(id: string, order: Promise<OrderStatusAnswer | SourcePayment>): Promise<void> {
  paying = id;
  forgetKept();
  say('source-paying');
  draw();
  try {
    const { reference, ...more } = await order;
    if ('terms' in more) terms = more.terms;
    keepOrder({ reference });
    await follow(reference);
  } catch (error) {
    if (!(error instanceof ShopApiError)) throw error;
    if (error.refusal.type === 'CART_PAID') return await showPaidElsewhere();
    if (error.refusal.type === 'AMOUNT_CHANGED') return await showNewAmount(error.refusal);
    say(error.status === 422 ? 'source-refused' : 'source-unreachable');
  } finally {
    paying = undefined;
    draw();
  }
}

/** Another tab has paid the cart: that is shown instead of something to pay. */
async function showPaidElsewhere(): Promise<void> {
  say('');
  await load();
}

/** The order is of another amount than the button said: that is shown, and charged only when the customer presses again. */
async function showNewAmount(asked: Partial<OrderTerms>): Promise<void> {
  say('source-amount-changed');
  await load();
  terms = asked;
}

/** The order is paid when the service's event has told the backend; what this page knows of it is what the backend says. */
async function follow(reference: string): Promise<void> {
  let known = 'awaiting_payment' as ShopOrderStatus;
  await followOrder(reference, (news) => (known = news), new AbortController().signal);
  if (known === 'awaiting_payment') return say('source-slow');
  if (known === 'partly_paid') {
    say('source-partly');
    return await load();
  }
  terms = {};
  if (known !== 'paid') return say('source-refused');
  say('');
  isPaid = true;
  const thanks = showPaid(reference);
  // The checkout has said it already, to whoever pays there.
  if (!payment.isShown) thanks.focus();
  draw();
}

const sayPaid = () => {
  findElement('.thanks .order-status').textContent = word('status-paid', locale);
};

/** @returns the place that thanks */
function showPaid(reference: string): HTMLElement {
  const thanks = findElement('.thanks');
  findElement('.order-reference', thanks).textContent = reference;
  sayPaid();
  findElement('#saved-title').hidden = true;
  thanks.hidden = false;
  return thanks;
}

async function remove({ id }: SavedSource): Promise<void> {
  try {
    await shopApi.removeSource(id);
    sources = (sources ?? []).filter((source) => source.id !== id);
    forgetKept();
    say('source-removed');
    // The button that was pressed goes, or removes another one now.
    findElement('.saved').focus({ preventScroll: true });
  } catch (error) {
    if (!(error instanceof ShopApiError)) throw error;
    say('sources-down');
  }
  draw();
}

checkout.addEventListener('pay-source', (event) => event.waitUntil(keep(event.request)));

payment.element.addEventListener('pay-transaction', ({ transaction }) => {
  const { id, reference } = transaction;
  const isApproved = transaction.status === 'APPROVED';
  forgetKept();
  keepOrder({ reference, transactionId: id, isApproved });
  if (isApproved) void follow(reference);
});
payment.element.addEventListener('pay-error', ({ error }) => {
  if (error.code === 'cart_paid') void showPaidElsewhere();
});
payment.element.addEventListener('pay-state-change', () => showParts());

checkout.addEventListener('pay-state-change', () => {
  if (isHandedOver()) isKeeping = false;
  showParts();
});
/** That a card was kept is news until something is done with what is saved. What is being typed stays. */
function forgetKept(): void {
  if (isHandedOver()) checkout.reset();
}
another.addEventListener('click', () => {
  checkout.reset();
  isKeeping = true;
  showParts();
  checkout.focus();
});
backToPay.addEventListener('click', () => {
  isKeeping = false;
  showParts();
  payment.element.focus();
});

const values = testValuesSection({ fixed: paymentValues, configured: configuredPaymentValues, checkout });
mountSidePanel({
  panel: findElement('#panel'),
  toggle: findElement('.panel-toggle'),
  isOpen: preferences.isPanelOpen,
  remember: (isPanelOpen) => storePreferences({ ...readPreferences(), isPanelOpen }),
  onShow: values.load,
  sections: [
    values.section,
    { name: 'events', title: 'Eventos', mount: (place) => void mountEventLog(place, findElement('main')) },
    {
      name: 'fault-controls',
      title: 'Fallas',
      mount: (place, tell) => void mountFaults(place, { targets: sourceTargets, checkout: findElement('main'), tell }),
    },
    { name: 'elsewhere', title: 'Más de la demostración', mount: mountElsewhere },
  ],
});

mountLanguageChoice(findElement('.bar-language'), (chosen) => {
  locale = chosen;
  storePreferences({ ...readPreferences(), locale });
  speakEverywhere();
  say(said);
  sayPaid();
  draw();
});

void load();
