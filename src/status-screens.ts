import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutSession } from './checkout-session.ts';
import type { CheckoutState } from './checkout/state.ts';
import type { CheckoutError } from './domain/checkout-error.ts';
import { languageOf } from './messages/catalogue.ts';
import { ownTitle, type SpokenWords } from './messages/own-words.ts';
import { paymentMethods } from './methods/registry.ts';
import type { CheckoutHost } from './checkout-host.ts';
import type { ScreenParts, Screens } from './screens.ts';
import { statusLine } from './ui/status/status-line.ts';

/** How soon the screens are asked for again, in ms. */
const retryMs = 3000;

/** Named here, so that what these files share with the form stays in the form's. */
const parts: ScreenParts = {
  actions: () => import('./action-screens.ts'),
  challenges: () => import('./challenge-screens.ts'),
};

/** The screens after the form, fetched once the form can be used; one plain line serves until they are there. */
export class StatusScreens {
  readonly #host: CheckoutHost;
  readonly #session: CheckoutSession;
  #screens: Screens | undefined;
  #loading: Promise<typeof import('./screens.ts')> | undefined;

  constructor(host: CheckoutHost, session: CheckoutSession) {
    this.#host = host;
    this.#session = session;
  }

  /** Whether the screens are there: from then on they say themselves, to screen readers too, where the payment stands. */
  get isLoaded(): boolean {
    return this.#screens !== undefined;
  }

  /** Takes over a change of state: what its screen needs is fetched. */
  handleState(state: CheckoutState): void {
    this.#screens?.handleState(state);
    if (state.status !== 'loading' && (state.status !== 'ready' || state.error)) void this.load();
  }

  /** What an error says to the payer. Whoever lacks the file that knows has trouble with the network, too. */
  explain(error: CheckoutError, words: SpokenWords): string {
    return this.#screens?.explain(error, words) ?? words.errorPart;
  }

  /** Fetches the screens, and leaves them at that: what the form needs none of, a cheap phone need not set up for it. */
  fetch(): Promise<typeof import('./screens.ts')> {
    return (this.#loading ??= import('./screens.ts').catch((thrown: unknown) => {
      this.#loading = undefined;
      throw thrown;
    }));
  }

  /** The payer turns to the form: its mistakes, and where a chosen method goes, look as they should with the screens. */
  use(): void {
    if (this.#loading) void this.load();
  }

  async load(): Promise<void> {
    if (this.#screens) return;
    try {
      const { Screens } = await this.fetch();
      if (this.#screens) return;
      this.#screens = new Screens(this.#host, this.#session, parts);
      this.#screens.handleState(this.#session.state);
    } catch {
      setTimeout(() => this.#host.isConnected && this.handleState(this.#session.state), retryMs);
    }
    this.#host.requestUpdate();
  }

  render(state: CheckoutState, words: SpokenWords, isSlow: boolean): TemplateResult | typeof nothing {
    const methodTitle = (wanted: string): string | undefined =>
      ownTitle(words, wanted) ??
      paymentMethods.find(({ type }) => type === wanted)?.title[languageOf(this.#host.locale)];
    if (this.#screens) return this.#screens.render(state, { words, isSlow, methodTitle });
    return html`<div part="status" class="status"><h2 tabindex="-1">${statusLine(state, words)}</h2>${state.status === 'failed' ? html`<p>${words.errorPart}</p><button class="pay" part="retry-button" @click=${() => this.#session.checkAgain()}>${words.retry}</button>` : nothing}</div>`;
  }
}
