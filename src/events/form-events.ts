/** What the form says: these are in the first script. */
import type { CheckoutState } from '../checkout/state.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';

const passing = { bubbles: true, composed: true };

/** The form can be used. */
export class PayReadyEvent extends Event {
  /** The types of the methods on offer, in display order. */
  readonly methods: readonly string[];
  constructor(methods: readonly string[]) {
    super('pay-ready', passing);
    this.methods = Object.freeze([...methods]);
  }
}

/** After each change of state. */
export class PayStateChangeEvent extends Event {
  readonly state: CheckoutState;
  constructor(state: CheckoutState) {
    super('pay-state-change', passing);
    this.state = state;
  }
}

/** The payer chose a method. */
export class PayMethodChangeEvent extends Event {
  readonly method: string;
  constructor(method: string) {
    super('pay-method-change', passing);
    this.method = method;
  }
}

/** The payer chose a saved card, or to type another one. */
export class PaySourceSelectedEvent extends Event {
  /** The id of the saved card; null for another one. */
  readonly source: string | null;
  constructor(source: string | null) {
    super('pay-source-selected', passing);
    this.source = source;
  }
}

/** Degraded but working: `antifraud_unavailable`, `storage_unavailable`, `foreign_transaction`, `unknown_method`, `language_unavailable`. */
export class PayWarningEvent extends Event {
  readonly code: string;
  constructor(code: string) {
    super('pay-warning', passing);
    this.code = code;
  }
}

/** Something went wrong; `error.code` says what, `error.message` speaks to the developer. */
export class PayErrorEvent extends Event {
  readonly error: CheckoutError;
  constructor(error: CheckoutError) {
    super('pay-error', passing);
    this.error = error;
  }
}
