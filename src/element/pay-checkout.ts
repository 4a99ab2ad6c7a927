/** The element: its public face, and where the session and what the payer sees are put together. */
import { isServer, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ExternalThreeDs } from '../checkout/configuration.ts';
import type { CheckoutState } from '../checkout/state.ts';
import type { Order, OrderAnswer, OrderRequest } from '../domain/order.ts';
import type { SavedSource, SourceCharge } from '../domain/saved-source.ts';
import type { ServiceProfile } from '../domain/service-profile.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { PayCheckoutEventMap } from '../events.ts';
import { spokenLocale, type CheckoutWords } from '../messages/catalogue.ts';
import { HeldPlace } from '../ui/held-place.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { prepareTree, renderOver } from '../ui/server-rendered.ts';
import { styles } from '../ui/styles.ts';
import { Face } from './face.ts';
import { Session } from './session.ts';

/** An attribute as a whole number. `119.000` is none: whoever writes it has pesos in mind, and would be paid 119 cents. */
const wholeNumber = (text: string | null): number | null => (text ? (/^\d+$/.test(text) ? +text : NaN) : null);

/**
 * @summary A checkout: contracts, payment methods, and the way of one payment to its final status.
 *
 * @tag pay-checkout
 *
 * @slot - What the page shows until the form is there. It stays in sight until then, and goes as the form comes.
 * @slot header - Above the amount.
 * @slot footer - Below everything.
 * @slot method-CARD - The logo of this method, 34 × 22 pixels on white.
 * @slot method-BANKDEBIT - The logo of this method, 34 × 22 pixels on white.
 * @slot method-WALLET_A - The logo of this method, 34 × 22 pixels on white.
 * @slot method-BANKA_TRANSFER - The logo of this method, 34 × 22 pixels on white.
 * @slot method-BANKA_QR - The logo of this method, 34 × 22 pixels on white.
 * @slot method-WALLET_B - The logo of this method, 34 × 22 pixels on white.
 * @slot method-BANKA_COLLECT - The logo of this method, 34 × 22 pixels on white.
 * @slot method-BNPL - The logo of this method, 34 × 22 pixels on white.
 * @slot method-PCOL - The logo of this method, 34 × 22 pixels on white.
 * @slot method-WALLET_PAY - The logo of this method, 34 × 22 pixels on white.
 * @slot network-logo - Replaces the built-in authentication logo of the card network.
 *
 * @fires {PayReadyEvent} pay-ready - The form can be used.
 * @fires {PayStateChangeEvent} pay-state-change - After each change of state.
 * @fires {PayMethodChangeEvent} pay-method-change - The payer chose a method.
 * @fires {PaySourceSelectedEvent} pay-source-selected - The payer chose a saved card, or to type another one.
 * @fires {PayConsentEvent} pay-consent - Both contracts were accepted.
 * @fires {PaySubmitEvent} pay-submit - Cancelable; before anything is sent.
 * @fires {PayTransactionEvent} pay-transaction - The transaction was created or has changed.
 * @fires {PayActionEvent} pay-action - The payer has something to do.
 * @fires {PayRedirectEvent} pay-redirect - Cancelable; before leaving for the bank, or for the shop at the end.
 * @fires {PayResultEvent} pay-result - A final status, once.
 * @fires {PayUnknownEvent} pay-unknown - Nobody could say what became of the creation.
 * @fires {PayRenewalRequiredEvent} pay-renewal-required - The payer wants another try; give a new order.
 * @fires {PaySourceEvent} pay-source - Mode `source`: the request for the backend.
 * @fires {PayWarningEvent} pay-warning - Degraded but working.
 * @fires {PayErrorEvent} pay-error - Something went wrong.
 *
 * @attr {boolean} keep-title - Leaves the page's title alone while a payment is pending.
 *
 * @csspart base - The whole widget.
 * @csspart header - The line with the merchant's name and the amount.
 * @csspart form - What the payer fills in, from the methods to the pay button.
 * @csspart methods - The list of methods.
 * @csspart method - One method in the list.
 * @csspart more-methods - The tile that unfolds the other methods.
 * @csspart field - A control with its label and hint.
 * @csspart label - A control's label.
 * @csspart input - A control.
 * @csspart error - A message about a control or the payment.
 * @csspart consent - The two contracts.
 * @csspart pay-button - The button that pays.
 * @csspart status - The screen that says where the payment stands.
 * @csspart challenge - The bank's own page inside the checkout, while it authenticates the payer.
 * @csspart network-logo - The authentication logo of the card network, before, during and after the challenge.
 * @csspart qr - The picture that the payer scans.
 * @csspart voucher - The two numbers to pay with in cash.
 * @csspart retry-button - The button that tries again.
 * @csspart test-badge - Shown with a test key.
 *
 * @cssprop --pay-accent - What can be pressed or is chosen: the pay button, links, the focus ring.
 * @cssprop --pay-on-accent - Text on the accent colour.
 * @cssprop --pay-surface - Background of the checkout.
 * @cssprop --pay-field - Background of controls.
 * @cssprop --pay-text - Text.
 * @cssprop --pay-muted - Text that explains.
 * @cssprop --pay-line - Lines between things.
 * @cssprop --pay-outline - Outlines of controls.
 * @cssprop --pay-danger - Mistakes and failures.
 * @cssprop --pay-success - A payment that was approved.
 * @cssprop --pay-radius - Corners of the checkout; those of controls follow it.
 * @cssprop --pay-gap - Room between fields.
 * @cssprop --pay-padding - Room between the edges and what is inside.
 * @cssprop --pay-control-size - Height of controls.
 * @cssprop --pay-max-size - The widest that the checkout gets.
 * @cssprop --pay-font - Font family.
 * @cssprop --pay-font-size - Size of the text, from which all other sizes follow.
 *
 * @cssstate loading - The contracts or what the page owes are not there yet.
 * @cssstate ready - The form can be used.
 * @cssstate submitting - A payment is being sent.
 * @cssstate action - The payer has something to do.
 * @cssstate processing - Nothing to do but wait.
 * @cssstate settled - The transaction has a final status.
 * @cssstate unknown - Nobody could say what became of the creation.
 * @cssstate failed - The checkout cannot work.
 */
