import type { PaymentsApi } from '../api/payments-api.ts';
import { asCheckoutError, type CheckoutError } from '../domain/checkout-error.ts';
import type { CodeServices } from '../domain/wire/sent-code.ts';
import type { Environment } from './environment.ts';

/** How long a one-time code lives (SERVICE-NOTES.md "wallet B"), in ms by wall clock. */
const codeLivesMs = 3 * 60_000;
/** Another code is on its way for at least this long, in ms: whoever taps twice has asked for one. */
const resendMs = 2000;
const expired = { phase: 'expired', expiresAt: undefined } as const;

/** Where a one-time code stands. */
export interface CodeState {
  /**
   * `sending` and `checking` wait for the service; `entry` waits for the payer; `expired` for another code, `unsent` for
   * another try to send one; `accepted` and `over` (no tries are left) for what the payment's record says.
   */
  readonly phase: 'sending' | 'unsent' | 'entry' | 'checking' | 'expired' | 'accepted' | 'over';
  /** How many more codes the service will send; undefined while it has not said. */
  readonly sendsLeft?: number | undefined;
  /** How many more codes can be tried; undefined while the service has not said. */
  readonly triesLeft?: number | undefined;
  /** When the last code that was sent expires, in ms since the epoch; undefined while none can be typed. */
  readonly expiresAt?: number | undefined;
  /** Why the last code, or the sending of it, did not work. */
  readonly error?: CheckoutError | undefined;
}

export interface CodeEntryOptions {
  api: Pick<PaymentsApi, 'sendCode' | 'validateCode'>;
  environment: Pick<Environment, 'now' | 'wait'>;
  services: CodeServices;
  /** When the last code was sent, if one was before a reload: it is not sent again then. */
  sentAt: number | undefined;
  changed: (state: CodeState) => void;
  /** A code is on its way to the payer. */
  sent: (at: number) => void;
  /** A code was checked, whatever the answer: the payment may have moved. */
  checked: () => void;
  failed: (error: CheckoutError) => void;
}

/**
 * The payer's one-time code: sent once by itself, again when the payer asks, and checked by the service as often as it
 * allows. What becomes of the payment is read from its record alone.
 */
export class CodeEntry {
  readonly #options: CodeEntryOptions;
  #state: CodeState = { phase: 'sending' };
  #ending = new AbortController();
  #isPaused = false;

  constructor(options: CodeEntryOptions) {
    this.#options = options;
    const { sentAt, environment } = options;
    if (sentAt !== undefined && environment.now() < sentAt + codeLivesMs) this.#await(sentAt);
    else void this.#send();
  }

  get state(): CodeState {
    return this.#state;
  }

  /** Sends another code, when the payer asks for it and the service still does. */
  resend(): void {
    const { phase, sendsLeft } = this.#state;
    const isAllowed = phase === 'unsent' || ((phase === 'entry' || phase === 'expired') && sendsLeft !== 0);
    if (isAllowed) void this.#send(resendMs);
  }

  /** Has a code checked: six digits. Ignored while there is none to check. */
  async submit(code: string): Promise<void> {
    const { api, environment, services, checked } = this.#options;
    const { phase, expiresAt } = this.#state;
    if ((phase !== 'entry' && phase !== 'unsent') || expiresAt === undefined) return;
    if (environment.now() >= expiresAt) return this.#change(expired);
    this.#change({ phase: 'checking' });
    try {
      await api.validateCode(services, code);
      this.end();
      this.#change({ phase: 'accepted' });
    } catch (thrown) {
      const error = asCheckoutError(thrown);
      const { triesLeft } = this.#state;
      const left = error.code === 'code_rejected' && triesLeft !== undefined ? Math.max(triesLeft - 1, 0) : triesLeft;
      this.#change({ phase: left === 0 ? 'over' : 'entry', triesLeft: left, error });
      this.#options.failed(error);
    }
    checked();
  }

  /** Nothing more is waited for. */
  end(): void {
    this.#ending.abort();
  }

  /** Nobody sees the entry: nothing holds it, until `goOn()`. */
  pause(): void {
    this.#isPaused = true;
    this.end();
  }

  /** The entry is seen again. */
  goOn(): void {
    this.#isPaused = false;
    this.#watch();
  }

  async #send(leastMs = 0): Promise<void> {
    const { api, environment, services, sent, failed } = this.#options;
    this.#change({ phase: 'sending' });
    const rest = leastMs && environment.wait(leastMs, this.#ending.signal);
    // It may live from now on: whoever is told too early that it is over asks for another, too late would cost a try.
    const askedAt = environment.now();
    try {
      const { sends: sendsLeft, tries: triesLeft } = await api.sendCode(services).finally(() => rest);
      sent(askedAt);
      this.#await(askedAt, { sendsLeft, triesLeft });
    } catch (thrown) {
      const error = asCheckoutError(thrown);
      this.#change({ phase: 'unsent', error, ...(error.code === 'code_rejected' && { sendsLeft: 0 }) });
      failed(error);
    }
  }

  #await(sentAt: number, left: Partial<CodeState> = {}): void {
    this.#change({ phase: 'entry', expiresAt: sentAt + codeLivesMs, ...left });
    this.#watch();
  }

  #watch(): void {
    const { phase, expiresAt } = this.#state;
    this.end();
    if (this.#isPaused || expiresAt === undefined || (phase !== 'entry' && phase !== 'checking')) return;
    this.#ending = new AbortController();
    void this.#expire(expiresAt, this.#ending.signal);
  }

  async #expire(at: number, signal: AbortSignal): Promise<void> {
    const { environment } = this.#options;
    while (!signal.aborted && environment.now() < at) await environment.wait(at - environment.now(), signal);
    if (!signal.aborted && this.#state.phase === 'entry') this.#change(expired);
  }

  /** What went wrong before is over with each change. */
  #change(change: Partial<CodeState>): void {
    this.#state = Object.freeze({ ...this.#state, error: undefined, ...change });
    try {
      this.#options.changed(this.#state);
    } catch (thrown) {
      // What goes wrong there is no answer to the code.
      console.error('<pay-checkout>: the listener of a one-time code has thrown.', thrown);
    }
  }
}
