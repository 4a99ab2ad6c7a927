/** One open order per cart: whatever browsers do, the service's unique reference then lets a cart be paid once. */
import { isAmountInCents, isCurrency, type Money } from '../domain/money.ts';
import { isRecordId } from '../domain/record-id.ts';
import { wireCopy } from '../domain/wire-copy.ts';
import { isFinal, statusNamed } from '../domain/transaction.ts';
import type { ServiceEvent } from '../domain/wire/service-event.ts';
import type { TransactionRecord } from '../domain/wire/transaction.ts';
import {
  impersonal,
  isApproved,
  isNews,
  isOf,
  isOpen,
  keptIn,
  stateOf,
  withOrder,
  withPrice,
  type CartState,
  type KeptCart,
} from './cart-state.ts';
import { requireObject } from './client-options.ts';
import { requireSecret } from './credential.ts';
import { integritySignature } from './integrity-signature.ts';
import { OrderBookError } from './order-book-error.ts';
import type { BookedOrder, OrderStore, StoredRecord } from './order-store.ts';
import type { TransactionRequest } from './payment-requests.ts';
import type { PaymentsBackend } from './payments-backend.ts';
import { PaymentsError } from './payments-error.ts';

export interface OrderBookOptions {
  /** Where the orders are kept: `memoryStore()`, `fileStore(folder)` or one of your own. */
  store: OrderStore;
  /** The integrity secret of the dashboard, which signs the orders. It stays inside the instance. */
  secret: string;
  /**
   * Reads the transactions that events and order requests name, and charges. Without it the book learns of no payment:
   * it gives one order per cart and never another.
   */
  payments?: Pick<PaymentsBackend, 'getTransaction' | 'createTransaction'>;
  /**
   * Makes a reference: unique, and hard to guess, as who has one may ask what became of it. Always of one length, and
   * with a letter at the end, so that no signature fits another of them. Default `ORDER-<UUID>X`.
   */
  createReference?: () => string;
  /** The clock, which says how old an order is. */
  now?: () => Date;
}

/** What a visitor is buying, by the merchant's own records and never by what a browser says. */
export interface Cart extends Money {
  /** The merchant's id of what is being bought; no personal data. Another purchase has another id. */
  id: string;
}

/** What the book has not heard of yet, from the order request of a page. */
export interface OrderHints {
  /** The id of the last transaction of this purchase that ended unpaid. The book reads it and believes the record. */
  after?: string | undefined;
  /** The id of the half payment whose rest is asked for. */
  restOf?: string | undefined;
}

/** The order that is to be paid now, signed. */
export interface CartOrder extends Money {
  reference: string;
  signature: string;
  cartId: string;
  /** The cart costs something else by now. The order stays as it was, as it may be paid, until it is known to have ended. */
  priceChanged?: true;
}

/** An order, and what is known of its cart. */
export interface FoundOrder {
  order: BookedOrder;
  cart: CartState;
  cartId: string;
}

/** What an event told of a cart. */
export interface PaymentNews extends Omit<CartState, 'orders'> {
  cartId: string;
  /** The service's own record. */
  transaction: TransactionRecord;
  /** False once this status of this transaction was told, and whoever was told has not thrown. */
  isNew: boolean;
}

/** What a charge of a kept card or wallet says beside the order (SPEC.md section 4.2). */
export type ChargeDetails = Omit<TransactionRequest, 'reference' | 'amount_in_cents' | 'currency' | 'signature'>;

/** Only another change of the same cart makes an attempt fail, and each time another one succeeds. */
const attempts = 50;

const dayInMs = 24 * 60 * 60 * 1000;

/**
 * Gives out the orders of carts. A cart has one open order: every browser, tab and device that asks gets the same one,
 * and so the service, which takes a reference once (SPEC.md section 4.2), charges once. The next order is made when the
 * payment of the last one is known to have ended unpaid, or to have left a rest, or when the merchant has closed it. All it
 * believes are the service's own records, read with the private key.
 */
export class OrderBook {
  readonly #store: OrderStore;
  readonly #secret: string;
  readonly #payments: OrderBookOptions['payments'];
  readonly #createReference: () => string;
  readonly #now: () => Date;

