import type { Environment } from './environment.ts';

/**
 * How long something takes by the wall clock, which also counts what a sleeping device missed. A clock that is set back
 * meanwhile adds nothing: it must not turn a wait of a minute into one of hours.
 */
export class Stopwatch {
  readonly #environment: Pick<Environment, 'now'>;
  #last: number;
  #ms = 0;

  constructor(environment: Pick<Environment, 'now'>) {
    this.#environment = environment;
    this.#last = environment.now();
  }

  /** What has passed since it was made, in ms. */
  get ms(): number {
    const now = this.#environment.now();
    this.#ms += Math.max(0, now - this.#last);
    this.#last = now;
    return this.#ms;
  }
}
