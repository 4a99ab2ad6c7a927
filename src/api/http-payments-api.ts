import * as z from 'zod/mini';
import { CheckoutError } from '../domain/checkout-error.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import type { Merchant } from '../domain/merchant.ts';
import { isRecordId } from '../domain/record-id.ts';
import type { Transaction } from '../domain/transaction.ts';
import { cardTokenSchema, type CardToken } from '../domain/wire/card-token.ts';
import { institutionListSchema, type Institution } from '../domain/wire/institution-list.ts';
import { merchantSchema } from '../domain/wire/merchant.ts';
import { sentCodeSchema, type CodeAttempts, type CodeServices } from '../domain/wire/sent-code.ts';
import { parseTransaction, transactionSchema } from '../domain/wire/transaction.ts';
import { walletTokenSchema, type WalletToken } from '../domain/wire/wallet-token.ts';
import { otherPayment, type PaymentsApi, type TransactionRequest } from './payments-api.ts';
import { refusing, ServiceClient, type ServiceClientOptions } from './service-client.ts';
import { merchantHeaders } from './service-request.ts';

const codeRejected = { request_rejected: 'code_rejected' } as const;

const bearer = ({ token }: CodeServices): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The PaymentsApi over HTTP; `{base_url}`, keys and open points come with the options. */
export class HttpPaymentsApi implements PaymentsApi {
  readonly #client: ServiceClient;
  readonly #publicKey: string;

  constructor(options: ServiceClientOptions) {
    this.#client = new ServiceClient(options);
    this.#publicKey = options.publicKey;
  }

  fetchMerchant(signal?: AbortSignal): Promise<Merchant> {
    return this.#client.fetchData({
      path: this.#client.path('merchant'),
      headers: merchantHeaders(this.#publicKey),
      schema: merchantSchema(isTestKey(this.#publicKey)),
      signal,
    });
  }

  tokenizeCard(card: Record<string, string>, signal?: AbortSignal): Promise<CardToken> {
    return this.#client
      .fetchData({
        path: this.#client.path('cardTokens'),
        body: card,
        schema: cardTokenSchema,
        signal,
        timeoutMs: 30_000,
      })
      .catch(refusing({ request_rejected: 'card_rejected' }, 'The service refused the card. '));
  }

  /** With the service's own names where the profile gives them. */
  async createTransaction(request: TransactionRequest, signal?: AbortSignal): Promise<Transaction> {
    const { extraFields, wireTypes = {} } = this.#client.profile;
    const type = wireTypes[request.payment_method_type] ?? request.payment_method_type;
    const transaction = await this.#client.fetchData({
      path: this.#client.path('transactions'),
      body: {
        ...extraFields,
        ...request,
        payment_method_type: type,
        payment_method: { ...request.payment_method, type },
      },
      schema: transactionSchema,
      signal,
      timeoutMs: 30_000,
    });
    return this.#named(transaction);
  }

  async chargeSource(charge: () => Promise<unknown>): Promise<Transaction> {
    const answer = await this.#client.bounded('charge-url or chargeSource', { timeoutMs: 30_000 }, charge);
    return this.#named(parseTransaction(answer));
  }

  async fetchTransaction(id: string, signal?: AbortSignal): Promise<Transaction> {
    if (!isRecordId(id))
      throw new CheckoutError(
        'not_found',
        'The transaction id is not one that the service gives: it was not asked for.',
      );
    const elsewhere = this.#client.profile.fetchTransaction;
    const bounds = { signal, timeoutMs: 15_000 };
    const transaction = elsewhere
      ? recordOf(await this.#client.bounded('profile.fetchTransaction', bounds, () => elsewhere(id)))
      : await this.#client.fetchData({
          path: this.#client.path('transaction').replace('{id}', id),
          schema: transactionSchema,
          ...bounds,
        });
    if (transaction.id !== id) throw otherPayment();
    return this.#named(transaction);
  }

  async fetchInstitutions(signal?: AbortSignal): Promise<Institution[]> {
    const banks = await this.#client.fetchData({
      path: this.#client.path('institutions'),
      schema: institutionListSchema,
      signal,
      timeoutMs: 15_000,
    });
    return (
      banks
        .filter((bank) => bank !== undefined)
        .map((bank) => ({ code: `${bank.financial_institution_code}`, name: bank.financial_institution_name }))
        // The placeholder that says "choose a bank" is none.
        .filter(({ code }) => code !== '0')
        .sort((one, other) => one.name.localeCompare(other.name, 'es'))
    );
  }

  async sendCode(services: CodeServices, signal?: AbortSignal): Promise<CodeAttempts> {
    const answer = await this.#client
      .request({
        path: services.sendUrl,
        method: 'POST',
        headers: bearer(services),
        schema: sentCodeSchema,
        signal,
      })
      .catch(refusing(codeRejected));
    const { limitSendCode: sends, limitValidateCode: tries } = answer?.attempts ?? answer?.data?.attempts ?? {};
    return { sends, tries };
  }

  async validateCode(services: CodeServices, code: string, signal?: AbortSignal): Promise<void> {
    await this.#client
      .request({
        path: services.validateUrl,
        headers: bearer(services),
        body: { code },
        schema: z.unknown(),
        signal,
      })
      .catch(refusing(codeRejected));
  }

  async walletToken(
    type: string,
    asked: { phoneNumber: string } | { id: string },
    signal?: AbortSignal,
  ): Promise<WalletToken> {
    const wallet = (this.#client.profile.wireTypes?.[type] ?? type).toLowerCase();
    const path = this.#client.path('walletTokens').replace('{wallet}', encodeURIComponent(wallet));
    const request =
      'id' in asked
        ? { path: `${path}/${encodeURIComponent(asked.id)}`, called: `${path}/…` }
        : { path, body: { phone_number: asked.phoneNumber } };
    // A refused number is the payer's to correct; a service without that address keeps no wallet at all.
    const codes = { request_rejected: 'token_rejected', not_found: 'source_rejected' } as const;
    return this.#client
      .fetchData({ ...request, schema: walletTokenSchema, signal })
      .catch(refusing(codes, 'The service gave no token of the wallet. '));
  }

  /** The record with the checkout's own name of its method, whatever the service calls it. */
  #named(transaction: Transaction): Transaction {
    const wireTypes = Object.entries(this.#client.profile.wireTypes ?? {});
    const own = wireTypes.find(([, wire]) => wire === transaction.payment_method_type)?.[0];
    return own ? { ...transaction, payment_method_type: own } : transaction;
  }
}

function recordOf(record: unknown): Transaction {
  if (record === null)
    throw new CheckoutError('not_found', 'The function profile.fetchTransaction gave no record of this transaction.');
  return parseTransaction(record);
}
