import { lenient, nullish, object, someText, text, type ValueOf } from './shape.ts';

/** What tokenization gives back (SPEC.md section 2.2), as far as the checkout needs it: nothing of it names the card's number. */
export const cardTokenShape = object({
  id: someText,
  brand: lenient(text),
  last_four: lenient(text),
  expires_at: lenient(nullish(text)),
});

/** A single-use card token. */
export type CardToken = ValueOf<typeof cardTokenShape>;