  /** @throws TypeError for an unusable secret or store */
  constructor(options: OrderBookOptions) {
    const { store, secret, payments, createReference, now } = requireObject(options, 'The options');
    this.#store = requireObject(store, 'store');
    this.#secret = requireSecret(secret, 'integrity secret');
    this.#payments = payments;
    this.#createReference = createReference ?? (() => `ORDER-${crypto.randomUUID()}X`);
    this.#now = now ?? (() => new Date());
  }

  /**
   * The open order of a cart, or its first or next one. Of a cart that is paid in part the order is for the rest, exactly
   * that amount. The book keeps the price: an open order of another price may still be paid, but then not the whole cart.
   *
   * @throws OrderBookError `CART_PAID`, `NOTHING_LEFT`, `OTHER_CURRENCY`, `UNREADABLE_PAYMENT` or `BUSY`
   * @throws TypeError for a cart without an id, or without a price in minor units
   */
  async order(asked: Cart, { after, restOf }: OrderHints = {}): Promise<CartOrder> {
    // As it is now: a shop may change its own cart meanwhile.
    const cart = { id: asked.id, amountInCents: asked.amountInCents, currency: asked.currency };
    requireCart(cart);
    for (const id of [after, restOf]) if (id !== undefined) await this.#learn(id, cart.id);
    return this.#change(cart.id, async (before) => {
      if (stateOf(before).status === 'paid') throw new OrderBookError('CART_PAID');
      const { orders } = before;
      if (orders.some(({ currency }) => currency !== cart.currency)) throw new OrderBookError('OTHER_CURRENCY');
      if (restOf !== undefined && !orders.some((one) => isApproved(one) && one.transaction?.id === restOf))
        throw new OrderBookError('NOTHING_LEFT');
      const kept = withPrice(before, cart.amountInCents);
      const open = orders.find(isOpen);
      if (open) return { kept, result: await this.#signed(open, cart) };
      const order: BookedOrder = {
        reference: this.#createReference(),
        amountInCents: stateOf(kept).dueInCents ?? cart.amountInCents,
        currency: cart.currency,
        priceInCents: kept.priceInCents ?? cart.amountInCents,
        createdAt: this.#now().toISOString(),
      };
      const result = await this.#signed(order, cart);
      // The reference first: an event of an order that was given out always finds its cart.
      const index = { format: 1, version: 1, cart: cart.id } as const;
      if (!(await this.#store.compareAndSet(referenceKey(order.reference), undefined, index)))
        throw new TypeError('createReference gave a reference that was given before.');
      return { kept: { ...kept, orders: [...orders, order] }, result };
    });
  }

  /**
   * Takes a verified event in. An event does not vouch for its reference, so the transaction is read by its id. The same
   * event may come again, and late: it changes nothing then.
   *
   * @param tell is told what the event says. It is marked as told when this has ended without throwing
   * @returns undefined for an event about something else
   * @throws OrderBookError `UNREADABLE_PAYMENT`, `RECORD_BEHIND` or `BUSY`: the event has to come again
   */
  async record(
    { signed, data }: ServiceEvent,
    tell?: (news: PaymentNews) => unknown,
  ): Promise<PaymentNews | undefined> {
    const id = signed['transaction.id'];
    // Both APIs tell of a `transaction`; one that belongs to a batch of payouts pays no order.
    if (typeof id !== 'string' || (data.transaction && 'payoutId' in data.transaction)) return undefined;
    const told = statusNamed(signed['transaction.status']);
    const record = await this.#mustRead(id);
    if ((!isFinal(record) && told !== 'PENDING') || (record.status === 'APPROVED' && told === 'VOIDED'))
      throw new OrderBookError('RECORD_BEHIND');
    const news = await this.#take(record);
    if (!news) return undefined;
    // A copy: what the shop writes into it is not what is marked as told.
    await tell?.(wireCopy(news));
    if (news.isNew) await this.#markTold(news);
    return news;
  }

  /**
   * Reads the transaction of an order again, for one whose events have not come.
   *
   * @returns undefined while the book knows of no transaction
   * @throws OrderBookError `UNKNOWN_ORDER`, `UNREADABLE_PAYMENT` or `BUSY`
   */
  async refresh(reference: string): Promise<PaymentNews | undefined> {
    const { transaction } = (await this.#mustFind(reference)).order;
    return transaction && this.#take(await this.#mustRead(transaction.id));
  }

  /**
   * Closes an open order on the merchant's word, so that the cart gets another one. Its transaction is read first, if one is
   * known: what has ended counts. What is closed may still be paid, and the cart may then be paid twice: that is told with
   * a surplus. So close what nobody can pay any more.
   *
   * @param minAgeMs how old the order must be, by default 7 days
   * @returns what is known of the cart then
   * @throws OrderBookError `UNKNOWN_ORDER`, `STILL_OPEN` for an order that is younger, `UNREADABLE_PAYMENT` or `BUSY`
   */
  async close(reference: string, { minAgeMs = 7 * dayInMs }: { minAgeMs?: number } = {}): Promise<CartState> {
    const { cartId } = await this.#mustFind(reference);
    await this.refresh(reference);
    return this.#change(cartId, async (before) => {
      const order = before.orders.find((one) => one.reference === reference);
      if (!order || !isOpen(order)) return { kept: before, result: stateOf(before) };
      const now = this.#now();
      if (now.getTime() - Date.parse(order.createdAt) < minAgeMs) throw new OrderBookError('STILL_OPEN');
      const kept = withOrder(before, { ...order, closedAt: now.toISOString() });
      return { kept, result: stateOf(kept) };
    });
  }

