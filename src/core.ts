/**
 * `pay-checkout/core`: the checkout without a face, for those who bring their own. No DOM, no lit.
 *
 * @packageDocumentation
 */
export { HttpPaymentsApi } from './api/http-payments-api.ts';
export type { PaymentsApi } from './api/payments-api.ts';
export type { TransactionRequest } from './api/payments-api.ts';
export type { ServiceClientOptions } from './api/service-client.ts';
export { Checkout } from './checkout/checkout.ts';
export type { AcceptedDocument } from './checkout/acceptance.ts';
export type {
  Attempt,
  CheckoutConfiguration,
  ExternalThreeDs,
  PaymentDetails,
  PaymentSourceRequest,
  SavedCardAttempt,
} from './checkout/configuration.ts';
export { CodeEntry, type CodeState } from './checkout/code-entry.ts';
export type { AntifraudIds, Environment, Release, TextStorage } from './checkout/environment.ts';
export {
  nextAction,
  threeDsOf,
  type NextAction,
  type NextActionKind,
  type ShownAction,
  type ThreeDsAuth,
} from './checkout/next-action.ts';
export type { CheckoutListener, CheckoutParts, CheckoutWarning } from './checkout/stage.ts';
export type { CheckoutState, CheckoutStatus, CheckoutStep, Unconfirmed } from './checkout/state.ts';
export { transition } from './checkout/transition.ts';
export { CheckoutError, type CheckoutErrorCode } from './domain/checkout-error.ts';
export type { CodeAttempts, CodeServices } from './domain/wire/sent-code.ts';
export type { Customer } from './domain/customer.ts';
export type { Institution } from './domain/wire/institution-list.ts';
export type { CardToken } from './domain/wire/card-token.ts';
export type { AcceptanceDocument, AcceptanceField, Merchant } from './domain/merchant.ts';
export { formatMoney, type Money } from './domain/money.ts';
export { parseOrder } from './domain/order.ts';
export type { Order, OrderAnswer, OrderRequest, OrderSource, Rest } from './domain/order.ts';
export { paymentMethodTypes, type PaymentMethodType } from './domain/payment-method-type.ts';
export { safeAddress } from './domain/safe-address.ts';
export type { SavedSource, SourceCharge } from './domain/saved-source.ts';
export type { ServicePaths, ServiceProfile } from './domain/service-profile.ts';
export { isFinal, type Transaction, type TransactionStatus } from './domain/transaction.ts';
