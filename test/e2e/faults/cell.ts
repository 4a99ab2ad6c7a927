import type { Journey } from './journeys.ts';
import type { Stand } from './stand.ts';

/** One field of the matrix. */
export interface Cell {
  readonly step: string;
  readonly fault: string;
  /** Runs it and tells how it ended; a string that starts with `–` says why it makes no sense. */
  run(stand: Stand, journey: Journey): Promise<string>;
}

/** A field by its names and what it does. */
export const cell = (step: string, fault: string, run: Cell['run']): Cell => ({ step, fault, run });
