/** Before all that the browser keeps for a merchant: of a payment under way, whose reference follows, and its locks. */
export const journalPrefix = (publicKey: string | null | undefined): string => `pay-checkout:${publicKey}:`;

/** Before what is kept of payments that are not under way (`checkout/journal.ts`). */
export const journalApartPrefix = (publicKey: string | null | undefined): string => `pay-checkout-apart:${publicKey}:`;
