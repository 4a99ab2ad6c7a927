import { readJson, refusal } from '../api/service-client.ts';
import { pastWorker } from '../api/service-request.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import type { OrderRequest } from '../domain/order.ts';
import type { SourceCharge } from '../domain/saved-source.ts';
import { leaveBody } from '../domain/wire/read-bytes.ts';

/** Posts JSON to the merchant's own endpoint, with the page's cookies when it is of the same origin. */
const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    credentials: 'same-origin',
    // What was asked for, and the page's cookies, go to the address that the page names and to no other.
    redirect: 'error',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });

/**
 * Asks the merchant's own endpoint for an order: POST `{method}`. For a saved card `source` is its id.
 * After a transaction that ended unpaid, `after` is its id. For what a half payment has left,
 * `{method, rest_of, amount_in_cents, currency}`: the first transaction's id, and what the order has to be for.
 *
 * @throws CheckoutError `cart_paid` where it answers 409 with `CART_PAID`, else `order_unavailable`.
 */
export async function fetchOrder(url: string, { method, source, rest, after }: OrderRequest): Promise<unknown> {
  const failure = (what: string, cause?: unknown) =>
    new CheckoutError('order_unavailable', `order-url ${what}.`, { cause });
  const restFields = rest && {
    rest_of: rest.transactionId,
    amount_in_cents: rest.amountInCents,
    currency: rest.currency,
  };
  const body = { method, ...(source && { source }), ...(after && { after }), ...restFields };
  const response = await post(url, body).catch((thrown: unknown) => {
    throw failure('had no answer, or a redirect, which is not followed', thrown);
  });
  if (!response.ok) {
    const answer = await readJson(response).catch(() => undefined);
    if (response.status === 409 && errorTypeOf(answer) === 'CART_PAID')
      throw new CheckoutError('cart_paid', 'order-url answered that this cart is paid.', { status: 409 });
    // For its developer. A page may stand in its place, which is nobody's to log: it has its reader's tokens.
    throw failure(
      `answered ${response.status}`,
      answer === undefined ? undefined : JSON.stringify(answer).slice(0, 300),
    );
  }
  const order = await readJson(response).catch((thrown: unknown) => {
    throw failure('had no whole answer', thrown);
  });
  if (order === undefined) throw failure('answered with no JSON, or with too much of it');
  return order;
}

/**
 * Has the merchant's own endpoint charge a saved card: POST `{reference, source}`, and `installments` where the payer was
 * asked.
 *
 * @returns the transaction's record; undefined for an answer that is no JSON.
 * @throws CheckoutError a refusal, as the service's own, or `cart_paid` where it answers 409 with `CART_PAID` or
 * `ORDER_CLOSED`; and what `fetch` throws where no answer came.
 */
export async function fetchCharge(url: string, { reference, source, installments }: SourceCharge): Promise<unknown> {
  const response = await post(url, { reference, source, installments });
  const answer = await readJson(response);
  if (response.ok) return answer;
  const type = errorTypeOf(answer);
  if (response.status === 409 && (type === 'CART_PAID' || type === 'ORDER_CLOSED'))
    throw new CheckoutError('cart_paid', 'charge-url answered that this order cannot be charged any more.', {
      status: 409,
    });
  throw refusal(response, answer);
}

/** The type of an error as `checkoutRoutes` writes it: `{error: {type}}`. */
const errorTypeOf = (answer: unknown): unknown => Object(Object(answer).error).type;

/**
 * Asks the merchant's own endpoint what became of a reference: GET `?reference=…`, with the page's cookies when it is of the
 * same origin.
 *
 * @returns the transaction's record; `null` when the backend knows of none (204 or 404).
 */
export async function fetchResolved(url: string, reference: string): Promise<unknown> {
  const address = new URL(url);
  address.searchParams.set('reference', reference);
  const response = await fetch(pastWorker(address.href), {
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (!response.ok || response.status === 204) leaveBody(response);
  if (response.status === 204 || response.status === 404) return null;
  if (!response.ok) throw new Error(`resolve-url answered ${response.status}.`);
  const record = await readJson(response);
  if (record === undefined) throw new Error('resolve-url answered with no JSON, or with too much of it.');
  return record;
}
