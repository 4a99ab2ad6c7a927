import { cardTokenShape, type CardToken } from '../domain/card-token.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { institutionListShape, institutionsOf, type Institution } from '../domain/institution.ts';
import { object } from '../domain/shape.ts';
import { transactionIdPattern, type Transaction } from '../domain/transaction.ts';
import { transactionShape } from '../domain/transaction-shape.ts';
import type { TransactionRequest } from './transaction-request.ts';
import type { ServiceClient } from './service-client.ts';

const cardTokenAnswer = object({ data: cardTokenShape });
const transactionAnswer = object({ data: transactionShape });
const institutionsAnswer = object({ data: institutionListShape });

/** SPEC.md section 4.7. */
export async function tokenizeCard(
  client: ServiceClient,
  card: Record<string, string>,
  signal?: AbortSignal,
): Promise<CardToken> {
  try {
    const { data } = await client.request({
      path: client.path('cardTokens'),
      method: 'POST',
      headers: client.authorization(),
      body: card,
      shape: cardTokenAnswer,
      signal,
      timeoutMs: 30_000,
    });
    return data;
  } catch (thrown) {
    const error = thrown as CheckoutError;
    if (error.code !== 'request_rejected') throw error;
    const { status = 422, fields } = error;
    throw new CheckoutError('card_rejected', `The service refused the card. ${error.message}`, { status, fields });
  }
}

/** SPEC.md section 4.6. */
export async function fetchInstitutions(client: ServiceClient, signal?: AbortSignal): Promise<Institution[]> {
  const { data } = await client.request({
    path: client.path('institutions'),
    headers: client.authorization(),
    shape: institutionsAnswer,
    signal,
    timeoutMs: 15_000,
  });
  return institutionsOf(data);
}

/** SPEC.md section 4.2, with the service's own names where the profile gives them. */
export async function createTransaction(
  client: ServiceClient,
  request: TransactionRequest,
  signal?: AbortSignal,
): Promise<Transaction> {
  const { extraFields, wireTypes = {} } = client.profile;
  const type = wireTypes[request.payment_method_type] ?? request.payment_method_type;
  const { data } = await client.request({
    path: client.path('transactions'),
    method: 'POST',
    headers: client.authorization(),
    body: {
      ...extraFields,
      ...request,
      payment_method_type: type,
      payment_method: { ...request.payment_method, type },
    },
    shape: transactionAnswer,
    signal,
    timeoutMs: 30_000,
  });
  return named(client, data);
}

/** SPEC.md section 4.5, or wherever the profile fetches records. */
export async function fetchTransaction(client: ServiceClient, id: string, signal?: AbortSignal): Promise<Transaction> {
  if (!transactionIdPattern.test(id)) throw new CheckoutError('not_found', 'This is not the id of a transaction.');
  const elsewhere = client.profile.fetchTransaction;
  const transaction = elsewhere ? await fetchElsewhere(elsewhere, id) : await fetchHere(client, id, signal);
  if (transaction.id !== id)
    throw new CheckoutError('invalid_response', 'The service answered with another payment than the one asked for.');
  return named(client, transaction);
}

/**
 * A record that a merchant's own function gave, bare or in the service's `{data}` envelope.
 *
 * @throws CheckoutError `invalid_response`.
 */
export function parseTransaction(value: unknown): Transaction {
  const bare = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  try {
    return transactionShape(bare);
  } catch (thrown) {
    throw new CheckoutError(
      'invalid_response',
      "What the merchant's function gave is not a transaction record (SPEC.md section 2.3).",
      { cause: thrown },
    );
  }
}

async function fetchHere(client: ServiceClient, id: string, signal?: AbortSignal): Promise<Transaction> {
  const { data } = await client.request({
    path: client.path('transaction').replace('{id}', encodeURIComponent(id)),
    headers: client.authorization(),
    shape: transactionAnswer,
    signal,
    timeoutMs: 15_000,
  });
  return data;
}

async function fetchElsewhere(fetchRecord: (id: string) => Promise<unknown>, id: string): Promise<Transaction> {
  let record: unknown;
  try {
    record = await fetchRecord(id);
  } catch (thrown) {
    throw new CheckoutError('network', 'profile.fetchTransaction failed.', { cause: thrown });
  }
  return parseTransaction(record);
}

/** The record with the checkout's own name of its method, whatever the service calls it. */
function named({ profile }: ServiceClient, transaction: Transaction): Transaction {
  const own = Object.entries(profile.wireTypes ?? {}).find(([, wire]) => wire === transaction.payment_method_type)?.[0];
  return own ? { ...transaction, payment_method_type: own } : transaction;
}
