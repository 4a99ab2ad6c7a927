/** The permission to charge a wallet later (SERVICE-NOTES.md "wallet A token"). */
import * as z from 'zod/mini';
import { filledText } from './fields.ts';

/**
 * A wallet's token and where it stands (SERVICE-NOTES.md "wallet A token"). PENDING while its owner is asked, APPROVED
 * once it may be used; every other status is a refusal.
 */
export interface WalletToken {
  id: string;
  status: string;
}

export const walletTokenSchema: z.ZodMiniType<WalletToken> = z.object({ id: filledText, status: filledText });
