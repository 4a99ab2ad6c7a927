import { requireObject } from './client-options.ts';

/** Options of every call of the kit. */
export interface CallOptions {
  /** Gives up on the call. What was already sent stays sent. */
  signal?: AbortSignal;
}

/**
 * Reads the signal of a call's options; without options there is none.
 *
 * @throws TypeError
 */
export function signalOf(options: CallOptions | null | undefined): AbortSignal | undefined {
  if (options === undefined || options === null) return undefined;
  const { signal } = requireObject(options, 'The options of a call');
  if (signal === undefined || signal === null) return undefined;
  // A test's or a framework's own AbortSignal is one too.
  if (typeof signal.addEventListener !== 'function') throw new TypeError('signal must be an AbortSignal.');
  return signal;
}

/** Longest `setTimeout` delay; beyond it the timer would fire at once. */
const longestMs = 2_147_483_647;

/**
 * @throws TypeError
 */
export function requireTimeout(value: number): number {
  if (typeof value !== 'number' || !(value > 0 && value <= longestMs))
    throw new TypeError('timeoutMs must be a positive number of milliseconds.');
  return value;
}
