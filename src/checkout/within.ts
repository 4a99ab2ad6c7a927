import type { Environment } from './environment.ts';
import { waitOut } from './stopwatch.ts';

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
