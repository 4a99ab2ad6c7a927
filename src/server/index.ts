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
export type { ServiceEvent, SignedValue } from '../domain/wire/service-event.ts';
export type { TransactionRecord } from '../domain/wire/transaction.ts';
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
export { createIdempotencyKey } from './idempotency-key.ts';
export { integritySignature, type IntegritySignatureInput } from './integrity-signature.ts';
export type { CustomerData, PaymentSourceRequest, TransactionRequest } from './payment-requests.ts';
export { PaymentsBackend, type PaymentsBackendOptions, type PaymentsPaths } from './payments-backend.ts';
export { PaymentsError, type PaymentsErrorDetails } from './payments-error.ts';
export type { RetryOptions } from './retry.ts';
export {
  EventVerificationError,
  type EventVerificationReason,
  verifyEvent,
  type VerifyEventOptions,
} from './verify-event.ts';
