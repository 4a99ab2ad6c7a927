import { isSameAmount } from '../domain/money.ts';
import { present } from '../domain/present.ts';
import { isFinal, remainderOf } from '../domain/transaction.ts';
import {
  confirmed,
  isAwaiting,
  isPending,
  isUnderWay,
  submitting,
  type CheckoutState,
  type CheckoutStep,
} from './state.ts';

type Settled = Extract<CheckoutState, { status: 'settled' }>;

/** Whether a payment is over and there is still something to pay: all of it, or what a half payment left. */
const leavesToPay = (state: CheckoutState): state is Settled =>
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
      if (isUnderWay(state) || state.status === 'settled') return state;
      return present({ status: 'failed', error: step.error, lookup: step.lookup, unconfirmed: step.unconfirmed });
    case 'submitted':
      if (state.status !== 'ready' || state.handedOver) return state;
      return submitting(state, 'order', step.reference);
    case 'advanced':
      return advanced(state, step);
    case 'refused':
      return state.status === 'submitting'
        ? present({
            status: 'ready',
            changedAmount: state.changedAmount,
            error: step.error,
            unconfirmed: step.unconfirmed,
          })
        : state;
    case 'amount-changed':
      return state.status === 'submitting' ? { status: 'ready', changedAmount: step.amount } : state;
    case 'amount-given':
      // The page may follow the very amount that the payer is asked about.
      return state.status === 'ready' && state.changedAmount && !isSameAmount(state.changedAmount, step.amount)
        ? present({ status: 'ready', error: state.error })
        : state;
    case 'unconfirmed':
      return state.status === 'submitting' || state.status === 'ready'
        ? present({
            status: 'ready',
            changedAmount: state.changedAmount,
            error: 'error' in state ? state.error : undefined,
            unconfirmed: step.payment,
          })
        : state;
    case 'waived':
      return state.status === 'ready' && state.unconfirmed
        ? present({ status: 'ready', changedAmount: state.changedAmount })
        : state;
    case 'handed-over':
      return state.status === 'submitting' ? { status: 'ready', handedOver: true } : state;
    case 'reminded':
      return state.status === 'ready' ? { ...state } : state;
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
            guessed: step.guessed,
          })
        : state;
    case 'other-gone':
      return isAwaiting(state) ? { status: 'loading' } : state;
    case 'resent':
      return state.status === 'unknown' ? submitting(state, 'confirm', state.reference) : state;
    case 'reopened':
      return state.status === 'unknown' ? { status: 'ready' } : state;
    case 'set-aside':
      return isPending(state) ? { status: 'ready' } : state;
    case 'renewal-asked':
      return leavesToPay(state) ? present({ ...state, awaitsOrder: true, error: undefined }) : state;
    case 'renewal-left':
      return state.status === 'settled' && state.awaitsOrder
        ? present({ status: 'settled', transaction: state.transaction, error: step.error })
        : state;
    case 'renewed':
      return leavesToPay(state) ? { status: 'ready' } : state;
    case 'reset':
      return state.status === 'submitting' && !isAwaiting(state) ? state : { status: 'loading' };
  }
  return step satisfies never;
}

function advanced(
  state: CheckoutState,
  { step, reference, awaited, elsewhere }: Extract<CheckoutStep, { type: 'advanced' }>,
): CheckoutState {
  const isFound = state.status === 'loading' && (awaited || step === 'confirm');
  if (state.status !== 'submitting' && !isFound) return state;
  const known = reference ?? ('reference' in state ? state.reference : undefined);
  const next = submitting(state, step, known, { awaited, elsewhere });
  return same(state, next) ? state : next;
}

function observed(
  state: CheckoutState,
  {
    transaction,
    action,
    stalled,
    wasPaid,
    elsewhere,
    turnedFrom,
    guessed,
  }: Extract<CheckoutStep, { type: 'observed' }>,
): CheckoutState {
  if (state.status === 'settled' || state.status === 'failed') return state;
  const next: CheckoutState = isFinal(transaction)
    ? present({ status: 'settled', transaction, wasPaid: wasPaid || undefined, guessed: guessed || undefined })
    : present({
        status: action ? 'action' : 'processing',
        action,
        transaction,
        stalled: stalled || undefined,
        elsewhere: elsewhere || undefined,
        turnedFrom: turnedFrom || undefined,
        guessed: guessed || undefined,
      } as Extract<CheckoutState, { status: 'action' | 'processing' }>);
  return same(state, next) ? state : next;
}
