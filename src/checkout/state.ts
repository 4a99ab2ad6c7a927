import type { CheckoutError } from '../domain/checkout-error.ts';
import type { Money } from '../domain/money.ts';
import { present } from '../domain/present.ts';
import { isFinal, remainderOf, type Transaction } from '../domain/transaction.ts';
import type { NextAction } from './next-action.ts';

/**
 * Where a submission stands: asking the merchant for the order, tokenizing, waiting until the payer accepts on the phone
 * that a wallet is kept, creating, or finding out what became of it.
 */
export type SubmissionStep = 'order' | 'details' | 'accept' | 'create' | 'confirm';

/** What the checkout is doing; the public meaning of each status is in the README. */
export type CheckoutState =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready';
      /** Why the last attempt did not go through; everything typed is still there. */
      readonly error?: CheckoutError;
      /** The order's amount differs from the one shown: the payer has to confirm this one. */
      readonly changedAmount?: Money;
      /** Mode `source`: the token was handed over to the merchant. */
      readonly handedOver?: true;
    }
  | {
      readonly status: 'submitting';
      readonly step: SubmissionStep;
      readonly reference?: string;
      /** The amount that the payer has confirmed, when it is not the one that the page gives. */
      readonly changedAmount?: Money;
      /** Another tab is paying this reference; this one follows. */
      readonly elsewhere?: true;
    }
  | {
      readonly status: 'action';
      readonly action: NextAction;
      readonly transaction: Transaction;
      readonly stalled?: true;
      readonly error?: CheckoutError;
      /** The payer pressed here, and another tab's payment is what is shown. */
      readonly elsewhere?: true;
    }
  | {
      readonly status: 'processing';
      readonly transaction: Transaction;
      /** The deadline of active polling has passed: still pending, followed when the payer asks or comes back. */
      readonly stalled?: true;
      /** The last look at the transaction failed; the next one is coming. */
      readonly error?: CheckoutError;
      /** The payer pressed here, and another tab's payment is what is shown. */
      readonly elsewhere?: true;
    }
  | {
      readonly status: 'settled';
      readonly transaction: Transaction;
      /** The payer asked for another try; the merchant has to give a new order. */
      readonly awaitsOrder?: true;
      /** It was not paid by this form: another tab had paid it, or a code that the payer had turned from. */
      readonly wasPaid?: true;
    }
  | {
      readonly status: 'unknown';
      readonly reference: string;
      /** Whether the identical request is still at hand, for the payer to send again. */
      readonly resendable: boolean;
      /** The amount that the payer has confirmed, when it is not the one that the page gives. */
      readonly changedAmount?: Money;
    }
  | { readonly status: 'failed'; readonly error: CheckoutError };

/** How a form came to a payment that is not its own. */
export interface PaymentOrigin {
  /** It was known to be paid before it was followed. */
  wasPaid?: boolean | undefined;
  /** It was met when the payer pressed: another tab has begun it. */
  elsewhere?: boolean | undefined;
}

export type CheckoutStatus = CheckoutState['status'];

/** What happens to a checkout. */
export type CheckoutStep =
  | { type: 'loaded' }
  | { type: 'broken'; error: CheckoutError }
  | { type: 'submitted'; reference: string | undefined }
  | { type: 'advanced'; step: SubmissionStep; reference?: string; elsewhere?: true }
  | { type: 'refused'; error?: CheckoutError | undefined }
  | { type: 'amount-changed'; amount: Money }
  | { type: 'amount-given' }
  | { type: 'handed-over' }
  | ({
      type: 'observed';
      transaction: Transaction;
      action: NextAction | undefined;
      stalled?: boolean;
    } & PaymentOrigin)
  | { type: 'missed'; error: CheckoutError }
  | { type: 'stalled' }
  | { type: 'outcome-open'; reference: string; resendable: boolean }
  | { type: 'other-gone' }
  | { type: 'resent' }
  | { type: 'reopened' }
  | { type: 'set-aside' }
  | { type: 'renewal-asked' }
  | { type: 'renewal-left' }
  | { type: 'renewed' }
  | { type: 'reset' };

type Of<Status extends CheckoutStatus> = Extract<CheckoutState, { status: Status }>;

/** Whether there is a transaction that is not final. */
export const isPending = (state: CheckoutState): state is Of<'action' | 'processing'> =>
  state.status === 'action' || state.status === 'processing';

