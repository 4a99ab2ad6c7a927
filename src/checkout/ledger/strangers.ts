/** What may be of a purchase though it is kept as another one. Pure, as all rules of the ledger are. */
import { isSameAmount, type Money } from '../../domain/money.ts';
import type { Order } from '../../domain/order.ts';
import { isUnconfirmed, type Attempt, type Purchase } from './purchase.ts';

/** What a page knows of its purchase and of the others of its merchant. */
export interface Surroundings {
  own: Purchase;
  /** The purchases of other keys that do not name a cart. */
  others: readonly Purchase[];
  /** Empty where the key itself says which purchase it is. */
  epoch: string;
  /** What was over before the page was opened. */
  over: ReadonlySet<string>;
  /** What the page shows. */
  amount?: Money | undefined;
  /** The references that were paid when the page began to sell this. */
  paidBefore?: ReadonlySet<string>;
}

/**
 * Attempts that may be of the page's purchase: of other keys, for the same amount, what has no end and what was paid since
 * the page began to sell this; of its own guessed key, whatever the amount, what was paid as another purchase since then.
 */
export function strangersIn({ own, others, epoch, over, amount, paidBefore }: Surroundings): Attempt[] {
  const isPaid = ({ fate }: Attempt) => fate === 'paid';
  const beside = epoch === '' ? [] : own.attempts.filter((one) => one.epoch !== epoch && !over.has(one.epoch));
  const elsewhere = others.flatMap(({ attempts }) => attempts).filter(({ order }) => isSameAmount(order, amount));
  const news = elsewhere.filter((one) => isPaid(one) && paidBefore?.has(one.order.reference) === false);
  const paid = [...beside.filter(isPaid), ...news].map((attempt) => ({ ...attempt, untold: true as const }));
  return [...paid, ...elsewhere].filter(isUnconfirmed);
}

/** What the payer is asked about before something else is sent: it may have been paid, here as another purchase or elsewhere. */
export function unconfirmedIn(
  { attempts }: Purchase,
  { epoch, strangers = [], order }: { epoch: string; strangers?: readonly Attempt[]; order?: Order | undefined },
): Attempt[] {
  const isElse = ({ epoch: other, fate, order: { reference } }: Attempt) =>
    other !== epoch || (fate === 'unpaid' && reference !== order?.reference);
  return [...attempts.filter(isElse), ...strangers].filter(isUnconfirmed);
}
