/** The permission to charge a wallet later (SERVICE-NOTES.md "wallet A token"). */
import * as z from 'zod/mini';
import type { WalletToken } from '../wallet-token.ts';
import { filledText } from './fields.ts';

export const walletTokenSchema: z.ZodMiniType<WalletToken> = z.object({ id: filledText, status: filledText });
