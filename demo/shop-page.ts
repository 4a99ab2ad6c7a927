import type { CheckoutState, PayCheckout } from '../src/index.ts';
import { remainderOf } from '../src/domain/transaction.ts';
import { keepOrder, keptOrder, lookUpKept } from './kept-order.ts';
import { applyTheme, readPreferences, storePreferences, type Preferences } from './preferences.ts';
import { shopApi, ShopApiError, type ShopCart, type ShopOrder } from './shop-api.ts';
import { speak } from './tools/speech.ts';
import { translatePage } from './words.ts';

/** What moves nothing by itself: a code to scan, numbers to pay cash by, another page to go to. */
const waitsForPayer: ReadonlySet<string> = new Set(['qr', 'voucher', 'redirect']);

/** Whether a payment may be on its way: what is shown of it then is its own outcome. */
function mayBePaying(state: CheckoutState): boolean {
  if (state.status === 'action') return !waitsForPayer.has(state.action.kind);
  if (state.status !== 'settled') return state.status !== 'ready' && state.status !== 'failed';
  return state.transaction.status === 'APPROVED' && remainderOf(state.transaction) === undefined;
}

/** The page's own state and what follows from it. Tells its listeners with a `change` event. */
export class ShopPage extends EventTarget {
  readonly checkout: PayCheckout;
  #preferences = readPreferences();
  #cart: ShopCart | null = null;
  #order: ShopOrder | null = null;
  #isLoaded = false;
  #isPaidElsewhere = false;
  #hasToLook = false;

  constructor(checkout: PayCheckout) {
    super();
    this.checkout = checkout;
    // Whoever has paid here sees that at once, and also when the backend cannot be asked about it.
    const { transactionId, isApproved } = keptOrder() ?? {};
    if (transactionId && isApproved) this.#showPaid(transactionId);
    checkout.addEventListener('pay-renewal-required', () => void this.#offerOrder());
    this.#applyPreferences();
  }

  get preferences(): Readonly<Preferences> {
    return this.#preferences;
  }

  /** Null when the backend has not answered, which `isLoaded` tells from not yet. */
  get cart(): ShopCart | null {
    return this.#cart;
  }

  /** What was bought here before the page was loaded again; null as long as there is a cart to pay. */
  get order(): ShopOrder | null {
    return this.#order;
  }

  /** Whether `order` was paid by another page than this one. */
  get isPaidElsewhere(): boolean {
    return this.#isPaidElsewhere;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /**
   * Fetches the cart and offers its order to the checkout; or shows the order that was paid: here, before a reload, or in
   * another tab.
   */
  async load(): Promise<void> {
    try {
      const { reference, transactionId, isApproved = false } = keptOrder() ?? {};
      const kept = await lookUpKept();
      if (kept && kept.reference !== reference) return this.#takePaidElsewhere(kept);
      if (kept?.status === 'paid' || (kept?.status === 'awaiting_payment' && isApproved)) {
        this.#order = kept;
        if (transactionId) this.#showPaid(transactionId);
        return;
      }
      const cart = await shopApi.cart();
      const { order } = cart.is_paid ? await shopApi.latestOrder() : { order: null };
      if (order) return this.#takePaidElsewhere(order);
      this.#cart = cart;
      await this.#offerOrder();
    } finally {
      this.#isLoaded = true;
      this.#changed();
    }
  }

  /**
   * Looks whether another tab has paid what this one offers, and shows that instead of something to pay. While a payment
   * of this page's own may be on its way, that is waited for first.
   */
  async lookElsewhere(): Promise<void> {
    await customElements.whenDefined('pay-checkout');
    if (!this.#cart) return;
    const { order } = await shopApi.latestOrder().catch((error: unknown) => {
      if (!(error instanceof ShopApiError)) throw error;
      return { order: null };
    });
    if (!this.#cart || order?.status !== 'paid') return;
    this.#hasToLook = mayBePaying(this.checkout.state);
    if (this.#hasToLook) return;
    this.#takePaidElsewhere(order);
    this.#changed();
  }

  /** Looks again, once the payment that had to be waited for has come to something. */
  async lookAgain(): Promise<void> {
    if (this.#hasToLook && !mayBePaying(this.checkout.state)) await this.lookElsewhere();
  }

  /** Looks again at what is still to pay; the checkout keeps the payment that it shows. */
  async refresh(): Promise<void> {
    this.#cart = await shopApi.cart();
    this.#changed();
  }

  /** Puts other things into the cart; the amount follows from what the backend makes of it. */
  async replaceCart(items: { sku: string; quantity: number }[]): Promise<void> {
    this.#cart = await shopApi.replaceCart(items);
    this.#changed();
    await this.#offerOrder();
  }

  /** Takes the tester's choices over, at once and for later visits. */
  async choose(choices: Partial<Preferences>): Promise<void> {
    const { orderMode } = this.#preferences;
    this.#preferences = { ...this.#preferences, ...choices };
    storePreferences(this.#preferences);
    this.#applyPreferences();
    this.#changed();
    if (this.#preferences.orderMode !== orderMode) await this.#offerOrder();
  }

  #takePaidElsewhere(order: ShopOrder): void {
    const { reference, transaction_id: transactionId } = order;
    this.#cart = null;
    this.#order = order;
    this.#isPaidElsewhere = true;
    if (transactionId === null) return;
    keepOrder({ reference, transactionId, isApproved: true });
    void this.#replacePending(transactionId);
  }

  /** A code that is shown is let go. */
  async #replacePending(transactionId: string): Promise<void> {
    const { checkout } = this;
    await customElements.whenDefined('pay-checkout');
    if (checkout.state.status === 'action') checkout.reset();
    this.#showPaid(transactionId);
  }

  /** Shows what was paid, and offers nothing more to pay. */
  #showPaid(transactionId: string): void {
    const { checkout } = this;
    if (checkout.getAttribute('transaction-id') === transactionId) return;
    for (const name of ['order-url', 'amount-in-cents', 'cart-id']) checkout.removeAttribute(name);
    checkout.setAttribute('transaction-id', transactionId);
  }

  #applyPreferences(): void {
    const { locale, theme, publicKey } = this.#preferences;
    applyTheme(theme);
    translatePage(locale, document);
    speak(locale, document);
    for (const [name, value] of Object.entries({ locale, 'public-key': publicKey })) {
      if (this.checkout.getAttribute(name) !== value) this.checkout.setAttribute(name, value);
    }
  }

  /** The two ways that a merchant has: an endpoint that signs an order per attempt, or one signed order in the page. */
  async #offerOrder(): Promise<void> {
    if (!this.#cart) return;
    const { checkout } = this;
    const { cart_id: cartId } = this.#cart;
    if (this.#preferences.orderMode === 'order-url') {
      checkout.setAttribute('cart-id', cartId);
      checkout.removeAttribute('reference');
      checkout.removeAttribute('signature');
      checkout.setAttribute('amount-in-cents', String(this.#cart.due_in_cents));
      checkout.setAttribute('order-url', '/api/order');
      return;
    }
    const { state } = checkout;
    const order = await shopApi.signedOrder(state.status === 'settled' ? state.transaction.id : undefined);
    checkout.removeAttribute('order-url');
    checkout.setAttribute('cart-id', cartId);
    checkout.setAttribute('amount-in-cents', String(order.amount_in_cents));
    checkout.setAttribute('currency', order.currency);
    checkout.setAttribute('reference', order.reference);
    checkout.setAttribute('signature', order.signature);
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}
