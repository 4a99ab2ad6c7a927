/** What the orders of a cart, and what the service has said of them, come to. */
import { present } from '../domain/present.ts';
import { wireCopy } from '../domain/wire-copy.ts';
import { isFinal, remainderOf } from '../domain/transaction.ts';
import type { TransactionRecord } from '../domain/wire/transaction.ts';
import type { BookedOrder, StoredRecord } from './order-store.ts';

/**
 * `partly_paid`: what came does not cover the price, as points paid a part (SERVICE-NOTES.md "points") or the price rose
 * after the order was made. The next order is for the rest.
 */
export type CartStatus = 'unpaid' | 'partly_paid' | 'paid';

/** What is known of a cart. */
export interface CartState {
  status: CartStatus;
  /** What is left to pay, in minor units: 0 once it is paid, undefined as long as nothing of it is. */
  dueInCents: number | undefined;
  /** What was paid beyond the price, in minor units: the price fell, or an order that was closed was paid after all. */
  surplusInCents: number;
  /** The price that all of this is measured by: the latest that an order was asked for, until the cart is paid. */
  priceInCents: number | undefined;
  /** The oldest first. At most one is open: neither closed, nor with a payment that has ended. */
  orders: readonly BookedOrder[];
}

/** What the book keeps of a cart. */
export type KeptCart = Pick<CartState, 'orders' | 'priceInCents'>;

export const isOpen = ({ transaction, closedAt }: BookedOrder) =>
  closedAt === undefined && (!transaction || !isFinal(transaction));
export const isApproved = ({ transaction }: BookedOrder) => transaction?.status === 'APPROVED';
/** Whether a record says what is known of an order. */
export const isOf = ({ transaction }: BookedOrder, { id, status }: TransactionRecord) =>
  transaction?.id === id && transaction.status === status;

/** A copy, as a store may hand out the very objects that it keeps, and a shop may write into what it is told. */
export const keptIn = (record: StoredRecord | undefined): KeptCart => ({
  orders: wireCopy(record?.orders ?? []),
  priceInCents: record?.priceInCents,
});

export const withOrder = (kept: KeptCart, order: BookedOrder): KeptCart => ({
  ...kept,
  orders: kept.orders.map((one) => (one.reference === order.reference ? order : one)),
});

/** Once a part is paid a price can rise alone: no event would tell that what was paid covers a lower one. */
export function withPrice(kept: KeptCart, asked: number): KeptCart {
  const priceInCents = kept.orders.some(isApproved) ? Math.max(asked, kept.priceInCents ?? 0) : asked;
  return priceInCents === kept.priceInCents ? kept : { ...kept, priceInCents };
}

export function stateOf({ orders, priceInCents }: KeptCart): CartState {
  const paid = orders.filter(isApproved);
  if (paid.length === 0 || priceInCents === undefined)
    return { status: 'unpaid', dueInCents: undefined, surplusInCents: 0, priceInCents, orders };
  const left = ({ transaction }: BookedOrder) => (transaction && remainderOf(transaction)?.amountInCents) ?? 0;
  const charged = paid.reduce((sum, order) => sum + order.amountInCents - left(order), 0);
  const dueInCents = Math.max(priceInCents - charged, 0);
  const surplusInCents = Math.max(charged - priceInCents, 0);
  return { status: dueInCents === 0 ? 'paid' : 'partly_paid', dueInCents, surplusInCents, priceInCents, orders };
}

/**
 * Whether a record says more than what is known of its order. What is final stays, except that an approved payment may be
 * voided (SERVICE-NOTES.md "VOIDED"); a payment beside the known one counts when it took money and that one did not.
 */
export function isNews(known: TransactionRecord | undefined, record: TransactionRecord): boolean {
  if (!known) return true;
  if (known.id !== record.id) return record.status === 'APPROVED' && known.status !== 'APPROVED';
  if (!isFinal(known)) return isFinal(record);
  return known.status === 'APPROVED' && record.status === 'VOIDED';
}

/** What a book needs of a record. Who paid, and with what, is not its business. */
export function impersonal(record: TransactionRecord): TransactionRecord {
  const { id, status, reference, amount_in_cents, currency, created_at, finalized_at, payment_method_type } = record;
  const left = remainderOf(record)?.amountInCents;
  return present({
    id,
    status,
    reference,
    amount_in_cents,
    currency,
    created_at,
    finalized_at,
    payment_method_type,
    payment_method: present({
      type: payment_method_type ?? undefined,
      extra: left === undefined ? undefined : { remaining_amount_in_cents: left },
    }),
  });
}
