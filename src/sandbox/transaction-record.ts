import type { PaymentMethodType } from '../domain/payment-method-type.ts';

/** Statuses of a transaction (SPEC.md 3.1). */
export type TransactionStatus = 'PENDING' | 'APPROVED' | 'DECLINED' | 'VOIDED' | 'ERROR';

/** Statuses in which a transaction stays. */
export type FinalStatus = Exclude<TransactionStatus, 'PENDING'>;

/** The transaction as the service shows it (SPEC.md 2.3). */
export interface TransactionRecord {
  readonly id: string;
  readonly created_at: string;
  finalized_at: string | null;
  readonly amount_in_cents: number;
  readonly reference: string;
  readonly customer_email: string;
  readonly currency: string;
  readonly payment_method_type: PaymentMethodType;
  readonly payment_method: PaymentMethodRecord;
  status: TransactionStatus;
  status_message: string | null;
  readonly billing_data: null;
  readonly shipping_address: unknown;
  readonly redirect_url: string | null;
  readonly payment_source_id: string | null;
  readonly payment_link_id: null;
  readonly customer_data: unknown;
  readonly bill_id: null;
  readonly taxes: readonly unknown[];
  readonly merchant: Readonly<Record<string, string | null>>;
}

/** `payment_method` of a record (SPEC.md 2.4): what was sent, tokens left out, and what the method adds in `extra`. */
export interface PaymentMethodRecord {
  readonly type: PaymentMethodType;
  readonly extra: Record<string, unknown>;
  readonly [field: string]: unknown;
}

/** What a tester may do on a page of the bank or wallet. */
export interface BankPage {
  /** What the page is about, for its title. */
  readonly title: string;
  readonly choices: readonly BankChoice[];
  /** Called when the page is opened. */
  readonly opened?: () => void;
}

/** One button of a bank page. */
export interface BankChoice {
  /** Value of the button that is named `outcome`. */
  readonly value: string;
  readonly label: string;
  readonly choose: () => void;
}

/** A transaction with what the sandbox still has to do with it. */
export interface Transaction {
  readonly record: TransactionRecord;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Where it was created: the base of its API addresses. */
  readonly origin: string;
  /** Base of its bank pages. */
  readonly bankOrigin: string;
  readonly sessionId: string | null;
  /** How often the record was asked for. */
  polls: number;
  /** Fills in what only a later poll shows; runs once. */
  appears?: () => void;
  /** Runs at every poll while PENDING. */
  polled?: () => void;
  /** The bank's or wallet's page at `/bank/pay/<id>`. */
  page?: BankPage;
}
