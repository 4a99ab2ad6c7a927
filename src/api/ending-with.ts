/** Something that ends when it is told to, or with what it is a part of. */
export interface Ending {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** It is over: what it was a part of no longer holds it. */
  readonly release: () => void;
}

/** An end of its own for a part of what `whole` ends; where there is none, only `abort` ends it. */
export function endingWith(whole: AbortSignal | undefined): Ending {
  const controller = new AbortController();
  const abort = () => controller.abort();
  whole?.addEventListener('abort', abort);
  if (whole?.aborted) abort();
  return { signal: controller.signal, abort, release: () => whole?.removeEventListener('abort', abort) };
}
