import { html, isServer, nothing, type TemplateResult } from 'lit';
import type { ActionScreens } from './action-screens.ts';
import type { ChallengeScreens } from './challenge-screens.ts';
import type { CheckoutSession } from './checkout-session.ts';
import type { CheckoutState } from './checkout/state.ts';
import type { CheckoutError } from './domain/checkout-error.ts';
import { languageOf } from './messages/catalogue.ts';
import { ownTitle, type SpokenWords } from './messages/own-words.ts';
import { paymentMethods } from './methods/registry.ts';
import type { CheckoutHost } from './checkout-host.ts';
import { statusLine } from './ui/status/status-line.ts';

type StatusViews = typeof import('./screen-context.ts');

/** How soon a part that a payment waits for is asked for again, in ms. */
const retryMs = 3000;

/** Whether a card payment is being authenticated, ahead of a challenge or in it, or was (SPEC.md section 3.2). */
const isAuthenticated = (state: CheckoutState): boolean =>
  'transaction' in state && 'three_ds_auth' in (state.transaction.payment_method.extra ?? {});

/** The screens after the form, fetched once somebody uses the page; one plain line serves until they are there. */
export class StatusScreens {
  readonly #host: CheckoutHost;
  readonly #session: CheckoutSession;
  #actions: ActionScreens | undefined;
  #isFetchingActions = false;
  #challenges: ChallengeScreens | undefined;
  #isFetchingChallenges = false;
  #views: StatusViews | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(host: CheckoutHost, session: CheckoutSession) {
    this.#host = host;
    this.#session = session;
  }

  /** Whether the screens are there: from then on they say themselves, to screen readers too, where the payment stands. */
  get isLoaded(): boolean {
    return this.#views !== undefined;
  }

  /** Takes over a change of state: what its screen needs is fetched. */
  handleState(state: CheckoutState): void {
    this.#challenges?.handleState(state);
    if (state.status === 'loading' || (state.status === 'ready' && !state.error)) return;
    void this.load();
    if (this.#actions) this.#actions.handleState(state);
    else if ('transaction' in state && state.transaction.payment_method_type !== 'CARD') void this.#fetchActions();
    if (!this.#challenges && isAuthenticated(state)) void this.#fetchChallenges();
  }

  /** Where the payment stands, in one line. */
  line(words: SpokenWords): string {
    const { isLookingBack, state } = this.#session;
    return isLookingBack ? words.stepConfirm : statusLine(state, words);
  }

  /** What an error says to the payer. Whoever lacks the file that knows has trouble with the network, too. */
  explain(error: CheckoutError, words: SpokenWords): string {
    return this.#views?.errorWords(error, words) ?? words.errorPart;
  }

  /** Fetches the screens. They come once somebody uses the page, for the form looks as it should with them, or one is due. */
  async load(): Promise<void> {
    if (this.#views) return;
    try {
      const views = await import('./screen-context.ts');
      if (this.#views) return;
      this.#views = views;
      views.furnish(this.#host);
      this.#host.requestUpdate();
      // The flow failed for the same want of a network: it is there again.
      const { state } = this.#session;
      if (state.status === 'failed' && state.error.code === 'part_unavailable') this.#session.checkAgain();
    } catch {
      this.#tryAgain();
    }
  }

  render(state: CheckoutState, words: SpokenWords, isSlow: boolean): TemplateResult | typeof nothing {
    const { isLookingBack } = this.#session;
    const isLost = state.status === 'failed';
    // Without the flow the payment of who is back from the bank is still open, whatever else cannot be done here.
    if (!this.#views || (isLost && isLookingBack)) {
      if (!isServer) void this.load();
      const told = isLookingBack || isLost;
      return html`<div part="status" class="status"><h2 id="headline" tabindex="-1">${this.line(words)}</h2>${told ? html`<p>${isLookingBack ? words.pendingText : nothing} ${isLost ? words.errorPart : nothing}</p>` : nothing}${isLost ? html`<button class="pay" part="retry-button" @click=${() => this.#session.checkAgain()}>${isLookingBack ? words.checkAgain : words.retry}</button>` : nothing}</div>`;
    }
    const context = this.#views.screenContext(this.#host, this.#session, {
      words,
      isSlow,
      methodTitle: (wanted) =>
        ownTitle(words, wanted) ??
        paymentMethods.find(({ type }) => type === wanted)?.title[languageOf(this.#host.locale)],
      networkLogo: (brand) => this.#challenges?.renderLogo(brand, words),
    });
    const own = this.#challenges?.render(state, context) ?? this.#actions?.render(state, context);
    return own ?? this.#views.renderStatus(state, context);
  }

  /** What other methods than the card may ask of the payer. Until it is there, the plain screen of the state serves. */
  async #fetchActions(): Promise<void> {
    if (this.#isFetchingActions) return;
    this.#isFetchingActions = true;
    try {
      const { ActionScreens } = await import('./action-screens.ts');
      this.#actions = await ActionScreens.load(this.#host, this.#session);
      this.#actions.handleState(this.#session.state);
      this.#host.requestUpdate();
    } catch {
      this.#tryAgain();
    }
    this.#isFetchingActions = false;
  }

  /** What a card's 3D Secure asks of the payer. */
  async #fetchChallenges(): Promise<void> {
    if (this.#isFetchingChallenges) return;
    this.#isFetchingChallenges = true;
    try {
      const { ChallengeScreens } = await import('./challenge-screens.ts');
      this.#challenges = await ChallengeScreens.load(this.#host, this.#session);
      this.#host.requestUpdate();
    } catch {
      this.#tryAgain();
    }
    this.#isFetchingChallenges = false;
  }

  #tryAgain(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#host.isConnected && this.handleState(this.#session.state), retryMs);
  }
}
