import type { TemplateResult } from 'lit';
import type { PaymentDetails } from '../checkout/configuration.ts';
import type { CheckoutState } from '../checkout/state.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import type { GivenCustomer } from '../domain/customer.ts';
import type { SpokenWords } from '../messages/catalogue.ts';

/** What every form is rendered with. */
export interface FormContext {
  words: SpokenWords;
  locale: string;
  /** A test key: the sandbox-only fields are shown. */
  isTest: boolean;
  /** Mode `source`: a card is kept for later, nothing is charged now. */
  isSource?: boolean;
  state?: CheckoutState;
  /** Being sent: nothing may be changed. */
  isBusy: boolean;
  /** The payer's e-mail address, where the page has given one that can be used. */
  email?: string | undefined;
  /** What the page says about the payer; a form asks for the rest. */
  given?: GivenCustomer;
  /** Whom the payment goes to, once that is known. */
  merchantName?: string | undefined;
  /** Whether the page has words of its own for what a payment is called: only then is the payer asked for it. */
  isDescribed?: boolean | undefined;
  /** The networks whose cards are accepted, as the page names them. */
  networks?: string | undefined;
  /** Waits no longer for what the payer has to do elsewhere. */
  giveUp?: () => void;
}

/** The page around a form. */
export interface FormRoot {
  update: () => void;
  /** The tree that the controls are rendered into. */
  root: () => ParentNode;
}

/** One thing that is wrong with one control, in the payer's words. */
export interface FieldProblem {
  /** The control's `name`. */
  name: string;
  message: string;
}

/** The controls of one payment method: what was typed lives in it, for as long as the checkout is open. */
export interface MethodForm {
  /** What was typed lives in its controls alone: they stay on the page, hidden, while another method is shown. */
  readonly staysMounted?: boolean;
  render(context: FormContext): TemplateResult;
  /** What stands below the pay button. */
  renderWayBack?(context: FormContext): TemplateResult | undefined;
  /** What is said around it: the words, with those among them that do not suit its method replaced. */
  speak?(words: SpokenWords, context: FormContext): SpokenWords;
  /** Checks every control, marks what is wrong in place and returns it in the order of the page. */
  check(context: FormContext): FieldProblem[];
  /** What is marked as wrong, in the order of the page and in the words of now. */
  problems(context: FormContext): FieldProblem[];
  /** The name of the first control that is still to be filled in. */
  firstEmpty(context: FormContext): string | undefined;
  /** Gives a control the focus that lives in a tree of its own; @returns whether there is such a one. */
  focus?(name: string): boolean;
  /** Gathers the details; a card is tokenized. Rejects with a CheckoutError. */
  collect(context: FormContext): Promise<PaymentDetails>;
  /** The details have been used up: single-use tokens are dropped, secrets cleared. */
  spent(): void;
  /** Marks the fields that the service refused; @returns whether it knew any of them. */
  refuse(error: CheckoutError, context: FormContext): boolean;
  reset(): void;
}
