import type { CodeEntry, CodeState } from './code-entry.ts';
import { Inquiry } from './inquiry.ts';
import type { Journal } from './journal.ts';
import { lookUpFor } from './look-up.ts';
import { OrderDesk } from './order-desk.ts';
import { Pursuit } from './pursuit.ts';
import { Recovery } from './recovery.ts';
import type { Stage } from './stage.ts';
import { Submission } from './submission.ts';

/** All that a payment needs and a form does not. */
export class Payment {
  readonly #stage: Stage;
  readonly #journal: Journal;
  #code: { token: string; entry: CodeEntry } | undefined;
  readonly desk: OrderDesk;
  readonly pursuit: Pursuit;
  readonly inquiry: Inquiry;
  readonly recovery: Recovery;
  readonly submission: Submission;

  /** @param restart looks again for what to show, from the beginning. */
  constructor(stage: Stage, journal: Journal, restart: () => void) {
    this.#stage = stage;
    this.#journal = journal;
    const desk = (this.desk = new OrderDesk(stage, journal));
    const pursuit = (this.pursuit = new Pursuit(stage, journal));
    const lookUp = lookUpFor(stage, journal, pursuit);
    const inquiry = (this.inquiry = new Inquiry({ stage, journal, pursuit, lookUp, desk }));
    const recovery = (this.recovery = new Recovery({ stage, journal, lookUp, inquiry, restart }));
    const submission = (this.submission = new Submission({ stage, journal, desk, pursuit, inquiry, recovery }));
    pursuit.onFollowed = (reference) => desk.used(reference);
    pursuit.onSettled = () => submission.releaseLock();
  }

  /**
   * The one-time code that the payment asks for: the same entry for as long as it does.
   *
   * @param Entry what makes one.
   * @param changed told of each change of the entry that is made here for the first time.
   */
  codeEntry(Entry: typeof CodeEntry, changed: (state: CodeState) => void): CodeEntry | undefined {
    const { state, api, environment, listener } = this.#stage;
    if (state.status !== 'action' || state.action.kind !== 'otp') return;
    const { services } = state.action;
    const { reference } = state.transaction;
    if (this.#code?.token !== services.token) {
      this.#code?.entry.end();
      const entry = new Entry({
        api,
        environment,
        services,
        sentAt: this.#journal.read(reference)?.codeSentAt,
        changed,
        sent: (codeSentAt) => this.#journal.update(reference, { codeSentAt }),
        checked: () => this.pursuit.hasten(),
        failed: (error) => listener.failed(error),
      });
      this.#code = { token: services.token, entry };
    }
    return this.#code.entry;
  }

  /** The payment is left alone: nothing brings it back by itself. */
  forget(): void {
    this.pursuit.forget();
    this.inquiry.stop();
  }

  /** Whoever shows the payment is gone: what only waits is let go. */
  pause(): void {
    this.#code?.entry.pause();
  }

  /** The payment is shown again. */
  goOn(): void {
    this.#code?.entry.goOn();
  }
}
