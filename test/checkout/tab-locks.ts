import type { Release } from '../../src/checkout/environment.ts';

/** Who holds a lock, or waits for one: a page that may be gone by then. */
export interface LockOwner {
  readonly isGone: boolean;
}

/**
 * Locks between the tabs of a device, as browsers give them: to one at a time, and to those who wait in their order. One
 * that is given back is free a moment later: whoever asks for it in the same breath finds it taken.
 */
export class TabLocks {
  readonly #holders = new Map<string, LockOwner>();
  readonly #queues = new Map<string, (() => boolean)[]>();

  /** See `Environment.lock`. Whoever is gone, or no longer wants it, is passed over. */
  take(name: string, owner: LockOwner, signal?: AbortSignal): Promise<Release | undefined> {
    if (!this.#holders.has(name)) return Promise.resolve(this.#give(name, owner));
    if (!signal || signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const leave = (): void => resolve(undefined);
      const accept = (): boolean => {
        if (signal.aborted || owner.isGone) return false;
        signal.removeEventListener('abort', leave);
        resolve(this.#give(name, owner));
        return true;
      };
      this.#queues.set(name, [...(this.#queues.get(name) ?? []), accept]);
      signal.addEventListener('abort', leave);
    });
  }

  /** A page is gone: the browser takes its locks back. */
  forget(gone: LockOwner): void {
    for (const [name, holder] of this.#holders) if (holder === gone) this.#free(name);
  }

  #give(name: string, owner: LockOwner): Release {
    this.#holders.set(name, owner);
    let isHeld = true;
    return () => {
      if (isHeld) queueMicrotask(() => this.#holders.get(name) === owner && this.#free(name));
      isHeld = false;
    };
  }

  #free(name: string): void {
    this.#holders.delete(name);
    const queue = this.#queues.get(name) ?? [];
    let isTaken = false;
    while (!isTaken && queue.length > 0) isTaken = queue.shift()?.() ?? false;
  }
}
