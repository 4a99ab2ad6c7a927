/** The merchant record with the two acceptance contracts (SPEC.md section 2.1; SERVICE-NOTES.md "merchant record"). */
import * as z from 'zod/mini';
import { safeAddress } from '../safe-address.ts';
import { filledText, lenient, lenientOrNull, openRecord, shownText } from './fields.ts';

/** One contract with its token, as the service hands both out. */
const acceptance = {
  /** Serves once. */
  acceptance_token: filledText,
  /** Address of the PDF. */
  permalink: filledText,
  /** `END_USER_POLICY` or `PERSONAL_DATA_AUTH`. */
  type: z.string(),
};

const text = lenientOrNull(z.string());
/** What is no text is left out. */
const names = lenient(
  z.pipe(
    z.array(z.unknown()),
    z.transform((list) => list.filter((one): one is string => typeof one === 'string')),
  ),
);

/**
 * What a page keeps.
 *
 * @param isTest lets the contracts, which the page makes links of, be on this machine.
 */
export const merchantSchema = (isTest: boolean) => {
  const isSafe = (address: string): boolean => safeAddress(address, { allowLoopback: isTest }) !== undefined;
  const contract = z.object({ ...acceptance, permalink: z.string().check(z.refine(isSafe)) });
  return z.object({
    name: lenientOrNull(shownText),
    legal_name: lenientOrNull(shownText),
    logo_url: text,
    /** As the service names them. */
    accepted_payment_methods: names,
    accepted_currencies: names,
    presigned_acceptance: contract,
    presigned_personal_data_auth: contract,
  });
};

/** What the checkout knows of the merchant (SPEC.md section 2.1), spelled as the service spells it. */
export type Merchant = z.infer<ReturnType<typeof merchantSchema>>;

/** What a backend keeps: every field. It has a use for both contracts alone. */
export const merchantRecordSchema = openRecord({
  presigned_acceptance: openRecord(acceptance),
  presigned_personal_data_auth: openRecord(acceptance),
  name: text,
  legal_name: text,
  legal_id_type: text,
  legal_id: text,
  contact_name: text,
  phone_number: text,
  email: text,
  logo_url: text,
  accepted_payment_methods: names,
  accepted_currencies: names,
});

/** The merchant with both acceptance contracts (SPEC.md section 2.1). Each read gives new, single-use tokens. */
export type MerchantRecord = z.infer<typeof merchantRecordSchema>;
