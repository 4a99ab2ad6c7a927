/**
 * `pay-checkout/element`: the class, its events and types; nothing is defined.
 *
 * @packageDocumentation
 */
export { PayCheckout } from './element/pay-checkout.ts';
export * from './events.ts';
export type { AcceptedDocument } from './checkout/acceptance.ts';
export type { ExternalThreeDs, PaymentSourceRequest } from './checkout/configuration.ts';
export type { NextAction, NextActionKind, ThreeDsAuth } from './checkout/next-action.ts';
export type { CheckoutState, CheckoutStatus, SubmissionStep } from './checkout/state.ts';
export { CheckoutError, type CheckoutErrorCode } from './domain/checkout-error.ts';
export type { Money } from './domain/money.ts';
export type { Order, OrderAnswer, OrderRequest, Rest } from './domain/order.ts';
export type { PaymentMethodType } from './domain/payment-method-type.ts';
export type { SavedSource, SourceCharge } from './domain/saved-source.ts';
export type { ServicePaths, ServiceProfile } from './domain/service-profile.ts';
export type { Transaction, TransactionStatus } from './domain/transaction.ts';
export type { CheckoutWords, OwnWords, WordKey } from './messages/catalogue.ts';
