/** What may be of a purchase though it is kept as another one. Pure, as all rules of the ledger are. */
import { isSameAmount, type Money } from '../../domain/money.ts';
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
  /** The references that were paid before the press that is decided. */
  paidBefore?: ReadonlySet<string> | undefined;
}

/**
 * Attempts that may be of the page's purchase, for the same amount: of other keys, what has no end and what was paid since
 * a press began; of its own guessed key, what was paid as another purchase since the page was opened.
 */
export function strangersIn({ own, others, epoch, over, amount, paidBefore }: Surroundings): Attempt[] {
  const beside = epoch === '' ? [] : own.attempts.filter((one) => one.epoch !== epoch && !over.has(one.epoch));
  const elsewhere = amount ? others.flatMap(({ attempts }) => attempts) : [];
  const isNews = ({ order }: Attempt) => paidBefore?.has(order.reference) === false;
  const paid = [...beside, ...elsewhere.filter(isNews)].filter(({ fate }) => fate === 'paid');
  return [...paid.map((attempt) => ({ ...attempt, untold: true })), ...elsewhere].filter(
    (attempt) => isUnconfirmed(attempt) && (!amount || isSameAmount(attempt.order, amount)),
  );
}
