import * as z from 'zod/mini';
import { filledText, lenientOrNull, openRecord } from './fields.ts';

const text = lenientOrNull(z.string());

export const paymentSourceSchema = openRecord({
  id: z.union([filledText, z.int()]),
  /** Undefined where the service does not say: SPEC.md shows no more than the id. */
  status: text,
  /** `CARD` or `WALLET_A`. */
  type: text,
  customer_email: text,
  /** What may be shown of it: of a card all but the last, of a wallet that. */
  public_data: lenientOrNull(
    openRecord({
      brand: text,
      bin: text,
      last_four: text,
      exp_month: text,
      exp_year: text,
      card_holder: text,
      phone_number: text,
    }),
  ),
});

/**
 * A stored means of payment (SPEC.md section 2.5; SERVICE-NOTES.md "payment source"): keep its `id`; charge it while its
 * `status` is `AVAILABLE`.
 */
export type PaymentSource = z.infer<typeof paymentSourceSchema>;
