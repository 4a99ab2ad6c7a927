import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Attempt, CheckoutConfiguration } from './configuration.ts';
import { sendCreation } from './creation.ts';
import { earlierRecord } from './earlier-record.ts';
import type { Release } from './environment.ts';
import { handOver } from './hand-over.ts';
import type { Inquiry } from './inquiry.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { isPassing } from './look-up.ts';
import type { OrderDesk } from './order-desk.ts';
import type { Pursuit } from './pursuit.ts';
import type { Recovery } from './recovery.ts';
import type { Stage } from './stage.ts';
import { isPending } from './state.ts';

export interface SubmissionParts {
  stage: Stage;
  journal: Journal;
  desk: OrderDesk;
  pursuit: Pursuit;
  inquiry: Inquiry;
  recovery: Recovery;
}

/** How late a record may be, in ms. */
const lateMs = 2000;

/** Turns one press of the pay button into at most one transaction. */
export class Submission {
  readonly #parts: SubmissionParts;
  #release: Release | undefined;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
  }

  /**
   * Goes on with what the payer has submitted. Whatever goes wrong ends in a state with a way on; it never rejects.
   *
   * @param configuration the one that the payer saw; the page may change it meanwhile.
   */
  async run(attempt: Attempt, configuration: CheckoutConfiguration): Promise<void> {
    const { stage } = this.#parts;
    try {
      await (configuration.mode === 'source' ? handOver(stage, attempt) : this.#payAlone(attempt, configuration));
    } catch (thrown) {
      stage.refuse(thrown);
    }
  }

  /** Lets other tabs pay. */
  releaseLock(): void {
    this.#release?.();
    this.#release = undefined;
  }

  async #payAlone(attempt: Attempt, configuration: CheckoutConfiguration): Promise<void> {
    const { stage, journal, recovery } = this.#parts;
    this.releaseLock();
    this.#release = await stage.environment.lock(journal.lockName(configuration));
    if (!this.#release) return recovery.awaitOther(true);
    try {
      const rival = await this.#pay(attempt, configuration);
      if (rival) await recovery.pickUp({ ...rival, elsewhere: true }, undefined, this.#release);
    } finally {
      if (!isPending(stage.state) || !stage.connection) this.releaseLock();
      else this.#letOthersLook();
    }
  }

  /** What is written down tells the other tabs. A journal that they cannot read leaves that to the lock. */
  #letOthersLook(): void {
    if (this.#parts.journal.isLasting) this.releaseLock();
  }

  /**
   * What the payer has turned from, if it went through all the same.
   *
   * @throws CheckoutError when that cannot be told for now: it may have been paid, so nothing else is sent.
   */
  async #paidMeanwhile(configuration: CheckoutConfiguration): Promise<Transaction | undefined> {
    let missed: unknown;
    for (const entry of this.#parts.journal.turnedFrom(configuration)) {
      try {
        const record = await this.#recordOf(entry);
        if (record?.status === 'APPROVED') return record;
      } catch (thrown) {
        missed = thrown;
      }
    }
    if (missed) throw missed;
  }

  /** @throws CheckoutError when it may be had later; what the service refuses to tell is nothing, after another look. */
  async #recordOf(entry: JournalEntry, isLast?: boolean): Promise<Transaction | undefined> {
    const { stage, journal } = this.#parts;
    try {
      return await earlierRecord(stage, journal, entry);
    } catch (thrown) {
      if (isPassing(asCheckoutError(thrown))) throw thrown;
      if (isLast) return;
      await stage.environment.wait(lateMs, new AbortController().signal);
      return this.#recordOf(entry, true);
    }
  }

  /** @returns the payment that is under way already and has to be looked after first. */
  async #pay(attempt: Attempt, configuration: CheckoutConfiguration): Promise<JournalEntry | undefined> {
    const { stage, journal, desk, pursuit, inquiry } = this.#parts;
    const { method } = attempt;
    const rivalOf = (entry: JournalEntry | undefined) => (entry && !desk.mayReuse(entry.reference) ? entry : undefined);
    const early = rivalOf(journal.underWay(configuration));
    if (early) return early;
    const paid = await this.#paidMeanwhile(configuration);
    if (paid) {
      pursuit.follow(paid, { wasPaid: true });
      return;
    }

    const order = await desk.order(method, configuration);
    if (!order) return;
    const { reference } = order;
    const rival = () => rivalOf(journal.read(reference)) ?? rivalOf(journal.underWay(configuration));
    stage.apply({ type: 'advanced', step: 'details', reference });
    if (pursuit.hasSettled(reference)) {
      desk.drop();
      throw new CheckoutError(
        'reference_used',
        `A transaction of the order ${reference} is final already: the backend has to give an order with a new reference.`,
      );
    }
    const known = rival();
    if (known) return known;
    const details = await attempt.collect();
    stage.apply({ type: 'advanced', step: 'create', reference });

    const mayExist = journal.read(reference) !== undefined;
    const creation = await sendCreation({ stage, journal, configuration, method, order, details, rival });
    if (creation.kind === 'rival') return creation.entry;
    const { outcome, request, isDoubtful } = creation;
    if (outcome.kind === 'created') {
      attempt.spent();
      pursuit.start(outcome.transaction);
      return;
    }
    const { error } = outcome;
    if (outcome.kind === 'open') {
      attempt.spent();
      stage.listener.failed(error);
      this.#letOthersLook();
      const kept = journal.keptOf(order);
      // A reference that is taken, and of which a payment is known here, is taken by that one: unless it was sent since.
      const id = error.code === 'reference_used' && !mayExist ? kept?.id : undefined;
      await inquiry.resolve({ ...order, id, status: kept?.status }, request);
      return;
    }
    if (error.code === 'token_rejected') attempt.spent();
    if (mayExist || isDoubtful) desk.promise(order);
    else {
      journal.close(reference);
      if (!error.retryable) desk.drop();
    }
    throw error;
  }
}
