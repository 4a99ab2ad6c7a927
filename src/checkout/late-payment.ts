import { CheckoutError } from '../domain/checkout-error.ts';
import type { Journal } from './journal.ts';
import type { Payment } from './payment.ts';
import type { Stage } from './stage.ts';
import { within } from './within.ts';

/** How long a payment waits for its own part of the program, in ms. Nothing was sent by then. */
const patienceMs = 30_000;

export interface LatePaymentParts {
  stage: Stage;
  journal: Journal;
  /** Looks again for what to show, from the beginning. */
  restart: () => void;
  /** Where it is there from the start. */
  whole?: typeof Payment | undefined;
}

/**
 * The half of the flow that a payment needs and a form does not. It comes when somebody uses the page, or where a
 * payment may be under way: a page on which nobody pays does not set it up.
 */
export class LatePayment {
  readonly #parts: LatePaymentParts;
  #loading: Promise<Payment> | undefined;
  #loaded: Payment | undefined;

  constructor(parts: LatePaymentParts) {
    this.#parts = parts;
    if (parts.whole) this.#make(parts.whole);
  }

  /** Undefined until it is there: no payment was begun, or found. */
  get loaded(): Payment | undefined {
    return this.#loaded;
  }

  /** @throws CheckoutError `part_unavailable` when it cannot be had; asking again tries again. */
  async load(): Promise<Payment> {
    if (this.#loaded) return this.#loaded;
    const missing = (cause?: unknown): CheckoutError =>
      new CheckoutError('part_unavailable', 'A part of the checkout could not be loaded: payment.', { cause });
    this.#loading ??= import('./payment.ts').then(
      ({ Payment: whole }) => this.#make(whole),
      (thrown: unknown) => {
        this.#loading = undefined;
        throw missing(thrown);
      },
    );
    return within(this.#loading, patienceMs, this.#parts.stage.environment, missing);
  }

  #make(whole: typeof Payment): Payment {
    const { stage, journal, restart } = this.#parts;
    return (this.#loaded = new whole(stage, journal, restart));
  }
}
