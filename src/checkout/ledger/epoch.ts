/** Which purchase of a guessed key a tab is at: its epoch. Pure, as all rules of the ledger are. */
import type { Money } from '../../domain/money.ts';
import { isPaidInFull, isUnended, type Attempt, type Purchase } from './purchase.ts';

/** Before the epoch of a purchase that a page has begun for its own tab alone. */
export const alone = 'alone-';

/**
 * The purchases that are over where a page is opened: those that are paid, and were shown to be. The tab's own is still
 * shown on a page that is shown again.
 *
 * @param kept the epoch that the tab has kept.
 * @param openedAt when the page was opened, in ms: what was sent since is news to it.
 */
export function overIn(
  { attempts }: Purchase,
  kept: string | undefined,
  isShownAgain: boolean,
  openedAt: number,
): string[] {
  const isOver = (one: Attempt): boolean => isPaidInFull(one) && !one.untold && one.at < openedAt;
  const paid = attempts.filter(isOver).map(({ epoch }) => epoch);
  return [...new Set(paid)].filter((epoch) => !(isShownAgain && epoch === kept));
}

/** What a tab takes up that is opened, and has kept nothing: the latest that has no end. */
export const unendedIn = ({ attempts }: Purchase, over: ReadonlySet<string>): string | undefined =>
  attempts.findLast((attempt) => isUnended(attempt) && !over.has(attempt.epoch))?.epoch;

/**
 * What a tab joins that has begun nothing: the latest that another tab has begun in the meantime and the service knows,
 * unless that was begun for the other tab alone, or paid for another amount.
 *
 * @param over what was over before the page was opened.
 * @param amount what the page shows.
 */
export function joinedIn({ attempts }: Purchase, over: ReadonlySet<string>, amount?: Money): string | undefined {
  const isJoined = ({ epoch, id, fate, order, remaining }: Attempt): boolean =>
    id !== undefined &&
    !epoch.startsWith(alone) &&
    !over.has(epoch) &&
    (fate === 'pending' ||
      !amount ||
      (amount.currency === order.currency && [order.amountInCents, remaining].includes(amount.amountInCents)));
  return attempts.findLast(isJoined)?.epoch;
}
