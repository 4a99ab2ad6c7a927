import type { Order, ServiceProfile } from 'pay-checkout';

/** Asks the shop's backend for a signed order, at each attempt to pay. */
export async function createOrder({ method }: { method: string }): Promise<Order> {
  const response = await fetch('/api/order', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method }),
  });
  if (!response.ok) throw new Error(`The shop's backend answered ${response.status}.`);
  return response.json();
}

/** What this shop has agreed with its service. */
export const profile: ServiceProfile = { extraFields: { bill_id: 'EXAMPLE' } };
