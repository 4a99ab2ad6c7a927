import { object, someText, type ValueOf } from './shape.ts';

/**
 * The permission to charge a wallet later (SERVICE-NOTES.md "wallet A token"). PENDING while its owner is asked,
 * APPROVED once it may be used; every other status is a refusal.
 */
export const walletTokenShape = object({ id: someText, status: someText });

/** A wallet's token and where it stands. */
export type WalletToken = ValueOf<typeof walletTokenShape>;
