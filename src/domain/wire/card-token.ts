import * as z from 'zod/mini';
import { filledText, lenient, lenientOrNull } from './fields.ts';

export const cardTokenSchema = z.object({
  id: filledText,
  /** Name of the card network. */
  brand: lenient(z.string()),
  last_four: lenient(z.string()),
  /** ISO 8601. */
  expires_at: lenientOrNull(z.string()),
});

/** A single-use card token (SPEC.md section 2.2), without all that names the card's number. */
export type CardToken = z.infer<typeof cardTokenSchema>;
