import type { CheckoutError } from '../domain/checkout-error.ts';
import type { Money } from '../domain/money.ts';
import { present } from '../domain/present.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Attempt } from './ledger/purchase.ts';
import type { ShownAction } from './next-action.ts';

/**
 * Where a submission stands: asking the merchant for the order, tokenizing, waiting until the payer accepts on the phone
 * that a wallet is kept, creating, or finding out what became of it.
 */
export type SubmissionStep = 'order' | 'details' | 'accept' | 'create' | 'confirm';

/** A payment that may have been made, and whose end nobody can tell. */
export interface Unconfirmed extends Money {
  reference: string;
  method: string;
  /** When it was sent, in ms since the epoch. */
  at: number;
  /** It was paid, and the payer has not seen that here. */
  isPaid?: true;
}

/** A transaction that is not final. */
interface Followed {
  readonly transaction: Transaction;
  /** The deadline of active polling has passed: still pending, followed when the payer asks or comes back. */
  readonly stalled?: true;
  /** The last look at the transaction failed; the next one is coming. */
  readonly error?: CheckoutError;
  /** The payer pressed here, and another tab's payment is what is shown. */
  readonly elsewhere?: true;
  /** The payer had turned from it, and the page gave its order again: nothing else can be paid for now. */
  readonly turnedFrom?: true;
  /** Found by where the page is: it may be of another purchase, see `Checkout.buyElse`. */
  readonly guessed?: true;
}

/** What the checkout is doing; the public meaning of each status is in docs/reference.md. */
export type CheckoutState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready';
      /** Why the last attempt did not go through; everything typed is still there. */
      readonly error?: CheckoutError;
      /** The order's amount differs from the one shown, or none was shown: the payer has to confirm this one. */
      readonly changedAmount?: Money;
      /** Mode `source`: the token was handed over to the merchant. */
      readonly handedOver?: true;
      /** What this browser began here a little earlier for another order of the same amount: pending, or approved. */
      readonly earlier?: Transaction;
      /** What may have been paid already: the payer has to say that this is another payment, see `Checkout.waive`. */
      readonly unconfirmed?: Unconfirmed;
    }
  | {
      readonly status: 'submitting';
      readonly step: SubmissionStep;
      readonly reference?: string;
      /** The amount that the payer has confirmed, when it is not the one that the page gives. */
      readonly changedAmount?: Money;
      /** Another checkout has sent this payment, and its answer is awaited. */
      readonly awaited?: true;
      /** It was sent from another tab, as far as this one knows. */
      readonly elsewhere?: true;
    }
  | ({ readonly status: 'action'; readonly action: ShownAction } & Followed)
  | ({ readonly status: 'processing' } & Followed)
  | {
      readonly status: 'settled';
      readonly transaction: Transaction;
      /** The payer asked for another try; the merchant has to give a new order. */
      readonly awaitsOrder?: true;
      /** None came. */
      readonly error?: CheckoutError;
      /** It was not paid by this press: another tab had paid it, a code that the payer had turned from, or one before. */
      readonly wasPaid?: true;
      /** Found by where the page is: it may be of another purchase, see `Checkout.buyElse`. */
      readonly guessed?: true;
    }
  | {
      readonly status: 'unknown';
      readonly reference: string;
      /** Whether the identical request is still at hand, for the payer to send again. */
      readonly resendable: boolean;
      /** The amount that the payer has confirmed, when it is not the one that the page gives. */
      readonly changedAmount?: Money;
      /** Found by where the page is: it may be of another purchase, see `Checkout.buyElse`. */
      readonly guessed?: Unconfirmed;
    }
  | {
      readonly status: 'failed';
      readonly error: CheckoutError;
      /** A payment could not be looked up; otherwise the checkout could not open. */
      readonly lookup?: true;
      /** What may have been paid already, or may still be. */
      readonly unconfirmed?: Unconfirmed;
    };

/** How a form came to a payment that is not its own. */
export interface PaymentOrigin {
  /** It was known to be paid before it was followed. */
  wasPaid?: boolean | undefined;
  /** It was met when the payer pressed: another tab has begun it. */
  elsewhere?: boolean | undefined;
  /** The payer had turned from it, and pressed: the page gave the same order again. */
  turnedFrom?: boolean | undefined;
  /** It was found by where the page is, which does not say what is bought there. */
  guessed?: boolean | undefined;
  /** The page was told of its end before it was reloaded. */
  wasTold?: boolean | undefined;
}

export type CheckoutStatus = CheckoutState['status'];

/** What happens to a checkout. */
export type CheckoutStep =
  | { type: 'loaded' }
  | { type: 'broken'; error: CheckoutError; lookup?: true; unconfirmed?: Unconfirmed | undefined }
  | { type: 'submitted'; reference: string | undefined }
  | { type: 'advanced'; step: SubmissionStep; reference?: string; awaited?: true; elsewhere?: true | undefined }
  | { type: 'refused'; error?: CheckoutError | undefined; unconfirmed?: Unconfirmed | undefined }
  | { type: 'amount-changed'; amount: Money }
  | { type: 'amount-given'; amount: Money | undefined }
  | { type: 'unconfirmed'; payment: Unconfirmed }
  | { type: 'waived' }
  | { type: 'handed-over' }
  | { type: 'reminded' }
  | ({
      type: 'observed';
      transaction: Transaction;
      action: ShownAction | undefined;
      stalled?: boolean;
    } & PaymentOrigin)
  | { type: 'missed'; error: CheckoutError }
  | { type: 'stalled' }
  | { type: 'outcome-open'; reference: string; resendable: boolean; guessed?: Unconfirmed | undefined }
  | { type: 'other-gone' }
  | { type: 'resent' }
  | { type: 'reopened' }
  | { type: 'set-aside' }
  | { type: 'renewal-asked' }
  | { type: 'renewal-left'; error?: CheckoutError }
  | { type: 'renewed' }
  | { type: 'reset' };

type Of<Status extends CheckoutStatus> = Extract<CheckoutState, { status: Status }>;

/** Whether another checkout, most likely in another tab, is sending, and is waited for. */
export const isAwaiting = (state: CheckoutState): boolean => state.status === 'submitting' && state.awaited === true;

/** Whether there is a transaction that is not final. */
export const isPending = (state: CheckoutState): state is Of<'action' | 'processing'> =>
  state.status === 'action' || state.status === 'processing';

/** Statuses in which a transaction may be (or is) at the service and not final: nothing new may be submitted. */
export const isUnderWay = (state: CheckoutState): boolean =>
  state.status === 'submitting' || state.status === 'unknown' || isPending(state);

/** An amount that the payer was shown and has confirmed lasts until the page gives another. */
export const confirmed = (state: CheckoutState): Money | undefined =>
  'changedAmount' in state ? state.changedAmount : undefined;

/** A submission, with what the payer has confirmed. */
export const submitting = (
  state: CheckoutState,
  step: SubmissionStep,
  reference?: string,
  other: { awaited?: true | undefined; elsewhere?: true | undefined } = {},
): CheckoutState => present({ status: 'submitting', step, reference, changedAmount: confirmed(state), ...other });

/** What the payer is told of a payment that nobody can tell the end of. */
export const unconfirmedOf = ({ order, method, at, fate, remaining }: Attempt): Unconfirmed => {
  const { reference, amountInCents, currency } = order;
  return { reference, amountInCents, currency, method, at, ...(fate === 'paid' && !remaining && { isPaid: true }) };
};
