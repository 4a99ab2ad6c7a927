import * as z from 'zod/mini';
import { inData, misfitOf } from '../domain/wire/fields.ts';
import { merchantRecordSchema, type MerchantRecord } from '../domain/wire/merchant.ts';
import { paymentSourceSchema, type PaymentSource } from '../domain/wire/payment-source.ts';
import {
  transactionRecordSchema,
  voidedTransactionSchema,
  type TransactionRecord,
} from '../domain/wire/transaction.ts';
import {
  type CallOptions,
  isRecordId,
  recordIdMessage,
  requireBaseUrl,
  requireFetch,
  requireObject,
  requirePaths,
  requireTimeout,
  serviceUrl,
  signalOf,
} from './client-options.ts';
import { requireCredential, requirePrivateKey, requirePublicKey } from './credential.ts';
import { exchange, NoAnswer, type Fetch } from './exchange.ts';
import type { PaymentSourceRequest, TransactionRequest } from './payment-requests.ts';
import { PaymentsError, refusalOf, unansweredError } from './payments-error.ts';

/** Paths below `baseUrl`; `{id}` stands for the record's id. */
export interface PaymentsPaths {
  merchant: string;
  transactions: string;
  transaction: string;
  voidTransaction: string;
  paymentSources: string;
  paymentSource: string;
}

const defaultPaths: PaymentsPaths = {
  merchant: '/merchants/info',
  transactions: '/transactions',
  transaction: '/v1/transactions/{id}',
  voidTransaction: '/transactions/{id}/void',
  paymentSources: '/payment_sources',
  paymentSource: '/payment_sources/{id}',
};

export interface PaymentsBackendOptions {
  /** `{base_url}` of the payments API; https, or http inside a private network. */
  baseUrl: string;
  /** The merchant's private key (`prv_…`). It stays inside the instance: printing one shows nothing. */
  privateKey: string;
  /** The merchant's public key, which `getMerchant` needs. */
  publicKey?: string;
  fetch?: Fetch;
  /** Longest wait for one answer. Default 30000. */
  timeoutMs?: number;
  /** Value of the `Authorization` header. Default `Bearer <private key>` (SERVICE-NOTES.md "public-key auth"). */
  authorization?: (privateKey: string) => string;
  paths?: Partial<PaymentsPaths>;
}

/**
 * The payments API as a merchant's backend uses it, with the private key (SPEC.md sections 4.2, 4.3 and 4.5).
 *
 * Each call sends one request and never repeats it: two creations could be two charges. Every failure is a
 * `PaymentsError`; when its `outcomeUnknown` is set, find out what happened before sending again.
 */
export class PaymentsBackend {
  readonly #baseUrl: URL;
  readonly #privateKey: string;
  readonly #publicKey: string | undefined;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #authorization: string;
  readonly #paths: PaymentsPaths;