export class PayCheckout extends LitElement {
  /** The merchant's public key; `pub_test_…` shows the test-mode badge and the sandbox-only fields. */
  @property({ attribute: 'public-key' }) publicKey: string | null | undefined;
  /** `{base_url}` of the payments API (SPEC.md). */
  @property({ attribute: 'base-url' }) baseUrl: string | null | undefined;
  /** The anti-fraud script (SPEC.md section 4.9); one that the page already has is reused. */
  @property({ attribute: 'library-url' }) libraryUrl: string | null | undefined;
  /** Name of the global object that the anti-fraud script defines. */
  @property({ attribute: 'library-global' }) libraryGlobal = '$pay';
  /** The amount in minor units: $ 119.000 is 11900000. */
  @property({ attribute: 'amount-in-cents', converter: wholeNumber }) amountInCents: number | null | undefined;
  /** ISO 4217. */
  @property() currency = 'COP';
  /** The merchant's unique reference. */
  @property() reference: string | null | undefined;
  /** Integrity signature, made by the merchant's backend. */
  @property() signature: string | null | undefined;
  /** The merchant's own id of what is being bought: it identifies the purchase across orders, tabs and reloads. */
  @property({ attribute: 'cart-id' }) cartId: string | null | undefined;
  /** Asked for an order at each attempt, instead of amount, reference and signature. */
  @property({ attribute: 'order-url' }) orderUrl: string | null | undefined;
  /** The payer's e-mail address; asked for when it is missing and needed. */
  @property({ attribute: 'customer-email' }) customerEmail: string | null | undefined;
  /** The payer's full name; asked for when it is missing and needed. */
  @property({ attribute: 'customer-name' }) customerName: string | null | undefined;
  /** The payer's phone number, in international format with a plus sign; asked for when it is missing and needed. */
  @property({ attribute: 'customer-phone' }) customerPhone: string | null | undefined;
  /** Where the payer returns after an asynchronous payment. */
  @property({ attribute: 'redirect-url' }) redirectUrl: string | null | undefined;
  /** Types in display order, with spaces or commas between them; default: what the merchant's record accepts. */
  @property() methods: string | null | undefined;
  /**
   * The method that is chosen at first: `first` of the list (default), `none`, where the form comes with the choice, or a
   * type. Without it, and without `methods`, it is that of the payer's last approved payment here.
   */
  @property() preselect: string | null | undefined;
  /** `auto` folds all but the first methods away until they are asked for, `none` shows them all. */
  @property() fold: 'auto' | 'none' = 'auto';
  /**
   * Space-separated names of the cards that the merchant accepts, shown above the card's number until it is typed:
   * `visa`, `mastercard`, `amex`, `diners`, `discover`, `jcb`, `unionpay`, `hipercard`, `maestro`. Without it none is
   * named, for nobody here knows them; it refuses no card.
   */
  @property() networks: string | null | undefined;
  /** BCP 47; `es`, `en` and `pt` are spoken. */
  @property() locale = 'es';
  /** Texts of the page's own, by the keys of the catalogue, the type of a method or `<TYPE>.hint`; for all languages, or below `es`, `en`, `pt`. */
  @property({ attribute: false }) words: CheckoutWords | null | undefined;
  /** `source` hands the token of a card, or of a wallet that `methods` names, over for POST /payment_sources instead of paying. */
  @property() mode: 'payment' | 'source' = 'payment';
  /** An existing transaction to show and follow. */
  @property({ attribute: 'transaction-id' }) transactionId: string | null | undefined;
  /** Leaves the page's title alone; without it the title says, while a payment is pending, where it stands. */
  @property({ type: Boolean, attribute: 'keep-title' }) keepTitle = false;
  /** Leaves out the line with the merchant's name and the amount. The pay button still says the amount. */
  @property({ type: Boolean, attribute: 'hide-header' }) hideHeader = false;
  /** The order as a function; wins over `orderUrl`. */
  @property({ attribute: false }) createOrder:
    ((request: OrderRequest) => Promise<Order | OrderAnswer>) | null | undefined;
  /** What became of a reference whose creation had no answer, by the merchant's backend. */
  @property({ attribute: false }) resolveReference:
    ((reference: string) => Promise<Transaction | null>) | null | undefined;
  /** The same by address: GET with `?reference=`, 200 with the record, 204 or 404 when there is none. */
  @property({ attribute: 'resolve-url' }) resolveUrl: string | null | undefined;
  /**
   * The payer's saved cards, from the merchant's backend. They are charged by `chargeUrl` or `chargeSource`, with an order of
   * `orderUrl` or `createOrder`; without these they are not shown.
   */
  @property({ attribute: false }) savedSources: readonly SavedSource[] | null | undefined;
  /** Asked to charge a saved card: POST `{reference, source, installments?}`, answered with the transaction's record. */
  @property({ attribute: 'charge-url' }) chargeUrl: string | null | undefined;
  /** The same as a function; wins over `chargeUrl`. */
  @property({ attribute: false }) chargeSource: ((charge: SourceCharge) => Promise<Transaction>) | null | undefined;
  /** The external 3D Secure result of SPEC.md section 4.4. */
  @property({ attribute: false }) externalThreeDs: ExternalThreeDs | null | undefined;
  /** What SPEC.md leaves open about the live service. */
  @property({ attribute: false }) profile: ServiceProfile | null | undefined;

