import type { TransactionRequest } from '../api/payments-api.ts';
import { endingWith, type Ending } from '../api/service-client.ts';
import type { Order, Rest } from '../domain/order.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { LookUp } from './look-up.ts';
import type { OrderDesk } from './order-desk.ts';
import { createOnce, resolveOutcome } from './outcome.ts';
import type { Pursuit } from './pursuit.ts';
import type { Stage } from './stage.ts';
import { stopwatch } from './stopwatch.ts';

/** A payment that was sent, or may have been, and of which nobody knows more. */
export interface OpenPayment extends Order {
  /** Known when the transaction exists but its record cannot be had. */
  id?: string | undefined;
  left?: boolean | undefined;
  /** `approved` where this browser has seen its order paid already. */
  status?: JournalEntry['status'] | undefined;
  /** The payer pressed, and met it. */
  elsewhere?: boolean | undefined;
  /** What a half payment had left, where it is that. */
  rest?: Rest | undefined;
}

export interface InquiryParts {
  stage: Stage;
  journal: Journal;
  pursuit: Pursuit;
  lookUp: LookUp;
  desk: OrderDesk;
}

const longestPauseMs = 15_000;
/** How long the payer waits for the merchant's backend to say what became of the payment; after that, it is asked on. */
const patienceMs = 20_000;
const askForMs = 40_000;

/** Finds out what became of a payment whose creation had no usable answer; until somebody knows, it stays unknown. */
export class Inquiry {
  readonly #parts: InquiryParts;
  /** The payment that is unknown. */
  #open: OpenPayment | undefined;
  /** The request that it was sent with, for the payer to send again. */
  #sent: TransactionRequest | undefined;
  #watching: Ending | undefined;

  constructor(parts: InquiryParts) {
    this.#parts = parts;
  }

  /**
   * Asks the merchant's backend, whose word is only where to look: what is shown comes from the service's own record.
   * It goes on when the element is taken away. After some seconds the payer is told that nobody knows, and `watch` asks on.
   *
   * @param sent the request, when it can be sent again as it was.
   */
  async resolve(payment: OpenPayment, sent?: TransactionRequest): Promise<void> {
    const { stage, lookUp } = this.#parts;
    this.#sent = sent;
    stage.apply({ type: 'advanced', step: 'confirm', reference: payment.reference });
    const id = await this.#idOf(payment, patienceMs);
    if (id === undefined || (await lookUp({ id, payment }))) this.leaveOpen(payment);
  }

  /** Nobody knows: the payer is told so, and what the other tabs find out is waited for. */
  leaveOpen(payment: OpenPayment): void {
    const { stage } = this.#parts;
    const { reference } = payment;
    this.#open = payment;
    const resendable = this.#sent?.reference === reference;
    if (!stage.apply({ type: 'outcome-open', reference, resendable })) return;
    stage.listener.outcomeUnknown(reference);
    void this.watch();
  }

  /** The id of the payment that is unknown, where there is one that the service still knows something of. */
  get openId(): string | undefined {
    const { journal, stage } = this.#parts;
    return this.#open && !stage.isGone ? (journal.read(this.#open.reference)?.id ?? this.#open.id) : undefined;
  }

  /** The payer asks again what became of it. */
  async again(): Promise<void> {
    const { stage } = this.#parts;
    const payment = this.#open;
    if (!payment) return;
    if (stage.apply({ type: 'resent' })) await this.resolve(payment, this.#sent);
  }

  /** The payer sends the identical request again. Whatever the service answers but a transaction, it stays unknown. */
  async resend(): Promise<void> {
    const { stage, pursuit } = this.#parts;
    const payment = this.#open;
    const request = this.#sent;
    if (!payment || request?.reference !== payment.reference || !stage.apply({ type: 'resent' })) return;
    const outcome = await createOnce(stage.api, request);
    if (outcome.kind === 'created') return pursuit.start(outcome.transaction);
    if (outcome.kind === 'open') return this.resolve(payment, request);
    // Its single-use tokens are gone, with the first sending or without: from now on the form makes another request.
    if (outcome.kind === 'stale-acceptance' || outcome.error.code === 'token_rejected') this.#sent = undefined;
    this.leaveOpen(payment);
  }

  /** Opens the form again for the same reference: whatever comes, that is paid at most once. */
  reopen(): void {
    const { stage, desk } = this.#parts;
    if (!this.#open) return;
    desk.promise(this.#open);
    stage.rest ??= this.#open.rest;
    stage.apply({ type: 'reopened' });
  }

  /** The payment is left alone: what is still being looked up is not taken over. */
  stop(): void {
    this.#watching?.abort();
  }

  /**
   * While it is unknown: another tab may write down the id, the merchant's backend may hear of it, and a record that could
   * not be had may come back.
   */
  async watch(): Promise<void> {
    const { stage, lookUp } = this.#parts;
    const { connection, environment } = stage;
    this.#watching?.abort();
    const payment = this.#open;
    if (!connection || !payment) return;
    const watching = endingWith(connection.signal);
    const { signal } = watching;
    this.#watching = watching;
    const passed = stopwatch(environment);
    const isOn = (): boolean => !signal.aborted && stage.state.status === 'unknown';
    for (let pause = 2000; isOn(); pause = Math.min(pause * 1.5, longestPauseMs)) {
      await environment.wait(pause, signal);
      const id = isOn() && (await this.#idOf(payment, passed() < askForMs ? 0 : undefined));
      if (id && isOn()) await lookUp({ id, payment, tries: 1, signal });
    }
    watching.release();
  }

  /** @param askMs how long the merchant's backend is asked; undefined for not at all. */
  async #idOf(payment: OpenPayment, askMs?: number): Promise<string | undefined> {
    const { journal, stage } = this.#parts;
    const { resolveReference } = stage.configuration;
    const id = journal.read(payment.reference)?.id ?? payment.id;
    if (id !== undefined || !resolveReference || askMs === undefined) return id;
    return (await resolveOutcome(resolveReference, payment, stage.environment, askMs))?.id;
  }
}
