import * as z from 'zod/mini';

const acceptanceSchema = z.object({
  acceptance_token: z.string().check(z.minLength(1)),
  permalink: z.string().check(z.minLength(1)),
  type: z.string(),
});

const names = z.catch(z.optional(z.array(z.string())), undefined);
const text = z.catch(z.nullish(z.string()), undefined);

/** The merchant record with the two acceptance contracts (SPEC.md section 2.1; SERVICE-NOTES.md "merchant record"). */
export const merchantSchema = z.object({
  name: text,
  legal_name: text,
  logo_url: text,
  accepted_payment_methods: names,
  accepted_currencies: names,
  presigned_acceptance: acceptanceSchema,
  presigned_personal_data_auth: acceptanceSchema,
});

export type Merchant = z.infer<typeof merchantSchema>;

/** The two contracts, by the request field that carries their token (SPEC.md section 4.2). */
export type AcceptanceField = 'acceptance_token' | 'accept_personal_auth';

/** One contract that the payer has to accept: what it is and where to read it. */
export interface AcceptanceDocument {
  field: AcceptanceField;
  /** `END_USER_POLICY` or `PERSONAL_DATA_AUTH`. */
  type: string;
  /** Address of the PDF. */
  permalink: string;
}

export const acceptanceDocuments = (merchant: Merchant): AcceptanceDocument[] => [
  {
    field: 'acceptance_token',
    type: merchant.presigned_acceptance.type,
    permalink: merchant.presigned_acceptance.permalink,
  },
  {
    field: 'accept_personal_auth',
    type: merchant.presigned_personal_data_auth.type,
    permalink: merchant.presigned_personal_data_auth.permalink,
  },
];