  static override readonly styles = styles;

  /** Simulated documents, in which components are tested, may have none. */
  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #place = new HeldPlace(this);
  readonly #session = new Session(this, (state) => this.#handleState(state));
  readonly #face = new Face(this, this.#session);

  /** What the checkout is doing. */
  get state(): CheckoutState {
    return this.#session.state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (isServer) return; // some servers connect what they render
    this.#showState(this.state);
    this.#face.start();
    this.#session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#face.stop();
    this.#session.stop();
  }

  /** Pays, as the pay button does: checks what was typed, then submits. Settles when `state` has left `submitting`. */
  submit(): Promise<void> {
    // What the page has given right before this counts.
    this.#renderNow();
    return this.#face.submit();
  }

  /** Back to the start, with empty fields. A payment that is being sent goes on. */
  reset(): void {
    if (this.state.status === 'submitting') return;
    this.#face.reset();
    this.#session.checkout?.reset();
  }

  /** Shows and follows an existing transaction. */
  resume(transactionId: string): void {
    const { checkout } = this.#session;
    if (checkout) checkout.resume(transactionId);
    // Before the flow is there, or on a page that has given nothing to pay: as if the page had named it.
    else this.transactionId = transactionId;
  }

  /** Focuses the first thing to fill in, or the heading of the screen that is shown. */
  override focus(options?: FocusOptions): void {
    this.#renderNow();
    this.#face.focus(options);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = prepareTree(this, PayCheckout.elementStyles, () => super.createRenderRoot());
    this.#place.begin(root);
    return root;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A page that takes a setting back leaves null, undefined or an empty text behind.
    this.currency ||= 'COP';
    this.mode ||= 'payment';
    this.fold ||= 'auto';
    this.libraryGlobal ||= '$pay';
    this.locale = spokenLocale(this.locale);
    this.#session.configure();
    this.#face.prepare(changed.has('locale') || changed.has('words'));
  }

  /**
   * The first filling is a task of its own in engines that let others have a turn: with the script's, a slow phone would
   * not answer for 0.2 s. What a server has filled is taken over at once.
   */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const turn = this.#place.isHeld ? globalThis.scheduler?.yield?.() : undefined;
    return turn ? turn.then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  protected override update(changed: PropertyValues<this>): void {
    keepFocus(this.renderRoot, () => renderOver(this, () => super.update(changed)));
  }

  protected override updated(): void {
    const { status } = this.state;
    this.#place.fill();
    if (status !== 'loading') this.#place.end(status === 'ready');
    this.#face.settleFocus();
  }

  protected override render(): TemplateResult {
    return this.#face.render();
  }

  #renderNow(): void {
    if (!this.hasUpdated && !this.isConnected) return;
    this.requestUpdate();
    this.performUpdate();
  }

  #handleState(state: CheckoutState): void {
    this.#showState(state);
    this.#face.handleState(state);
    this.requestUpdate();
  }

  #showState({ status }: CheckoutState): void {
    try {
      const states = this.#internals?.states;
      states?.clear();
      states?.add(status);
    } catch {
      // Engines without states, and Chromium before 125, which knows other names: the page's styles see none.
    }
  }
}

declare global {
  interface GlobalEventHandlersEventMap extends PayCheckoutEventMap {}
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout;
  }
}
