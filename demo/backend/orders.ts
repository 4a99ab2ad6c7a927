import { isAmountInCents } from '../../src/domain/money.ts';
import { isFinal } from '../../src/domain/transaction.ts';
import type { TransactionRecord } from '../../src/server/index.ts';
import type { Cart } from './carts.ts';
import { quote, type Quote } from './quote.ts';

/** What the shop knows about the payment of an order. Only a verified event moves it. */
export type OrderStatus = 'awaiting_payment' | 'partly_paid' | 'paid' | 'not_paid' | 'voided' | 'amount_mismatch';

/** One attempt to pay a cart, with the amount as it was when the order was signed. */
export interface ShopOrder {
  /** Unique and unguessable: it is all that the order's status page asks for. */
  readonly reference: string;
  readonly quote: Quote;
  /** What this attempt pays, in minor units: all that the cart costs, or what `restOf` has left of it. */
  readonly amountInCents: number;
  /** The order that points have paid a part of, where this one pays the rest. */
  readonly restOf: ShopOrder | undefined;
  readonly cart: Cart;
  readonly createdAt: string;
  /** Payment method that the payer had chosen; null when the order was made before that. */
  readonly method: string | null;
  status: OrderStatus;
  paidAt: string | null;
  transaction: TransactionRecord | null;
}

/** What an event did to the orders. `paid` comes once for an order, however often the event is delivered. */
export type EventOutcome = 'paid' | 'recorded' | 'unchanged' | 'mismatch' | 'unknown_order';

const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newReference = () =>
  `NB-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => referenceAlphabet[byte % 32]).join('')}`;

const orderLimit = 50_000;

/** What points have left of an approved payment, in minor units (SERVICE-NOTES.md, points); undefined for nothing. */
function remainderOf(transaction: TransactionRecord | null | undefined): number | undefined {
  const extra: unknown = transaction?.payment_method?.['extra'];
  if (transaction?.status !== 'APPROVED' || typeof extra !== 'object' || extra === null) return undefined;
  const left = 'remaining_amount_in_cents' in extra ? extra.remaining_amount_in_cents : undefined;
  return isAmountInCents(left) && left < transaction.amount_in_cents ? left : undefined;
}

/** The orders of the shop, in memory. */
export class Orders {
  readonly #orders = new Map<string, ShopOrder>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /**
   * Makes an order for what the cart holds now, or for the rest of one that is paid in part. Each call has a reference
   * of its own.
   */
  create(cart: Cart, method: string | null): ShopOrder {
    const priced = quote(cart.items);
    const restOf = this.partlyPaid(cart);
    const order: ShopOrder = {
      reference: newReference(),
      quote: priced,
      amountInCents: remainderOf(restOf?.transaction) ?? priced.total_in_cents,
      restOf,
      cart,
      createdAt: this.#now().toISOString(),
      method,
      status: 'awaiting_payment',
      paidAt: null,
      transaction: null,
    };
    this.#orders.set(order.reference, order);
    if (this.#orders.size > orderLimit) this.#orders.delete([...this.#orders.keys()][0] ?? '');
    return order;
  }

  find(reference: string): ShopOrder | undefined {
    return this.#orders.get(reference);
  }

  /** The order that a cart came to: the paid one, else the last attempt. */
  latestOf(cart: Cart): ShopOrder | undefined {
    const attempts = [...this.#orders.values()].filter((order) => order.cart === cart);
    // Of a cart that was paid in two parts, the part that completed it.
    return attempts.findLast(({ status }) => status === 'paid') ?? attempts.at(-1);
  }

  /** The order of a cart that points have paid a part of, as long as nothing has paid the rest. */
  partlyPaid(cart: Cart): ShopOrder | undefined {
    return [...this.#orders.values()].find((order) => order.cart === cart && order.status === 'partly_paid');
  }

  /** What a cart still has to pay, in minor units. */
  dueInCents(cart: Cart): number {
    return remainderOf(this.partlyPaid(cart)?.transaction) ?? quote(cart.items).total_in_cents;
  }

  /**
   * Takes in what the service says about a transaction. Its events come late, twice and in any order:
   * a final status stays, except that an approved payment may be voided.
   */
  record(transaction: TransactionRecord): EventOutcome {
    const order = this.#orders.get(transaction.reference);
    if (!order) return 'unknown_order';
    const known = order.transaction;
    const isTaken = order.status === 'paid' || order.status === 'partly_paid';
    if (known && known.id !== transaction.id && isTaken) return 'unchanged';
    if (known?.id === transaction.id) {
      if (known.status === transaction.status) return 'unchanged';
      const isVoid = known.status === 'APPROVED' && transaction.status === 'VOIDED';
      if (isFinal(known) && !isVoid) return 'unchanged';
    }
    order.transaction = transaction;
    if (transaction.amount_in_cents !== order.amountInCents || transaction.currency !== order.quote.currency) {
      order.status = 'amount_mismatch';
      return 'mismatch';
    }
    return this.#settle(order, transaction);
  }

  /** The service would not even create a transaction for this order. */
  refuse(reference: string): void {
    const order = this.#orders.get(reference);
    if (order?.status === 'awaiting_payment') order.status = 'not_paid';
  }

  #settle(order: ShopOrder, transaction: TransactionRecord): EventOutcome {
    const { status } = transaction;
    switch (status) {
      case 'APPROVED':
        if (remainderOf(transaction) !== undefined) {
          order.status = 'partly_paid';
          return 'recorded';
        }
        for (const paid of [order, order.restOf]) {
          if (!paid) continue;
          paid.status = 'paid';
          paid.paidAt = this.#now().toISOString();
        }
        order.cart.isPaid = true;
        return 'paid';
      case 'VOIDED':
        order.status = 'voided';
        return 'recorded';
      case 'DECLINED':
      case 'ERROR':
        order.status = 'not_paid';
        return 'recorded';
      case 'PENDING':
        return 'recorded';
      default:
        return status satisfies never;
    }
  }
}
