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
