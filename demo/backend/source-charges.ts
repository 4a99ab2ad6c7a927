import { integritySignature, PaymentsError, type PaymentsBackend } from '../../src/server/index.ts';
import type { Cart } from './carts.ts';
import type { Orders } from './orders.ts';
import { refusal } from './read-json.ts';
import type { SavedSource } from './saved-sources.ts';
import type { ShopOrder } from './shop-order.ts';

export interface ChargeDesk {
  orders: Orders;
  payments: PaymentsBackend;
  integritySecret: string;
}

interface Charge {
  readonly order: ShopOrder;
  readonly source: SavedSource;
  sending: Promise<boolean> | undefined;
  /** A request went out and nobody knows what became of it: what a later one is told does not undo it. */
  mayBeCharged: boolean;
}

/** Charges saved cards and wallets, at most once for a cart. */
export class SourceCharges {
  readonly #desk: ChargeDesk;
  /** The last charge of each cart: while it has not ended, a second click joins it. */
  readonly #last = new WeakMap<Cart, Charge>();

  constructor(desk: ChargeDesk) {
    this.#desk = desk;
  }

  /**
   * Charges a cart to a saved card or wallet. The order that comes back is paid when the service's event says so, not before.
   * While an earlier charge of the cart is open, that one is looked after instead: what may have been lost on the way
   * is sent again under the same reference, which the service takes only once.
   *
   * @throws HTTPException 422 when the service refused the charge
   */
  async charge(cart: Cart, source: SavedSource): Promise<ShopOrder> {
    const earlier = this.#last.get(cart);
    const charge: Charge =
      earlier && earlier.order.status === 'awaiting_payment'
        ? earlier
        : {
            order: this.#desk.orders.create(cart, source.shown.type),
            source,
            sending: undefined,
            mayBeCharged: false,
          };
    this.#last.set(cart, charge);
    if (!charge.order.transaction)
      charge.sending ??= this.#send(charge).finally(() => {
        charge.sending = undefined;
      });
    if ((await charge.sending) === false)
      throw refusal(422, 'CHARGE_REFUSED', { reason: 'The service refused the charge.' });
    return charge.order;
  }

  /** Whether a cart is being charged, or may have been: as long as nobody knows, nothing else may pay it. */
  isOpen(cart: Cart): boolean {
    return this.#last.get(cart)?.order.status === 'awaiting_payment';
  }

  /** @returns false when the service refused */
  async #send(charge: Charge): Promise<boolean> {
    const { order, source } = charge;
    const { orders, payments, integritySecret: secret } = this.#desk;
    const { reference, amountInCents } = order;
    const { currency } = order.quote;
    try {
      const transaction = await payments.createTransaction({
        amount_in_cents: amountInCents,
        currency,
        reference,
        signature: await integritySignature({ reference, amountInCents, currency, secret }),
        customer_email: source.customerEmail,
        payment_source_id: source.sourceId,
        ...(source.shown.type === 'CARD' && { payment_method: { installments: 1 } }),
      });
      orders.record(transaction);
      return true;
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      // Nobody knows, or it was there already: an event will tell.
      charge.mayBeCharged ||= error.outcomeUnknown || error.messages['reference'] !== undefined;
      if (charge.mayBeCharged) return true;
      orders.refuse(reference);
      return false;
    }
  }
}