/** Statuses in which a transaction may be (or is) at the service and not final: nothing new may be submitted. */
export const isUnderWay = (state: CheckoutState): boolean =>
  state.status === 'submitting' || state.status === 'unknown' || isPending(state);

/** Whether a payment is over and there is still something to pay: all of it, or what a half payment left. */
const leavesToPay = (state: CheckoutState): state is Of<'settled'> =>
  state.status === 'settled' &&
  (state.transaction.status !== 'APPROVED' || remainderOf(state.transaction) !== undefined);

/** Whether two records are the same, to the order of what is in them. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The whole life of a checkout as one pure function. A step that does not apply to the state returns the state itself:
 * that a second submit changes nothing, and that a settled payment stays settled, is decided here and nowhere else.
 */
export function transition(state: CheckoutState, step: CheckoutStep): CheckoutState {
  switch (step.type) {
    case 'loaded':
      return state.status === 'loading' ? { status: 'ready' } : state;
    case 'broken':
      return isUnderWay(state) || state.status === 'settled' ? state : { status: 'failed', error: step.error };
    case 'submitted':
      if (state.status !== 'ready' || state.handedOver) return state;
      return submitting(state, 'order', step.reference);
    case 'advanced':
      return advanced(state, step);
    case 'refused':
      return state.status === 'submitting'
        ? present({ status: 'ready', changedAmount: state.changedAmount, error: step.error })
        : state;
    case 'amount-changed':
      return state.status === 'submitting' ? { status: 'ready', changedAmount: step.amount } : state;
    case 'amount-given':
      return state.status === 'ready' && state.changedAmount ? present({ status: 'ready', error: state.error }) : state;
    case 'handed-over':
      return state.status === 'submitting' ? { status: 'ready', handedOver: true } : state;
    case 'observed':
      return observed(state, step);
    case 'missed':
      return isPending(state) ? { ...state, error: step.error } : state;
    case 'stalled':
      return isPending(state) ? { ...state, stalled: true } : state;
    case 'outcome-open':
      return state.status === 'submitting' || state.status === 'loading'
        ? present({
            status: 'unknown',
            reference: step.reference,
            resendable: step.resendable,
            changedAmount: confirmed(state),
          })
        : state;
    case 'other-gone':
      return state.status === 'submitting' && state.elsewhere ? { status: 'loading' } : state;
    case 'resent':
      return state.status === 'unknown' ? submitting(state, 'confirm', state.reference) : state;
    case 'reopened':
      return state.status === 'unknown' ? { status: 'ready' } : state;
    case 'set-aside':
      return isPending(state) ? { status: 'ready' } : state;
    case 'renewal-asked':
      return leavesToPay(state) ? { ...state, awaitsOrder: true } : state;
    case 'renewal-left':
      return state.status === 'settled' && state.awaitsOrder
        ? { status: 'settled', transaction: state.transaction }
        : state;
    case 'renewed':
      return leavesToPay(state) ? { status: 'ready' } : state;
    case 'reset':
      return state.status === 'submitting' ? state : { status: 'loading' };
  }
  return step satisfies never;
}

/** An amount that the payer was shown and has confirmed lasts until the page gives another. */
const confirmed = (state: CheckoutState): Money | undefined =>
  'changedAmount' in state ? state.changedAmount : undefined;

const submitting = (state: CheckoutState, step: SubmissionStep, reference?: string, elsewhere?: true): CheckoutState =>
  present({ status: 'submitting', step, reference, changedAmount: confirmed(state), elsewhere });

function advanced(
  state: CheckoutState,
  { step, reference, elsewhere }: Extract<CheckoutStep, { type: 'advanced' }>,
): CheckoutState {
  const isFound = state.status === 'loading' && (elsewhere || step === 'confirm');
  if (state.status !== 'submitting' && !isFound) return state;
  return submitting(state, step, reference ?? ('reference' in state ? state.reference : undefined), elsewhere);
}

function observed(
  state: CheckoutState,
  { transaction, action, stalled, wasPaid, elsewhere }: Extract<CheckoutStep, { type: 'observed' }>,
): CheckoutState {
  if (state.status === 'settled' || state.status === 'failed') return state;
  const next: CheckoutState = isFinal(transaction)
    ? present({ status: 'settled', transaction, wasPaid: wasPaid || undefined })
    : present({
        status: action ? 'action' : 'processing',
        action,
        transaction,
        stalled: stalled || undefined,
        elsewhere: elsewhere || undefined,
      } as Of<'action' | 'processing'>);
  return same(state, next) ? state : next;
}
