import type { CheckoutError } from '../domain/checkout-error.ts';
import { remainderOf } from '../domain/transaction.ts';
import { earlierRecord } from './earlier-record.ts';
import type { Release, Returned } from './environment.ts';
import type { Inquiry } from './inquiry.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { LookUp } from './look-up.ts';
import type { Stage } from './stage.ts';
import type { PaymentOrigin } from './state.ts';

export interface RecoveryParts {
  stage: Stage;
  journal: Journal;
  lookUp: LookUp;
  inquiry: Inquiry;
  /** Looks again for what to show, from the beginning. */
  restart: () => void;
}

/** What the page asks for when it is opened: a transaction by its id, or the one that its address names. */
export interface Sought {
  askedId?: string | undefined;
  returned?: Returned | undefined;
}

/** How soon an environment that does not wait for a lock is asked for it again, in ms. */
const otherTabMs = 1000;

/** Finds the payment that is under way already: asked for, returned from the bank, in the journal, or in another tab. */
export class Recovery {
  readonly #parts: RecoveryParts;
  /** What was taken for this visitor's payment while the page had given no order. */
  #guess: JournalEntry | undefined;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Whether the page has since given an order that what is shown does not belong to. */
  get isMistaken(): boolean {
    return this.#guess !== undefined && !this.#parts.journal.belongs(this.#guess);
  }

  /** Takes over what it finds; without a finding the state stays as it is. */
  async find({ askedId: transactionId, returned }: Sought, signal: AbortSignal): Promise<void> {
    const { stage, journal, lookUp } = this.#parts;
    const { configuration } = stage;
    this.#guess = undefined;
    if (transactionId !== undefined) {
      const payment = journal.find(({ id }) => id === transactionId);
      const error = await lookUp({
        id: transactionId,
        payment,
        hasReturned: returned?.id === transactionId,
        isNamed: true,
        signal,
      });
      if (error) this.#giveUp(transactionId, error, payment);
      return;
    }
    if (returned) {
      const payment = journal.find(({ id }) => id === returned.id);
      if (journal.isOwn(returned)) {
        const error = await lookUp({ id: returned.id, payment, hasReturned: true, signal });
        if (!error) return;
        if (payment) return this.#giveUp(returned.id, error, payment);
        stage.warn('foreign_transaction');
      }
    }
    const entry = journal.underWay();
    if (!entry) return;
    if (!configuration.orders) this.#guess = entry;
    await this.pickUp(entry, signal);
  }

  /**
   * Goes on with a payment that the journal knows: by its id, or by asking, unless another tab is at it.
   *
   * @param held the lock of this payment, where whoever calls has it.
   */
  async pickUp(entry: JournalEntry & PaymentOrigin, signal?: AbortSignal, held?: Release): Promise<void> {
    const { stage, journal, lookUp, inquiry } = this.#parts;
    if (entry.id !== undefined) {
      held?.();
      const error = await lookUp({ id: entry.id, payment: entry, ...(signal && { signal }) });
      if (!error) return;
      // A service that does not know what was paid there is another one by now, as a sandbox is that was started anew.
      if (entry.status === 'approved' && stage.isGone && stage.state.status === 'loading')
        journal.forget(entry.reference);
      else inquiry.leaveOpen(entry);
      return;
    }
    const release = held ?? (await stage.environment.lock(journal.lockName()));
    if (signal?.aborted) return release?.();
    if (!release) return this.awaitOther(entry.elsewhere);
    // It is written down, and nobody is sending it any more: each tab may ask for itself.
    release();
    await inquiry.resolve(entry);
  }

  /**
   * Another tab is paying: wait until its transaction has an id, or until it is gone.
   *
   * @param elsewhere the payer pressed, and met it.
   */
  async awaitOther(elsewhere?: boolean): Promise<void> {
    const { stage, journal, restart } = this.#parts;
    const { environment, connection } = stage;
    stage.apply({ type: 'advanced', step: 'confirm', elsewhere: true });
    if (!connection) return;
    const { signal } = connection;
    while (!signal.aborted) {
      const release = await environment.lock(journal.lockName(), signal);
      if (signal.aborted) return release?.();
      const entry = journal.underWay();
      // Given away between here and there, two tabs that both wait would hand it to each other for ever.
      if (entry && (release ?? entry.id)) return this.pickUp({ ...entry, elsewhere }, undefined, release);
      if (release) {
        release();
        if (stage.apply({ type: 'other-gone' })) restart();
        return;
      }
      await environment.wait(otherTabMs, signal);
    }
  }

  /** The form is there; what was begun from this page for another order is said in it, unless that ended unpaid. */
  async remind(): Promise<void> {
    const { stage, journal } = this.#parts;
    for (const entry of journal.earlier()) {
      const record = await earlierRecord(stage, journal, entry).catch(() => undefined);
      // Of what is half paid nothing is called paid.
      if (!record || remainderOf(record)) continue;
      stage.earlier = record;
      if (stage.connection) stage.apply({ type: 'reminded' });
      return;
    }
  }

  /** A transaction that the page asked for cannot be had: unknown where it is this browser's payment, else failed. */
  #giveUp(id: string, error: CheckoutError, payment: JournalEntry | undefined): void {
    const { stage, journal, inquiry } = this.#parts;
    const open = payment ? { ...payment, id } : journal.underWay();
    if (open) inquiry.leaveOpen(open);
    else if (stage.apply({ type: 'broken', error, lookup: true })) stage.listener.failed(error);
  }
}
