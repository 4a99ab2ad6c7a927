import type * as z from 'zod/mini';
import { amountProblem } from '../domain/amount-problem.ts';
import { isKeyType, isValidKey, keyTypes, type KeyType } from '../domain/breb-keys.ts';
import { payoutBatchMessages, payoutBatchProblems, type PayoutBatch } from '../domain/payout-batch.ts';
import { isRecordId, recordIdMessage } from '../domain/record-id.ts';
import {
  accountListSchema,
  keyPreviewSchema,
  payoutReceiptSchema,
  payoutRecordSchema,
  rechargedAccountSchema,
  type Account,
  type KeyPreview,
  type PayoutReceipt,
  type PayoutRecord,
} from '../domain/wire/disbursements.ts';
import {
  type CallOptions,
  type ClientOptions,
  type Connection,
  connectionOf,
  serviceUrl,
  signalOf,
} from './client-options.ts';
import { requireCredential } from './credential.ts';
import { callDisbursements, type DisbursementCall } from './disbursement-call.ts';
import { DisbursementError } from './disbursement-error.ts';
import { createIdempotencyKey, idempotencyKeyMessage, isIdempotencyKey } from './idempotency-key.ts';
import { retryPolicy, type RetryOptions, type RetryPolicy } from './retry.ts';

/** Paths below `baseUrl`; `{id}` stands for the batch's id, `{key}` for the key. */
export interface DisbursementPaths {
  key: string;
  payouts: string;
  payout: string;
  accounts: string;
  balanceRecharge: string;
}

const defaultPaths: DisbursementPaths = {
  key: '/v2/breb/keys/resolve/{key}',
  payouts: '/v2/payouts',
  payout: '/v2/payouts/{id}',
  accounts: '/accounts',
  balanceRecharge: '/accounts/balance-recharge',
};

export interface DisbursementsOptions extends ClientOptions<DisbursementPaths> {
  /** Sent as `x-api-key`. It stays inside the instance: printing one shows nothing. */
  apiKey: string;
  /** The payer's identifier, sent as `user-principal-id`. */
  userPrincipalId: string;
  /** `false` sends once. */
  retry?: RetryOptions | false;
}

export interface CreatePayoutOptions extends CallOptions {
  /**
   * 1 to 64 letters, digits and hyphens; made when absent. Give a stored one if this process may end before the
   * answer: run again with it, the batch is paid once.
   */
  idempotencyKey?: string;
}

/** Body of `POST /accounts/balance-recharge`, which only the sandbox has. */
export interface BalanceRecharge {
  accountId: string;
  /** Positive integer in minor units (cents). */
  amountInCents: number;
}

/**
 * The disbursements API (SPEC.md section 4.8). Methods resolve with the record, not the envelope, and fail with a
 * `DisbursementError`. Technical errors, and lost answers to reads and to `createPayout`, are tried again with
 * exponential backoff and full jitter, a creation always under the same idempotency key; business errors never are.
 */
export class Disbursements {
  readonly #connection: Connection<DisbursementPaths>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #retry: RetryPolicy;

