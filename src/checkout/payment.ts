import { Journal } from './journal.ts';
import { Pursuit } from './pursuit.ts';
import { Recovery } from './recovery.ts';
import type { Stage } from './stage.ts';
import { Submission } from './submission.ts';

/** All that a payment needs and a form does not: fetched while the payer types, or at once when one is under way. */
export class Payment {
  readonly journal: Journal;
  readonly pursuit: Pursuit;
  readonly submission: Submission;
  readonly recovery: Recovery;

  constructor(stage: Stage) {
    this.journal = new Journal(stage);
    this.pursuit = new Pursuit(stage, this.journal);
    this.submission = new Submission(stage, this.journal, this.pursuit, (entry) => this.recovery.join(entry));
    this.recovery = new Recovery(stage, this.journal, this.pursuit, this.submission);
    this.pursuit.onSettled = () => this.submission.releaseLock();
  }
}
