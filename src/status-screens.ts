import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutSession } from './checkout-session.ts';
import type { CheckoutState } from './checkout/state.ts';
import { languageOf } from './messages/catalogue.ts';
import type { Messages } from './messages/es.ts';
import { paymentMethods } from './methods/registry.ts';
import type { PayCheckout } from './pay-checkout.ts';
import { statusLine } from './ui/status/status-line.ts';

type StatusViews = typeof import('./ui/status/status-view.ts');

/** The screens after the form, fetched once the form can be used; one plain line serves until they are there. */
export class StatusScreens {
  readonly #host: PayCheckout;
  readonly #session: CheckoutSession;
  #views: StatusViews | undefined;
  #loading: Promise<StatusViews> | undefined;

  constructor(host: PayCheckout, session: CheckoutSession) {
    this.#host = host;
    this.#session = session;
  }

  get isLoaded(): boolean {
    return this.#views !== undefined;
  }

  async load(): Promise<void> {
    if (this.#views) return;
    try {
      this.#loading ??= import('./ui/status/status-view.ts');
      const views = await this.#loading;
      if (this.#views) return;
      this.#views = views;
      const { renderRoot } = this.#host;
      const sheet = views.statusStyles.styleSheet;
      if (sheet && renderRoot instanceof ShadowRoot) renderRoot.adoptedStyleSheets.push(sheet);
      this.#host.requestUpdate();
    } catch {
      this.#loading = undefined; // the next change of state tries again
    }
  }

  render(state: CheckoutState, words: Messages, isSlow: boolean): TemplateResult | typeof nothing {
    const { checkout } = this.#session;
    const { locale, orderUrl, createOrder, resolveReference } = this.#host;
    if (!this.#views)
      return html`<div part="status" class="status"><h2 tabindex="-1">${statusLine(state, words)}</h2></div>`;
    return this.#views.renderStatus(state, {
      words,
      locale,
      merchantName: checkout?.merchant?.name ?? undefined,
      canRenew: Boolean(orderUrl || createOrder),
      canCheck: Boolean(resolveReference),
      methodTitle: (wanted) => paymentMethods.find(({ type }) => type === wanted)?.title[languageOf(locale)],
      shopUrl: this.#shopUrl,
      isSlow,
      on: {
        retry: () => (this.#session.state.status === 'failed' ? this.#session.checkAgain() : checkout?.retry()),
        otherMethod: () => (this.#session.state.status === 'settled' ? checkout?.retry() : checkout?.setAside()),
        leave: () => checkout?.leave(),
        resend: () => void checkout?.resend(),
        checkAgain: () => checkout?.checkAgain(),
      },
    });
  }

  /** The way back to the shop, unless the payer is there already. */
  get #shopUrl(): string | undefined {
    const { redirectUrl } = this.#host;
    if (!redirectUrl) return;
    const target = new URL(redirectUrl, document.baseURI);
    const isHere = target.origin === window.location.origin && target.pathname === window.location.pathname;
    return isHere ? undefined : target.href;
  }
}
