import * as z from 'zod/mini';
import type { Money } from '../../domain/money.ts';
import type { Order, Rest } from '../../domain/order.ts';
import { isRecordId } from '../../domain/record-id.ts';

const attemptSchema = z.object({
  order: z.object({
    reference: z.string(),
    amountInCents: z.number(),
    currency: z.string(),
    signature: z.string(),
  }),
  method: z.string(),
  // What a later version has written, and this one does not know, has to be looked at first.
  fate: z.catch(z.enum(['sent', 'refused', 'pending', 'paid', 'unpaid']), 'refused'),
  doubtful: z.optional(z.boolean()),
  closed: z.optional(z.boolean()),
  id: z.optional(z.string().check(z.refine(isRecordId))),
  remaining: z.optional(z.number()),
  aside: z.optional(z.boolean()),
  waived: z.optional(z.boolean()),
  untold: z.optional(z.boolean()),
  left: z.optional(z.boolean()),
  codeSentAt: z.optional(z.number()),
  epoch: z.string(),
  at: z.number(),
});

/** What is kept of one purchase, as the browser stores it. */
export const purchaseSchema = z.object({
  v: z.literal(1),
  key: z.string(),
  references: z.array(z.string()),
  attempts: z.array(attemptSchema),
});

/**
 * One sending of one order, and what became of it:
 *
 * - `fate`: `sent` until there is an answer; `refused` where a refusal may hide a payment; `pending`, `paid` and `unpaid`
 *   by the service's record. What was refused and cannot have been taken is `unpaid` without an `id`.
 * - `doubtful`: a sending of it had no clear answer, so that it may have been taken.
 * - `closed`: its reference cannot be sent again.
 * - `remaining`: what a half payment has left, in minor units.
 * - `aside`: the payer turned from it while it had no end.
 * - `waived`: the payer was told that it may have been paid, and wants to pay all the same.
 * - `untold`: it was found to be paid, and the payer was not shown that yet; or the service knows nothing any more of what
 *   was paid.
 * - `left`: the payer has left the bank's challenge, or was sent to the bank.
 * - `codeSentAt`: when a one-time code was sent for it, in ms.
 * - `epoch`: which purchase of a guessed key it is of; empty where the key itself says that.
 * - `at`: when it was sent last, in ms.
 *
 * The signature is there to send the very same order again, and is dropped at the end. Nothing personal is kept.
 */
export type Attempt = z.infer<typeof attemptSchema>;

/** All attempts for what one key names. Attempts are appended and marked; those without an end are never removed. */
export type Purchase = z.infer<typeof purchaseSchema>;

/** What happens to a purchase. */
export type LedgerEvent =
  /** The page has named it by another reference. */
  | { type: 'named'; reference: string }
  /** The creation is about to be sent. */
  | { type: 'sending'; order: Order; method: string; epoch: string; at: number }
  /** Its answer said nothing, or none came. */
  | { type: 'unclear'; reference: string }
  /**
   * The service refused it. `frees`: the same bytes would always get this answer, so that nothing was taken. `closes`: the
   * reference is used.
   */
  | { type: 'refused'; reference: string; frees: boolean; closes?: boolean }
  /** The service's record. `unseen`: read for a decision, and not shown. */
  | ({ type: 'observed'; epoch: string; at: number; unseen?: boolean } & Observed)
  /** The service knows nothing of what has ended there: it is another one by now. */
  | { type: 'vanished'; reference: string }
  /** The payer turns from it. */
  | { type: 'aside'; reference: string }
  /** The payer wants to pay, though it may have been paid, or was. */
  | { type: 'waived'; reference: string }
  /** What is kept beside it. */
  | { type: 'noted'; reference: string; left?: boolean; codeSentAt?: number };

/** What the ledger reads in a transaction's record. */
export interface Observed extends Money {
  reference: string;
  method: string;
  id: string;
  fate: 'pending' | 'paid' | 'unpaid';
  remaining?: number | undefined;
}

/** How much is known of an attempt: of two notes about one, the one that knows more is right. */
const knowledge = ({ fate, id }: Attempt): number =>
  id === undefined && fate === 'unpaid' ? 0 : ['sent', 'refused', 'pending', 'unpaid', 'paid'].indexOf(fate) + 1;

/** One purchase out of two notes of it, where a browser has refused one of them. */
export function joined(kept: Purchase, unkept: Purchase): Purchase {
  const attempts = kept.attempts.map((one) => {
    const other = attemptOf(unkept, one.order.reference);
    return other && knowledge(other) > knowledge(one) ? other : one;
  });
  const missing = unkept.attempts.filter(({ order }) => !attemptOf(kept, order.reference));
  return {
    ...kept,
    references: [...new Set([...kept.references, ...unkept.references])],
    attempts: [...attempts, ...missing],
  };
}

export const emptyPurchase = (key: string): Purchase => ({ v: 1, key, references: [], attempts: [] });

/** Whether an attempt may still be paid. */
export const isUnended = ({ fate }: Pick<Attempt, 'fate'>): boolean =>
  fate === 'sent' || fate === 'refused' || fate === 'pending';

/** Whether the payer has to be asked before anything is paid beside it. */
export const isUnconfirmed = (attempt: Attempt): boolean =>
  !attempt.waived && (isUnended(attempt) || attempt.untold === true);