  /**
   * Pays an order with a kept card or wallet: `payment_source_id` and what else the service asks for. An order that has a
   * payment gives that one, and charges nothing.
   *
   * @throws OrderBookError `UNKNOWN_ORDER`, `ORDER_CLOSED`, or `CART_PAID` for an order that another one has paid the cart of
   * @throws PaymentsError as `createTransaction`; the same call may be made again, as the service takes a reference once
   */
  async charge(reference: string, asked: ChargeDetails): Promise<TransactionRecord> {
    // As they are now: a shop may charge the next card with the same object.
    const details = wireCopy(asked);
    const payments = this.#requirePayments();
    const { order, cart } = await this.#mustFind(reference);
    if (order.transaction) return order.transaction;
    if (order.closedAt !== undefined) throw new OrderBookError('ORDER_CLOSED');
    if (cart.status === 'paid') throw new OrderBookError('CART_PAID');
    const { amountInCents, currency } = order;
    const signature = await integritySignature({ reference, amountInCents, currency, secret: this.#secret });
    try {
      const terms = { reference, amount_in_cents: amountInCents, currency, signature };
      const record = await payments.createTransaction({ ...details, ...terms } as TransactionRequest);
      await this.#take(record);
      return record;
    } catch (error) {
      // Refused is also the second of two clicks, whose first has made the payment meanwhile.
      const known = await this.resolve(reference);
      if (known) return known;
      throw error;
    }
  }

  /** What became of a reference, for `resolve-url`: its transaction, or undefined for what the book cannot know. */
  async resolve(reference: string): Promise<TransactionRecord | undefined> {
    return (await this.find(reference))?.order.transaction;
  }

  /** An order by its reference, with its cart. */
  async find(reference: string): Promise<FoundOrder | undefined> {
    const index = await this.#get(referenceKey(reference));
    if (!index) return undefined;
    const cart = await this.cart(index.cart);
    const order = cart.orders.find((one) => one.reference === reference);
    return order && { order, cart, cartId: index.cart };
  }

  /** What is known of a cart; of one that nobody has asked an order for, that nothing is paid. */
  async cart(id: string): Promise<CartState> {
    return stateOf(keptIn(await this.#get(cartKey(id))));
  }

  async #mustFind(reference: string): Promise<FoundOrder> {
    const found = await this.find(reference);
    if (!found) throw new OrderBookError('UNKNOWN_ORDER');
    return found;
  }

  /** Reads a transaction that a page names, unless its end is known; one of another cart counts for nothing. */
  async #learn(id: string, cartId: string): Promise<void> {
    const { orders } = await this.cart(cartId);
    if (
      !this.#payments ||
      !isRecordId(id) ||
      orders.some(({ transaction }) => transaction?.id === id && isFinal(transaction))
    )
      return;
    const record = await this.#read(id);
    if (record) await this.#take(record, cartId);
  }

  /** @returns undefined when the service knows none */
  async #read(id: string): Promise<TransactionRecord | undefined> {
    try {
      return await this.#requirePayments().getTransaction(id);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      if (error.status === 404) return undefined;
      throw new OrderBookError('UNREADABLE_PAYMENT', error);
    }
  }

  async #mustRead(id: string): Promise<TransactionRecord> {
    const record = await this.#read(id);
    if (!record) throw new OrderBookError('UNREADABLE_PAYMENT');
    return record;
  }

