import * as z from 'zod/mini';
import { filledText, lenientOrNull } from './fields.ts';

export const accountSchema = z.looseObject({
  id: filledText,
  name: lenientOrNull(z.string()),
  balanceInCents: lenientOrNull(z.int()),
  currency: lenientOrNull(z.string()),
  status: lenientOrNull(z.string()),
});

/** A source account of payouts (SPEC.md section 4.8 shows no shape); its balance is in minor units. */
export type Account = z.infer<typeof accountSchema>;
