import type { Customer } from '../domain/customer.ts';
import type { AcceptanceField } from '../domain/merchant.ts';
import type { Money } from '../domain/money.ts';
import type { OrderSource } from '../domain/order.ts';
import type { SourceCharge } from '../domain/saved-source.ts';
import type { ServiceProfile } from '../domain/service-profile.ts';
import type { ResolveReference } from './resolve.ts';

/** The external 3D Secure result of SPEC.md section 4.4. */
export interface ExternalThreeDs {
  message_version: string;
  trans_status: string;
  authentication_value: string;
  three_ds_server_trans_id: string;
}

/** What a checkout is about. All of it but the key may change until the payer submits. */
export interface CheckoutConfiguration {
  publicKey: string;
  /** The address of the service: what is kept of a purchase is kept by its origin. */
  baseUrl?: string | undefined;
  /** The merchant's own id of what is being bought: the same in every tab, and for every order of it. */
  cartId?: string | undefined;
  /** The amount shown to the payer. */
  amount?: Money | undefined;
  /** Absent while the page has not given any: the checkout then stays `loading`, or follows an existing transaction. */
  orders?: OrderSource | undefined;
  /** Where a page that has orders made for it is, for want of a `cartId`: the order address, or the page's path. */
  scope: string;
  /** `source` hands the card token over instead of paying (SPEC.md section 4.3). */
  mode: 'payment' | 'source';
  redirectUrl?: string | undefined;
  customer: Customer;
  externalThreeDs?: ExternalThreeDs | null | undefined;
  profile?: ServiceProfile | null | undefined;
  /** An existing transaction to show and follow. */
  transactionId?: string | undefined;
  resolveReference?: ResolveReference | null | undefined;
  /**
   * Has the merchant's backend charge a saved card. It gives the transaction's record, for a repeated reference the same
   * one; a refusal is a CheckoutError with what the service has said.
   */
  chargeSource?: ((charge: SourceCharge) => Promise<unknown>) | null | undefined;
}

/** What a payment method's form gives: the fields of SPEC.md section 4.4 without `type`, and what it asked about the payer. */
export interface PaymentDetails {
  paymentMethod: Record<string, unknown>;
  customer?: Customer;
}

/** What was on the button that pays when the press of it began. */
interface Seen {
  /** Where there is something else by now: how much it was, null for no amount. The payer is asked about the new one. */
  shown?: Money | null;
}

/** One press of the pay button with what a form asks for. */
export interface Attempt extends Seen {
  method: string;
  source?: undefined;
  /** Gathers the details; a card is tokenized here, and only here. */
  collect(): Promise<PaymentDetails>;
  /** The details were used up: a card token has been sent, the card's fields may be cleared. */
  spent(): void;
}

/** One press of the pay button with a saved card, which the merchant's backend charges. */
export interface SavedCardAttempt extends Seen {
  method: 'CARD';
  /** The id of the saved card. */
  source: string;
  /** In how many installments, where the payer was asked; else the merchant's backend says it. */
  installments?: number | undefined;
  /** Waited for before anything is sent; where it fails, nothing is. */
  ready?: () => Promise<void>;
}

/** The body that a merchant's backend posts to /payment_sources (SPEC.md section 4.3). */
export type PaymentSourceRequest = Record<AcceptanceField, string> & {
  type: string;
  token: string;
  customer_email: string;
  session_id?: string;
  customer_data?: Record<string, unknown>;
};
