/**
 * Which checkout acts, where a page has several of them: one for narrow screens and one for wide ones, say, of which the
 * page hides one. Each of them shows the payment, and one alone does with it what is to be done once: it opens the bank's
 * step, has a code sent, leaves for another page.
 */
import type { CheckoutHost } from './host.ts';

/** Told of the payment that another checkout of the page shows. */
type Heed = (reference: string | undefined) => void;

/** The checkouts that are in the page, in the order in which they came. */
const present = new Map<CheckoutHost, Heed>();

/** Which of them is seen may change with each turn of the device. */
let sizes: ResizeObserver | undefined;

function lookAgain(): void {
  for (const host of present.keys()) host.requestUpdate();
}

export function begin(host: CheckoutHost, heed: Heed): void {
  present.set(host, heed);
  // A simulated document, in which components are tested, has no sizes to observe.
  if ('ResizeObserver' in globalThis) sizes ??= new ResizeObserver(() => present.size > 1 && lookAgain());
  sizes?.observe(host);
}

export function end(host: CheckoutHost): void {
  present.delete(host);
  sizes?.unobserve(host);
  lookAgain();
}

/** One checkout has news of what may be the same purchase as that of the others. */
export function tellOthers(host: CheckoutHost): void {
  for (const [other, heed] of present) if (other !== host) heed(referenceOf(host));
}

/** Which payment is shown. */
const referenceOf = ({ state }: CheckoutHost): string | undefined =>
  'transaction' in state ? state.transaction.reference : state.status === 'unknown' ? state.reference : undefined;

const isSeen = (host: CheckoutHost): boolean => host.getClientRects().length > 0;

/** Whether it is this one: of those that show its payment the first that can be seen, or the first where none can. */
export function isOnDuty(host: CheckoutHost): boolean {
  const reference = referenceOf(host);
  const same = [...present.keys()].filter((one) => referenceOf(one) === reference);
  return reference === undefined || (same.find(isSeen) ?? same[0] ?? host) === host;
}
