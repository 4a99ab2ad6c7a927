import { isFinal } from '../../src/domain/transaction.ts';
import type { TransactionRecord } from '../../src/server/index.ts';
import type { Cart } from './carts.ts';
import { quote, type Quote } from './quote.ts';

/** What the shop knows about the payment of an order. Only a verified event moves it. */
export type OrderStatus = 'awaiting_payment' | 'paid' | 'not_paid' | 'voided' | 'amount_mismatch';

/** One attempt to pay a cart, with the amount as it was when the order was signed. */
export interface ShopOrder {
  /** Unique and unguessable: it is all that the order's status page asks for. */
  readonly reference: string;
  readonly quote: Quote;
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

/** The orders of the shop, in memory. */
export class Orders {
  readonly #orders = new Map<string, ShopOrder>();
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /** Makes an order for what the cart holds now. Each call has a reference of its own. */
  create(cart: Cart, method: string | null): ShopOrder {
    const order: ShopOrder = {
      reference: newReference(),
      quote: quote(cart.items),
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
    return attempts.find(({ status }) => status === 'paid') ?? attempts.at(-1);
  }

  /**
   * Takes in what the service says about a transaction. Its events come late, twice and in any order:
   * a final status stays, except that an approved payment may be voided.
   */
  record(transaction: TransactionRecord): EventOutcome {
    const order = this.#orders.get(transaction.reference);
    if (!order) return 'unknown_order';
    const known = order.transaction;
    if (known && known.id !== transaction.id && order.status === 'paid') return 'unchanged';
    if (known?.id === transaction.id) {
      if (known.status === transaction.status) return 'unchanged';
      const isVoid = known.status === 'APPROVED' && transaction.status === 'VOIDED';
      if (isFinal(known) && !isVoid) return 'unchanged';
    }
    order.transaction = transaction;
    if (transaction.amount_in_cents !== order.quote.total_in_cents || transaction.currency !== order.quote.currency) {
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

  #settle(order: ShopOrder, { status }: TransactionRecord): EventOutcome {
    switch (status) {
      case 'APPROVED':
        order.status = 'paid';
        order.paidAt = this.#now().toISOString();
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
