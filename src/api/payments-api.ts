import { CheckoutError } from '../domain/checkout-error.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { CardToken } from '../domain/wire/card-token.ts';
import type { Institution } from '../domain/wire/institution-list.ts';
import type { CodeAttempts, CodeServices } from '../domain/wire/sent-code.ts';
import type { WalletToken } from '../domain/wire/wallet-token.ts';

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

/** The payments API as the flow sees it: no method re-sends, all of them reject with a CheckoutError. */
export interface PaymentsApi {
  /** The merchant record with fresh acceptance tokens (SPEC.md section 4.1). */
  fetchMerchant(signal?: AbortSignal): Promise<Merchant>;
  /** Tokenizes the card that the card fields hold (SPEC.md section 4.7). */
  tokenizeCard(card: Record<string, string>, signal?: AbortSignal): Promise<CardToken>;
  /** Creates a transaction (SPEC.md section 4.2). An open outcome is an error that `leavesOutcomeOpen` recognises. */
  createTransaction(request: TransactionRequest, signal?: AbortSignal): Promise<Transaction>;
  /**
   * Has the merchant's backend charge a saved card, and reads its answer as a transaction's record. What it throws that is
   * no CheckoutError leaves the outcome open, as a lost answer does.
   */
  chargeSource(charge: () => Promise<unknown>): Promise<Transaction>;
  /** The record of a transaction (SPEC.md section 4.5). */
  fetchTransaction(id: string, signal?: AbortSignal): Promise<Transaction>;
  /** The banks of a bank debit, by name (SPEC.md section 4.6). */
  fetchInstitutions(signal?: AbortSignal): Promise<Institution[]>;
  /** Has a one-time code sent to the payer (SERVICE-NOTES.md "wallet B"). A refusal is `code_rejected`. */
  sendCode(services: CodeServices, signal?: AbortSignal): Promise<CodeAttempts>;
  /** Has a one-time code checked; `code_rejected` when it is wrong, expired or one too many. */
  validateCode(services: CodeServices, code: string, signal?: AbortSignal): Promise<void>;
  /**
   * Asks the owner of a wallet to allow later charges, or looks at what became of that (SERVICE-NOTES.md "wallet A
   * token"). A number that the service refuses is `token_rejected`.
   */
  walletToken(
    type: string,
    asked: { phoneNumber: string } | { id: string },
    signal?: AbortSignal,
  ): Promise<WalletToken>;
}

/** Whether an error of a creation leaves open if the service has acted on it (SECURITY.md section 5). */
export const leavesOutcomeOpen = (error: CheckoutError): boolean =>
  ['network', 'timeout', 'service_unavailable', 'invalid_response', 'aborted'].includes(error.code);

/** A record that is not the payment which was asked for. */
export const otherPayment = (): CheckoutError =>
  new CheckoutError(
    'invalid_response',
    "The service answered with the record of another payment: its reference, amount or currency is not the order's.",
  );
