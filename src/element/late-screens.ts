/** Fetches the screens that follow the form; one plain line serves until they are there. */
import { html, isServer, nothing, type TemplateResult } from 'lit';
import type { CheckoutState, CheckoutStatus, Unconfirmed } from '../checkout/state.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import type { Speech, SpokenWords } from '../messages/catalogue.ts';
import type { Messages } from '../messages/es.ts';
import { renderNotice } from '../ui/notices.ts';
import type { ScreenWords, StatusContext } from '../ui/status/screen.ts';
import type { CheckoutHost } from './host.ts';
import { LatePart } from './late-part.ts';
import type { Screens } from './screens.ts';
import type { Session } from './session.ts';

const lines: Partial<Record<CheckoutStatus, keyof Messages>> = {
  loading: 'loadingForm',
  submitting: 'paying',
  settled: 'stepConfirm',
  unknown: 'unknown',
  failed: 'failed',
};

/**
 * What can be said of a state before the screens are there. The form speaks for itself. What became of a payment is for its
 * screen to say: until then the payment is in process, or is being confirmed.
 */
export function statusLine(state: CheckoutState, words: Messages): string {
  if (state.status === 'ready') return '';
  // As its screen says, which may follow at once: nobody hears the same twice in other words.
  if (state.status === 'submitting' && state.step === 'confirm') return words.stepConfirm;
  return words[lines[state.status] ?? 'pending'];
}

/** How long the step under way has taken. */
type Pace = Pick<StatusContext, 'isSlow' | 'isLong'>;

/** How long a press of pay waits for the screens, in ms. Nothing was sent by then. */
const patienceMs = 30_000;

/** Whether the form does not say it all itself. */
const isNeeded = (state: CheckoutState): boolean =>
  state.status === 'ready' ? Boolean(state.error ?? state.unconfirmed) : state.status !== 'loading';

/** Whether a payment was made, or may have been: its payer waits for the screen. */
const isPayment = (state: CheckoutState): boolean => 'transaction' in state || state.status === 'unknown';

export class LateScreens {
  readonly #session: Session;
  readonly #screens: LatePart<Screens>;
  /** The screen that is shown; undefined while the form is. */
  #shown: ScreenWords | undefined;
  /** What the plain line says, until the screens are there and say it themselves. */
  said = '';

  constructor(host: CheckoutHost, session: Session) {
    this.#session = session;
    this.#screens = new LatePart(host, session, {
      fetch: async () => {
        const { Screens } = await import('./screens.ts');
        return new Screens(host, session, { screen: this.#current, heard: () => this.said });
      },
      lack: 'The script of the checkout that follows the first form could not be loaded.',
      isNeeded,
      isAwaited: isPayment,
      arrived: (screens) => {
        const { state } = session;
        screens.handleState(state);
        // The flow failed for the same want of a network: it is there again.
        if (state.status === 'failed' && state.error.code === 'part_unavailable') session.checkAgain();
      },
    });
  }

  /** Whether the screens are there: from then on they say themselves, to screen readers too, where the payment stands. */
  get isLoaded(): boolean {
    return this.#screens.part !== undefined;
  }

  /** Whether the screens were asked for in vain. */
  get isMissing(): boolean {
    return this.#screens.isMissing;
  }

  /** Tells the developer, once, that somebody waits for the screens, or for a form that comes with them. */
  report(): void {
    this.#screens.report();
  }

  /** Takes over a change of state: what its screen needs is fetched. */
  handleState(state: CheckoutState): void {
    this.#screens.part?.handleState(state);
    this.#screens.handleState(state);
  }

  line(words: SpokenWords): string {
    const { isLookingBack, state } = this.#session;
    return isLookingBack ? words.stepConfirm : statusLine(state, words);
  }

  /** What an error says to the payer. Whoever lacks the file that knows has trouble with the network, too. */
  explain(error: CheckoutError, words: SpokenWords): string {
    return this.#screens.part?.explain(error, words) ?? words.errorPart;
  }

  /** Asks about a payment that may have been made. Until the question is there, that much is said. */
  renderUnconfirmed(payment: Unconfirmed, spoken: Speech, onWaive: () => void): TemplateResult {
    return (
      this.#screens.part?.renderUnconfirmed(payment, spoken, onWaive) ?? renderNotice('info', spoken.words.unknown)
    );
  }

  /** Fetches the screens, once; what cannot be had is asked for again. */
  load(): Promise<void> {
    return this.#screens.load();
  }

  /**
   * Waits for the screens ahead of a payment: whoever could not be told what became of it does not begin one.
   *
   * @throws CheckoutError `part_unavailable` when they cannot be had; another press tries again.
   */
  async ensure(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.load(), new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
    clearTimeout(timer);
    if (!this.#screens.part)
      throw new CheckoutError(
        'part_unavailable',
        'The script of the checkout that says what became of a payment could not be loaded: nothing was sent.',
      );
  }

  /** Draws the screen of a state; undefined while the form is shown. */
  render(state: CheckoutState | undefined, spoken: Speech, pace: Pace): TemplateResult | typeof nothing {
    this.#shown = undefined;
    if (!state) return nothing;
    const { isLookingBack } = this.#session;
    const { part: screens } = this.#screens;
    const isFailed = state.status === 'failed';
    // Without the flow the payment of who is back from the bank is still open, whatever else cannot be done here.
    if (!screens || (isFailed && isLookingBack)) {
      if (!isServer) void this.load();
      const { words } = spoken;
      const title = this.line(words);
      const isLost = isFailed || this.isMissing;
      const isOpen = isLookingBack || (isLost && !isFailed);
      const text = [isOpen && words.pendingText, isLost && words.errorPart].filter(Boolean).join(' ');
      this.#shown = { title, text };
      return html`<div part="status" class="status"><h2 id="headline" tabindex="-1">${title}</h2>${text ? html`<p>${text}</p>` : nothing}${isLost ? html`<button class="pay" part="retry-button" @click=${this.#handleRetry}>${isOpen ? words.checkAgain : words.retry}</button>` : nothing}</div>`;
    }
    const screen = screens.screenOf(state, { ...spoken, ...pace, current: this.#current });
    this.#shown = screen;
    return screen ? screens.render(screen) : nothing;
  }

  readonly #current = (): ScreenWords | undefined => this.#shown;

  readonly #handleRetry = (): void => {
    void this.load();
    this.#session.checkAgain();
  };
}
