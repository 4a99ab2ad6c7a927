/**
 * Which checkout acts, where a page has several of them: one for narrow screens and one for wide ones, say, of which the
 * page hides one. Each of them shows the payment, and one alone does with it what is to be done once: it opens the bank's
 * step, has a code sent, leaves for another page.
 */
import type { CheckoutHost } from './host.ts';

/** The checkouts that are in the page, in the order in which they came. */
const present = new Set<CheckoutHost>();

/** Which of them is seen may change with each turn of the device. */
let sizes: ResizeObserver | undefined;

function lookAgain(): void {
  if (present.size > 1) for (const host of present) host.requestUpdate();
}

export function begin(host: CheckoutHost): void {
  present.add(host);
  // A simulated document, in which components are tested, has no sizes to observe.
  if ('ResizeObserver' in globalThis) sizes ??= new ResizeObserver(lookAgain);
  sizes?.observe(host);
}

export function end(host: CheckoutHost): void {
  present.delete(host);
  sizes?.unobserve(host);
}

const referenceOf = ({ state }: CheckoutHost): string | undefined =>
  'transaction' in state ? state.transaction.reference : undefined;

const isSeen = (host: CheckoutHost): boolean => host.getClientRects().length > 0;

/** Whether it is this one: of those that show its payment the first that can be seen, or the first where none can. */
export function isOnDuty(host: CheckoutHost): boolean {
  const reference = referenceOf(host);
  const same = [...present].filter((one) => referenceOf(one) === reference);
  return reference === undefined || (same.find(isSeen) ?? same[0] ?? host) === host;
}
