import { isFinal } from '../../src/domain/transaction.ts';
import type { TransactionRecord } from '../../src/server/index.ts';
import type { Cart } from './carts.ts';
import { quote } from './quote.ts';
import { remainderOf, type OrderStatus, type ShopOrder } from './shop-order.ts';

/** What an event did to the orders. `paid` comes once for an order, however often the event is delivered. */
export type EventOutcome = 'paid' | 'paid_twice' | 'recorded' | 'unchanged' | 'mismatch' | 'unknown_order';

const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newReference = () =>
  `NB-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => referenceAlphabet[byte % 32]).join('')}`;

const orderLimit = 50_000;

/** An order with the one that it pays the rest of, the one that that one paid the rest of, and so on. */
const partsUpTo = (order: ShopOrder): ShopOrder[] => [order, ...(order.restOf ? partsUpTo(order.restOf) : [])];

/** Whether the price of the cart was paid with this order, or a part of it. */
const isPart = (status: OrderStatus): boolean => status === 'paid' || status === 'partly_paid';

/** The orders of the shop, in memory. */
export class Orders {
  readonly #orders = new Map<string, ShopOrder>();
  readonly #now: () => Date;
  readonly #onPaid: (order: ShopOrder) => void;

  /** @param onPaid told about each order that has just been paid, once, whoever was the first to hear of it */
  constructor(now: () => Date = () => new Date(), onPaid: (order: ShopOrder) => void = () => {}) {
    this.#now = now;
    this.#onPaid = onPaid;
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
    const attempts = this.#of(cart);
    // Of a cart that was paid in parts, the part that completed it.
    return attempts.findLast(({ status }) => status === 'paid') ?? attempts.at(-1);
  }

  /**
   * The order of a cart that points have paid a part of, as long as nothing has paid the rest. When they have paid a
   * part of that rest too, the order of that rest: it knows what is left now.
   */
  partlyPaid(cart: Cart): ShopOrder | undefined {
    // An order is made after the one that it pays the rest of.
    return this.#halvesOf(cart).at(-1);
  }

  /** The orders of a cart that were paid beyond once, and that nobody has given back yet. */
  paidTwice(cart: Cart): ShopOrder[] {
    return this.#of(cart).filter(({ status }) => status === 'paid_twice');
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
    const isTaken = ['paid', 'partly_paid', 'paid_twice'].includes(order.status);
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

  #of(cart: Cart): ShopOrder[] {
    return [...this.#orders.values()].filter((order) => order.cart === cart);
  }

  #halvesOf(cart: Cart): ShopOrder[] {
    return this.#of(cart).filter(({ status }) => status === 'partly_paid');
  }

  #settle(order: ShopOrder, transaction: TransactionRecord): EventOutcome {
    const { status } = transaction;
    switch (status) {
      case 'APPROVED':
        return this.#settlePaid(order);
      case 'VOIDED':
        this.#settleVoided(order);
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

  /** Each attempt has a reference of its own, so the service takes the money of every one: what is compared is the cart. */
  #settlePaid(order: ShopOrder): EventOutcome {
    const { cart, restOf } = order;
    const half = this.partlyPaid(cart);
    const isHalf = remainderOf(order.transaction) !== undefined;
    // A rest goes with the latest half alone; without that, a part of the price would pay for all.
    if (cart.isPaid || ((restOf || isHalf) && restOf !== half)) {
      order.status = 'paid_twice';
      return 'paid_twice';
    }
    if (isHalf) {
      order.status = 'partly_paid';
      return 'recorded';
    }
    // A payment of all that comes beside points: they are what is too much.
    if (!restOf) for (const extra of this.#halvesOf(cart)) extra.status = 'paid_twice';
    for (const paid of partsUpTo(order)) {
      paid.status = 'paid';
      paid.paidAt = this.#now().toISOString();
    }
    cart.isPaid = true;
    this.#onPaid(order);
    return 'paid';
  }

  #settleVoided(order: ShopOrder): void {
    const { cart } = order;
    if (order.status === 'paid_twice') {
      order.status = 'given_back';
      return;
    }
    const wasPart = isPart(order.status);
    order.status = 'voided';
    // What never was a part of the payment changes nothing for the parts.
    if (!wasPart) return;
    // Without this part, those before it are halves again, and those after it are the rest of nothing.
    const before = partsUpTo(order);
    for (const part of this.#of(cart)) {
      if (!isPart(part.status)) continue;
      if (before.includes(part)) part.status = 'partly_paid';
      else if (partsUpTo(part).includes(order)) part.status = 'paid_twice';
      else continue;
      part.paidAt = null;
    }
    // The next payment of this cart is no second one.
    cart.isPaid = this.#of(cart).some(({ status }) => status === 'paid');
  }
}
