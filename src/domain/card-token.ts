import * as z from 'zod/mini';

/** What tokenization gives back (SPEC.md section 2.2), as far as the checkout needs it: nothing of it names the card's number. */
export const cardTokenSchema = z.object({
  id: z.string().check(z.minLength(1)),
  brand: z.catch(z.optional(z.string()), undefined),
  last_four: z.catch(z.optional(z.string()), undefined),
  expires_at: z.catch(z.nullish(z.string()), undefined),
});

/** A single-use card token. */
export type CardToken = z.infer<typeof cardTokenSchema>;
