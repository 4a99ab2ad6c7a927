import type { BookedOrder, CartState, FoundOrder } from '../../src/server/index.ts';
import type { Quote } from './quote.ts';

/** How an order stands, for its customer. */
export type OrderStatus = 'awaiting_payment' | 'partly_paid' | 'paid' | 'not_paid' | 'voided';

/** The order that a cart came to: of one that is paid the payment that completed it, else the last attempt. */
export const latestOf = ({ status, orders }: CartState): BookedOrder | undefined =>
  (status === 'paid' ? orders.findLast(({ transaction }) => transaction?.status === 'APPROVED') : undefined) ??
  orders.at(-1);

function statusOf({ transaction }: BookedOrder, cart: CartState): OrderStatus {
  switch (transaction?.status) {
    case undefined:
    case 'PENDING':
      return 'awaiting_payment';
    case 'APPROVED':
      return cart.status === 'paid' ? 'paid' : 'partly_paid';
    case 'VOIDED':
      return 'voided';
    case 'DECLINED':
    case 'ERROR':
      return 'not_paid';
  }
}

/** An order as the pages show it, with all that the cart holds. */
export const orderAnswer = ({ order, cart }: Omit<FoundOrder, 'cartId'>, priced: Quote) => ({
  ...priced,
  reference: order.reference,
  status: statusOf(order, cart),
  amount_in_cents: order.amountInCents,
  transaction_id: order.transaction?.id ?? null,
  // Another order may have paid the cart, after this one was declined, or with the rest of it.
  paid_by: cart.status === 'paid' ? (latestOf(cart)?.reference ?? null) : null,
});
