import { remainderOf } from '../src/domain/transaction.ts';
import { findElement } from './find-element.ts';
import { followOrder } from './follow-order.ts';
import { applyTheme, readPreferences } from './preferences.ts';
import { shopApi, ShopApiError, type ShopOrderStatus } from './shop-api.ts';
import { speak } from './tools/speech.ts';
import { translatePage, word, type Word } from './words.ts';

const { locale, theme, publicKey } = readPreferences();
applyTheme(theme);
translatePage(locale, document);
speak(locale, document);

const checkout = findElement('pay-checkout');
const facts = findElement('.facts');

type News = 'approved' | 'partly' | 'declined' | 'pending' | 'unknown' | 'none';
/** How an order stands, for its customer; all others were not paid. */
const newsOf: Partial<Record<ShopOrderStatus, News>> = {
  paid: 'approved',
  partly_paid: 'partly',
  awaiting_payment: 'pending',
};

/** What to do where no checkout is there to do it with. */
const withoutPayment: Partial<Record<News, Word>> = { partly: 'shop-partly-text', declined: 'shop-declined-text' };

const say = (news: News, text: Word = `return-${news}-text`) => {
  findElement('.return-title').textContent = word(`return-${news}`, locale);
  findElement('.return-text').textContent = word(text, locale);
};

/** All is said: what would fill the room that the page has kept will not come. */
const leaveNoRoom = () => findElement('.return').classList.remove('awaited');

const showOrder = (reference: string, status: ShopOrderStatus) => {
  findElement('.order-reference', facts).textContent = reference;
  findElement('.order-status', facts).textContent = word(`status-${status}`, locale);
  facts.hidden = false;
};

/** The id from the address, or from the history entry once the checkout has cleared the address of it. */
function returnedId(): string | undefined {
  const kept = (history.state as { transactionId?: unknown } | null)?.transactionId;
  const id = new URLSearchParams(location.search).get('id') ?? kept;
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : undefined;
}

function removePayment(): void {
  const payment = findElement('#pago');
  const hasFocus = payment.contains(document.activeElement);
  payment.remove();
  findElement('.skip-link').remove();
  if (hasFocus) findElement('.return-title').focus();
}

/** Back from the bank: the checkout shows the transaction, the shop its order. */
function followTransaction(id: string): void {
  // The checkout takes the id out of the address once the payment is over: from then on a reload finds it here.
  history.replaceState({ transactionId: id }, '');
  checkout.setAttribute('locale', locale);
  checkout.setAttribute('public-key', publicKey);
  checkout.setAttribute('transaction-id', id);

  let following = new AbortController();
  checkout.addEventListener('pay-transaction', ({ transaction }) => {
    const { reference, status } = transaction;
    const hasRest = remainderOf(transaction) !== undefined;
    if (hasRest) say('partly');
    // Why an approved payment was voided is for the shop to say.
    else if (status !== 'VOIDED')
      say(status === 'APPROVED' ? 'approved' : status === 'PENDING' ? 'pending' : 'declined');
    following.abort();
    following = new AbortController();
    showOrder(reference, 'awaiting_payment');
    const tell = (known: ShopOrderStatus, isPaidInstead: boolean) => {
      showOrder(reference, known);
      // That the cart was paid, by this order or with the rest of it, the shop alone knows.
      if (status === 'VOIDED') say('declined');
      else if (known === 'paid') say('approved');
      // The checkout would offer to pay again, or the rest.
      if (isPaidInstead && (hasRest || status === 'VOIDED')) removePayment();
    };
    void followOrder(reference, tell, following.signal);
  });
  // Paying again happens where the cart is, at its payment.
  checkout.addEventListener('pay-renewal-required', () => location.assign('/#pago'));
  checkout.addEventListener('pay-error', () => {
    if (checkout.state.status !== 'failed') return;
    say('unknown');
    leaveNoRoom();
  });
}

/** Come here by the checkout's way back to the shop: it has shown the payment, the shop knows which order it was. */
async function showLatestOrder(): Promise<void> {
  removePayment();
  try {
    const { order } = await shopApi.latestOrder();
    if (!order) return say('none');
    const news = newsOf[order.status] ?? 'declined';
    say(news, withoutPayment[news]);
    showOrder(order.reference, order.status);
  } catch (error) {
    if (!(error instanceof ShopApiError)) throw error;
    say('unknown');
  } finally {
    leaveNoRoom();
  }
}

const id = returnedId();
if (id) followTransaction(id);
else void showLatestOrder();
