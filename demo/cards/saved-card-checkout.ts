import type { PayCheckout, SavedSource as CardOnOffer } from '../../src/index.ts';
import type { SavedSource, ShopCart } from '../shop-api.ts';
import type { ShopLocale } from '../words.ts';

/** What the page's other checkout is given as well. */
const shared = ['public-key', 'base-url', 'library-url', 'customer-email', 'customer-name', 'customer-phone'];

/** A saved card as the checkout takes it; a wallet is none. */
const cardOnOffer = (source: SavedSource): CardOnOffer[] => {
  if (source.type !== 'CARD') return [];
  const { id, brand: network, last_four: lastFour, expiry, max_installments: maxInstallments } = source;
  const [expMonth = '', expYear = ''] = expiry.split('/');
  return [{ id, network, lastFour, expMonth, expYear, maxInstallments }];
};

/** The checkout that offers the saved cards. It is made once there is one to pay with: until then nothing is asked for it. */
export class SavedCardCheckout {
  readonly element: PayCheckout = document.createElement('pay-checkout');
  readonly #place: HTMLElement;
  readonly #other: PayCheckout;

  /** @param other the page's other checkout, of the same service */
  constructor(place: HTMLElement, other: PayCheckout) {
    this.#place = place;
    this.#other = other;
  }

  get isShown(): boolean {
    return !this.#place.hidden;
  }

  speak(locale: ShopLocale): void {
    this.element.setAttribute('locale', locale);
  }

  /**
   * Offers the cards for the cart, and goes on showing a payment that is under way or done.
   *
   * @param isAside whether the page shows something else in its place
   * @returns whether there is something to pay, and a card for it
   */
  offer(cart: ShopCart | null, sources: readonly SavedSource[], isAside: boolean): boolean {
    const { element } = this;
    const cards = sources.flatMap(cardOnOffer);
    const canPay = cart !== null && cards.length > 0;
    element.savedSources = cards;
    if (canPay) this.#order(cart);
    const isPaying = element.isConnected && !['loading', 'ready'].includes(element.state?.status ?? 'loading');
    this.#place.hidden = !isPaying && (!canPay || isAside);
    return canPay;
  }

  #order(cart: ShopCart): void {
    const { element } = this;
    const own = {
      methods: 'CARD',
      networks: 'visa mastercard amex diners',
      'amount-in-cents': String(cart.due_in_cents),
      currency: cart.currency,
      'cart-id': cart.cart_id,
      'order-url': '/api/order',
      'charge-url': '/api/charge',
      'resolve-url': '/api/resolve',
    };
    const given = shared.map((name) => [name, this.#other.getAttribute(name) ?? ''] as const);
    for (const [name, value] of [...given, ...Object.entries(own)])
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    if (!element.isConnected) this.#place.append(element);
  }
}
