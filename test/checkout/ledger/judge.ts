/**
 * Judges a run of the model by what happened at the service and on the payer's screen. It knows carts, not what the
 * ledger takes for one purchase, and imports nothing of `src`.
 */

/** What the judge keeps in mind; part of a state of the model. */
export interface Memory {
  /** The references that were sent, in their order. */
  readonly sent: readonly string[];
  /** Those from which the payer has turned, or which the payer was told to be over, or may be paid. */
  readonly turned: readonly string[];
  /** Pairs of references of which the second was sent though nobody had warned of the first. */
  readonly unwarned: readonly string[];
}

export const blankMemory: Memory = { sent: [], turned: [], unwarned: [] };

export interface Payment {
  readonly reference: string;
  readonly status: 'PENDING' | 'APPROVED' | 'DECLINED' | 'VOIDED';
  /** What was paid, or will be. */
  readonly paid: number;
  /** What is left when points have covered only a part. */
  readonly remaining: number;
}

/** An attempt as it is stored. */
interface Stored {
  readonly order: { readonly reference: string };
  readonly fate: string;
  readonly aside?: boolean | undefined;
  readonly epoch: string;
}

interface Said {
  readonly is: string;
  readonly attempt?: Stored;
}

const including = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list : [...list, item];

export const turn = (memory: Memory, reference: string): Memory => ({
  ...memory,
  turned: including(memory.turned, reference),
});

/**
 * What is sent beside others of its cart: each pair needs a warning that the payer has had before.
 *
 * @param isLost whether the browser has refused to keep a reference, or has lost it, so that nobody could warn.
 */
export function noteSending(
  memory: Memory,
  reference: string,
  cartOf: (reference: string) => number,
  isLost: (reference: string) => boolean,
): Memory {
  const others = memory.sent.filter((other) => other !== reference && cartOf(other) === cartOf(reference));
  const unwarned = others
    .filter((other) => !memory.turned.includes(other) && !isLost(other))
    .map((other) => [other, reference].toSorted().join('+'));
  return {
    ...memory,
    sent: including(memory.sent, reference),
    unwarned: unwarned.reduce(including, memory.unwarned).toSorted(),
  };
}

/** At most the price is paid for a cart by payments of which nobody was warned; what is pending may be paid. */
export function overpaid(
  memory: Memory,
  payments: readonly Payment[],
  cartOf: (reference: string) => number,
  priceOf: (cart: number) => number,
): string | undefined {
  if (memory.unwarned.length === 0) return;
  const approved = payments.filter(({ status }) => status === 'APPROVED' || status === 'PENDING');
  const together = (group: readonly Payment[], next: Payment) =>
    group.every(({ reference }) => memory.unwarned.includes([reference, next.reference].toSorted().join('+')));
  const search = (group: readonly Payment[], from: number): string | undefined => {
    const [first] = group;
    const sum = group.reduce((total, { paid }) => total + paid, 0);
    if (first && group.length > 1 && sum > priceOf(cartOf(first.reference)))
      return `${sum} may be paid by ${group.map(({ reference }) => reference).join(' and ')}`;
    for (let index = from; index < approved.length; index++) {
      const next = approved[index];
      if (!next || (first && cartOf(first.reference) !== cartOf(next.reference)) || !together(group, next)) continue;
      const found = search([...group, next], index + 1);
      if (found) return found;
    }
    return undefined;
  };
  return search([], 0);
}

/** What may not be sent at all. */
export function unfitSending(
  order: { readonly reference: string; readonly amountInCents: number },
  shown: number | undefined,
  cart: number,
  cartOf: (reference: string) => number,
): string | undefined {
  if (order.amountInCents !== shown) return `${order.reference} is sent for ${order.amountInCents}, seen was ${shown}`;
  if (cart !== cartOf(order.reference)) return `${order.reference} of another cart is sent`;
}

/** What may not be said. */
export function unfitClaim(
  said: Said,
  attempts: readonly Stored[],
  epoch: string,
  payments: readonly Payment[],
): string | undefined {
  const open = attempts.filter(
    (attempt) => attempt.epoch === epoch && !attempt.aside && ['sent', 'refused', 'pending'].includes(attempt.fate),
  );
  const payment = payments.find(({ reference }) => reference === said.attempt?.order.reference);
  const wasApproved = payment?.status === 'APPROVED' || payment?.status === 'VOIDED';
  switch (said.is) {
    case 'unpaid':
    case 'half-paid':
      if (open[0]) return `said to be ${said.is} beside ${open[0].order.reference}, which has no end`;
      if (said.is === 'half-paid' && !(wasApproved && payment.remaining > 0)) return 'said to be half paid';
      return;
    case 'paid':
      if (!wasApproved || payment.remaining > 0) return 'said to be paid, and the service has not said so';
      return;
    case 'pending':
    case 'unknown':
      if (payment && said.is === 'unknown' && payment.status !== 'PENDING' && said.attempt?.fate === 'pending')
        return 'said to be unknown, and it is known';
      return;
    default:
      return `said to be ${said.is}`;
  }
}
