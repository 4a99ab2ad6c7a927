import { pageScope } from '../browser/page-scope.ts';
import type { GivenAttributes } from '../checkout/check-attributes.ts';
import { journalApartPrefix, journalPrefix } from '../domain/journal-prefix.ts';

/** What of a payment under way is kept in the page's storage (the journal's entry). */
interface Kept {
  reference?: unknown;
  scope?: unknown;
  /** The order that the page has given after this one, which it is for from then on. */
  next?: unknown;
  amountInCents?: unknown;
}

/**
 * A page that signs another reference each time it is loaded shows the form while the payment of before is under way, and
 * the payer may pay twice. Whether both are one purchase only the shop can say: same page and same amount make it likely.
 */
export function checkReference({ publicKey, reference, amountInCents }: GivenAttributes): string | undefined {
  if (!reference) return;
  const scope = pageScope();
  const prefix = journalPrefix(publicKey);
  try {
    const own = window.localStorage.getItem(journalApartPrefix(publicKey) + reference) ?? '{}';
    if ((JSON.parse(own) as Kept).next) return;
    const kept = Object.entries<string>(window.localStorage)
      .filter(([key]) => key.startsWith(prefix))
      .map(([, text]) => JSON.parse(text) as Kept);
    const other = kept.find(
      (one) => one.reference !== reference && one.scope === scope && one.amountInCents === amountInCents,
    );
    if (other)
      return `A payment of this amount is under way as ${String(other.reference)}, and the page gives ${reference}. If both are one purchase, the payer can pay twice: keep the reference until its payment has ended, or give order-url.`;
  } catch {
    // Nothing is kept, or somebody else wrote there.
  }
}
