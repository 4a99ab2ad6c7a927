/** Who pays, as both POST bodies carry it (SPEC.md sections 4.2 and 4.3). */
export interface CustomerData {
  /** From the anti-fraud library in the payer's browser. */
  device_id?: string;
  full_name?: string;
  /** International format with a plus sign. */
  phone_number?: string;
  [field: string]: unknown;
}

/** Body of `POST /payment_sources` (SPEC.md section 4.3); the element's `pay-source` event hands it over ready made. */
export interface PaymentSourceRequest {
  acceptance_token: string;
  accept_personal_auth: string;
  customer_email: string;
  /** `CARD` or `WALLET_A`. */
  type: string;
  /** The single-use card token, or the wallet token. */
  token: string;
  session_id?: string;
  customer_data?: CustomerData;
}

/**
 * Body of `POST /transactions` (SPEC.md section 4.2). To charge a payment source give `payment_source_id`, and in
 * `payment_method` what is left to say, such as `{ installments: 1 }`.
 */
export interface TransactionRequest {
  /** Positive integer in minor units (cents). */
  amount_in_cents: number;
  /** Three upper-case letters, such as `COP`. */
  currency: string;
  /** From `integritySignature`. */
  signature: string;
  customer_email: string;
  /** Unique for each attempt. */
  reference: string;
  acceptance_token?: string;
  accept_personal_auth?: string;
  payment_method?: { type?: string; [field: string]: unknown };
  payment_method_type?: string;
  payment_source_id?: string | number;
  redirect_url?: string;
  session_id?: string;
  customer_data?: CustomerData;
  [field: string]: unknown;
}
