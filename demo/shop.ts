import { remainderOf } from '../src/domain/transaction.ts';
import { findElement } from './find-element.ts';
import { followOrder } from './follow-order.ts';
import { keepOrder } from './kept-order.ts';
import { orderSummary } from './order-summary.ts';
import { onPaidElsewhere } from './paid-elsewhere.ts';
import { mountPanel } from './panel/panel.ts';
import { ShopPage } from './shop-page.ts';
import type { ShopOrderStatus } from './shop-api.ts';
import { mountLanguageChoice } from './tools/language-choice.ts';
import { word } from './words.ts';

const checkout = findElement('pay-checkout');

const page = new ShopPage(checkout);
const drawSummary = orderSummary(findElement('.summary-body'));

const thanks = findElement('.thanks');
const title = findElement('.title');
const titleDone = findElement('.title-done');
const paidElsewhere = findElement('.paid-elsewhere');
const orderStatus = findElement('.order-status', thanks);
let known: ShopOrderStatus = 'awaiting_payment';
let following = new AbortController();
/** The order that is thanked for. */
let thanked: string | undefined;

const sayStatus = () => {
  orderStatus.textContent = word(`status-${known}`, page.preferences.locale);
};

/** The page goes by its heading, also in the list of tabs. */
const sayTitle = () => {
  document.title = `${(title.hidden ? titleDone : title).textContent} · Neblina`;
};

/** Thanks for an order, with what the shop's backend says of it; undefined for none to thank for. */
function showThanks(reference: string | undefined): void {
  const isPaid = reference !== undefined;
  if (thanked === reference) return;
  thanked = reference;
  thanks.hidden = !isPaid;
  title.hidden = isPaid;
  titleDone.hidden = !isPaid;
  sayTitle();
  following.abort();
  if (!isPaid) return;
  following = new AbortController();
  findElement('.order-reference', thanks).textContent = reference;
  known = 'awaiting_payment';
  sayStatus();
  void followOrder(
    reference,
    (news) => {
      known = news;
      sayStatus();
    },
    following.signal,
  );
}

page.addEventListener('change', () => {
  const { order, cart, isLoaded, preferences } = page;
  sayStatus();
  if (isLoaded) drawSummary(order ? { ...order, due_in_cents: order.total_in_cents } : cart, preferences.locale);
  if (order) showThanks(order.reference);
  paidElsewhere.hidden = !page.isPaidElsewhere;
  if (title.hidden) sayTitle();
});

checkout.addEventListener('pay-transaction', ({ transaction }) => {
  const { id, reference, status } = transaction;
  // A reload finds the order again by this.
  const isApproved = status === 'APPROVED' && remainderOf(transaction) === undefined;
  keepOrder({ reference, transactionId: id, isApproved });
});

// What the shop no longer signs may have been paid in another tab.
checkout.addEventListener('pay-error', ({ error }) => {
  if (error.code === 'cart_paid') void page.lookElsewhere();
});
onPaidElsewhere(() => void page.lookElsewhere());

checkout.addEventListener('pay-state-change', ({ state }) => {
  void page.lookAgain();
  if (page.order) {
    // The order is paid, whether or not the checkout can still show how.
    findElement('#pago').hidden = state.status === 'failed';
    return;
  }
  const { reference, status } = state.status === 'settled' ? state.transaction : {};
  const hasRest = state.status === 'settled' && remainderOf(state.transaction) !== undefined;
  showThanks(status === 'APPROVED' && !hasRest ? reference : undefined);
  // Points have paid a part: the summary says so as soon as the shop's backend has heard of it.
  if (reference !== undefined && hasRest)
    void followOrder(reference, () => void page.refresh(), new AbortController().signal);
});

mountLanguageChoice(findElement('.bar-language'), (locale) => void page.choose({ locale }));

mountPanel(page, {
  panel: findElement('#panel'),
  toggle: findElement('.panel-toggle'),
});

// When the browser went to the address's place, the page was not yet long enough for it.
checkout.addEventListener(
  'pay-ready',
  () => location.hash === '#pago' && scrollY === 0 && findElement('#pago').scrollIntoView(),
  { once: true },
);

// Without its backend the shop still shows its page: the summary says what is wrong, the panel works.
void page.load().catch((error: unknown) => console.warn('The shop has no cart:', error));
