/** The body of POST /transactions (SPEC.md section 4.2), by its wire names. */
export interface TransactionRequest {
  acceptance_token: string;
  accept_personal_auth: string;
  amount_in_cents: number;
  currency: string;
  signature: string;
  customer_email: string;
  reference: string;
  payment_method_type: string;
  payment_method: { type: string } & Record<string, unknown>;
  redirect_url?: string;
  session_id?: string;
  customer_data?: Record<string, unknown>;
}
