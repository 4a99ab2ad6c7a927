import { lenient, list, nullish, object, someText, text, textLike, type ValueOf } from './shape.ts';

const acceptanceShape = object({
  acceptance_token: someText,
  permalink: textLike(/^https?:\/\//i),
  type: text,
});

const names = lenient(list(text));
const maybeText = lenient(nullish(text));

/** The merchant record with the two acceptance contracts (SPEC.md section 2.1; SERVICE-NOTES.md "merchant record"). */
export const merchantShape = object({
  name: maybeText,
  legal_name: maybeText,
  logo_url: maybeText,
  accepted_payment_methods: names,
  accepted_currencies: names,
  presigned_acceptance: acceptanceShape,
  presigned_personal_data_auth: acceptanceShape,
});

export type Merchant = ValueOf<typeof merchantShape>;

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

export const acceptanceDocuments = (merchant: Merchant): AcceptanceDocument[] => {
  const documentOf = (field: AcceptanceField, { type, permalink }: Merchant['presigned_acceptance']) => ({
    field,
    type,
    permalink,
  });
  return [
    documentOf('acceptance_token', merchant.presigned_acceptance),
    documentOf('accept_personal_auth', merchant.presigned_personal_data_auth),
  ];
};