/** Whether all is paid with it. */
export const isPaidInFull = ({ fate, remaining }: Attempt): boolean => fate === 'paid' && !remaining;

export const attemptOf = ({ attempts }: Purchase, reference: string): Attempt | undefined =>
  attempts.find(({ order }) => order.reference === reference);

/** The attempts of one epoch, oldest first. */
export const attemptsIn = ({ attempts }: Purchase, epoch: string): Attempt[] =>
  attempts.filter((attempt) => attempt.epoch === epoch);

/** What the last payment has left to pay; undefined when nothing was paid, or all. */
export function owedIn(purchase: Purchase, epoch: string): Rest | undefined {
  const mine = attemptsIn(purchase, epoch);
  const paid = mine.findLast(({ fate }) => fate === 'paid');
  if (mine.some(isPaidInFull) || !paid?.remaining || paid.id === undefined) return;
  const { remaining: amountInCents, id: transactionId, method } = paid;
  return { amountInCents, currency: paid.order.currency, transactionId, method };
}

/** The transaction of the last attempt that ended unpaid, where nothing was sent since. */
export function unpaidIdIn(purchase: Purchase, epoch: string): string | undefined {
  return attemptsIn(purchase, epoch).findLast(({ fate, id }) => fate === 'unpaid' && id !== undefined)?.id;
}

/** Writes down what happened: pure, and the only way in which a purchase changes. */
export function record(purchase: Purchase, event: LedgerEvent): Purchase {
  switch (event.type) {
    case 'named':
      return purchase.references.includes(event.reference)
        ? purchase
        : { ...purchase, references: [...purchase.references, event.reference] };
    case 'sending':
      return sending(purchase, event);
    case 'observed':
      return observed(purchase, event);
    case 'unclear':
      return marked(purchase, event.reference, (attempt) => attempt.fate === 'sent' && { doubtful: true });
    case 'refused':
      return marked(purchase, event.reference, (attempt) => {
        if (attempt.fate !== 'sent') return false;
        return event.frees && !attempt.doubtful
          ? { fate: 'unpaid', ...unsigned(attempt) }
          : { fate: 'refused', doubtful: true, ...(event.closes && { closed: true }) };
      });
    case 'vanished':
      return marked(
        purchase,
        event.reference,
        (attempt) => !isUnended(attempt) && { fate: 'unpaid', id: undefined, untold: attempt.fate === 'paid' },
      );
    case 'aside':
      return marked(purchase, event.reference, (attempt) => isUnended(attempt) && { aside: true });
    case 'waived':
      return marked(purchase, event.reference, (attempt) => isUnconfirmed(attempt) && { aside: true, waived: true });
    case 'noted': {
      const { type: _, reference, ...note } = event;
      return marked(purchase, reference, (attempt) => isUnended(attempt) && note);
    }
  }
  return event satisfies never;
}

const unsigned = ({ order }: Attempt) => ({ order: { ...order, signature: '' } });

function marked(purchase: Purchase, reference: string, mark: (attempt: Attempt) => Partial<Attempt> | false): Purchase {
  const attempts = purchase.attempts.map((attempt) =>
    attempt.order.reference === reference ? { ...attempt, ...mark(attempt) } : attempt,
  );
  return { ...purchase, attempts };
}

/** An order that has no end, or that was refused and never taken, is sent again; one that ended is not. */
function sending(
  purchase: Purchase,
  { order, method, epoch, at }: Extract<LedgerEvent, { type: 'sending' }>,
): Purchase {
  const { reference, amountInCents, currency, signature } = order;
  const named = record(purchase, { type: 'named', reference });
  const before = attemptOf(purchase, reference);
  const fresh: Attempt = {
    order: { reference, amountInCents, currency, signature },
    method,
    fate: 'sent',
    epoch,
    at,
  };
  if (!before) return { ...named, attempts: [...named.attempts, fresh] };
  return marked(named, reference, ({ fate, id }) => {
    if (fate === 'unpaid' && id === undefined) return { ...fresh, untold: undefined };
    if (fate !== 'sent' && fate !== 'refused') return false;
    return { ...fresh, doubtful: true, aside: undefined, waived: undefined };
  });
}

/** The record is right about its own payment; only one that is late says that what has ended is pending. */
function observed(purchase: Purchase, event: Extract<LedgerEvent, { type: 'observed' }>): Purchase {
  const { reference, amountInCents, currency, method, id, fate, remaining, epoch, at, unseen } = event;
  const before = attemptOf(purchase, reference);
  const order = { reference, amountInCents, currency, signature: '' };
  if (!before) {
    const named = record(purchase, { type: 'named', reference });
    const attempt: Attempt = { order, method, fate, id, epoch, at, ...(remaining && { remaining }) };
    return { ...named, attempts: [...named.attempts, attempt] };
  }
  return marked(purchase, reference, (attempt) => {
    const hasEnded = !isUnended(attempt) && attempt.id === id;
    if (fate === 'pending') return !hasEnded && { fate, id };
    const untold = fate === 'paid' && unseen && (isUnended(attempt) || attempt.untold) ? true : undefined;
    return { fate, id, remaining, untold, ...unsigned(attempt) };
  });
}
