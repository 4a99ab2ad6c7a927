/** What an order book refuses, by the status that its routes answer. */
const refusals = {
  CART_PAID: [409, 'This cart is paid.'],
  NOTHING_LEFT: [409, 'That payment has left nothing to pay of this cart.'],
  OTHER_CURRENCY: [409, 'This cart has orders in another currency.'],
  STILL_OPEN: [409, 'This order is too young to be closed.'],
  ORDER_CLOSED: [409, 'This order was closed.'],
  UNKNOWN_ORDER: [404, 'There is no such order.'],
  UNREADABLE_PAYMENT: [503, 'The payment could not be read. Try again.'],
  RECORD_BEHIND: [503, 'The payment is not as far as its event says. Deliver the event again.'],
  BUSY: [503, 'This cart is being changed by many at once. Try again.'],
} as const satisfies Record<string, readonly [status: number, reason: string]>;

/**
 * Why an order book gave no order, or took no event:
 * - `CART_PAID` (409): nothing is left to pay;
 * - `NOTHING_LEFT` (409): `restOf` names no half payment of this cart;
 * - `OTHER_CURRENCY` (409): a cart keeps the currency of its first order;
 * - `STILL_OPEN` (409): `close` was asked about an order that is too young;
 * - `ORDER_CLOSED` (409): what was closed is not charged;
 * - `UNKNOWN_ORDER` (404): nothing was ordered under this reference;
 * - `UNREADABLE_PAYMENT`, `RECORD_BEHIND` (503): the service could not be asked, or lags behind its own event;
 * - `BUSY` (503): others changed the same cart at each attempt.
 */
export type OrderBookErrorType = keyof typeof refusals;

/** An order book's refusal. Nothing was given out and nothing was changed. */
export class OrderBookError extends Error {
  override readonly name = 'OrderBookError';
  readonly type: OrderBookErrorType;
  /** The HTTP status to answer with. */
  readonly status: number;

  constructor(type: OrderBookErrorType, cause?: unknown) {
    const [status, reason] = refusals[type];
    super(reason, cause === undefined ? undefined : { cause });
    this.type = type;
    this.status = status;
  }
}
