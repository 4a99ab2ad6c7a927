import { formatMoney } from '../../src/domain/money.ts';
import { PaymentsError, type PaymentsBackend } from '../../src/server/index.ts';
import type { Cart } from './carts.ts';
import type { Orders } from './orders.ts';
import { refusal } from './read-json.ts';
import { chargedInCents, type ShopOrder } from './shop-order.ts';

export interface SecondPaymentsDesk {
  orders: Orders;
  payments: PaymentsBackend;
  /** Told in one line what somebody of the shop has to do by hand. */
  tellStaff: (line: string) => void;
}

/**
 * Gives back what a cart was paid beyond once: the service voids a card of the same day, all else is for the shop's
 * staff. Only an order that is `paid_twice` is touched, never the payment that the cart came to.
 */
export class SecondPayments {
  readonly #desk: SecondPaymentsDesk;
  /** What the staff was asked to give back: once. */
  readonly #left = new WeakSet<ShopOrder>();
  /** What is being given back: an event that comes again meanwhile waits for the same void. */
  readonly #giving = new Map<ShopOrder, Promise<boolean>>();

  constructor(desk: SecondPaymentsDesk) {
    this.#desk = desk;
  }

  /** @throws HTTPException 503 when it could not be done now, so that the service delivers the event again */
  async giveBack(cart: Cart): Promise<void> {
    const open = this.#desk.orders.paidTwice(cart).filter((order) => !this.#left.has(order));
    // All at once, each as it is at this moment: one that fails keeps none of the others waiting.
    const given = await Promise.allSettled(open.map((order) => this.#giveBackOnce(order)));
    for (const one of given) if (one.status === 'rejected') throw one.reason;
    if (given.every((one) => one.status === 'fulfilled' && one.value)) return;
    // A new one for each delivery: the body of an answer can be sent once.
    throw refusal(503, 'SERVICE_UNREACHABLE', { reason: 'The payment could not be voided. Deliver the event again.' });
  }

  #giveBackOnce(order: ShopOrder): Promise<boolean> {
    const giving = this.#giving.get(order) ?? this.#giveBackOne(order).finally(() => this.#giving.delete(order));
    this.#giving.set(order, giving);
    return giving;
  }

  /** @returns whether it is done, or the staff's to do; false for want of an answer */
  async #giveBackOne(order: ShopOrder): Promise<boolean> {
    const { payment_method_type: method, id = '' } = order.transaction ?? {};
    try {
      const task =
        method === 'CARD'
          ? await this.#void(order, id)
          : `give it back by hand (the service voids cards alone, not ${method})`;
      if (task === undefined) return true;
      this.#left.add(order);
      this.#tell(order, task);
      return true;
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      this.#tell(order, `void it by hand unless its event comes again (${error.message})`);
      return false;
    }
  }

  /** @returns what that leaves to the staff, as on another day; undefined when the service has voided it */
  async #void(order: ShopOrder, id: string): Promise<string | undefined> {
    const { orders, payments } = this.#desk;
    try {
      const voided = await payments.voidTransaction(id);
      orders.record(voided);
      // Taken is not done: where it is done later, an event says so.
      return order.status === 'paid_twice'
        ? `give it back by hand unless it is voided soon (the service took the void; it is ${voided.status} still)`
        : undefined;
    } catch (error) {
      if (!(error instanceof PaymentsError) || error.outcomeUnknown) throw error;
      // Refused too is what was voided before, by a request whose answer was lost.
      orders.record(await payments.getTransaction(id));
      return order.status === 'paid_twice'
        ? `give it back by hand (the service does not void it: ${error.message})`
        : undefined;
    }
  }

  #tell(order: ShopOrder, task: string): void {
    const amount = formatMoney({ amountInCents: chargedInCents(order), currency: order.quote.currency }, 'es');
    this.#desk.tellStaff(
      `order ${order.reference} paid twice: ${amount}, transaction ${order.transaction?.id}: ${task}`,
    );
  }
}