  /** Writes what the service says of a transaction to its order; a reference, amount or currency of no order is none. */
  async #take(record: TransactionRecord, onlyOf?: string): Promise<PaymentNews | undefined> {
    const { reference, amount_in_cents: amount, currency } = record;
    const index = await this.#get(referenceKey(reference));
    if (!index || (onlyOf !== undefined && index.cart !== onlyOf)) return undefined;
    return this.#change(index.cart, async (before) => {
      const known = before.orders.find((one) => one.reference === reference);
      if (!known || known.amountInCents !== amount || known.currency !== currency)
        return { kept: before, result: undefined };
      const order = isNews(known.transaction, record)
        ? { ...known, transaction: impersonal(record), isTold: undefined }
        : known;
      const kept = order === known ? before : withOrder(before, order);
      const { orders: _, ...state } = stateOf(kept);
      const isNew = isOf(order, record) && !order.isTold;
      return { kept, result: { cartId: index.cart, ...state, transaction: record, isNew } };
    });
  }

  /** Unless something newer has become known of the order meanwhile: that was not told. */
  #markTold({ cartId, transaction }: PaymentNews): Promise<void> {
    return this.#change(cartId, async (before) => {
      const order = before.orders.find((one) => isOf(one, transaction));
      return { kept: order ? withOrder(before, { ...order, isTold: true }) : before, result: undefined };
    });
  }

  /** Reads a cart's orders and stores what `step` makes of them; again from the start when others were faster. */
  async #change<Result>(
    cartId: string,
    step: (before: KeptCart) => Promise<{ kept: KeptCart; result: Result }>,
  ): Promise<Result> {
    const key = cartKey(cartId);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const stored = await this.#get(key);
      const before = keptIn(stored);
      const { kept, result } = await step(before);
      if (kept === before) return result;
      const next = wireCopy({ format: 1, version: (stored?.version ?? 0) + 1, cart: cartId, ...kept } as const);
      if (await this.#store.compareAndSet(key, stored, next)) return result;
    }
    throw new OrderBookError('BUSY');
  }

  async #get(key: string): Promise<StoredRecord | undefined> {
    const record = await this.#store.get(key);
    if (record && record.format !== 1) throw new Error('The stored orders were written by a later version of the kit.');
    return record;
  }

  async #signed({ reference, amountInCents, currency, priceInCents }: BookedOrder, cart: Cart): Promise<CartOrder> {
    const signature = await integritySignature({ reference, amountInCents, currency, secret: this.#secret });
    const priceChanged = priceInCents !== cart.amountInCents;
    const order = { reference, amountInCents, currency, signature, cartId: cart.id };
    return priceChanged ? { ...order, priceChanged } : order;
  }

  #requirePayments(): NonNullable<OrderBookOptions['payments']> {
    if (!this.#payments) throw new TypeError('The order book needs the option payments for this.');
    return this.#payments;
  }
}

/** Control characters and halves of characters: some databases take none, and the bytes of the latter are all the same. */
export const unstorable = /[\p{Cc}\p{Cs}]/u;

const cartKey = (id: string) => `cart:${id}`;
const referenceKey = (reference: string) => `reference:${reference}`;

function requireCart({ id, amountInCents, currency }: Cart): void {
  if (typeof id !== 'string' || id.trim() === '' || id.length > 200 || unstorable.test(id))
    throw new TypeError('The id of a cart must be a text of 1 to 200 characters, without control characters.');
  if (!isAmountInCents(amountInCents) || !isCurrency(currency))
    throw new TypeError('The price of a cart must be a positive integer in minor units, with a currency such as COP.');
}
