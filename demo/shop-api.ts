import type { Transaction } from '../src/index.ts';

/** One line of the order, as the shop's backend priced it. Amounts are minor units. */
export interface CartLine {
  sku: string;
  name: string;
  detail: string;
  quantity: number;
  amount_in_cents: number;
}

export interface ShopCart {
  lines: CartLine[];
  shipping_in_cents: number;
  tax_in_cents: number;
  total_in_cents: number;
  currency: string;
}

export interface ShopProduct {
  sku: string;
  name: string;
  detail: string;
  price_in_cents: number;
  is_gift_card: boolean;
}

export interface SignedOrder {
  reference: string;
  amount_in_cents: number;
  currency: string;
  signature: string;
}

export type ShopOrderStatus = 'awaiting_payment' | 'paid' | 'not_paid' | 'voided' | 'amount_mismatch';

export interface OrderStatusAnswer {
  reference: string;
  status: ShopOrderStatus;
}

/** A fault as the sandbox takes it: the next `times` requests of that method and path meet it. */
export interface FaultRequest {
  method: 'GET' | 'POST';
  path: string;
  times: number;
  fault: { kind: string; ms?: number; status?: number };
}

/** What the shop's backend refused, or that it gave no answer. The message is for the tester. */
export class ShopApiError extends Error {
  override readonly name = 'ShopApiError';
}

async function call<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { cache: 'no-store', ...init });
  } catch (cause) {
    throw new ShopApiError('El servidor de la tienda no responde.', { cause });
  }
  const answer = (await response.json().catch(() => ({}))) as { error?: { reason?: string; messages?: object } };
  if (response.ok) return answer as Answer;
  const { reason, messages } = answer.error ?? {};
  throw new ShopApiError(reason ?? (messages ? JSON.stringify(messages) : `La tienda respondió ${response.status}.`));
}

const send = <Answer>(method: 'POST' | 'PUT', path: string, body: object) =>
  call<Answer>(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** The shop's backend, as its pages use it. Every call rejects with a ShopApiError. */
export const shopApi = {
  cart: () => call<ShopCart>('/cart'),
  products: () => call<ShopProduct[]>('/products'),
  replaceCart: (items: { sku: string; quantity: number }[]) => send<ShopCart>('PUT', '/cart', { items }),
  signedOrder: () => call<SignedOrder>('/signed-order'),
  orderStatus: (reference: string) => call<OrderStatusAnswer>(`/orders/${encodeURIComponent(reference)}`),
  latestOrder: () => call<{ order: OrderStatusAnswer | null }>('/orders/latest'),
  resolve: (reference: string) => send<{ transaction: Transaction | null }>('POST', '/resolve', { reference }),
  testValues: () => call<Record<string, unknown>>('/sandbox/test-values'),
  seenRequests: () => call<{ method: string; path: string }[]>('/sandbox/requests'),
  addFault: (fault: FaultRequest) => send<unknown>('POST', '/sandbox/faults', fault),
  resetSandbox: () => send<unknown>('POST', '/sandbox/reset', {}),
};
