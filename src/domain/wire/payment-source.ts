import * as z from 'zod/mini';
import { anyRecord, filledText, lenientOrNull } from './fields.ts';

export const paymentSourceSchema = z.looseObject({
  id: z.union([filledText, z.int()]),
  status: z.string(),
  /** `CARD` or `WALLET_A`. */
  type: lenientOrNull(z.string()),
  customer_email: lenientOrNull(z.string()),
  /** What may be shown of it, such as `last_four`. */
  public_data: lenientOrNull(anyRecord),
});

/**
 * A stored means of payment (SPEC.md section 2.5; SERVICE-NOTES.md "payment source"): keep its `id`; charge it while its
 * `status` is `AVAILABLE`.
 */
export type PaymentSource = z.infer<typeof paymentSourceSchema>;
