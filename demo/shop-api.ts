import type { SourceCharge, Transaction } from '../src/index.ts';
import type { ToolText } from './tools/en.ts';

/** One line of the order, as the shop's backend priced it. Amounts are minor units. */
interface CartLine {
  sku: string;
  name: string;
  detail: string;
  quantity: number;
  amount_in_cents: number;
}

/** What things cost. */
interface ShopQuote {
  lines: CartLine[];
  shipping_in_cents: number;
  tax_in_cents: number;
  total_in_cents: number;
  currency: string;
}

export interface ShopBill extends ShopQuote {
  /** What is still to pay: less than the total when points have paid a part. */
  due_in_cents: number;
}

export interface ShopCart extends ShopBill {
  /** What the checkout calls this purchase. */
  cart_id: string;
  is_paid: boolean;
}

export interface ShopProduct {
  sku: string;
  name: string;
  detail: string;
  price_in_cents: number;
  is_gift_card: boolean;
}

/** What an order asks for. */
export interface OrderTerms {
  amount_in_cents: number;
  currency: string;
}

export interface SignedOrder extends OrderTerms {
  reference: string;
  signature: string;
}

export type ShopOrderStatus = 'awaiting_payment' | 'partly_paid' | 'paid' | 'not_paid' | 'voided';

export interface OrderStatusAnswer {
  reference: string;
  status: ShopOrderStatus;
}

/** An order with what was bought, all of it, whichever part of it this order's payment pays. */
export interface ShopOrder extends OrderStatusAnswer, ShopQuote {
  /** The payment that the backend has heard of. */
  transaction_id: string | null;
  /** The order that has paid the cart, this one or another; null as long as none has. */
  paid_by: string | null;
}

/** A fault as the sandbox takes it: the next `times` requests of that method and path meet it. */
export interface FaultRequest {
  method: 'GET' | 'POST';
  path: string;
  times: number;
  fault: { kind: string; ms?: number; status?: number };
}

/** A card or a wallet that the customer has saved, as it may be shown. */
export type SavedSource = { id: string; last_four: string } & (
  { type: 'CARD'; brand: string; expiry: string; holder: string; max_installments: number } | { type: 'WALLET_A' }
);

/** The body of an answer that refuses. */
interface Refusal extends Partial<OrderTerms> {
  type?: string;
  reason?: string;
  messages?: object;
}

/** What the shop's backend refused, or that it gave no answer. The message is for the tester. */
export class ShopApiError extends Error {
  override readonly name = 'ShopApiError';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly refusal: Readonly<Refusal>;

  constructor(message: string, status: number, refusal: Refusal = {}, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.refusal = refusal;
  }
}

/** What the backend refuses for reasons that its visitors can do something about. Texts of the tools. */
const refusalWords: Readonly<Record<string, ToolText>> = {
  CART_PAID: 'Este pedido ya está pagado. Haz otra compra.',
  CART_PARTLY_PAID: 'Una parte de este pedido ya está pagada. Paga primero el resto.',
  UNKNOWN_CART: 'Este carrito ya no existe. Recarga la página.',
};

/** Asks the shop's backend. Rejects with a ShopApiError. */
export async function askShop<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, { cache: 'no-store', ...init });
  } catch (cause) {
    throw new ShopApiError('El servidor de la tienda no responde.', 0, {}, { cause });
  }
  // Nothing is known.
  if (response.status === 204) return null as Answer;
  const answer = (await response.json().catch(() => ({}))) as { error?: Refusal };
  if (response.ok) return answer as Answer;
  const { error: refusal = {} } = answer;
  const words =
    refusalWords[refusal.type ?? ''] ??
    refusal.reason ??
    (refusal.messages ? JSON.stringify(refusal.messages) : undefined);
  throw new ShopApiError(words ?? `La tienda respondió ${response.status}.`, response.status, refusal);
}

/** Sends JSON to the shop's backend. Rejects with a ShopApiError. */
export const sendToShop = <Answer>(method: 'POST' | 'PUT', path: string, body: object) =>
  askShop<Answer>(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** The shop's backend, as its pages use it. Every call rejects with a ShopApiError. */
export const shopApi = {
  cart: () => askShop<ShopCart>('/cart'),
  products: () => askShop<ShopProduct[]>('/products'),
  replaceCart: (items: { sku: string; quantity: number }[]) => sendToShop<ShopCart>('PUT', '/cart', { items }),
  /** @param after the last transaction, which ended unpaid: the shop may not have heard of that */
  signedOrder: (after?: string) => askShop<SignedOrder>(`/signed-order${after ? `?after=${after}` : ''}`),
  order: (reference: string) => askShop<ShopOrder>(`/orders/${encodeURIComponent(reference)}`),
  latestOrder: () => askShop<{ order: ShopOrder | null }>('/orders/latest'),
  savedSources: () => askShop<SavedSource[]>('/sources'),
  saveSource: (request: object) => sendToShop<SavedSource>('POST', '/source', request),
  removeSource: (id: string) => askShop<unknown>(`/sources/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  /** The order of a saved card or wallet, which charges nothing. */
  sourceOrder: ({ type: method, id: source }: SavedSource) =>
    sendToShop<SignedOrder>('POST', '/order', { method, source }),
  /** @param order with the amount that the customer saw, of which alone the backend then charges it */
  chargeSource: ({ reference, amount_in_cents, currency }: Omit<SignedOrder, 'signature'>, source: string) =>
    sendToShop<unknown>('POST', '/charge', { reference, source, amount_in_cents, currency }),
  playgroundOrder: (query: string) => askShop<SignedOrder>(`/playground/order?${query}`),
  playgroundCharge: (charge: SourceCharge) => sendToShop<Transaction>('POST', '/playground/charge', charge),
  playgroundResolve: (reference: string) =>
    sendToShop<{ transaction: Transaction | null }>('POST', '/playground/resolve', { reference }),
  testValues: () => askShop<Record<string, unknown>>('/sandbox/test-values'),
  seenRequests: () => askShop<{ method: string; path: string }[]>('/sandbox/requests'),
  addFault: (fault: FaultRequest) => sendToShop<unknown>('POST', '/sandbox/faults', fault),
  resetSandbox: () => sendToShop<unknown>('POST', '/sandbox/reset', {}),
};
