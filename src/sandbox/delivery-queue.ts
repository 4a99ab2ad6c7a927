import { letProcessEnd } from './agenda.ts';

/** How long a job has its lane to itself: what comes next of its record begins within a second (CONTRACT.md section 5). */
const ALONE_MS = 500;

interface Job {
  readonly lane: string;
  readonly run: () => Promise<void>;
}

/**
 * Runs jobs a few at a time, and begins those of one lane in the order in which they were added, each when the one before
 * is done or has taken long. A big batch of payouts emits thousands of events at once: a receiver is not to be run over,
 * and of one record it has to hear the later news later; but one that is silent may not hold back what was promised.
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
      let isAlone = true;
      const letNextBegin = (): void => {
        clearTimeout(timer);
        if (!isAlone) return;
        isAlone = false;
        this.#busyLanes.delete(job.lane);
        this.#start();
      };
      const timer = setTimeout(letNextBegin, ALONE_MS);
      letProcessEnd(timer);
      void job.run().finally(letNextBegin);
    }
  }
}
