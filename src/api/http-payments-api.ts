import { cardTokenShape, type CardToken } from '../domain/card-token.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import type { CodeAttempts, CodeServices } from '../domain/code-services.ts';
import { institutionListShape, institutionsOf, type Institution } from '../domain/institution.ts';
import { unknown } from '../domain/open-shape.ts';
import { lenient, number, object } from '../domain/shape.ts';
import type { Transaction } from '../domain/transaction.ts';
import { transactionIdPattern } from '../domain/transaction-id.ts';
import { transactionShape } from '../domain/transaction-shape.ts';
import type { WalletToken } from '../domain/wallet-token.ts';
import { ContractsApi } from './contracts-api.ts';
import { parseTransaction } from './parse-transaction.ts';
import { otherPayment, type PaymentsApi } from './payments-api.ts';
import { refusing } from './refused-as.ts';
import type { TransactionRequest } from './transaction-request.ts';
import { walletToken } from './wallet-requests.ts';

const attempts = lenient(object({ limitSendCode: lenient(number), limitValidateCode: lenient(number) }));
/** The attempts, bare or in the service's `{data}` envelope. A service that says nothing about them has sent all the same. */
const sendAnswer = lenient(object({ attempts, data: lenient(object({ attempts })) }));

/** A number of attempts that makes sense. */
const limit = (count: number | undefined): number | undefined =>
  count !== undefined && count >= 0 ? count : undefined;

const bearer = ({ token }: CodeServices): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** The PaymentsApi over HTTP; `{base_url}`, keys and open points come with the options. */
export class HttpPaymentsApi extends ContractsApi implements PaymentsApi {
  tokenizeCard(card: Record<string, string>, signal?: AbortSignal): Promise<CardToken> {
    return this.client
      .fetchData({
        path: this.client.path('cardTokens'),
        body: card,
        shape: cardTokenShape,
        signal,
        timeoutMs: 30_000,
      })
      .catch(refusing('card_rejected', 'The service refused the card. '));
  }

  /** With the service's own names where the profile gives them. */
  async createTransaction(request: TransactionRequest, signal?: AbortSignal): Promise<Transaction> {
    const { extraFields, wireTypes = {} } = this.client.profile;
    const type = wireTypes[request.payment_method_type] ?? request.payment_method_type;
    const transaction = await this.client.fetchData({
      path: this.client.path('transactions'),
      body: {
        ...extraFields,
        ...request,
        payment_method_type: type,
        payment_method: { ...request.payment_method, type },
      },
      shape: transactionShape,
      signal,
      timeoutMs: 30_000,
    });
    return this.#named(transaction);
  }

  /** From wherever the profile fetches records. */
  async fetchTransaction(id: string, signal?: AbortSignal): Promise<Transaction> {
    if (!transactionIdPattern.test(id))
      throw new CheckoutError(
        'not_found',
        'The transaction id is not one that the service gives: it was not asked for.',
      );
    const elsewhere = this.client.profile.fetchTransaction;
    const bounds = { signal, timeoutMs: 15_000 };
    const transaction = elsewhere
      ? recordOf(await this.client.bounded('profile.fetchTransaction', bounds, () => elsewhere(id)))
      : await this.client.fetchData({
          path: this.client.path('transaction').replace('{id}', id),
          shape: transactionShape,
          ...bounds,
        });
    if (transaction.id !== id) throw otherPayment();
    return this.#named(transaction);
  }

  async fetchInstitutions(signal?: AbortSignal): Promise<Institution[]> {
    const banks = await this.client.fetchData({
      path: this.client.path('institutions'),
      shape: institutionListShape,
      signal,
      timeoutMs: 15_000,
    });
    return institutionsOf(banks);
  }

  async sendCode(services: CodeServices, signal?: AbortSignal): Promise<CodeAttempts> {
    const answer = await this.client
      .request({
        path: services.sendUrl,
        method: 'POST',
        headers: bearer(services),
        shape: sendAnswer,
        signal,
      })
      .catch(refusing('code_rejected'));
    const { limitSendCode, limitValidateCode } = answer?.attempts ?? answer?.data?.attempts ?? {};
    return { sends: limit(limitSendCode), tries: limit(limitValidateCode) };
  }

  async validateCode(services: CodeServices, code: string, signal?: AbortSignal): Promise<void> {
    await this.client
      .request({
        path: services.validateUrl,
        headers: bearer(services),
        body: { code },
        shape: unknown,
        signal,
      })
      .catch(refusing('code_rejected'));
  }

  walletToken(
    type: string,
    asked: { phoneNumber: string } | { id: string },
    signal?: AbortSignal,
  ): Promise<WalletToken> {
    return walletToken(this.client, type, asked, signal);
  }

  /** The record with the checkout's own name of its method, whatever the service calls it. */
  #named(transaction: Transaction): Transaction {
    const wireTypes = Object.entries(this.client.profile.wireTypes ?? {});
    const own = wireTypes.find(([, wire]) => wire === transaction.payment_method_type)?.[0];
    return own ? { ...transaction, payment_method_type: own } : transaction;
  }
}

function recordOf(record: unknown): Transaction {
  if (record === null)
    throw new CheckoutError('not_found', 'The function profile.fetchTransaction gave no record of this transaction.');
  return parseTransaction(record);
}
