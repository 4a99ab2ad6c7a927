/** Fetches the screens that follow the form; one plain line serves until they are there. */
import { html, isServer, nothing, type TemplateResult } from 'lit';
import type { CheckoutState, CheckoutStatus, Unconfirmed } from '../checkout/state.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { PayErrorEvent } from '../events.ts';
import type { Speech, SpokenWords } from '../messages/catalogue.ts';
import type { Messages } from '../messages/es.ts';
import { renderNotice } from '../ui/notices.ts';
import type { ScreenWords } from '../ui/status/screen.ts';
import type { ChallengeScreen } from './challenge.ts';
import type { CheckoutHost } from './host.ts';
import type { Screens } from './screens.ts';
import { twice, type Session } from './session.ts';

const lines: Partial<Record<CheckoutStatus, keyof Messages>> = {
  loading: 'loading',
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

/** How soon a part that a payment waits for is asked for again, in ms. */
const retryMs = 3000;

/** How long a press of pay waits for the screens, in ms. Nothing was sent by then. */
const patienceMs = 30_000;

/** Whether a card payment is being authenticated, ahead of a challenge or in it, or was (SPEC.md section 3.2). */
const isAuthenticated = (state: CheckoutState): boolean =>
  'transaction' in state && 'three_ds_auth' in (state.transaction.payment_method.extra ?? {});

/** Whether a payment was made, or may have been: its payer waits for the screen. */
const isPayment = (state: CheckoutState): boolean => 'transaction' in state || state.status === 'unknown';

type Part = 'screens' | 'challenge';

export class LateScreens {
  readonly #host: CheckoutHost;
  readonly #session: Session;
  #screens: Screens | undefined;
  #fetchingScreens: Promise<void> | undefined;
  #challenge: ChallengeScreen | undefined;
  #fetchingChallenge: Promise<void> | undefined;
  /** What was asked for in vain. */
  readonly #missing = new Set<Part>();
  #reported: Part | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The screen that is shown; undefined while the form is. */
  #shown: ScreenWords | undefined;
  /** What the plain line says, until the screens are there and say it themselves. */
  said = '';

  constructor(host: CheckoutHost, session: Session) {
    this.#host = host;
    this.#session = session;
  }

  /** Whether the screens are there: from then on they say themselves, to screen readers too, where the payment stands. */
  get isLoaded(): boolean {
    return this.#screens !== undefined;
  }

  /** Whether the screens were asked for in vain. */
  get isMissing(): boolean {
    return !this.#screens && this.#missing.has('screens');
  }

  /** Tells the developer, once, of a part that somebody waits for. */
  report(part: Part = 'screens'): void {
    if (this.#reported === part) return;
    this.#reported = part;
    const text = `The script of the checkout with its ${part} could not be loaded.`;
    this.#host.dispatchEvent(new PayErrorEvent(new CheckoutError('part_unavailable', text)));
  }

  /** Takes over a change of state: what its screen needs is fetched. */
  handleState(state: CheckoutState): void {
    this.#challenge?.handleState(state);
    this.#screens?.handleState(state);
    if (state.status === 'loading' || (state.status === 'ready' && !state.error && !state.unconfirmed)) return;
    void this.load();
    // Until it is there, the plain screen of the state serves.
    if (isAuthenticated(state)) this.#requestChallenge();
  }

  line(words: SpokenWords): string {
    const { isLookingBack, state } = this.#session;
    return isLookingBack ? words.stepConfirm : statusLine(state, words);
  }

  /** What an error says to the payer. Whoever lacks the file that knows has trouble with the network, too. */
  explain(error: CheckoutError, words: SpokenWords): string {
    return this.#screens?.explain(error, words) ?? words.errorPart;
  }

  /** Asks about a payment that may have been made. Until the question is there, that much is said. */
  renderUnconfirmed(payment: Unconfirmed, spoken: Speech, onWaive: () => void): TemplateResult {
    return this.#screens?.renderUnconfirmed(payment, spoken, onWaive) ?? renderNotice('info', spoken.words.unknown);
  }

  /** Fetches the screens, once; what cannot be had is asked for again. */
  load(): Promise<void> {
    return (this.#fetchingScreens ??= this.#fetchScreens());
  }

  /**
   * Waits for the screens ahead of a payment: whoever could not be told what became of it does not begin one.
   *
   * @throws CheckoutError `part_unavailable` when they cannot be had; another press tries again.
   */
  async require(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.load(), new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
    clearTimeout(timer);
    if (!this.#screens)
      throw new CheckoutError(
        'part_unavailable',
        'The script of the checkout that says what became of a payment could not be loaded: nothing was sent.',
      );
  }

  /** Draws the screen of a state; undefined while the form is shown. */
  render(state: CheckoutState | undefined, spoken: Speech, isSlow: boolean): TemplateResult | typeof nothing {
    this.#shown = undefined;
    if (!state) return nothing;
    const { isLookingBack } = this.#session;
    const isFailed = state.status === 'failed';
    // Without the flow the payment of who is back from the bank is still open, whatever else cannot be done here.
    if (!this.#screens || (isFailed && isLookingBack)) {
      if (!isServer) void this.load();
      const { words } = spoken;
      const title = this.line(words);
      const isLost = isFailed || this.isMissing;
      const isOpen = isLookingBack || (isLost && !isFailed);
      const text = [isOpen && words.pendingText, isLost && words.errorPart].filter(Boolean).join(' ');
      this.#shown = { title, text };
      return html`<div part="status" class="status"><h2 id="headline" tabindex="-1">${title}</h2>${text ? html`<p>${text}</p>` : nothing}${isLost ? html`<button class="pay" part="retry-button" @click=${this.#handleRetry}>${isOpen ? words.checkAgain : words.retry}</button>` : nothing}</div>`;
    }
    const fetchChallenge = this.#missing.has('challenge') ? this.#requestChallenge : undefined;
    const shownWith = { ...spoken, isSlow, current: this.#current, fetchChallenge };
    const screen = this.#screens.screenOf(state, shownWith, this.#challenge);
    this.#shown = screen;
    return screen ? this.#screens.render(screen) : nothing;
  }

  readonly #current = (): ScreenWords | undefined => this.#shown;

  readonly #handleRetry = (): void => {
    void this.load();
    this.#session.checkAgain();
  };

  readonly #requestChallenge = (): void => {
    void (this.#fetchingChallenge ??= this.#fetchChallenge());
  };

  async #fetchScreens(): Promise<void> {
    try {
      const { Screens } = await twice(() => import('./screens.ts'));
      this.#screens = new Screens(this.#host, this.#session, {
        screen: this.#current,
        heard: () => this.said,
      });
      this.#host.requestUpdate();
      const { state } = this.#session;
      this.#screens.handleState(state);
      // The flow failed for the same want of a network: it is there again.
      if (state.status === 'failed' && state.error.code === 'part_unavailable') this.#session.checkAgain();
    } catch {
      if (!this.#screens) this.#fetchingScreens = undefined;
      this.#tryAgain('screens', isPayment(this.#session.state));
    }
  }

  async #fetchChallenge(): Promise<void> {
    try {
      const { ChallengeScreen } = await twice(() => import('./challenge.ts'));
      this.#challenge = new ChallengeScreen(this.#host, this.#session);
      this.#host.requestUpdate();
    } catch {
      this.#fetchingChallenge = undefined;
      const { state } = this.#session;
      this.#tryAgain('challenge', state.status === 'action' && state.action.kind === 'challenge');
    }
  }

  /** @param isAwaited somebody waits for the part. */
  #tryAgain(part: Part, isAwaited: boolean): void {
    if (isAwaited) this.report(part);
    if (!this.#missing.has(part)) this.#host.requestUpdate();
    this.#missing.add(part);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#host.isConnected && this.handleState(this.#session.state), retryMs);
  }
}
