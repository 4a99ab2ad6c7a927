export { isValidKey, keyTypes, keyTypesOf, type KeyType } from '../domain/breb-keys.ts';
export { minorUnits } from '../domain/minor-units.ts';
export {
  payoutBatchProblems,
  type PaymentType,
  type PayoutBatch,
  type PayoutBatchProblems,
  type PayoutRowProblem,
  type PayoutTransaction,
  type SandboxOutcome,
} from '../domain/payout-batch.ts';
export type { Account, KeyPreview, PayoutReceipt, PayoutRecord } from '../domain/wire/disbursements.ts';
export type { MerchantRecord } from '../domain/wire/merchant.ts';
export type { PaymentSource } from '../domain/wire/payment-source.ts';
export type {
  EventPayout,
  EventTransaction,
  PayoutEvent,
  ServiceEvent,
  SignedFields,
  SignedValue,
  TransactionEvent,
} from '../domain/wire/service-event.ts';
export type { TransactionRecord } from '../domain/wire/transaction.ts';
export type { CartState, CartStatus } from './cart-state.ts';
export { checkoutRoutes, type CheckoutRoutesOptions, type OrderRequestBody } from './checkout-routes.ts';
export type { CallOptions } from './client-options.ts';
export { DisbursementError, type DisbursementErrorDetails, type DisbursementErrorType } from './disbursement-error.ts';
export {
  Disbursements,
  type BalanceRecharge,
  type CreatePayoutOptions,
  type DisbursementPaths,
  type DisbursementsOptions,
} from './disbursements.ts';
export type { Fetch } from './exchange.ts';
export { fileStore } from './file-store.ts';
export { createIdempotencyKey } from './idempotency-key.ts';
export { integritySignature, type IntegritySignatureInput } from './integrity-signature.ts';
export { toNodeListener } from './node-listener.ts';
export {
  OrderBook,
  type Cart,
  type CartOrder,
  type ChargeDetails,
  type FoundOrder,
  type OrderBookOptions,
  type OrderHints,
  type PaymentNews,
} from './order-book.ts';
export { OrderBookError, type OrderBookErrorType } from './order-book-error.ts';
export { memoryStore, type BookedOrder, type OrderStore, type StoredRecord } from './order-store.ts';
export type { CustomerData, PaymentSourceRequest, TransactionRequest } from './payment-requests.ts';
export { PaymentsBackend, type PaymentsBackendOptions, type PaymentsPaths } from './payments-backend.ts';
export { PaymentsError, type PaymentsErrorDetails } from './payments-error.ts';
export type { RetryOptions } from './retry.ts';
export type { ChargedOrder, KeptSources, SourceDetails } from './source-routes.ts';
export {
  EventVerificationError,
  type EventVerificationReason,
  verifyEvent,
  type VerifyEventOptions,
} from './verify-event.ts';
