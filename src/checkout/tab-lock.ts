import type { Environment, Release } from './environment.ts';
import type { Ledger } from './ledger/ledger.ts';

/** How long another tab may take to send, in ms; who waits for longer looks at what it has written, and sends nothing. */
const patienceMs = 8000;

/** The lock of the page's purchase: one tab at a time sends. */
export class TabLock {
  readonly #environment: Environment;
  readonly #ledger: Ledger;
  #release: Release | undefined;

  constructor(environment: Environment, ledger: Ledger) {
    this.#environment = environment;
    this.#ledger = ledger;
  }

  /** Takes it. @returns false where another tab does not let it go in time. */
  async take(): Promise<boolean> {
    this.release();
    this.#release = (await this.#ask()) ?? (await this.#await());
    return this.#release !== undefined;
  }

  /** Lets other tabs send. */
  release(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /**
   * Whether no other tab is sending.
   *
   * @param signal waits until that is so, or this aborts.
   */
  async isFree(signal?: AbortSignal): Promise<boolean> {
    const release = await this.#ask(signal);
    release?.();
    return release !== undefined;
  }

  #ask(signal?: AbortSignal): Promise<Release | undefined> {
    return this.#environment.lock(this.#ledger.key, signal);
  }

  async #await(): Promise<Release | undefined> {
    const waiting = new AbortController();
    const late = this.#environment.wait(patienceMs, waiting.signal).then(() => undefined);
    const granted = this.#ask(waiting.signal);
    const inTime = await Promise.race([granted, late]);
    waiting.abort(0);
    // What is given at the last moment would be kept from the other tabs for ever.
    if (!inTime) void granted.then((release) => release?.());
    return inTime;
  }
}
