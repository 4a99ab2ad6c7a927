/** A stored means of payment (SPEC.md section 2.5; SERVICE-NOTES.md "payment source"). */
import * as z from 'zod/mini';
import { anyRecord, filledText, lenientOrNull } from './fields.ts';

/** A stored means of payment (SPEC.md section 2.5): keep its `id`; charge it while its `status` is `AVAILABLE`. */
export interface PaymentSource {
  id: string | number;
  status: string;
  /** `CARD` or `WALLET_A`. */
  type?: string | null | undefined;
  customer_email?: string | null | undefined;
  /** What may be shown of it, such as `last_four`. */
  public_data?: Record<string, unknown> | null | undefined;
  [field: string]: unknown;
}

export const paymentSourceSchema: z.ZodMiniType<PaymentSource> = z.looseObject({
  id: z.union([filledText, z.int()]),
  status: z.string(),
  type: lenientOrNull(z.string()),
  customer_email: lenientOrNull(z.string()),
  public_data: lenientOrNull(anyRecord),
});
