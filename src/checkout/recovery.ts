import { leavesOutcomeOpen } from '../api/payments-api.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { transactionIdPattern, type Transaction } from '../domain/transaction.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { Pursuit } from './pursuit.ts';
import type { Stage } from './stage.ts';
import type { Submission } from './submission.ts';

interface FollowOptions {
  /** The page asked for this very transaction: failing to show it is an error, not a reason to show the form. */
  isAsked?: boolean;
  hasReturned?: boolean;
  entry?: JournalEntry | undefined;
}

const triesBeforeFailing = 4;

/** Finds the payment that is under way already: asked for, returned from the bank, in the journal, or in another tab. */
export class Recovery {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #pursuit: Pursuit;
  readonly #submission: Submission;

  constructor(stage: Stage, journal: Journal, pursuit: Pursuit, submission: Submission) {
    this.#stage = stage;
    this.#journal = journal;
    this.#pursuit = pursuit;
    this.#submission = submission;
  }

  /** Takes over what it finds; without a finding the state stays as it is. */
  async find(): Promise<void> {
    const { configuration, environment } = this.#stage;
    const journal = this.#journal;
    const returned = environment.returned();
    const { transactionId } = configuration;
    if (transactionId !== undefined) {
      if (returned?.id === transactionId) environment.forgetReturn();
      await this.follow(transactionId, { isAsked: true, hasReturned: returned?.id === transactionId });
      return;
    }
    if (returned) {
      const entry = journal.find(({ id }) => id === returned.id);
      // A shop's own `?id=…` is not ours: only a marked, a known or a telling id is looked up.
      const isOurs = entry || returned.isMarked || /^\d+-\d+-\d+$/.test(returned.id);
      if (isOurs && (await this.follow(returned.id, { entry, hasReturned: true }))) return environment.forgetReturn();
    }
    const entry = this.#journal.underWay;
    if (entry) await this.#pickUp(entry);
  }

  /** Follows a payment of another tab, or the one that the journal knows by its id. */
  join(entry: JournalEntry | undefined): void {
    void (entry?.id ? this.follow(entry.id, { entry }) : this.#awaitOther());
  }

  /** @returns whether the transaction was taken over (or its failing shown). */
  async follow(id: string, { isAsked = false, hasReturned = false, entry }: FollowOptions): Promise<boolean> {
    const { api, environment, connection } = this.#stage;
    if (!connection) return false;
    const { signal } = connection;
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        const transaction = await api.fetchTransaction(id, signal);
        if (signal.aborted) return false;
        if (!this.#isExpected(transaction, entry))
          throw new CheckoutError(
            'foreign_transaction',
            'This transaction is not the payment of this page: reference, amount or currency differ.',
          );
        // Whoever is shown a payment by its id has begun it elsewhere: nothing opens by itself again.
        this.#pursuit.follow(transaction, { hasReturned, hasLeft: isAsked || (entry?.left ?? false) });
        return true;
      } catch (thrown) {
        if (signal.aborted) return false;
        const error = asCheckoutError(thrown, 'network', 'The transaction could not be fetched.');
        const isPassing = leavesOutcomeOpen(error) || error.code === 'rate_limited';
        if (isPassing && tries < triesBeforeFailing) {
          await environment.wait(error.retryAfterMs ?? 1000 * 2 ** (tries - 1), signal);
          continue;
        }
        return this.#giveUp(error, { isAsked: isAsked || isPassing, entry });
      }
    }
    return false;
  }

  #giveUp(error: CheckoutError, { isAsked, entry }: FollowOptions): boolean {
    if (!isAsked) {
      if (entry) this.#journal.close(entry.reference);
      else this.#stage.warn('foreign_transaction');
      this.#stage.apply({ type: 'refused' });
      return false;
    }
    this.#stage.apply({ type: 'refused', error });
    if (this.#stage.apply({ type: 'broken', error })) this.#stage.listener.failed(error);
    return true;
  }

  #isExpected(transaction: Transaction, entry: JournalEntry | undefined): boolean {
    const { orders, amount } = this.#stage.configuration;
    const expected = entry ?? (orders?.kind === 'fixed' ? orders.order : amount);
    if (!expected) return true;
    const { amountInCents, currency } = expected;
    const isReference = !('reference' in expected) || expected.reference === transaction.reference;
    return isReference && amountInCents === transaction.amount_in_cents && currency === transaction.currency;
  }

  /** A payment of before the reload: its id is followed; one that was only posted is resolved, unless another tab is at it. */
  async #pickUp(entry: JournalEntry): Promise<void> {
    if (entry.id && transactionIdPattern.test(entry.id)) {
      await this.follow(entry.id, { entry });
      return;
    }
    const release = await this.#stage.environment.lock(this.#journal.lockName);
    if (!release) return this.#awaitOther();
    try {
      await this.#resolve(entry);
    } finally {
      release();
    }
  }

  #resolve({ reference, amountInCents, currency }: JournalEntry): Promise<void> {
    return this.#submission.resolve({ reference, amount_in_cents: amountInCents, currency });
  }

  /** Another tab is paying: wait until its transaction has an id, or until it is gone. */
  async #awaitOther(): Promise<void> {
    const { environment, connection } = this.#stage;
    if (!connection) return;
    const { signal } = connection;
    this.#stage.apply({ type: 'advanced', step: 'confirm', elsewhere: true });
    while (!signal.aborted) {
      const entry = this.#journal.underWay;
      if (entry?.id) {
        await this.follow(entry.id, { entry });
        return;
      }
      const release = await environment.lock(this.#journal.lockName);
      if (release) {
        release();
        const left = this.#journal.underWay;
        if (left) await this.#pickUp(left);
        else this.#stage.apply({ type: 'refused' });
        return;
      }
      await environment.wait(1000, signal);
    }
  }
}
