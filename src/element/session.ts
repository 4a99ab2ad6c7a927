import { askAhead } from './api/ask-ahead.ts';
import type { PaymentsApi } from './api/payments-api.ts';
import { isReturn } from './browser/is-return.ts';
import { storageKeys } from './browser/storage-keys.ts';
import type { Checkout } from './checkout/checkout.ts';
import type { CheckoutListener } from './checkout/stage.ts';
import type { CheckoutState } from './checkout/state.ts';
import type { CardToken } from './domain/card-token.ts';
import { CheckoutError } from './domain/checkout-error.ts';
import { journalPrefix } from './domain/journal-prefix.ts';
import type { Institution } from './domain/institution.ts';
import { isAmountInCents, isCurrency, type Money } from './domain/money.ts';
import { offerOf, type Offer } from './methods/offer.ts';
import type { CheckoutHost } from './checkout-host.ts';
import type { SessionFlow } from './session-flow.ts';
import { whenIdle } from './ui/when-idle.ts';

const loading: CheckoutState = { status: 'loading' };

/**
 * Whether what the browser keeps is looked into: at once where the page is shown again. Elsewhere a payment is rarely
 * under way, and the first look would hold up the first frame, by some 20 ms; there it is taken once that is painted.
 */
let mayLookUp = false;
/** How the page came, asked in the old way: the list of navigations takes 11 KB more of Chromium's heap. */
const isShownAgain = (): boolean => (performance.navigation?.type ?? 0) > 0;

/**
 * The element's way to the flow. The flow comes as a chunk of its own, so that the form shows, and takes what is typed,
 * before the flow and its schemas have arrived; until then the state is `loading`.
 */
export class CheckoutSession {
  readonly #host: CheckoutHost;
  readonly #listener: CheckoutListener;
  readonly #reshow: (state: CheckoutState) => void;
  #flow: SessionFlow | undefined;
  #isLoading = false;
  #failed: Extract<CheckoutState, { status: 'failed' }> | undefined;

  /** @param show shows a state anew, which the listener is not told of. */
  constructor(host: CheckoutHost, listener: CheckoutListener, show: (state: CheckoutState) => void) {
    this.#host = host;
    this.#listener = listener;
    this.#reshow = show;
  }

  get state(): CheckoutState {
    return this.#failed ?? this.#flow?.state ?? loading;
  }

  /** The flow, once it is there and the page has given what it needs. */
  get checkout(): Checkout | undefined {
    return this.#flow?.checkout;
  }

  /** The amount to pay: what the page gives, if it is an amount, or what a half payment has left of it. */
  get amount(): Money | undefined {
    if (this.checkout?.rest) return this.checkout.rest;
    const { amountInCents, currency } = this.#host;
    return isAmountInCents(amountInCents) && isCurrency(currency) ? { amountInCents, currency } : undefined;
  }

  /**
   * Whether a payment that the payer has begun is being looked up, so that nobody is asked to pay yet. Ahead of the flow
   * the page tells by the id that it asks for, or by its address: of a payer who is back from the bank; else what the
   * browser keeps of payments at this merchant, of the page's own order where it has one.
   */
  get isLookingBack(): boolean {
    const { checkout } = this;
    if (checkout) return checkout.isLookingBack;
    const { transactionId, publicKey, reference, mode } = this.#host;
    if (transactionId || isReturn(String(globalThis.location))) return true;
    try {
      mayLookUp ||= isShownAgain();
      const kept = mayLookUp ? `${storageKeys(localStorage).join()},` : '';
      return mode === 'payment' && kept.includes(journalPrefix(publicKey) + (reference ? `${reference},` : ''));
    } catch {
      return false; // a browser that keeps nothing, or a server
    }
  }

  /** The methods that the payer can choose from. */
  get offer(): Offer {
    const { methods, mode, profile } = this.#host;
    const isSource = mode === 'source';
    return offerOf({
      wanted: methods?.match(isSource ? /\b(CARD|WALLET_A)\b/g : /\S+/g) ?? (isSource ? ['CARD'] : []),
      accepted: this.#flow?.merchant?.accepted_payment_methods,
      isAwaited: !this.#flow?.merchant,
      amount: this.amount,
      wireTypes: profile?.wireTypes ?? {},
      spent: this.checkout?.rest?.method,
    });
  }

  connect(): void {
    if (this.#flow) this.#flow.connect();
    else void this.#load();
  }

  disconnect(): void {
    this.#flow?.disconnect();
  }

  /** Takes over what the page gives now. */
  configure(): void {
    this.#flow?.configure();
  }

  /** Tries again to load what failed, or looks again at what is open. */
  checkAgain(): void {
    if (this.#flow) this.#flow.checkout?.checkAgain();
    else void this.#load();
  }

  tokenize(card: Record<string, string>): Promise<CardToken> {
    return this.#ask((api) => api.tokenizeCard(card));
  }

  institutions(): Promise<readonly Institution[]> {
    return this.#ask((api) => api.fetchInstitutions());
  }

  async #ask<Answer>(ask: (api: PaymentsApi) => Promise<Answer>): Promise<Answer> {
    const api = await this.#flow?.loadApi();
    if (api) return ask(api);
    throw new CheckoutError('part_unavailable', 'There is no service yet.');
  }

  async #load(): Promise<void> {
    // An element that is moved is connected twice.
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#show(undefined);
    let asked: typeof fetch | undefined;
    // Once the form has been painted, which waits for nothing.
    whenIdle(() => {
      const { baseUrl, publicKey, profile } = this.#host;
      if (this.#isLoading && !profile) asked = askAhead(baseUrl, publicKey);
      mayLookUp = true;
      if (this.isLookingBack) this.#reshow(this.state);
    });
    try {
      const get = () => import('./session-flow.ts');
      // Once more at once: what a page has left half loaded, Chromium may not give to the one after it.
      const { SessionFlow } = await get()
        .catch(get)
        .finally(() => (this.#isLoading = false));
      this.#flow = new SessionFlow(this.#host, this.#listener, () => this.offer.methods, asked);
      if (this.#host.isConnected) this.#flow.connect();
      if (this.isLookingBack) this.#reshow(this.state);
    } catch (thrown) {
      const error = new CheckoutError('part_unavailable', 'session-flow could not be loaded.', {
        cause: thrown,
      });
      this.#show({ status: 'failed', error });
      this.#listener.failed(error);
    }
  }

  #show(failed: Extract<CheckoutState, { status: 'failed' }> | undefined): void {
    if (this.#failed === failed) return;
    this.#failed = failed;
    this.#listener.stateChanged(this.state);
  }
}
