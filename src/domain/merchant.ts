/** One contract with its token, as the service hands both out. */
interface PresignedContract {
  /** Serves once. */
  acceptance_token: string;
  /** Address of the PDF. */
  permalink: string;
  /** `END_USER_POLICY` or `PERSONAL_DATA_AUTH`. */
  type: string;
}

/** What the checkout knows of the merchant (SPEC.md section 2.1), spelled as the service spells it. */
export interface Merchant {
  name?: string | null | undefined;
  legal_name?: string | null | undefined;
  logo_url?: string | null | undefined;
  /** As the service names them. */
  accepted_payment_methods?: string[] | undefined;
  accepted_currencies?: string[] | undefined;
  presigned_acceptance: PresignedContract;
  presigned_personal_data_auth: PresignedContract;
}

/** The two contracts, by the request field that carries their token (SPEC.md section 4.2). */
export type AcceptanceField = 'acceptance_token' | 'accept_personal_auth';

/** One contract that the payer has to accept: what it is and where to read it. */
export interface AcceptanceDocument extends Omit<PresignedContract, 'acceptance_token'> {
  field: AcceptanceField;
}

export const acceptanceDocuments = (merchant: Merchant): AcceptanceDocument[] => {
  const { presigned_acceptance: policy, presigned_personal_data_auth: data } = merchant;
  return [
    { field: 'acceptance_token', type: policy.type, permalink: policy.permalink },
    { field: 'accept_personal_auth', type: data.type, permalink: data.permalink },
  ];
};
