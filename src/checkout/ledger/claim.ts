import { attemptsIn, isPaidInFull, isUnended, type Attempt, type Purchase } from './purchase.ts';

/**
 * What may be said of a purchase: it is paid, half of it is, it is pending, nobody knows; else it is to be paid. The only
 * source of these words on the screen, until a record is there.
 */
export type Claim = { is: 'paid' | 'half-paid' | 'pending' | 'unknown'; attempt: Attempt } | { is: 'unpaid' };

/**
 * @param epoch which purchase of a guessed key; empty where the key itself says that.
 * @param reference the order that the page gives: what the payer turned from is shown where there is no other one.
 */
export function claimOf(purchase: Purchase, epoch: string, reference?: string): Claim {
  const mine = attemptsIn(purchase, epoch);
  const paid = mine.find(isPaidInFull) ?? mine.findLast(({ fate }) => fate === 'paid');
  if (paid && isPaidInFull(paid)) return { is: 'paid', attempt: paid };
  const open = mine.findLast((attempt) => isUnended(attempt) && !attempt.aside);
  if (open) return { is: open.id === undefined ? 'unknown' : 'pending', attempt: open };
  const own = mine.find((attempt) => isUnended(attempt) && attempt.order.reference === reference);
  if (own) return { is: own.id === undefined ? 'unknown' : 'pending', attempt: own };
  return paid ? { is: 'half-paid', attempt: paid } : { is: 'unpaid' };
}
