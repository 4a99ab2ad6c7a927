/** The element's way to the flow, which comes as a chunk of its own. */
import type { PaymentsApi } from '../api/payments-api.ts';
import { askAhead } from '../api/service-request.ts';
import { isReturn } from '../browser/is-return.ts';
import { storageKeys } from '../browser/storage-keys.ts';
import type { Checkout } from '../checkout/checkout.ts';
import type { CodeEntry, CodeState } from '../checkout/code-entry.ts';
import type { CheckoutState } from '../checkout/state.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { ledgerPrefix, tellsOfPayment } from '../domain/ledger-key.ts';
import { isAmountInCents, isCurrency, type Money } from '../domain/money.ts';
import { savedSourcesIn, type SavedCard } from '../domain/saved-source.ts';
import type { CardToken } from '../domain/wire/card-token.ts';
import type { Institution } from '../domain/wire/institution-list.ts';
import { PayErrorEvent, PayStateChangeEvent, PayWarningEvent } from '../events/form-events.ts';
import { offerOf, type Offer } from '../methods/offer.ts';
import { whenIdle } from '../ui/when-idle.ts';
import type { Flow } from './flow.ts';
import type { CheckoutHost } from './host.ts';

const loading: CheckoutState = Object.freeze({ status: 'loading' });

/** Fetches a part, and once more at once: what a page has left half loaded, Chromium may not give to the one after it. */
export const twice = <Part>(fetchPart: () => Promise<Part>): Promise<Part> => fetchPart().catch(fetchPart);

/**
 * Starts the flow, and stands in for it until it is there: so long the state is `loading`, while the form shows and takes
 * what is typed.
 */
export class Session {
  readonly #host: CheckoutHost;
  readonly #show: (state: CheckoutState) => void;
  #flow: Flow | undefined;
  #isLoading = false;
  #failed: Extract<CheckoutState, { status: 'failed' }> | undefined;

  /** @param show shows a state. Also called where one has to be shown anew, which no event tells. */
  constructor(host: CheckoutHost, show: (state: CheckoutState) => void) {
    this.#host = host;
    this.#show = show;
  }

  get state(): CheckoutState {
    return this.#failed ?? this.#flow?.state ?? loading;
  }

  /** The checkout, once the flow is there and the page has given what it needs. */
  get checkout(): Checkout | undefined {
    return this.#flow?.checkout;
  }

  /** The merchant's logo, once it is there: an address that holds all of it. */
  get logo(): string | undefined {
    return this.#flow?.logo;
  }

  /** The amount to pay: what the page gives, if it is an amount, or what a half payment has left of it. */
  get amount(): Money | undefined {
    if (this.checkout?.rest) return this.checkout.rest;
    const { amountInCents, currency } = this.#host;
    return isAmountInCents(amountInCents) && isCurrency(currency) ? { amountInCents, currency } : undefined;
  }

  /** The amount that the payer is asked to pay: another one than the page's, where an order came with that. */
  get amountAsked(): Money | undefined {
    const { state } = this;
    return ('changedAmount' in state && state.changedAmount) || this.amount;
  }

  /**
   * Whether a payment that the payer has begun is being looked up, so that nobody is asked to pay yet. Ahead of the flow
   * the page tells by the id that it asks for, or by its address: of a payer who is back from the bank; else what the
   * browser keeps of payments at this merchant, of the page's own order where it has one.
   */
  get isLookingBack(): boolean {
    const { checkout } = this;
    if (checkout) return checkout.isLookingBack;
    const { transactionId, baseUrl, publicKey, reference, mode } = this.#host;
    if (transactionId || isReturn(String(globalThis.location))) return true;
    if (mode !== 'payment') return false;
    const prefix = ledgerPrefix(baseUrl, publicKey);
    try {
      const keys = storageKeys(localStorage).filter((key) => key.startsWith(prefix));
      return keys.some((key) => tellsOfPayment(localStorage.getItem(key) ?? '', reference));
    } catch {
      return false; // a browser that keeps nothing, or a server
    }
  }

