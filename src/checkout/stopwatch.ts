import { endingWith } from '../api/service-client.ts';
import type { Environment } from './environment.ts';

/**
 * Says how long something has taken so far, in ms by the wall clock, which also counts what a sleeping device missed. A
 * clock that is set back meanwhile adds nothing: it must not turn a wait of a minute into one of hours.
 */
export function stopwatch(environment: Pick<Environment, 'now'>): () => number {
  let last = environment.now();
  let ms = 0;
  return () => {
    const now = environment.now();
    ms += Math.max(0, now - last);
    last = now;
    return ms;
  };
}

/** Waits that long, or until `signal` aborts; a wait that the environment cuts short goes on. */
export async function waitOut(
  environment: Pick<Environment, 'now' | 'wait'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const passed = stopwatch(environment);
  for (let left = ms; left > 0 && !signal.aborted; left = ms - passed()) await environment.wait(left, signal);
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

/**
 * What a promise comes to, if it does so in time.
 *
 * @param ms how long it may take; a wait that the environment cuts short goes on.
 * @param late makes the error for a promise that takes longer.
 */
export async function within<Value>(
  promise: Promise<Value>,
  ms: number,
  environment: Pick<Environment, 'now' | 'wait'>,
  late: () => Error,
): Promise<Value> {
  const over = new AbortController();
  const { signal } = over;
  const deadline = async (): Promise<Value> => {
    await waitOut(environment, ms, signal);
    if (signal.aborted) return promise;
    throw late();
  };
  try {
    return await Promise.race([promise, deadline()]);
  } finally {
    over.abort(0); // with a reason: else the browser makes an exception, with its stack, that nobody reads
  }
}
