/** What tokenization gives back (SPEC.md section 2.2), as far as the checkout needs it: nothing of it names the card's number. */
import * as z from 'zod/mini';
import { filledText, lenient, lenientOrNull } from './fields.ts';

/** A single-use card token (SPEC.md section 2.2), without all that names the card's number. */
export interface CardToken {
  id: string;
  /** Name of the card network. */
  brand?: string | undefined;
  last_four?: string | undefined;
  /** ISO 8601. */
  expires_at?: string | null | undefined;
}

export const cardTokenSchema: z.ZodMiniType<CardToken> = z.object({
  id: filledText,
  brand: lenient(z.string()),
  last_four: lenient(z.string()),
  expires_at: lenientOrNull(z.string()),
});
