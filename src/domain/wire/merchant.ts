/** The merchant record with the two acceptance contracts (SPEC.md section 2.1; SERVICE-NOTES.md "merchant record"). */
import * as z from 'zod/mini';
import { filledText, lenient, lenientOrNull, shownText } from './fields.ts';

/** One contract with its token, as the service hands both out. */
const acceptance = {
  /** Serves once. */
  acceptance_token: filledText,
  /** Address of the PDF. */
  permalink: filledText,
  /** `END_USER_POLICY` or `PERSONAL_DATA_AUTH`. */
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
export const merchantSchema = z.object({
  name: lenientOrNull(shownText),
  legal_name: lenientOrNull(shownText),
  logo_url: text,
  /** As the service names them. */
  accepted_payment_methods: names,
  accepted_currencies: names,
  presigned_acceptance: z.object({ ...acceptance, permalink: webAddress }),
  presigned_personal_data_auth: z.object({ ...acceptance, permalink: webAddress }),
});

/** What the checkout knows of the merchant (SPEC.md section 2.1), spelled as the service spells it. */
export type Merchant = z.infer<typeof merchantSchema>;

/** What a backend keeps: every field. */
export const merchantRecordSchema = z.looseObject({
  presigned_acceptance: z.looseObject(acceptance),
  presigned_personal_data_auth: z.looseObject(acceptance),
});

/** The merchant with both acceptance contracts (SPEC.md section 2.1). Each read gives new, single-use tokens. */
export type MerchantRecord = z.infer<typeof merchantRecordSchema>;
