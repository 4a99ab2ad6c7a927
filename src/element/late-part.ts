/** Fetches a part of the checkout when a payment needs it: once, and again for as long as it is needed in vain. */
import type { CheckoutState } from '../checkout/state.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { PayErrorEvent } from '../events/form-events.ts';
import type { CheckoutHost } from './host.ts';
import { twice, type Session } from './session.ts';

/** How soon a part that is needed is asked for again, in ms. */
const retryMs = 3000;
/** How long a part may be on its way, in ms, before it is said that it cannot be had. */
const lateMs = 15_000;

interface LatePartOptions<Part> {
  fetch: () => Promise<Part>;
  /** What the page, and its developer, are told where it cannot be had. */
  lack: string;
  isNeeded: (state: CheckoutState) => boolean;
  /** Whether the payer waits for it: then the page is told. */
  isAwaited: (state: CheckoutState) => boolean;
  /** Takes it over. */
  arrived?: (part: Part) => void;
}

export class LatePart<Part> {
  /** Undefined until it is there. */
  part: Part | undefined;
  /** Whether it was asked for in vain, or is on its way for too long. */
  isMissing = false;
  readonly #host: CheckoutHost;
  readonly #session: Session;
  readonly #options: LatePartOptions<Part>;
  #fetching: Promise<void> | undefined;
  #isReported = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(host: CheckoutHost, session: Session, options: LatePartOptions<Part>) {
    this.#host = host;
    this.#session = session;
    this.#options = options;
  }

  /** Takes over a change of state, which may need it. */
  handleState(state: CheckoutState): void {
    if (this.part || !this.#options.isNeeded(state)) return;
    this.#reportIfAwaited(state);
    void this.load();
  }

  load(): Promise<void> {
    return (this.#fetching ??= this.#fetch());
  }

  /** Tells the page, and its developer, once that somebody waits for it. */
  report(): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const { lack } = this.#options;
    console.warn(`<pay-checkout>: ${lack}`);
    this.#host.dispatchEvent(new PayErrorEvent(new CheckoutError('part_unavailable', lack)));
  }

  #reportIfAwaited(state: CheckoutState): void {
    if (this.isMissing && this.#options.isAwaited(state)) this.report();
  }

  async #fetch(): Promise<void> {
    const late = setTimeout(() => this.#miss(), lateMs);
    try {
      this.part = await twice(this.#options.fetch);
    } catch {
      this.#fetching = undefined;
      this.#miss();
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#host.isConnected && this.handleState(this.#session.state), retryMs);
      return;
    } finally {
      clearTimeout(late);
    }
    this.isMissing = false;
    this.#host.requestUpdate();
    this.#options.arrived?.(this.part);
  }

  #miss(): void {
    if (this.part) return;
    if (!this.isMissing) this.#host.requestUpdate();
    this.isMissing = true;
    this.#reportIfAwaited(this.#session.state);
  }
}
