import * as z from 'zod/mini';
import { cardTokenSchema, type CardToken } from '../domain/card-token.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { merchantSchema, type Merchant } from '../domain/merchant.ts';
import type { ServiceProfile } from '../domain/service-profile.ts';
import { transactionIdPattern, transactionSchema, type Transaction } from '../domain/transaction.ts';
import { ServiceClient, type ServiceClientOptions } from './service-client.ts';

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
  /** The record of a transaction (SPEC.md section 4.5). */
  fetchTransaction(id: string, signal?: AbortSignal): Promise<Transaction>;
}

const dataOf = <Schema extends z.ZodMiniType>(schema: Schema) => z.object({ data: schema });

/** Whether an error of a creation leaves open if the service has acted on it (SECURITY.md section 5). */
export const leavesOutcomeOpen = (error: CheckoutError): boolean =>
  ['network', 'timeout', 'service_unavailable', 'invalid_response', 'aborted'].includes(error.code);

/** The PaymentsApi over HTTP; `{base_url}`, keys and open points come with the options. */
export class HttpPaymentsApi implements PaymentsApi {
  readonly #client: ServiceClient;
  readonly #publicKey: string;
  readonly #profile: ServiceProfile;

  constructor(options: ServiceClientOptions) {
    this.#client = new ServiceClient(options);
    this.#publicKey = options.publicKey;
    this.#profile = options.profile ?? {};
  }

  async fetchMerchant(signal?: AbortSignal): Promise<Merchant> {
    const { data } = await this.#client.request({
      path: this.#client.path('merchant'),
      headers: { 'x-merchant-public-key': this.#publicKey },
      schema: dataOf(merchantSchema),
      signal,
      timeoutMs: 20_000,
    });
    return data;
  }

  async tokenizeCard(card: Record<string, string>, signal?: AbortSignal): Promise<CardToken> {
    try {
      const { data } = await this.#client.request({
        path: this.#client.path('cardTokens'),
        method: 'POST',
        headers: this.#client.authorization(),
        body: card,
        schema: dataOf(cardTokenSchema),
        signal,
        timeoutMs: 30_000,
      });
      return data;
    } catch (thrown) {
      const error = thrown as CheckoutError;
      if (error.code !== 'request_rejected') throw error;
      throw new CheckoutError('card_rejected', `The service refused the card. ${error.message}`, {
        status: error.status ?? 422,
        fields: error.fields,
      });
    }
  }

  async createTransaction(request: TransactionRequest, signal?: AbortSignal): Promise<Transaction> {
    const wireType = this.#wireType(request.payment_method_type);
    const { data } = await this.#client.request({
      path: this.#client.path('transactions'),
      method: 'POST',
      headers: this.#client.authorization(),
      body: {
        ...this.#profile.extraFields,
        ...request,
        payment_method_type: wireType,
        payment_method: { ...request.payment_method, type: wireType },
      },
      schema: dataOf(transactionSchema),
      signal,
      timeoutMs: 30_000,
    });
    return this.#named(data);
  }

  async fetchTransaction(id: string, signal?: AbortSignal): Promise<Transaction> {
    if (!transactionIdPattern.test(id)) throw new CheckoutError('not_found', 'This is not the id of a transaction.');
    const elsewhere = this.#profile.fetchTransaction;
    const transaction = elsewhere
      ? parseTransaction(
          await elsewhere(id).catch((thrown: unknown) => {
            throw new CheckoutError('network', 'profile.fetchTransaction failed.', { cause: thrown });
          }),
        )
      : (
          await this.#client.request({
            path: this.#client.path('transaction').replace('{id}', encodeURIComponent(id)),
            headers: this.#client.authorization(),
            schema: dataOf(transactionSchema),
            signal,
            timeoutMs: 15_000,
          })
        ).data;
    if (transaction.id !== id)
      throw new CheckoutError(
        'invalid_response',
        'The service answered with another transaction than the one asked for.',
      );
    return this.#named(transaction);
  }

  #wireType(type: string): string {
    return this.#profile.wireTypes?.[type] ?? type;
  }

  /** The record with the checkout's own name of its method, whatever the service calls it. */
  #named(transaction: Transaction): Transaction {
    const own = Object.entries(this.#profile.wireTypes ?? {}).find(
      ([, wire]) => wire === transaction.payment_method_type,
    )?.[0];
    return own ? { ...transaction, payment_method_type: own } : transaction;
  }
}

/**
 * A record that a merchant's own function gave, bare or in the service's `{data}` envelope.
 *
 * @throws CheckoutError `invalid_response`.
 */
export function parseTransaction(value: unknown): Transaction {
  const bare = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const parsed = z.safeParse(transactionSchema, bare);
  if (parsed.success) return parsed.data;
  throw new CheckoutError(
    'invalid_response',
    "What the merchant's function gave is not a transaction record (SPEC.md section 2.3).",
  );
}
