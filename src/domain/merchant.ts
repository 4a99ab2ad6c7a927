import type { Merchant } from './wire/merchant.ts';

export type { Merchant };

/** The two contracts, by the request field that carries their token (SPEC.md section 4.2). */
export type AcceptanceField = 'acceptance_token' | 'accept_personal_auth';

/** One contract that the payer has to accept: what it is and where to read it. */
export interface AcceptanceDocument extends Omit<Merchant['presigned_acceptance'], 'acceptance_token'> {
  field: AcceptanceField;
}

export const acceptanceDocuments = (merchant: Merchant): AcceptanceDocument[] => {
  const { presigned_acceptance: policy, presigned_personal_data_auth: data } = merchant;
  return [
    { field: 'acceptance_token', type: policy.type, permalink: policy.permalink },
    { field: 'accept_personal_auth', type: data.type, permalink: data.permalink },
  ];
};
