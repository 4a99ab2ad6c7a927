import { CheckoutError, type CheckoutErrorCode } from '../domain/checkout-error.ts';

/** A refusal by a name of its own; what the service says of it stays. */
export const refusedAs = (
  code: CheckoutErrorCode,
  { message, status = 422, fields }: CheckoutError,
  about = '',
): CheckoutError => new CheckoutError(code, about + message, { status, fields });

/** Gives what a request throws when the service refuses it another name; whatever else went wrong keeps its own. */
export const refusing =
  (code: CheckoutErrorCode, about?: string) =>
  (thrown: unknown): never => {
    const error = thrown as CheckoutError;
    throw error.code === 'request_rejected' ? refusedAs(code, error, about) : error;
  };
