/** How long a pending agenda sleeps at most: an injected clock may jump at any moment. */
const LONGEST_SLEEP_MS = 250;

interface Entry {
  readonly due: number;
  readonly run: () => void;
}

/**
 * What is going to happen, by the sandbox's one clock. Entries run when they are due: at the latest when the next
 * request comes in, usually by a real timer before that. While an entry runs, the time is its due time, so that a jump
 * of the clock gives the same history as waiting would have given.
 */
export class Agenda {
  readonly #clock: () => number;
  /** The earliest first. */
  #entries: Entry[] = [];
  #moment: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clock milliseconds since the epoch */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The present, in milliseconds since the epoch. */
  now(): number {
    return this.#moment ?? this.#clock();
  }

  /**
   * Plans a call.
   * @param ms how long from now
   * @returns a function that takes the plan back
   */
  after(ms: number, run: () => void): () => void {
    const entry: Entry = { due: this.now() + Math.max(0, ms), run };
    this.#entries.push(entry);
    this.#entries.sort((one, other) => one.due - other.due);
    this.#arm();
    return () => {
      this.#entries = this.#entries.filter((planned) => planned !== entry);
    };
  }

  /** Runs everything that is due, oldest first, including what those calls plan in turn. */
  runDue(): void {
    if (this.#moment !== undefined) return;
    try {
      for (;;) {
        const [entry] = this.#entries;
        if (entry === undefined || entry.due > this.#clock()) return;
        this.#entries.shift();
        this.#moment = entry.due;
        try {
          entry.run();
        } catch (error) {
          // Thrown in a timer it would end the process, and with it whatever else was planned.
          console.error(error);
        }
      }
    } finally {
      this.#moment = undefined;
      this.#arm();
    }
  }

  /** Forgets every plan. */
  clear(): void {
    this.#entries = [];
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [entry] = this.#entries;
    if (entry === undefined) return;
    const wait = Math.min(LONGEST_SLEEP_MS, Math.max(1, entry.due - this.#clock()));
    this.#timer = setTimeout(() => this.runDue(), wait);
    letProcessEnd(this.#timer);
  }
}

/** Only Node's timers keep a process alive and have `unref`; in a worker a timer is a plain number. */
export function letProcessEnd(timer: { readonly unref?: () => void } | number): void {
  if (typeof timer === 'object') timer.unref?.();
}