  /** @throws TypeError for an unusable address, credential or option. */
  constructor(options: DisbursementsOptions) {
    this.#connection = connectionOf(options, defaultPaths);
    this.#headers = {
      'x-api-key': requireCredential(options.apiKey, 'apiKey'),
      'user-principal-id': requireCredential(options.userPrincipalId, 'userPrincipalId'),
    };
    this.#retry = retryPolicy(options.retry);
  }

  /**
   * Shows who stands behind a key before money is sent to it. A key of the wrong format is refused with EXC_033 before
   * anything is sent.
   */
  async resolveKey(value: string, keyType: KeyType, options?: CallOptions): Promise<KeyPreview> {
    if (!isKeyType(keyType)) throw refused('400', [`keyType must be one of: ${keyTypes.join(', ')}`]);
    if (!isValidKey(value, keyType))
      throw refused('EXC_033', [`The key does not have the format of the type ${keyType}.`]);
    const path = this.#connection.paths.key.replace('{key}', () => encodeURIComponent(value));
    return this.#read(path, keyPreviewSchema, options, { query: { keyType }, secrets: [value] });
  }

  /**
   * Creates a batch, which is then paid in the background; follow it by `payout.updated` events or `getPayout`.
   *
   * The whole batch is checked first: on any problem nothing is sent and the error's `rows` name every bad transfer.
   *
   * @throws DisbursementError with `alreadyProcessed` when a lost answer turned out to be a batch that was taken, and
   * with `outcomeUnknown` when nobody knows: then call again with the error's `idempotencyKey`, never with a new one.
   */
  async createPayout(batch: PayoutBatch, options?: CreatePayoutOptions): Promise<PayoutReceipt> {
    const { idempotencyKey = createIdempotencyKey() } = options ?? {};
    const body = toJson(batch);
    requireGoodBatch(idempotencyKey, body);
    const headers = { 'idempotency-key': idempotencyKey };
    return this.#call({
      request: this.#request('POST', this.#connection.paths.payouts, options, { body, headers }),
      schema: payoutReceiptSchema,
      isRepeatable: true,
      idempotencyKey,
    });
  }

  /** The batch and its transfers as the service sees them now. */
  async getPayout(id: string, options?: CallOptions): Promise<PayoutRecord> {
    if (!isRecordId(id)) throw refused('400', [recordIdMessage]);
    const record = await this.#read(this.#connection.paths.payout.replace('{id}', id), payoutRecordSchema, options);
    if (record.id === id) return record;
    const messages = ['The answer is about another batch.'];
    throw new DisbursementError({ status: 200, code: 'INVALID_RESPONSE', type: 'Technical', messages });
  }

  /** The source accounts with their balances. */
  async listAccounts(options?: CallOptions): Promise<Account[]> {
    return this.#read(this.#connection.paths.accounts, accountListSchema, options);
  }

  /** Puts play money on a source account, in the sandbox. Never sent again without an answer, as it would add twice. */
  async rechargeBalance(body: BalanceRecharge, options?: CallOptions): Promise<Account> {
    if (typeof body?.accountId !== 'string' || body.accountId === '')
      throw refused('400', ['accountId must be a string']);
    const badAmount = amountProblem(body.amountInCents, 'amountInCents');
    if (badAmount) throw refused('400', [badAmount]);
    const { balanceRecharge } = this.#connection.paths;
    const account = await this.#call({
      request: this.#request('POST', balanceRecharge, options, { body: JSON.stringify(body) }),
      schema: rechargedAccountSchema,
      isRepeatable: false,
    });
    return { ...account, id: account?.id ?? body.accountId };
  }

  #read<Data>(path: string, schema: z.ZodMiniType<Data>, options?: CallOptions, more: RequestDetails = {}) {
    return this.#call({ request: this.#request('GET', path, options, more), schema, isRepeatable: true });
  }

  #call<Data>(call: DisbursementCall<Data>): Promise<Data> {
    return callDisbursements(this.#connection.send, this.#retry, call);
  }

  #request(
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions | undefined,
    { query, headers, body, secrets = [] }: RequestDetails,
  ) {
    const { baseUrl, timeoutMs } = this.#connection;
    return {
      method,
      url: serviceUrl(baseUrl, path, query),
      headers: { ...this.#headers, ...headers },
      body,
      timeoutMs,
      signal: signalOf(options),
      secrets: [...Object.values(this.#headers), ...secrets],
      isOfBatch: true as const,
    };
  }
}

interface RequestDetails {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
  /** What no error may quote of the address. */
  secrets?: string[];
}

/** Refused here in the service's words, so that one handler serves both. */
const refused = (code: string, messages: string[]): DisbursementError =>
  new DisbursementError({ status: 400, code, type: 'Business', messages });

/** What is checked must be what is sent: getters and `toJSON` have their say once. A bigint becomes text, to be refused as such. */
const toJson = (batch: unknown): string =>
  JSON.stringify(batch, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? 'null';

/** Key and body together, as the service does: what it would say to both is said at once. */
function requireGoodBatch(idempotencyKey: string, body: string): void {
  const problems = payoutBatchProblems(JSON.parse(body));
  const messages = payoutBatchMessages(problems);
  if (!isIdempotencyKey(idempotencyKey)) messages.unshift(idempotencyKeyMessage);
  if (messages.length === 0) return;
  throw new DisbursementError({ status: 400, code: '400', type: 'Business', messages, rows: problems.rows });
}
