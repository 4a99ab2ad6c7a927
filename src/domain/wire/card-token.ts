/** What tokenization gives back (SPEC.md section 2.2), as far as the checkout needs it: nothing of it names the card's number. */
import * as z from 'zod/mini';
import type { CardToken } from '../card-token.ts';
import { filledText, lenient, lenientOrNull } from './fields.ts';

export const cardTokenSchema: z.ZodMiniType<CardToken> = z.object({
  id: filledText,
  brand: lenient(z.string()),
  last_four: lenient(z.string()),
  expires_at: lenientOrNull(z.string()),
});