  /** The methods that the payer can choose from. */
  get offer(): Offer {
    const { methods, mode, profile } = this.#host;
    const isSource = mode === 'source';
    // A list, which code may give, is a text with commas.
    const named: unknown = methods ?? '';
    return offerOf({
      wanted: String(named).match(isSource ? /\b(CARD|WALLET_A)\b/g : /[^\s,]+/g) ?? (isSource ? ['CARD'] : []),
      accepted: this.#flow?.merchant?.accepted_payment_methods,
      isAwaited: !this.#flow?.merchant,
      amount: this.amount,
      wireTypes: profile?.wireTypes ?? {},
      spent: this.checkout?.rest?.method,
    });
  }

  /**
   * The saved cards that the payer can choose from, where cards are on offer and the page has said how these are ordered and
   * charged: `checkout.submit({method: 'CARD', source: id})` pays with one.
   */
  get savedSources(): readonly SavedCard[] {
    const { savedSources, mode, createOrder, orderUrl, chargeSource, chargeUrl } = this.#host;
    const isCharged = mode === 'payment' && (createOrder || orderUrl) && (chargeSource || chargeUrl);
    return isCharged && this.offer.methods.some(({ type }) => type === 'CARD') ? savedSourcesIn(savedSources) : [];
  }

  start(): void {
    if (this.#flow) this.#flow.start();
    else void this.#load();
  }

  stop(): void {
    this.#flow?.stop();
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

  /** Whether this checkout, of all that the page has, does what is to be done once. */
  get isOnDuty(): boolean {
    return this.#flow?.isOnDuty ?? true;
  }

  /** The one-time code that the pending payment asks for. */
  codeEntry(changed: (state: CodeState) => void): CodeEntry | undefined {
    return this.#flow?.codeEntry(changed);
  }

  /** The service that is currently asked, for whoever has to know whether it is another one. */
  get service(): unknown {
    return this.#flow?.api;
  }

  async tokenize(card: Record<string, string>): Promise<CardToken> {
    return this.#api.tokenizeCard(card);
  }

  async institutions(): Promise<readonly Institution[]> {
    return this.#api.fetchInstitutions();
  }

  /** @throws CheckoutError `part_unavailable` while there is none. */
  get #api(): PaymentsApi {
    const api = this.#flow?.api;
    if (!api)
      throw new CheckoutError(
        'part_unavailable',
        'The service was asked before the page had given a key and an address for it.',
      );
    return api;
  }

  /** Fetches the flow, and meanwhile asks for the contracts, which it then takes over. */
  async #load(): Promise<void> {
    // An element that is moved is connected twice.
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#fail(undefined);
    let asked: typeof fetch | undefined;
    // Once the form has been painted, which waits for nothing, and the page has set what it sets late.
    whenIdle(() => {
      const { baseUrl, publicKey, profile } = this.#host;
      if (this.#isLoading && !profile) asked = askAhead(baseUrl, publicKey);
    });
    try {
      const { Flow } = await twice(() => import('./flow.ts')).finally(() => (this.#isLoading = false));
      this.#flow = new Flow(this.#host, this.#show, () => this.offer.methods, asked);
      if (this.#host.isConnected) this.#flow.start();
      if (this.isLookingBack) this.#show(this.state);
    } catch (thrown) {
      const error = new CheckoutError(
        'part_unavailable',
        'The script of the checkout that opens the form could not be loaded.',
        { cause: thrown },
      );
      this.#fail(Object.freeze({ status: 'failed', error }));
      this.#host.dispatchEvent(new PayErrorEvent(error));
    }
  }

  #fail(failed: Extract<CheckoutState, { status: 'failed' }> | undefined): void {
    if (this.#failed === failed) return;
    this.#failed = failed;
    this.#show(this.state);
    this.#host.dispatchEvent(new PayStateChangeEvent(this.state));
  }
}

/** Reports each type of a page's `methods` that nobody here knows, once. */
export function unknownMethods(target: EventTarget): (types: readonly string[]) => void {
  const reported = new Set<string>();
  return (types) => {
    for (const type of types) {
      if (reported.has(type)) continue;
      reported.add(type);
      console.warn(`<pay-checkout>: methods names "${type}", which is unknown and left out.`);
      target.dispatchEvent(new PayWarningEvent('unknown_method'));
    }
  };
}
