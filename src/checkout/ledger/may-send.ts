import { isSameAmount, type Money } from '../../domain/money.ts';
import type { Order } from '../../domain/order.ts';
import { attemptOf, attemptsIn, isPaidInFull, isUnended, owedIn, type Attempt, type Purchase } from './purchase.ts';
import { unconfirmedIn } from './strangers.ts';

/** What a press of Pay offers to send. */
export interface Offer {
  /** Which purchase of a guessed key the tab is at; empty where the key itself says that. */
  epoch: string;
  /** The amount that the payer has seen, and confirmed where it has changed. */
  seen?: Money | undefined;
  /** The order, once there is one. */
  order?: Order | undefined;
  /** Whether the page has given that order itself, and can give another one only when it is asked. */
  isFixed?: boolean;
  /** Attempts without an end that may be of this purchase: of other guessed keys, for the same amount. */
  strangers?: readonly Attempt[];
}

/** What came of looking at an attempt for this press: its record was read and written down, or cannot be had at all. */
export type Looked = ReadonlyMap<string, 'read' | 'unavailable'>;

/** What a press of Pay comes to. */
export type Verdict =
  /** It is over; where it is of this page's own order, the payer has to ask for another one. */
  | { do: 'show'; attempt: Attempt }
  /** It is pending, here or in another tab. */
  | { do: 'follow'; attempt: Attempt }
  /** What became of these has to be read first. */
  | { do: 'look'; attempts: readonly Attempt[] }
  /** The payer has to say yes first: to an amount by Pay, to another payment beside one without an end by its own button. */
  | { do: 'ask'; why: 'other-amount' | 'unseen-amount'; order: Order }
  | { do: 'ask'; why: 'unconfirmed-payment'; attempt: Attempt }
  /** An order is needed. */
  | { do: 'order' }
  | { do: 'send'; order: Order }
  | { do: 'refuse'; code: 'reference_used' | 'invalid_order' };

/** Decides whether a press of Pay may send anything. It knows no clock and no network: the same purchase, the same answer. */
export function maySend(purchase: Purchase, offer: Offer, looked: Looked): Verdict {
  const { epoch, seen, order, isFixed } = offer;
  const mine = attemptsIn(purchase, epoch);
  const isUnlooked = ({ order: { reference } }: Attempt) => !looked.has(reference);
  const firstLook = (attempts: readonly Attempt[]): Verdict | undefined => {
    const unlooked = attempts.filter(isUnlooked);
    return unlooked.length > 0 ? { do: 'look', attempts: unlooked } : undefined;
  };

  // 1. Nothing is paid twice, nor is a rest that has been paid meanwhile.
  const paid = mine.find(isPaidInFull) ?? mine.findLast(({ fate }) => fate === 'paid');
  const look = firstLook(paid ? [paid] : []);
  if (look) return look;
  if (paid && isPaidInFull(paid)) return { do: 'show', attempt: paid };

  // 2. One payment at a time: while one is pending, nothing else is sent, not even again.
  const pending = mine.findLast(({ fate, aside }) => fate === 'pending' && !aside);
  if (pending) return { do: 'follow', attempt: pending };

  // 3. What the payer turned from may have been paid since.
  const open = mine.findLast(({ fate, aside }) => (fate === 'sent' || fate === 'refused') && !aside);
  const unended = mine.filter(isUnended);
  const unseen = firstLook(unended);
  if (unseen) return unseen;
  const lost = unended.find(
    ({ order: { reference }, aside, waived }) => aside && !waived && looked.get(reference) === 'unavailable',
  );
  if (lost) return { do: 'ask', why: 'unconfirmed-payment', attempt: lost };

  // 4. What has no clear answer is sent again, under its own reference alone.
  if (open) {
    if (open.closed) return { do: 'ask', why: 'unconfirmed-payment', attempt: open };
    const again = order?.reference === open.order.reference ? order : open.order;
    return seenAmount(again, seen) ?? { do: 'send', order: again };
  }

  // 5. So may have been what looks like this purchase, and what was paid before the service knew nothing of it any more.
  // Where it was, the payer is told so before anything is sent.
  const others = unconfirmedIn(purchase, offer);
  const unread = firstLook(others);
  if (unread) return unread;
  const other = others[0];
  if (other) return { do: 'ask', why: 'unconfirmed-payment', attempt: other };

  // 6. and 7. An order of its own, for what is owed and was seen.
  if (!order) return { do: 'order' };
  const used = attemptOf(purchase, order.reference);
  const isTaken = used && isUnended(used) && (used.fate === 'pending' || used.closed);
  if (isTaken) return { do: 'follow', attempt: used };
  if (used?.id !== undefined) return isFixed ? { do: 'show', attempt: used } : { do: 'refuse', code: 'reference_used' };
  const owed = owedIn(purchase, epoch);
  if (owed && !isSameAmount(owed, order)) return { do: 'refuse', code: 'invalid_order' };
  return seenAmount(order, seen) ?? { do: 'send', order };
}

/** Nothing is charged that the payer has not seen. */
function seenAmount(order: Order, seen: Money | undefined): Verdict | undefined {
  if (!seen) return { do: 'ask', why: 'unseen-amount', order };
  if (!isSameAmount(order, seen)) return { do: 'ask', why: 'other-amount', order };
}
