import { isAmountInCents } from '../../src/domain/money.ts';
import type { TransactionRecord } from '../../src/server/index.ts';
import type { Cart } from './carts.ts';
import type { Quote } from './quote.ts';

/**
 * What the shop knows about the payment of an order. Only a verified event moves it. `paid_twice`: another payment has
 * paid the cart, and this one is to be given back; `given_back`: that was done.
 */
export type OrderStatus =
  'awaiting_payment' | 'partly_paid' | 'paid' | 'paid_twice' | 'given_back' | 'not_paid' | 'voided' | 'amount_mismatch';

/** One attempt to pay a cart, with the amount as it was when the order was signed. */
export interface ShopOrder {
  /** Unique and unguessable: it is all that the order's status page asks for. */
  readonly reference: string;
  readonly quote: Quote;
  /** What this attempt pays, in minor units: all that the cart costs, or what `restOf` has left of it. */
  readonly amountInCents: number;
  /** The order that points have paid a part of, where this one pays the rest. It may be the rest of another itself. */
  readonly restOf: ShopOrder | undefined;
  readonly cart: Cart;
  readonly createdAt: string;
  /** Payment method that the payer had chosen; null when the order was made before that. */
  readonly method: string | null;
  status: OrderStatus;
  paidAt: string | null;
  transaction: TransactionRecord | null;
}

/** What points have left of an approved payment, in minor units (SERVICE-NOTES.md, points); undefined for nothing. */
export function remainderOf(transaction: TransactionRecord | null | undefined): number | undefined {
  const extra: unknown = transaction?.payment_method?.['extra'];
  if (transaction?.status !== 'APPROVED' || typeof extra !== 'object' || extra === null) return undefined;
  const left = 'remaining_amount_in_cents' in extra ? extra.remaining_amount_in_cents : undefined;
  return isAmountInCents(left) && left < transaction.amount_in_cents ? left : undefined;
}

/** What the payer of an order has been charged, in minor units: of a half payment, the part that points have paid. */
export const chargedInCents = ({ amountInCents, transaction }: ShopOrder): number =>
  amountInCents - (remainderOf(transaction) ?? 0);
