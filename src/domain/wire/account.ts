/** A source account of payouts (SPEC.md section 4.8 shows no shape). */
import * as z from 'zod/mini';
import { filledText, lenientOrNull } from './fields.ts';

/** A source account; its balance is in minor units. */
export interface Account {
  id: string;
  name?: string | null | undefined;
  balanceInCents?: number | null | undefined;
  currency?: string | null | undefined;
  status?: string | null | undefined;
  [field: string]: unknown;
}

export const accountSchema: z.ZodMiniType<Account> = z.looseObject({
  id: filledText,
  name: lenientOrNull(z.string()),
  balanceInCents: lenientOrNull(z.int()),
  currency: lenientOrNull(z.string()),
  status: lenientOrNull(z.string()),
});
