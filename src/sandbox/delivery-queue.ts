interface Job {
  readonly lane: string;
  readonly run: () => Promise<void>;
}

/**
 * Runs jobs a few at a time, and those of one lane one after the other in the order in which they were added. A big
 * batch of payouts emits thousands of events at once: a receiver is not to be run over, and of one record it has to
 * hear the later news later.
 */
export class DeliveryQueue {
  readonly #atOnce: number;
  readonly #waiting = new Set<Job>();
  readonly #busyLanes = new Set<string>();

  /** @param atOnce how many jobs may be under way */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Adds a job, which must not reject; it starts at once when there is room. */
  add(lane: string, run: () => Promise<void>): void {
    this.#waiting.add({ lane, run });
    this.#start();
  }

  #start(): void {
    for (const job of this.#waiting) {
      if (this.#busyLanes.size >= this.#atOnce) return;
      if (this.#busyLanes.has(job.lane)) continue;
      this.#waiting.delete(job);
      this.#busyLanes.add(job.lane);
      void job.run().finally(() => {
        this.#busyLanes.delete(job.lane);
        this.#start();
      });
    }
  }
}
