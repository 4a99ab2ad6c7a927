import type { OrderAnswer, OrderRequest, ServiceProfile } from 'pay-checkout';

/** What is being bought, as the shop's backend calls it: while it is the same, it is one purchase, which is paid once. */
export const cartId: string = await fetchCart();

async function fetchCart(): Promise<string> {
  const response = await fetch('/api/cart');
  if (!response.ok) throw new Error(`The shop's backend answered ${response.status}.`);
  const { id } = await response.json();
  return id;
}

/** Asks the shop's backend for a signed order, at each attempt to pay. */
export async function createOrder({ method, after, rest }: OrderRequest): Promise<OrderAnswer> {
  const response = await fetch('/api/order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, after, rest_of: rest?.transactionId }),
  });
  if (!response.ok) throw new Error(`The shop's backend answered ${response.status}.`);
  return response.json();
}

/** What this shop has agreed with its service. */
export const profile: ServiceProfile = { extraFields: { bill_id: 'EXAMPLE' } };
