import type { TransactionStatus } from '../domain/transaction.ts';
import type { PaymentMethodType } from '../domain/payment-method-type.ts';
import type { DesignatedEnd, DesignatedOutcome } from './config.ts';
import { randomInteger } from './random.ts';
import { notFound } from './service-error.ts';
import type { World } from './world.ts';

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
interface PaymentMethodRecord {
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

const APPEARS_AFTER = { polls: 2, ms: 1000 };

/** What a caller knows of a transaction before it has an id and a status. */
export type TransactionDraft = Omit<
  TransactionRecord,
  'id' | 'created_at' | 'finalized_at' | 'status' | 'status_message'
>;

const REASONS: Readonly<Record<DesignatedOutcome, string | null>> = {
  APPROVED: null,
  DECLINED: 'Rechazada por la entidad',
  ERROR: 'Error externo en el medio de pago',
};

/** All transactions of a sandbox: the one place that creates, reads and settles them. */
export class TransactionBook {
  readonly #world: World;
  readonly #settleMs: { min: number; max: number };
  readonly #byId: Map<string, Transaction>;
  readonly #byReference: Map<string, Transaction>;
  readonly #attempts: Map<string, number>;

  constructor(world: World) {
    this.#world = world;
    this.#settleMs = world.options.settleMs ?? { min: 1000, max: 2900 };
    this.#byId = world.records();
    this.#byReference = world.records();
    this.#attempts = world.records();
  }

  /** Counts a request to create, whatever becomes of it. */
  countAttempt(reference: string): void {
    this.#attempts.set(reference, (this.#attempts.get(reference) ?? 0) + 1);
  }

  /** Whether a reference was used. */
  hasReference(reference: string): boolean {
    return this.#byReference.has(reference);
  }

  /** Opens a PENDING transaction. */
  create(
    draft: TransactionDraft,
    where: { origin: string; bankOrigin: string; sessionId: string | null },
  ): Transaction {
    const createdAt = this.#world.now();
    const record: TransactionRecord = {
      id: this.#freshId(createdAt),
      created_at: new Date(createdAt).toISOString(),
      finalized_at: null,
      ...draft,
      status: 'PENDING',
      status_message: null,
    };
    const transaction: Transaction = { record, createdAt, polls: 0, ...where };
    this.#byId.set(record.id, transaction);
    this.#byReference.set(record.reference, transaction);
    return transaction;
  }

  /** @throws {HTTPException} 404 when there is no such transaction */
  find(id: string): Transaction {
    const transaction = this.#byId.get(id);
    if (transaction === undefined) throw notFound('La transacción no existe');
    return transaction;
  }

  /** The record as a poll sees it; polling is what makes addresses and 3D Secure steps appear. */
  poll(transaction: Transaction): TransactionRecord {
    transaction.polls += 1;
    if (transaction.record.status === 'PENDING') {
      const { polls, ms } = this.#world.options.appearsAfter ?? APPEARS_AFTER;
      if (transaction.polls >= polls || this.#world.now() - transaction.createdAt >= ms) this.showExtras(transaction);
      transaction.polled?.();
    }
    return transaction.record;
  }

  /** Shows at once what a later poll would show. */
  showExtras(transaction: Transaction): void {
    transaction.appears?.();
    delete transaction.appears;
  }

  /** Ends a pending transaction with what its method reports at the end; one that has ended stays as it is. */
  end(transaction: Transaction, outcome: DesignatedOutcome, reason: string | null = REASONS[outcome]): void {
    const { status, payment_method: method } = transaction.record;
    if (status !== 'PENDING') return;
    if (method.type === 'CARD' && outcome === 'APPROVED') {
      method.extra['external_identifier'] = String(randomInteger(100_000_000_000, 999_999_999_999));
      method.extra['processor_response_code'] = '00';
    }
    this.#finish(transaction, outcome, reason);
  }

  /** Plans the end of a transaction that settles by itself. */
  endSoon(transaction: Transaction, { outcome, reason }: DesignatedEnd): void {
    this.soon(() => this.end(transaction, outcome, reason));
  }

  /** Plans how something settles by itself. */
  soon(settle: () => void): void {
    const { min, max } = this.#settleMs;
    this.#world.after(randomInteger(min, Math.floor((min + max) / 2)), settle);
  }

  /** The same, late enough for a poll to show an address or a picture before. */
  endLate(transaction: Transaction, outcome: DesignatedOutcome | undefined): void {
    if (outcome !== undefined) this.#world.after(this.#settleMs.max, () => this.end(transaction, outcome));
  }

  /** Takes an approved payment back. */
  void(transaction: Transaction): void {
    this.#finish(transaction, 'VOIDED', 'Anulada por el comercio');
  }

  /** Every transaction, oldest first, with how often its creation was asked for. */
  list(): Readonly<Record<string, unknown>>[] {
    return Array.from(this.#byId.values(), (transaction) => ({
      ...transaction.record,
      session_id: transaction.sessionId,
      creation_attempts: this.#attempts.get(transaction.record.reference) ?? 1,
      polls: transaction.polls,
      page_url: transaction.page === undefined ? null : pageUrl(transaction),
    }));
  }

  #finish(transaction: Transaction, status: TransactionStatus, message: string | null): void {
    const { record } = transaction;
    record.status = status;
    record.status_message = message;
    record.finalized_at = new Date(this.#world.now()).toISOString();
    this.#world.webhooks.emit({
      event: 'transaction.updated',
      data: { transaction: record },
      properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
    });
  }

  #freshId(now: number): string {
    let id: string;
    do id = `15113-${Math.floor(now / 1000)}-${randomInteger(10_000, 99_999)}`;
    while (this.#byId.has(id));
    return id;
  }
}

/** Where the tester finds the bank's page of a transaction. */
export function pageUrl(transaction: Transaction): string {
  return `${transaction.bankOrigin}/bank/pay/${transaction.record.id}`;
}
