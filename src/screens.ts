import type { nothing, TemplateResult } from 'lit';
import type { ActionScreens } from './action-screens.ts';
import type { ChallengeScreens } from './challenge-screens.ts';
import type { CheckoutSession } from './checkout-session.ts';
import type { CheckoutState } from './checkout/state.ts';
import type { CheckoutHost } from './checkout-host.ts';
import { furnish, screenContext } from './screen-context.ts';
import { errorWords } from './ui/error-words.ts';
import type { StatusContext } from './ui/status/status-context.ts';
import { renderStatus } from './ui/status/status-view.ts';

/** How soon a part that a payment waits for is asked for again, in ms. */
const retryMs = 3000;

/** Whether a card payment is being authenticated, ahead of a challenge or in it, or was (SPEC.md section 3.2). */
const isAuthenticated = (state: CheckoutState): boolean =>
  'transaction' in state && 'three_ds_auth' in (state.transaction.payment_method.extra ?? {});

/** The files that only some payments need. */
export interface ScreenParts {
  actions: () => Promise<typeof import('./action-screens.ts')>;
  challenges: () => Promise<typeof import('./challenge-screens.ts')>;
}

/** The screens themselves, and those that only some payments need: these are fetched when one does. */
export class Screens {
  readonly #host: CheckoutHost;
  readonly #session: CheckoutSession;
  readonly #parts: ScreenParts;
  readonly explain = errorWords;
  #actions: ActionScreens | undefined;
  #isFetchingActions = false;
  #challenges: ChallengeScreens | undefined;
  #isFetchingChallenges = false;

  constructor(host: CheckoutHost, session: CheckoutSession, parts: ScreenParts) {
    this.#host = host;
    this.#session = session;
    this.#parts = parts;
    furnish(host);
  }

  /** Takes over a change of state: what its screen needs is fetched. */
  handleState(state: CheckoutState): void {
    this.#challenges?.handleState(state);
    if (!('transaction' in state)) return;
    if (this.#actions) this.#actions.handleState(state);
    else if (state.transaction.payment_method_type !== 'CARD') void this.#fetchActions();
    if (!this.#challenges && isAuthenticated(state)) void this.#fetchChallenges();
  }

  render(
    state: CheckoutState,
    { words, isSlow, methodTitle }: Pick<StatusContext, 'words' | 'isSlow' | 'methodTitle'>,
  ): TemplateResult | typeof nothing {
    const context = screenContext(this.#host, this.#session, {
      words,
      isSlow,
      methodTitle,
      networkLogo: (brand) => this.#challenges?.renderLogo(brand, words),
    });
    const own = this.#challenges?.render(state, context) ?? this.#actions?.render(state, context);
    return own ?? renderStatus(state, context);
  }

  /** What other methods than the card may ask of the payer. Until it is there, the plain screen of the state serves. */
  async #fetchActions(): Promise<void> {
    if (this.#isFetchingActions) return;
    this.#isFetchingActions = true;
    try {
      const { ActionScreens } = await this.#parts.actions();
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
      const { ChallengeScreens } = await this.#parts.challenges();
      this.#challenges = await ChallengeScreens.load(this.#host, this.#session);
      this.#host.requestUpdate();
    } catch {
      this.#tryAgain();
    }
    this.#isFetchingChallenges = false;
  }

  #tryAgain(): void {
    setTimeout(() => this.#host.isConnected && this.handleState(this.#session.state), retryMs);
  }
}
