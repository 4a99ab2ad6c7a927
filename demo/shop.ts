import { remainderOf } from '../src/domain/transaction.ts';
import { findElement } from './find-element.ts';
import { followOrder } from './follow-order.ts';
import { orderSummary } from './order-summary.ts';
import { mountPanel } from './panel/panel.ts';
import { ShopPage } from './shop-page.ts';
import { word } from './words.ts';

const checkout = findElement('pay-checkout');

const page = new ShopPage(checkout);
const drawSummary = orderSummary(findElement('.summary-body'));
page.addEventListener('change', () => {
  if (page.isLoaded) drawSummary(page.cart, page.preferences.locale);
});

const thanks = findElement('.thanks');
const title = findElement('.title');
const titleDone = findElement('.title-done');
let following = new AbortController();

checkout.addEventListener('pay-state-change', ({ state }) => {
  const isApproved = state.status === 'settled' && state.transaction.status === 'APPROVED';
  const hasRest = isApproved && remainderOf(state.transaction) !== undefined;
  // Points have paid a part: the summary says so as soon as the shop's backend has heard of it.
  if (hasRest) void followOrder(state.transaction.reference, () => void page.refresh(), new AbortController().signal);
  const isPaid = isApproved && !hasRest;
  if (thanks.hidden !== isPaid) return;
  thanks.hidden = !isPaid;
  title.hidden = isPaid;
  titleDone.hidden = !isPaid;
  following.abort();
  if (!isPaid) return;
  following = new AbortController();
  const { reference } = state.transaction;
  findElement('.order-reference', thanks).textContent = reference;
  const status = findElement('.order-status', thanks);
  status.textContent = word('status-awaiting_payment', page.preferences.locale);
  void followOrder(
    reference,
    (known) => {
      status.textContent = word(`status-${known}`, page.preferences.locale);
    },
    following.signal,
  );
});

mountPanel(page, {
  panel: findElement('#panel'),
  toggle: findElement('.panel-toggle'),
});

// Without its backend the shop still shows its page: the summary says what is wrong, the panel works.
void page.load().catch((error: unknown) => console.warn('The shop has no cart:', error));
