import { CodeEntry, type CodeState } from './code-entry.ts';
import { Journal } from './journal.ts';
import { Pursuit } from './pursuit.ts';
import { Recovery } from './recovery.ts';
import type { Stage } from './stage.ts';
import { Submission } from './submission.ts';

/** All that a payment needs and a form does not: fetched while the payer types, or at once when one is under way. */
export class Payment {
  readonly #stage: Stage;
  #code: { token: string; entry: CodeEntry } | undefined;
  readonly journal: Journal;
  readonly pursuit: Pursuit;
  readonly submission: Submission;
  readonly recovery: Recovery;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.journal = new Journal(stage);
    this.pursuit = new Pursuit(stage, this.journal);
    this.submission = new Submission(stage, this.journal, this.pursuit, (entry) => this.recovery.join(entry));
    this.recovery = new Recovery(stage, this.journal, this.pursuit, this.submission);
    this.pursuit.onSettled = () => this.submission.releaseLock();
  }

  /**
   * The one-time code that the payment asks for: the same entry for as long as it does.
   *
   * @param changed told of each change of the entry that is made here for the first time.
   */
  codeEntry(changed: (state: CodeState) => void): CodeEntry | undefined {
    const { state, api, environment, listener } = this.#stage;
    if (state.status !== 'action' || state.action.kind !== 'otp') return;
    const { services } = state.action;
    const { reference } = state.transaction;
    if (this.#code?.token !== services.token) {
      this.#code?.entry.end();
      const entry = new CodeEntry({
        api,
        environment,
        services,
        sentAt: this.journal.read(reference)?.codeSentAt,
        changed,
        sent: (codeSentAt) => this.journal.update(reference, { codeSentAt }),
        checked: () => this.pursuit.hasten(),
        failed: (error) => listener.failed(error),
      });
      this.#code = { token: services.token, entry };
    }
    return this.#code.entry;
  }
}
