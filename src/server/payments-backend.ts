import * as z from 'zod/mini';
import { isRecordId, recordIdMessage } from '../domain/record-id.ts';
import { inData } from '../domain/wire/fields.ts';
import { merchantRecordSchema, type MerchantRecord } from '../domain/wire/merchant.ts';
import { paymentSourceSchema, type PaymentSource } from '../domain/wire/payment-source.ts';
import {
  transactionRecordSchema,
  voidedTransactionSchema,
  type TransactionRecord,
} from '../domain/wire/transaction.ts';
import {
  type CallOptions,
  type ClientOptions,
  type Connection,
  connectionOf,
  requireObject,
  serviceUrl,
  signalOf,
} from './client-options.ts';
import { requireCredential, requirePrivateKey, requirePublicKey } from './credential.ts';
import { exchange, misfit, NoAnswer } from './exchange.ts';
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

export interface PaymentsBackendOptions extends ClientOptions<PaymentsPaths> {
  /** The merchant's private key (`prv_…`). It stays inside the instance: printing one shows nothing. */
  privateKey: string;
  /** The merchant's public key, which `getMerchant` needs. */
  publicKey?: string;
  /** Value of the `Authorization` header. Default `Bearer <private key>` (SERVICE-NOTES.md "public-key auth"). */
  authorization?: (privateKey: string) => string;
}

/**
 * The payments API as a merchant's backend uses it, with the private key (SPEC.md sections 4.2, 4.3 and 4.5).
 *
 * Each call sends one request and never repeats it: two creations could be two charges. Every failure is a
 * `PaymentsError`; when its `outcomeUnknown` is set, find out what happened before sending again.
 */
export class PaymentsBackend {
  readonly #connection: Connection<PaymentsPaths>;
  readonly #privateKey: string;
  readonly #publicKey: string | undefined;
  readonly #authorization: string;

  /** @throws TypeError for an unusable address or key; a public key in the private one's place and the reverse are named. */
  constructor(options: PaymentsBackendOptions) {
    this.#connection = connectionOf(options, defaultPaths);
    this.#privateKey = requirePrivateKey(options.privateKey);
    this.#publicKey =
      options.publicKey === undefined ? undefined : requirePublicKey(options.publicKey, this.#privateKey);
    const { authorization = (key) => `Bearer ${key}` } = options;
    if (typeof authorization !== 'function') throw new TypeError('authorization must be a function.');
    this.#authorization = requireCredential(authorization(this.#privateKey), 'The result of authorization()');
  }

  /** Stores a means of payment for later charges (SPEC.md section 4.3). The card token is used up by it. */
  async createPaymentSource(body: PaymentSourceRequest, options?: CallOptions): Promise<PaymentSource> {
    const { paymentSources } = this.#connection.paths;
    return this.#call('POST', paymentSources, paymentSourceSchema, options, requireObject(body, 'The body'));
  }

  /** Reads a stored means of payment. */
  async getPaymentSource(id: string | number, options?: CallOptions): Promise<PaymentSource> {
    const path = withId(this.#connection.paths.paymentSource, Number.isSafeInteger(id) ? String(id) : id);
    return this.#call('GET', path, paymentSourceSchema, options);
  }

  /**
   * Creates a transaction (SPEC.md section 4.2), or charges a payment source. It comes back PENDING; the outcome is
   * told by an event, or by `getTransaction`.
   *
   * @throws PaymentsError also when the answer is about another reference or amount (`INVALID_RESPONSE`).
   * @throws TypeError for an amount that is a number, and no whole one of minor units: nothing was sent.
   */
  async createTransaction(body: TransactionRequest, options?: CallOptions): Promise<TransactionRecord> {
    const { reference, amount_in_cents: amount, currency } = requireObject(body, 'The body');
    if (typeof amount === 'number' && !Number.isSafeInteger(amount))
      throw new TypeError('amount_in_cents must be a whole number of minor units (cents): $ 119.000 is 11900000.');
    const { transactions } = this.#connection.paths;
    const record = await this.#call('POST', transactions, transactionRecordSchema, options, body);
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
    const path = withId(this.#connection.paths.transaction, id);
    const record = await this.#call('GET', path, transactionRecordSchema, options);
    if (record.id !== id) throw invalidResponse(200, 'The answer is about another transaction.');
    return record;
  }

  /** Voids an approved card transaction of the same day (SERVICE-NOTES.md "VOIDED") and gives its record. */
  async voidTransaction(id: string, options?: CallOptions): Promise<TransactionRecord> {
    const path = withId(this.#connection.paths.voidTransaction, id);
    const record = await this.#call('POST', path, voidedTransactionSchema, options, {});
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
    return this.#call('GET', this.#connection.paths.merchant, merchantRecordSchema, options, undefined, headers);
  }

  async #call<Data>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodMiniType<Data>,
    options: CallOptions | undefined,
    body?: object,
    headers: Record<string, string> = { authorization: this.#authorization },
  ): Promise<Data> {
    const { baseUrl, send, timeoutMs } = this.#connection;
    const url = serviceUrl(baseUrl, path);
    const text = body === undefined ? body : jsonOf(body);
    const secrets = [this.#privateKey, this.#authorization];
    const request = { method, url, headers, body: text, timeoutMs, signal: signalOf(options), secrets };
    const answer = await exchange(send, request).catch((error: unknown) => {
      throw error instanceof NoAnswer ? unansweredError(error) : error;
    });
    if (!answer.ok) throw refusalOf(answer, request);
    const parsed = z.safeParse(inData(schema), answer.body);
    if (parsed.success) return parsed.data.data;
    throw invalidResponse(answer.status, misfit(answer, parsed.error));
  }
}

const invalidResponse = (status: number, reason: string) =>
  new PaymentsError({ status, type: 'INVALID_RESPONSE', reason });

function jsonOf(body: object): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'bigint') throw new TypeError(`${name} must be a number: JSON has no bigint.`);
    return value;
  });
}

function withId(path: string, id: unknown): string {
  if (!isRecordId(id)) throw new TypeError(recordIdMessage);
  return path.replace('{id}', id);
}
