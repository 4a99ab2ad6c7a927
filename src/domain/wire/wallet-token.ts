import * as z from 'zod/mini';
import { filledText } from './fields.ts';

export const walletTokenSchema = z.object({ id: filledText, status: filledText });

/**
 * The permission to charge a wallet later, and where it stands (SERVICE-NOTES.md "wallet A token"). PENDING while its
 * owner is asked, APPROVED once it may be used; every other status is a refusal.
 */
export type WalletToken = z.infer<typeof walletTokenSchema>;
