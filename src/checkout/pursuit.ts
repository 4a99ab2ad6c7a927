import { otherPayment } from '../api/payments-api.ts';
import { endingWith, type Ending } from '../api/service-client.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { isFinal, type Transaction } from '../domain/transaction.ts';
import { nextAction, threeDsOf, type ShownAction } from './next-action.ts';
import { isSamePayment } from './outcome.ts';
import type { Stage } from './stage.ts';
import type { PaymentOrigin } from './state.ts';
import { Nudge, stopwatch, waitOut } from './stopwatch.ts';
import { same } from './transition.ts';

const minute = 60_000;
const idleMs = 10 * minute;
/** A service may ask for more than a payer can wait, and a browser rings at once for what is too long for a timer. */
const longestPauseMs = 2 * minute;
const beforeLeavingMs = 1500;
/** Before that the record is read once more: a payment may be over by then. */
const lastLookMs = 1000;
/** A payment that is pending this long after the payer's return may have been broken off: its page is offered again. */
const afterReturnMs = 20_000;
/** So many records in a row may have lost an open challenge by mistake; more of them, and the bank is done with it. */
const lostAtMost = 5;

/** What is known of a transaction when it is first followed. */
export interface Followed extends PaymentOrigin {
  hasLeft?: boolean;
  hasReturned?: boolean;
}

/** Follows one transaction to its final status, and sends the payer to the bank when it asks for that. */
export class Pursuit {
  readonly #stage: Stage;
  readonly #nudge = new Nudge();
  /** The transactions whose end the page was told. */
  readonly #told = new Set<string>();
  #following: Ending | undefined;
  #latest: Transaction | undefined;
  #announcedKind: string | undefined;
  #refusedUrl: string | undefined;
  /** How many records in a row know nothing of the challenge that is open. */
  #lost = 0;
  /** How this form came to the transaction, where it is not its own. */
  #origin: PaymentOrigin = {};
  /** The payer has been to the bank (or was sent there): the page does not leave by itself again. */
  #hasLeft = false;
  /** It is kept, and is written down again where that was lost. */
  #isOwn = false;
  /** When the payer has come back from the bank by its return address: most likely nothing is left to do there. */
  #returnedAt = -Infinity;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Starts to follow a record that was just read, or goes on with the one of before. */
  follow(transaction: Transaction, { hasLeft = false, hasReturned = false, wasTold, ...origin }: Followed = {}): void {
    const { ledger, environment } = this.#stage;
    const { reference } = transaction;
    this.stop();
    this.#isOwn = ledger.wasSentHere(reference) || ledger.attempt(reference) !== undefined;
    this.#hasLeft = hasLeft || hasReturned;
    this.#origin = origin;
    this.#returnedAt = hasReturned ? environment.now() : -Infinity;
    this.#latest = undefined;
    this.#announcedKind = undefined;
    this.#refusedUrl = undefined;
    if (wasTold) this.#told.add(transaction.id);
    try {
      this.observe(transaction);
    } catch (thrown) {
      // What it asks of the payer cannot be told for now. It exists all the same.
      this.#stage.apply({ type: 'observed', transaction, action: undefined, ...this.#origin });
      this.#miss(thrown);
    }
    this.#look(false);
  }

