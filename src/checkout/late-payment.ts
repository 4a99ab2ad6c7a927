import type { PaymentsApi } from '../api/payments-api.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import type { Payment, Start } from './payment.ts';
import type { Stage } from './stage.ts';
import { within } from './within.ts';

/** How long a payment waits for its own part of the program, in ms. Nothing was sent by then. */
const patienceMs = 30_000;

/** The half of the program that a payment needs and a form does not. */
export interface PaymentPart {
  Payment: typeof Payment;
  api: PaymentsApi;
}

export interface LatePaymentParts {
  stage: Stage;
  start: () => Start;
  /** Fetches the part. */
  latePart: () => Promise<PaymentPart>;
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
  }

  /** Undefined until it is there: so long, no payment was begun, or found. */
  get loaded(): Payment | undefined {
    return this.#loaded;
  }

  /** @throws CheckoutError `part_unavailable` when it cannot be had; asking again tries again. */
  async load(): Promise<Payment> {
    const { latePart, stage } = this.#parts;
    if (this.#loaded) return this.#loaded;
    const missing = (cause?: unknown): CheckoutError =>
      new CheckoutError('part_unavailable', 'The script of the checkout that sends payments could not be loaded.', {
        cause,
      });
    this.#loading ??= latePart().then(
      (loaded) => this.take(loaded),
      (thrown: unknown) => {
        this.#loading = undefined;
        throw missing(thrown);
      },
    );
    return within(this.#loading, patienceMs, stage.environment, missing);
  }

  /** The part is there. */
  take({ Payment: Whole, api }: PaymentPart): Payment {
    const { stage, start } = this.#parts;
    stage.api = api;
    return (this.#loaded = new Whole(stage, start));
  }
}
