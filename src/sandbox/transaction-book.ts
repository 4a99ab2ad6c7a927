import type { TransactionStatus } from '../domain/transaction.ts';
import type { PaymentMethodType } from '../domain/payment-method-type.ts';
import type { DesignatedEnd, DesignatedOutcome } from './config.ts';
import { merchantOf, type MerchantRecord } from './options.ts';
import { randomInteger } from './random.ts';
import { notFound } from './service-error.ts';
import type { OrderFields } from './transaction-request.ts';
import type { World } from './world.ts';

/** The means of a payment as it will be shown: what was sent, tokens left out, and what the method adds in `extra`. */
export interface Means {
  readonly type: PaymentMethodType;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly extra: Record<string, unknown>;
  /** The payment source that is charged. */
  readonly source?: number;
}

/** The transaction as the service shows it (SPEC.md 2.3). */
export type TransactionRecord = ReturnType<typeof newRecord>;

const newRecord = (
  id: string,
  created_at: string,
  order: OrderFields,
  { type, fields, extra, source }: Means,
  { name, legal_name, contact_name, phone_number, logo_url, legal_id_type, email, legal_id }: MerchantRecord,
) => ({
  id,
  created_at,
  finalized_at: null as string | null,
  amount_in_cents: order.amount_in_cents,
  reference: order.reference,
  customer_email: order.customer_email,
  currency: order.currency,
  payment_method_type: type,
  payment_method: { type, ...fields, extra },
  status: 'PENDING' as TransactionStatus,
  status_message: null as string | null,
  billing_data: null,
  shipping_address: order.shipping_address ?? null,
  redirect_url: order.redirect_url ?? null,
  payment_source_id: source === undefined ? null : String(source),
  payment_link_id: null,
  customer_data: order.customer_data ?? null,
  bill_id: null,
  taxes: order.taxes ?? [],
  merchant: { name, legal_name, contact_name, phone_number, logo_url, legal_id_type, email, legal_id },
});

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
  readonly #attempts: Map<string, number>;

  constructor(world: World) {
    this.#world = world;
    this.#settleMs = world.options.settleMs ?? { min: 1000, max: 2900 };
    this.#byId = world.records();
    this.#attempts = world.records();
  }

  /** Counts a request to create, whatever becomes of it. */
  countAttempt(reference: string): void {
    this.#attempts.set(reference, (this.#attempts.get(reference) ?? 0) + 1);
  }

  /** Whether a reference was used. */
  hasReference(reference: string): boolean {
    return [...this.#byId.values()].some(({ record }) => record.reference === reference);
  }

  /** Opens a PENDING transaction. */
  create(order: OrderFields, means: Means, origin: string): Transaction {
    const createdAt = this.#world.now();
    const id = this.#freshId(createdAt);
    const record = newRecord(id, new Date(createdAt).toISOString(), order, means, merchantOf(this.#world.options));
    const bankOrigin = this.#world.options.bankOrigin ?? origin;
    const transaction = { record, origin, bankOrigin, sessionId: order.session_id ?? null, polls: 0 };
    this.#byId.set(record.id, transaction);
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
      if (transaction.polls >= polls || this.#world.now() - Date.parse(transaction.record.created_at) >= ms)
        this.showExtras(transaction);
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
  end(transaction: Transaction, { outcome, reason, extra }: DesignatedEnd): void {
    const { status, payment_method: method } = transaction.record;
    if (status !== 'PENDING') return;
    if (method.type === 'CARD' && outcome === 'APPROVED') {
      method.extra['external_identifier'] = String(randomInteger(100_000_000_000, 999_999_999_999));
      method.extra['processor_response_code'] = '00';
    }
    Object.assign(method.extra, extra);
    this.#finish(transaction, outcome, reason ?? REASONS[outcome]);
  }

  /** Plans the end of a transaction that settles by itself. */
  endSoon(transaction: Transaction, end: DesignatedEnd): void {
    const { min, max } = this.#settleMs;
    this.#world.after(randomInteger(min, Math.floor((min + max) / 2)), () => this.end(transaction, end));
  }

  /** The same, late enough for a poll to show an address or a picture before; without an outcome nothing is planned. */
  endLate(transaction: Transaction, outcome: DesignatedOutcome | undefined): void {
    if (outcome !== undefined) this.#world.after(this.#settleMs.max, () => this.end(transaction, { outcome }));
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