  /** After the element is back in a page. */
  goOn(): void {
    this.#look(true);
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  /** The payment is left alone: nothing brings it back by itself. */
  abandon(): void {
    this.stop();
    this.#latest = undefined;
  }

  /** Looks now: the payer asked, or something happened that may have moved the payment. */
  hasten(): void {
    this.#nudge.now();
  }

  /** Takes over what the service says of the transaction. */
  observe(transaction: Transaction, stalled = false): void {
    const { listener, ledger, lock } = this.#stage;
    const isChanged = !same(transaction, this.#latest);
    this.#latest = transaction;
    ledger.observe(transaction, this.#isOwn);
    // Ahead of the page's own listeners, which may go on to an address that has the id as well.
    if (isFinal(transaction)) this.#stage.forgetReturn(transaction.id);
    const action = this.#actionFor(transaction);
    this.#stage.apply({ type: 'observed', transaction, action, stalled, ...this.#origin });
    if (isChanged) listener.transactionChanged(transaction);
    if (action && action.kind !== this.#announcedKind) listener.actionRequired(action.kind, transaction);
    this.#announcedKind = action?.kind;
    if (action?.kind === 'redirect' && !action.left) void this.#leaveSoon(action.url);
    if (!isFinal(transaction)) return;
    this.stop();
    lock.release();
    if (this.#told.has(transaction.id)) return;
    this.#told.add(transaction.id);
    listener.settled(transaction);
  }

  /** Leaves for the bank (or the page that takes the code), in the same window, unless somebody objects. */
  leave(): void {
    const { state, listener, environment, ledger } = this.#stage;
    if (state.status !== 'action') return;
    const { action } = state;
    const url = this.#stage.address(
      action.kind === 'redirect' ? action.url : action.kind === 'otp' ? action.pageUrl : '',
    );
    if (!url) return;
    const { transaction } = state;
    this.#hasLeft = true;
    ledger.record({ type: 'noted', reference: transaction.reference, left: true });
    const goes = listener.leaving(new URL(url), transaction);
    if (!this.#latest) return; // the page has turned from it
    this.#stage.apply({ type: 'observed', transaction, action: this.#actionFor(transaction), ...this.#origin });
    if (goes) environment.leave(url);
  }

  /** What the record asks for, as far as it is safe to do. */
  #actionFor(transaction: Transaction): ShownAction | undefined {
    const { state } = this.#stage;
    const shown = state.status === 'action' && state.transaction.id === transaction.id ? state.action : undefined;
    const action = nextAction(transaction, this.#lost < lostAtMost ? shown : undefined);
    this.#lost = action && action === shown && !threeDsOf(transaction) ? this.#lost + 1 : 0;
    if (action?.kind === 'redirect') return this.#redirectTo(action.url);
    if (action?.kind !== 'otp') return action;
    const { sendUrl, validateUrl } = action.services;
    const pageUrl = this.#stage.address(action.pageUrl) && action.pageUrl;
    const refused = [sendUrl, validateUrl].find((url) => !this.#stage.address(url));
    return refused === undefined ? { kind: 'otp', pageUrl } : this.#redirectTo(pageUrl ?? refused);
  }

  #redirectTo(url: string): ShownAction | undefined {
    if (this.#stage.environment.now() - this.#returnedAt < afterReturnMs) return;
    if (this.#stage.address(url)) return { kind: 'redirect', url, ...(this.#hasLeft ? { left: true } : {}) };
    if (this.#refusedUrl === url) return;
    this.#refusedUrl = url;
    const text =
      "The service sends the payer to an address that is not safe to open: it has to be https, and not the shop's own.";
    this.#stage.listener.failed(new CheckoutError('unsafe_address', text));
  }

  async #leaveSoon(url: string): Promise<void> {
    const { environment, connection } = this.#stage;
    const isOnDuty = () => environment.isOnDuty?.() ?? true;
    const signal = this.#following?.signal ?? connection?.signal;
    if (!signal || !isOnDuty()) return;
    await waitOut(environment, lastLookMs, signal);
    // Nobody is sent to a bank that is done with the payment.
    this.hasten();
    await waitOut(environment, beforeLeavingMs - lastLookMs, signal);
    const { state } = this.#stage;
    const isDue =
      state.status === 'action' && state.action.kind === 'redirect' && state.action.url === url && !state.action.left;
    if (!signal.aborted && isDue && isOnDuty()) this.leave();
  }

  /** @param isDue the first look is due now, rather than after a pause. */
  #look(isDue: boolean): void {
    this.stop();
    const { connection } = this.#stage;
    const followed = this.#latest;
    if (!connection || !followed || isFinal(followed)) return;
    const following = (this.#following = endingWith(connection.signal));
    void this.#poll(followed, isDue, following.signal).finally(following.release);
  }

  /** Looks at what is pending, one request at a time, until it is final or left alone. */
  async #poll(followed: Transaction, isDue: boolean, signal: AbortSignal): Promise<void> {
    const { api, environment } = this.#stage;
    let waited = stopwatch(environment);
    let challengedAtMs = Infinity;
    let isStalled = false;
    let retryAfterMs = 0;
    while (!signal.aborted) {
      // The bank's five minutes begin with its challenge, however late that came.
      if (this.#announcedKind === 'challenge') challengedAtMs = Math.min(challengedAtMs, waited());
      const deadlineMs = this.#announcedKind === 'challenge' ? challengedAtMs + 5 * minute : 15 * minute;
      if (!isStalled && waited() >= deadlineMs) {
        isStalled = true;
        this.#stage.apply({ type: 'stalled' });
      }
      if (!isDue) {
        const paused = stopwatch(environment);
        const asked = Math.min(retryAfterMs, longestPauseMs);
        const pause = isStalled ? idleMs : Math.max(pollPause(waited(), environment.random()), asked);
        await this.#nudge.wait(environment, pause, signal);
        // Whoever comes back after the deadline is waiting again: look often for a while.
        if (isStalled && paused() < pause) {
          isStalled = false;
          waited = stopwatch(environment);
        }
      }
      isDue = false;
      if (signal.aborted) return;
      try {
        const transaction = await api.fetchTransaction(followed.id, signal);
        if (!isSamePayment(transaction, followed)) throw otherPayment();
        if (signal.aborted) return;
        retryAfterMs = 0;
        this.observe(transaction, isStalled); // which stops this once it is final
      } catch (thrown) {
        if (signal.aborted) return;
        retryAfterMs = this.#miss(thrown).retryAfterMs ?? 0;
      }
    }
  }

  /** A look that told nothing, whatever the reason: the next one may. */
  #miss(thrown: unknown): CheckoutError {
    const error = asCheckoutError(thrown);
    this.#stage.apply({ type: 'missed', error });
    return error;
  }
}

/** The pause before the next look, in ms: 2 to 3 s (SPEC.md section 8.1), longer with the age of the wait. */
export function pollPause(waitedMs: number, random: number): number {
  const base = waitedMs < minute ? 2000 : waitedMs < 5 * minute ? 4000 : 10_000;
  return base * (1 + random / 2);
}