  /** @throws TypeError for an unusable address or key; a public key in the private one's place and the reverse are named. */
  constructor(options: PaymentsBackendOptions) {
    this.#baseUrl = requireBaseUrl(requireObject(options, 'The options').baseUrl);
    this.#privateKey = requirePrivateKey(options.privateKey);
    this.#publicKey =
      options.publicKey === undefined ? undefined : requirePublicKey(options.publicKey, this.#privateKey);
    this.#fetch = requireFetch(options.fetch);
    this.#timeoutMs = requireTimeout(options.timeoutMs ?? 30_000);
    const { authorization = (key) => `Bearer ${key}` } = options;
    if (typeof authorization !== 'function') throw new TypeError('authorization must be a function.');
    const value = authorization(this.#privateKey);
    this.#authorization = requireCredential(value, 'The result of authorization()');
    this.#paths = requirePaths(defaultPaths, options.paths);
  }

  /** Stores a means of payment for later charges (SPEC.md section 4.3). The card token is used up by it. */
  async createPaymentSource(body: PaymentSourceRequest, options?: CallOptions): Promise<PaymentSource> {
    return this.#call('POST', this.#paths.paymentSources, paymentSourceSchema, options, requireBody(body));
  }

  /** Reads a stored means of payment. */
  async getPaymentSource(id: string | number, options?: CallOptions): Promise<PaymentSource> {
    return this.#call(
      'GET',
      withId(this.#paths.paymentSource, Number.isSafeInteger(id) ? String(id) : (id as string)),
      paymentSourceSchema,
      options,
    );
  }

  /**
   * Creates a transaction (SPEC.md section 4.2), or charges a payment source. It comes back PENDING; the outcome is
   * told by an event, or by `getTransaction`.
   *
   * @throws PaymentsError also when the answer is about another reference or amount (`INVALID_RESPONSE`).
   * @throws TypeError for an amount that is a number, and no whole one of minor units: nothing was sent.
   */
  async createTransaction(body: TransactionRequest, options?: CallOptions): Promise<TransactionRecord> {
    const text = requireBody(body);
    const { reference, amount_in_cents: amount, currency } = body;
    if (typeof amount === 'number' && !Number.isSafeInteger(amount))
      throw new TypeError('amount_in_cents must be a whole number of minor units (cents): $ 119.000 is 11900000.');
    const record = await this.#call('POST', this.#paths.transactions, transactionRecordSchema, options, text);
    if (record.reference !== reference || record.amount_in_cents !== amount || record.currency !== currency)
      throw invalidResponse(201, 'The answer is about another reference, amount or currency.');
    return record;
  }

  /**
   * The transaction as the service sees it now (SPEC.md section 4.5).
   *
   * @throws PaymentsError also when the answer is about another transaction (`INVALID_RESPONSE`).
   */
  async getTransaction(id: string, options?: CallOptions): Promise<TransactionRecord> {
    const record = await this.#call('GET', withId(this.#paths.transaction, id), transactionRecordSchema, options);
    if (record.id !== id) throw invalidResponse(200, 'The answer is about another transaction.');
    return record;
  }

  /** Voids an approved card transaction of the same day (SERVICE-NOTES.md "VOIDED") and gives its record. */
  async voidTransaction(id: string, options?: CallOptions): Promise<TransactionRecord> {
    const path = withId(this.#paths.voidTransaction, id);
    const record = await this.#call('POST', path, voidedTransactionSchema, options, '{}');
    if (record.id !== id) throw invalidResponse(200, 'The answer is about another transaction.');
    return record;
  }

  /**
   * The merchant's record with both contracts and new acceptance tokens (SPEC.md section 4.1), for backends that
   * collect the payer's consent themselves.
   *
   * @throws TypeError without a `publicKey`.
   */
  async getMerchant(options?: CallOptions): Promise<MerchantRecord> {
    if (this.#publicKey === undefined) throw new TypeError('getMerchant needs the option publicKey.');
    const headers = { 'x-merchant-public-key': this.#publicKey };
    return this.#call('GET', this.#paths.merchant, merchantRecordSchema, options, undefined, headers);
  }

  async #call<Data>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodMiniType<Data>,
    options: CallOptions | undefined,
    body?: string,
    headers: Record<string, string> = { authorization: this.#authorization },
  ): Promise<Data> {
    const secrets = [this.#privateKey, this.#authorization];
    const url = serviceUrl(this.#baseUrl, path);
    const request = { method, url, headers, timeoutMs: this.#timeoutMs, signal: signalOf(options), secrets };
    const answer = await exchange(this.#fetch, body === undefined ? request : { ...request, body }).catch(
      (error: unknown) => {
        throw error instanceof NoAnswer ? unansweredError(error) : error;
      },
    );
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, secrets);
    const parsed = z.safeParse(inData(schema), answer.body);
    if (parsed.success) return parsed.data.data;
    const reason = `The answer is not the record that was asked for: see ${misfitOf(parsed.error)}.`;
    throw invalidResponse(answer.status, reason);
  }
}

const invalidResponse = (status: number, reason: string) =>
  new PaymentsError({ status, type: 'INVALID_RESPONSE', reason });

function requireBody(body: object): string {
  return JSON.stringify(requireObject(body, 'The body'), (name, value: unknown) => {
    if (typeof value === 'bigint') throw new TypeError(`${name} must be a number: JSON has no bigint.`);
    return value;
  });
}

function withId(path: string, id: string): string {
  if (!isRecordId(id)) throw new TypeError(recordIdMessage);
  return path.replace('{id}', id);
}
