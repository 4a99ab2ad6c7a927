import { endingWith } from '../api/service-client.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { isFinal, type Transaction } from '../domain/transaction.ts';
import type { Environment } from './environment.ts';
import { stopwatch } from './stopwatch.ts';

export interface FollowUp {
  environment: Pick<Environment, 'now' | 'random' | 'wait'>;
  fetch(signal: AbortSignal): Promise<Transaction>;
  /** Each record that was read, in order; `stalled` while only the payer's return makes the next look come soon. */
  observed(transaction: Transaction, stalled: boolean): void;
  /** A look that failed; the next one follows. */
  missed(error: CheckoutError): void;
  /** Active polling is over; looks go on when the payer comes back or asks. */
  stalled(): void;
  /** How long to look every few seconds, in ms by wall clock; asked before each look, with what has passed so far. */
  deadlineMs(waitedMs: number): number;
  signal: AbortSignal;
  /** Ends a pause at once, when somebody asks. */
  nudge: Nudge;
  /** Whether the first look is due now rather than after a pause. */
  immediately: boolean;
}

/** Lets others cut a pause short: `wait` sleeps, `now` wakes. */
export class Nudge {
  #wake: (() => void) | undefined;

  now(): void {
    this.#wake?.();
  }

  async wait(environment: Pick<Environment, 'wait'>, ms: number, signal: AbortSignal): Promise<void> {
    const pause = endingWith(signal);
    this.#wake = pause.abort;
    await environment.wait(ms, pause.signal);
    pause.release();
    if (this.#wake === pause.abort) this.#wake = undefined; // an earlier pause may end after the next one has begun
  }
}

const minute = 60_000;
const idleMs = 10 * minute;
/** A service may ask for more than a payer can wait, and a browser rings at once for what is too long for a timer. */
const longestPauseMs = 2 * minute;

/** The pause before the next look, in ms: 2 to 3 s (SPEC.md section 8.1), longer with the age of the wait. */
export function pollPause(waitedMs: number, random: number): number {
  const base = waitedMs < minute ? 2000 : waitedMs < 5 * minute ? 4000 : 10_000;
  return base * (1 + random / 2);
}

/** Looks at a pending transaction, one request at a time, until it is final or `signal` aborts. */
export async function followUp(options: FollowUp): Promise<void> {
  const { environment, signal, nudge } = options;
  let waited = stopwatch(environment);
  let isStalled = false;
  let retryAfterMs = 0;
  let isDue = options.immediately;
  while (!signal.aborted) {
    const waitedMs = waited();
    if (!isStalled && waitedMs >= options.deadlineMs(waitedMs)) {
      isStalled = true;
      options.stalled();
    }
    if (!isDue) {
      const paused = stopwatch(environment);
      const asked = Math.min(retryAfterMs, longestPauseMs);
      const pause = isStalled ? idleMs : Math.max(pollPause(waited(), environment.random()), asked);
      await nudge.wait(environment, pause, signal);
      // Whoever comes back after the deadline is waiting again: look often for a while.
      if (isStalled && paused() < pause) {
        isStalled = false;
        waited = stopwatch(environment);
      }
    }
    isDue = false;
    if (signal.aborted) return;
    let transaction: Transaction;
    try {
      transaction = await options.fetch(signal);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = thrown as CheckoutError;
      retryAfterMs = error.retryAfterMs ?? 0;
      options.missed(error);
      continue;
    }
    if (signal.aborted) return;
    retryAfterMs = 0;
    options.observed(transaction, isStalled);
    if (isFinal(transaction)) return;
  }
}
