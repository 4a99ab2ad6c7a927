import { CheckoutError } from '../domain/checkout-error.ts';

/**
 * Asks the merchant's own endpoint for an order: POST `{method}`, with the page's cookies when it is of the same origin.
 *
 * @throws CheckoutError `order_unavailable`.
 */
export async function fetchOrder(url: string, request: { method: string }): Promise<unknown> {
  const failure = (what: string, cause?: unknown) =>
    new CheckoutError(
      'order_unavailable',
      `order-url ${what}. It has to answer {reference, amount_in_cents, currency, signature} in JSON.`,
      { cause },
    );
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(request),
    });
  } catch (thrown) {
    throw failure('had no answer', thrown);
  }
  if (!response.ok) throw failure(`answered ${response.status}`);
  return response.json().catch((thrown: unknown) => {
    throw failure('answered with something that is no JSON', thrown);
  });
}
