import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { isSameAmount } from '../domain/money.ts';
import { orderOf, parseOrder, type Order } from '../domain/order.ts';
import { missingOrder } from './check-attributes.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Journal } from './journal.ts';
import type { Stage } from './stage.ts';
import { within } from './within.ts';

const orderTimeoutMs = 30_000;
/** For how long after the first one somebody who presses again and again does so, in ms. */
const pressesMs = 1500;
/** How long it takes at least to read another amount, in ms. */
const readingMs = 1000;

/** Gives the order for an attempt: the page's own, one that was made before and not used, or a new one. */
export class OrderDesk {
  readonly #stage: Stage;
  readonly #journal: Journal;
  /** An order that no transaction has used yet; without a method it serves whichever the payer chooses. */
  #held: { order: Order; method: string | undefined } | undefined;
  /** A reference whose outcome is not known, and which is to be sent again all the same. */
  #agreed: string | undefined;
  /** Its order, for as long as the page asks for that much. */
  #promised: Order | undefined;
  /** Until when a press cannot be the answer to another amount. */
  #unreadUntil = 0;
  /** How often what was held has been dropped: an order that was asked for before that serves its own attempt alone. */
  #drops = 0;

  constructor(stage: Stage, journal: Journal) {
    this.#stage = stage;
    this.#journal = journal;
  }

  /**
   * The order to send; undefined when its amount is not the one that the payer saw, or none was seen at all: then the
   * payer is shown this one and has to confirm it.
   *
   * @param configuration the one that the payer saw.
   * @throws CheckoutError `missing_order`, `invalid_order` or `order_unavailable`; `network` when the device is offline.
   */
  async order(method: string, configuration: CheckoutConfiguration): Promise<Order | undefined> {
    const { state, rest, environment, connection } = this.#stage;
    const pressedAt = environment.now();
    const shown = state.status === 'submitting' ? state.changedAmount : undefined;
    const confirmed = pressedAt < this.#unreadUntil ? undefined : shown;
    const seen = confirmed ?? rest ?? configuration.amount;
    const order = await this.#find(method, configuration);
    if (rest && !isSameAmount(order, rest)) {
      this.drop();
      throw new CheckoutError(
        'invalid_order',
        'The order must be for what the first payment has left: createOrder and order-url are told how much in their request.',
      );
    }
    if (isSameAmount(order, seen)) return order;
    // Who presses several times means the amount of before: until that has passed, a press is not taken for a yes.
    const restMs = pressedAt + pressesMs - environment.now();
    // Who has waited for longer presses again as it comes: then the first moments count for nothing.
    if (restMs <= 0) this.#unreadUntil = environment.now() + readingMs;
    else if (connection) await environment.wait(restMs, connection.signal);
    const { amountInCents, currency } = order;
    this.#stage.apply({ type: 'amount-changed', amount: { amountInCents, currency } });
  }

  /**
   * From now on this order alone is sent, whatever became of it before, and also where the page gives another one
   * meanwhile: it may have been charged, and the service takes its reference only once.
   */
  promise(order: Order): void {
    this.#promised = orderOf(order);
    this.#held = { order: this.#promised, method: undefined };
    this.#agreed = order.reference;
  }

  /** What the page gives, with the order that was promised in place of another one of the page's own. */
  bind(configuration: CheckoutConfiguration): CheckoutConfiguration {
    const { orders } = configuration;
    const order = this.#promised;
    return order && orders?.kind === 'fixed' && order.reference !== orders.order.reference
      ? { ...configuration, orders: { ...orders, order } }
      : configuration;
  }

  /** Whether a payment that may exist may be sent again. */
  mayReuse(reference: string): boolean {
    return reference === this.#agreed;
  }

  /** A transaction has this reference: it is not sent again. */
  used(reference: string): void {
    if (this.#held?.order.reference === reference) this.#held = undefined;
    if (this.#agreed === reference) this.#agreed = this.#promised = undefined;
  }

  /** An order that is no longer wanted is not used, unless it may have been already, for the same purchase. */
  drop(): void {
    this.#drops++;
    this.#promised = undefined;
    const open = this.#agreed === undefined ? undefined : this.#journal.read(this.#agreed);
    if (open?.scope === this.#stage.configuration.scope) return;
    this.#held = undefined;
    this.#agreed = undefined;
  }

  async #find(method: string, { orders }: CheckoutConfiguration): Promise<Order> {
    const { rest, environment } = this.#stage;
    const held = this.#held;
    const drops = this.#drops;
    if (orders?.kind === 'fixed') return orders.order;
    if (held && (held.method === undefined || held.method === method)) return held.order;
    if (!orders) throw missingOrder();
    const tooLate = () =>
      new CheckoutError('order_unavailable', `createOrder or order-url gave no order within ${orderTimeoutMs} ms.`);
    const asked = orders.create({ method, ...(rest && { rest }) });
    const answer = await within(asked, orderTimeoutMs, environment, tooLate).catch((thrown: unknown) => {
      const text = 'The order could not be had: createOrder or order-url failed.';
      const error = asCheckoutError(thrown, 'order_unavailable', text);
      if (error.code !== 'order_unavailable' || environment.isOnline()) throw error;
      throw new CheckoutError('network', 'The device is offline.', { cause: thrown });
    });
    const order = parseOrder(answer);
    if (drops === this.#drops) this.#held = { order, method };
    return order;
  }
}
