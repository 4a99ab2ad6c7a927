import { CheckoutError } from './checkout-error.ts';
import { isAmountInCents, isCurrency, type Money } from './money.ts';

/** What the merchant's backend signs for one payment attempt (SPEC.md section 4.2). */
export interface Order extends Money {
  /** The merchant's unique reference; after a decline a new attempt needs a new one. */
  reference: string;
  /** Integrity signature, hex, made by the backend: the secret never reaches the browser. */
  signature: string;
  /** The merchant's own id of what is being bought: with it the purchase is known, not guessed. */
  cartId?: string | undefined;
}

/** The same as `order-url` answers it, which `createOrder` may hand on. */
export type OrderAnswer = Omit<Order, 'amountInCents' | 'cartId'> & {
  /** Minor units (cents). */
  amount_in_cents: number;
  cart_id?: string | undefined;
};

/** What a half payment has left: the amount, and the transaction that paid the other part. */
export interface Rest extends Money {
  transactionId: string;
  /** The method that paid the other part. */
  method: string;
}

/** What an order is asked for. */
export interface OrderRequest {
  /** Type of the chosen payment method. */
  method: string;
  /** The id of the saved card that is charged then: the order itself charges nothing. */
  source?: string;
  /** The id of the last transaction of this purchase that ended unpaid: its order is over, and a new one is needed. */
  after?: string;
  /**
   * Set when points have covered only a part: the order must be for exactly this amount, under a reference of its own.
   * An order for any other amount is refused, for the payer would pay twice.
   */
  rest?: Rest;
}

/** Where an order comes from: given with the page, or made for each attempt. */
export type OrderSource =
  { kind: 'fixed'; order: Order } | { kind: 'created'; create: (request: OrderRequest) => Promise<unknown> };

/** The service names no limit, but a payer is shown references, and databases take so many characters. */
const longestId = 255;

/** Whether a value can be a reference, or a shop's id of a cart. */
export const isShopId = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestId;

export const shopIdRule = `a text of 1 to ${longestId} characters`;

/** Whether a text has the shape of the default integrity signature: SHA-256 in hex. */
export const isSignature = (value: string): boolean => /^[0-9a-f]{64}$/i.test(value);

/**
 * Reads an order in either spelling: `{reference, amountInCents, currency, signature}` from a function,
 * `{reference, amount_in_cents, currency, signature}` from an endpoint.
 *
 * @throws CheckoutError `invalid_order` that names the field to mend.
 */
export function parseOrder(value: unknown): Order {
  const given = Object(value) as Record<string, unknown>;
  const { reference, currency, signature } = given;
  const amountInCents = given['amountInCents'] ?? given['amount_in_cents'];
  const misfit = (field: string, rule: string) =>
    new CheckoutError('invalid_order', `The order's ${field}, which createOrder or order-url gives, must be ${rule}.`);
  if (!isShopId(reference)) throw misfit('reference', shopIdRule);
  if (!isAmountInCents(amountInCents)) throw misfit('amount', 'a positive integer in minor units (cents)');
  if (!isCurrency(currency)) throw misfit('currency', 'a three-letter code such as COP');
  if (typeof signature !== 'string' || !signature.trim()) throw misfit('signature', 'a non-empty text');
  const cartId = given['cartId'] ?? given['cart_id'];
  if (typeof cartId !== 'string' || !cartId.trim()) return { reference, amountInCents, currency, signature };
  if (!isShopId(cartId)) throw misfit('cart_id', shopIdRule);
  return { reference, amountInCents, currency, signature, cartId };
}
