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
  readonly #giving = new Map<ShopOrder, Promise<void>>();

  constructor(desk: SecondPaymentsDesk) {
    this.#desk = desk;
  }

  /** @throws HTTPException 503 when it could not be done now, so that the service delivers the event again */
  async giveBack(cart: Cart): Promise<void> {
    for (const order of this.#desk.orders.paidTwice(cart)) {
      if (this.#left.has(order)) continue;
      const giving = this.#giving.get(order) ?? this.#giveBackOne(order).finally(() => this.#giving.delete(order));
      this.#giving.set(order, giving);
      await giving;
    }
  }

  async #giveBackOne(order: ShopOrder): Promise<void> {
    const { payment_method_type: method, id = '' } = order.transaction ?? {};
    if (method !== 'CARD') return this.#leave(order, `the service voids cards alone, not ${method}`);
    const refused = await this.#void(order, id).catch((error: unknown) => {
      if (!(error instanceof PaymentsError)) throw error;
      this.#tell(order, `void it by hand unless its event comes again (${error.message})`);
      throw refusal(503, 'SERVICE_UNREACHABLE', {
        reason: 'The payment could not be voided. Deliver the event again.',
      });
    });
    if (refused !== undefined) this.#leave(order, `the service does not void it: ${refused}`);
  }

  /** @returns why the service does not do it, as on another day; undefined when it has done it */
  async #void(order: ShopOrder, id: string): Promise<string | undefined> {
    const { orders, payments } = this.#desk;
    try {
      orders.record(await payments.voidTransaction(id));
      return undefined;
    } catch (error) {
      if (!(error instanceof PaymentsError) || error.outcomeUnknown) throw error;
      // Refused too is what was voided before, by a request whose answer was lost.
      orders.record(await payments.getTransaction(id));
      return order.status === 'paid_twice' ? error.message : undefined;
    }
  }

  #leave(order: ShopOrder, reason: string): void {
    this.#left.add(order);
    this.#tell(order, `give it back by hand (${reason})`);
  }

  #tell(order: ShopOrder, task: string): void {
    const amount = formatMoney({ amountInCents: chargedInCents(order), currency: order.quote.currency }, 'es');
    this.#desk.tellStaff(
      `order ${order.reference} paid twice: ${amount}, transaction ${order.transaction?.id}: ${task}`,
    );
  }
}
