/** Options of every call of the kit. */
export interface CallOptions {
  /** Gives up on the call. What was already sent stays sent. */
  signal?: AbortSignal;
}

/** Longest `setTimeout` delay; beyond it the timer would fire at once. */
const longestMs = 2_147_483_647;

/**
 * @throws TypeError
 */
export function requireTimeout(value: number): number {
  if (!(value > 0 && value <= longestMs)) throw new TypeError('timeoutMs must be a positive number of milliseconds.');
  return value;
}
