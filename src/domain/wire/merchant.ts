/** The merchant record with the two acceptance contracts (SPEC.md section 2.1; SERVICE-NOTES.md "merchant record"). */
import * as z from 'zod/mini';
import type { Merchant } from '../merchant.ts';
import { filledText, lenient, lenientOrNull } from './fields.ts';

const acceptance = {
  acceptance_token: filledText,
  permalink: filledText,
  type: z.string(),
};

/** What a page makes a link of. */
const webAddress = z.string().check(z.regex(/^https?:\/\//i));
const text = lenientOrNull(z.string());
/** What is no text is left out. */
const names = lenient(
  z.pipe(
    z.array(z.unknown()),
    z.transform((list) => list.filter((one): one is string => typeof one === 'string')),
  ),
);

/** What a page keeps. */
export const merchantSchema: z.ZodMiniType<Merchant> = z.object({
  name: text,
  legal_name: text,
  logo_url: text,
  accepted_payment_methods: names,
  accepted_currencies: names,
  presigned_acceptance: z.object({ ...acceptance, permalink: webAddress }),
  presigned_personal_data_auth: z.object({ ...acceptance, permalink: webAddress }),
});

/** What a backend keeps: every field. */
export const merchantRecordSchema = z.looseObject({
  presigned_acceptance: z.looseObject(acceptance),
  presigned_personal_data_auth: z.looseObject(acceptance),
});

/** The merchant with both acceptance contracts (SPEC.md section 2.1). Each read gives new, single-use tokens. */
export type MerchantRecord = z.infer<typeof merchantRecordSchema>;
