/** Every way in which the checkout can fail, as a closed list: a merchant can switch over it. */
export type CheckoutErrorCode =
  // Configuration: the merchant's page must change.
  | 'missing_public_key'
  | 'invalid_public_key'
  | 'private_key_in_page'
  | 'missing_base_url'
  | 'invalid_base_url'
  | 'invalid_library_url'
  | 'invalid_order_url'
  | 'invalid_resolve_url'
  | 'invalid_charge_url'
  | 'invalid_redirect_url'
  | 'missing_amount'
  | 'invalid_amount'
  | 'invalid_currency'
  | 'missing_order'
  | 'invalid_order'
  | 'unknown_method'
  | 'no_method'
  // The way to the service.
  | 'network'
  | 'timeout'
  | 'rate_limited'
  | 'service_unavailable'
  | 'invalid_response'
  | 'aborted'
  // The service's refusals.
  | 'unauthorized'
  | 'not_found'
  | 'card_rejected'
  | 'token_rejected'
  | 'acceptance_rejected'
  | 'signature_rejected'
  | 'reference_used'
  | 'request_rejected'
  | 'code_rejected'
  // The flow.
  | 'contracts_unreachable'
  | 'consent_required'
  | 'consent_changed'
  | 'order_unavailable'
  | 'cart_paid'
  | 'foreign_transaction'
  | 'unsafe_address'
  | 'challenge_invalid'
  | 'challenge_blocked'
  | 'redirect_missing'
  | 'source_rejected'
  | 'part_unavailable';

const retryableCodes: ReadonlySet<CheckoutErrorCode> = new Set([
  'network',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'invalid_response',
  'contracts_unreachable',
  'order_unavailable',
  'part_unavailable',
  'card_rejected',
  'token_rejected',
  'acceptance_rejected',
  'consent_required',
  'consent_changed',
  'code_rejected',
  'source_rejected',
]);

export interface CheckoutErrorOptions {
  cause?: unknown;
  /** HTTP status of the answer behind the error; absent when there was none. */
  status?: number;
  /** By the names of the request's fields that were refused (SERVICE-NOTES.md "error body"); what is said of them is not kept. */
  fields?: Readonly<Record<string, unknown>>;
  /** How long the service asked to wait before the next request, in ms (`Retry-After`). */
  retryAfterMs?: number | undefined;
}

/**
 * The one error of the checkout. Its `message` speaks to the developer; the payer's words come from the catalogue,
 * by `code`. It never carries a card number, a CVC, a token or a key.
 */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  readonly code: CheckoutErrorCode;
  /** Whether the same step may succeed when it is tried again without a change to the page. */
  readonly retryable: boolean;
  readonly status: number | undefined;
  /** The request's fields that were refused, by name. */
  readonly fields: Readonly<Record<string, true>>;
  readonly retryAfterMs: number | undefined;

  constructor(code: CheckoutErrorCode, message: string, options: CheckoutErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = retryableCodes.has(code);
    this.status = options.status;
    const refused = Object.keys(options.fields ?? {}).map((name) => [name, true] as const);
    this.fields = Object.freeze(Object.fromEntries(refused));
    this.retryAfterMs = options.retryAfterMs;
    Object.freeze(this);
  }
}

/** Anything thrown, as a CheckoutError: what already is one passes, the rest becomes the given code. */
export function asCheckoutError(
  thrown: unknown,
  code: CheckoutErrorCode = 'network',
  message = 'Something unexpected happened: see the cause.',
): CheckoutError {
  return thrown instanceof CheckoutError ? thrown : new CheckoutError(code, message, { cause: thrown });
}
