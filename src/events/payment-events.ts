/** What the flow says of a payment: these come with it. */
import type { AcceptedDocument } from '../checkout/acceptance.ts';
import type { PaymentSourceRequest } from '../checkout/configuration.ts';
import type { NextActionKind } from '../checkout/next-action.ts';
import type { Transaction } from '../domain/transaction.ts';

const passing = { bubbles: true, composed: true };
const asking = { ...passing, cancelable: true };

/** Both contracts were accepted: the merchant's consent receipt. It carries no token. */
export class PayConsentEvent extends Event {
  readonly documents: readonly AcceptedDocument[];
  constructor(documents: readonly AcceptedDocument[]) {
    super('pay-consent', passing);
    this.documents = documents;
  }
}

/** Before anything is sent; `preventDefault()` stops the submission. */
export class PaySubmitEvent extends Event {
  readonly method: string;
  /** The order's reference; undefined while `order-url` or `createOrder` has not been asked for one. */
  readonly reference: string | undefined;
  constructor(method: string, reference: string | undefined) {
    super('pay-submit', asking);
    this.method = method;
    this.reference = reference;
  }
}

/** The transaction was created, or has changed. */
export class PayTransactionEvent extends Event {
  readonly transaction: Transaction;
  constructor(transaction: Transaction) {
    super('pay-transaction', passing);
    this.transaction = transaction;
  }
}

/** The payer has something to do. */
export class PayActionEvent extends Event {
  readonly kind: NextActionKind;
  readonly transaction: Transaction;
  constructor(kind: NextActionKind, transaction: Transaction) {
    super('pay-action', passing);
    this.kind = kind;
    this.transaction = transaction;
  }
}

/**
 * Before the page is left for the bank, or for the shop at the end, whose address carries the payment's `id` as it does
 * when the bank sends the payer back. After `preventDefault()` the merchant goes there itself.
 */
export class PayRedirectEvent extends Event {
  readonly url: string;
  readonly transaction: Transaction;
  constructor(url: string, transaction: Transaction) {
    super('pay-redirect', asking);
    this.url = url;
    this.transaction = transaction;
  }
}

/** A final status; exactly once for a transaction. */
export class PayResultEvent extends Event {
  readonly transaction: Transaction;
  constructor(transaction: Transaction) {
    super('pay-result', passing);
    this.transaction = transaction;
  }
}

/** Nobody could say what became of this reference. Ask the service from the backend; the payer was told not to pay again. */
export class PayUnknownEvent extends Event {
  readonly reference: string;
  constructor(reference: string) {
    super('pay-unknown', passing);
    this.reference = reference;
  }
}

/** The payer wants to try again; give the element a new `reference` and `signature`. */
export class PayRenewalRequiredEvent extends Event {
  readonly reference: string;
  constructor(reference: string) {
    super('pay-renewal-required', passing);
    this.reference = reference;
  }
}

/**
 * Mode `source`: the body for POST /payment_sources, for the backend to send (SPEC.md section 4.3). The one event that
 * carries tokens; they serve once.
 */
export class PaySourceEvent extends Event {
  readonly request: PaymentSourceRequest;
  readonly #wait: (kept: PromiseLike<unknown>) => void;
  constructor(request: PaymentSourceRequest, wait: (kept: PromiseLike<unknown>) => void = () => {}) {
    super('pay-source', passing);
    this.request = request;
    this.#wait = wait;
  }

  /**
   * Lets the payer see what becomes of the card: progress until the promise settles (at most a minute), then that the
   * card is saved, or, when it rejects, the form again with the reason. A CheckoutError is shown by its code
   * (`card_rejected` asks for another card), any other reason as "could not be saved". Without a call the payer sees
   * at once that the card is ready, and what follows is for the page to say; `reset()` brings the form back.
   *
   * @throws DOMException `InvalidStateError` when the event has passed already.
   */
  waitUntil(kept: PromiseLike<unknown>): void {
    if (this.eventPhase === Event.NONE)
      throw new DOMException('waitUntil() came after the event.', 'InvalidStateError');
    this.#wait(kept);
  }
}
