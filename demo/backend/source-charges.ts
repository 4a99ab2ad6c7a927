import { PaymentsError, type Cart, type OrderBook } from '../../src/server/index.ts';
import { refusal } from './read-json.ts';
import type { SavedSource } from './saved-sources.ts';

/** Charges saved cards and wallets, at most once for a cart. */
export class SourceCharges {
  readonly #orders: OrderBook;
  /** References that a request went out for whose end nobody knows: what a later one is told does not undo it. */
  readonly #mayBeCharged = new Set<string>();

  constructor(orders: OrderBook) {
    this.#orders = orders;
  }

  /**
   * Charges a cart to a saved card or wallet. The order is paid when the service's event says so, not before. A second
   * click, and what may have been lost on the way, goes out under the same reference, which the service takes only once.
   *
   * @returns the order's reference
   * @throws HTTPException 422 when the service refused the charge
   */
  async charge(cart: Cart, { shown, sourceId, customerEmail }: SavedSource): Promise<string> {
    const { reference } = await this.#orders.order(cart);
    try {
      await this.#orders.charge(reference, {
        customer_email: customerEmail,
        payment_source_id: sourceId,
        ...(shown.type === 'CARD' && { payment_method: { installments: 1 } }),
      });
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      // Nobody knows, or it was there already: an event will tell.
      if (error.outcomeUnknown || error.messages['reference']) this.#mayBeCharged.add(reference);
      if (!this.#mayBeCharged.has(reference))
        throw refusal(422, 'CHARGE_REFUSED', { reason: 'The service refused the charge.' });
    }
    return reference;
  }
}
