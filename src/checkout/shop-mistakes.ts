import type { CheckoutErrorCode } from '../domain/checkout-error.ts';

/** Failures while paying that only the shop can mend: they are named to its developer in production too. */
export const shopMistakes: ReadonlySet<CheckoutErrorCode> = new Set([
  'unauthorized',
  'signature_rejected',
  'invalid_order',
  'missing_order',
  'order_unavailable',
  'reference_used',
]);
