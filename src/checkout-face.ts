import { html, isServer, nothing, type TemplateResult } from 'lit';
import type { CheckoutSession } from './checkout-session.ts';
import type { PaymentDetails } from './checkout/configuration.ts';
import type { CheckoutState } from './checkout/state.ts';
import type { AcceptanceField } from './domain/merchant.ts';
import { safeAddress } from './domain/safe-address.ts';
import { PayMethodChangeEvent, PayReadyEvent, PayWarningEvent } from './events.ts';
import { languageOf, loadMessages, messagesAtHand } from './messages/catalogue.ts';
import { es, type Messages } from './messages/es.ts';
import { MethodForms } from './methods/method-forms.ts';
import { renderMethodSection } from './methods/method-section.ts';
import type { PayCheckout } from './pay-checkout.ts';
import { renderConsent } from './ui/consent.ts';
import { ContactFields } from './ui/contact-fields.ts';
import { renderFormNotices } from './ui/form-notices.ts';
import { findControl } from './ui/field.ts';
import { renderHeader } from './ui/header.ts';
import type { FieldProblem, FormContext } from './ui/method-form.ts';

import { StatusScreens } from './status-screens.ts';
import { renderPayButton } from './ui/pay-button.ts';

const slowAfterMs = 6000;

/** Whether the form is what the payer sees, rather than the screen of a payment under way or over. */
const isForm = (state: CheckoutState): boolean =>
  state.status === 'loading' ||
  (state.status === 'ready' && !state.handedOver) ||
  (state.status === 'submitting' && state.step !== 'confirm');

/** What the payer sees of the session: the form, and the screens that follow it. */
export class CheckoutFace {
  readonly #host: PayCheckout;
  readonly #session: CheckoutSession;
  readonly #forms: MethodForms;
  readonly #contact: ContactFields;
  #words: Messages = es;
  readonly #screens: StatusScreens;
  #problems: readonly FieldProblem[] = [];
  #isSlow = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #hasFocus = false;
  #shown: 'form' | 'status' = 'form';
  #isReadySaid = false;
  #reported = new Set<string>();
  #listening: AbortController | undefined;

  constructor(host: PayCheckout, session: CheckoutSession) {
    this.#host = host;
    this.#session = session;
    const parts = {
      update: () => host.requestUpdate(),
      root: () => host.renderRoot,
      locale: () => host.locale,
      tokenize: (details: Record<string, string>) => session.tokenize(details),
      institutions: () => session.institutions(),
      typed: new Map<string, string>(),
    };
    this.#forms = new MethodForms(parts);
    this.#contact = new ContactFields(parts);
    this.#screens = new StatusScreens(host, session);
  }

  connect(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    // A page kept in the back/forward cache would give number and CVC to whoever comes back to it.
    window.addEventListener('pagehide', () => this.#forms.clearSecrets(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#session.checkout?.revisit(), { signal });
    for (const type of ['online', 'offline'])
      window.addEventListener(type, () => this.#host.requestUpdate(), { signal });
  }

  disconnect(): void {
    this.#listening?.abort();
    clearTimeout(this.#slowTimer);
  }

  /** Ahead of a rendering: the words of the locale, and the methods on offer. */
  prepare(isNewLocale: boolean): void {
    if (isNewLocale) void this.#speak();
    const { offer } = this.#session;
    this.#forms.offer(offer.methods);
    for (const type of offer.unknown) this.#reportUnknown(type);
  }

  handleState(state: CheckoutState): void {
    this.#hasFocus ||= this.#host.matches(':focus-within');
    clearTimeout(this.#slowTimer);
    this.#isSlow = false;
    if (state.status === 'submitting' || state.status === 'loading')
      this.#slowTimer = setTimeout(() => {
        this.#isSlow = true;
        this.#host.requestUpdate();
      }, slowAfterMs);
    if (state.status === 'ready') whenIdle(() => this.#fetchAhead());
    this.#screens.handleState(state);
    if (state.status === 'ready' && state.error) this.#forms.form?.refuse(state.error, this.#context);
    if (state.status === 'settled' && state.transaction.status === 'APPROVED') this.#forms.clearSecrets();
  }

  /** Checks what was typed; submits it when nothing is wrong, else shows what is and goes to the first. */
  async submit(): Promise<void> {
    const { state, checkout } = this.#session;
    const { selected, form } = this.#forms;
    if (state.status !== 'ready' || state.handedOver || !checkout || !selected || !form) return;
    const context = this.#context;
    this.#problems = [...this.#forms.check(context), ...this.#contact.check(context), ...this.#missingConsents()];
    this.#host.requestUpdate();
    const [first] = this.#problems;
    if (first) {
      await this.#host.updateComplete;
      this.#control(first.name)?.focus();
      return;
    }
    const collect = async (): Promise<PaymentDetails> => {
      const details = await form.collect(context);
      return { ...details, customer: { ...context.customer, ...this.#contact.values(), ...details.customer } };
    };
    await checkout.submit({ method: selected.type, collect, spent: () => form.spent() });
  }

  reset(): void {
    this.#problems = [];
    this.#forms.reset();
    this.#contact.reset();
    this.#isReadySaid = false;
  }

  focus(): void {
    const target = isForm(this.#session.state)
      ? '.form :is(input, select, button):not([disabled])'
      : '[part~="status"] [tabindex="-1"]';
    this.#host.renderRoot.querySelector<HTMLElement>(target)?.focus();
  }

  /** After a rendering: whoever had the focus keeps it through a change of screens, and nobody else is given it. */
  settleFocus(): void {
    const { state } = this.#session;
    const shown = isForm(state) ? 'form' : 'status';
    if (shown !== this.#shown && (shown === 'form' || this.#screens.isLoaded)) {
      this.#shown = shown;
      if (this.#hasFocus) this.focus();
    }
    if (shown === this.#shown) this.#hasFocus = false;
    if (state.status !== 'ready' || this.#isReadySaid || !this.#forms.form) return;
    this.#isReadySaid = true;
    this.#host.dispatchEvent(new PayReadyEvent(this.#forms.methods.map(({ type }) => type)));
  }

  render(): TemplateResult {
    const { state, amount, checkout } = this.#session;
    const words = this.#words;
    const { locale, publicKey } = this.#host;
    const isShown = isForm(state);
    const merchant = checkout?.merchant;
    const shownAmount = (state.status === 'ready' && state.changedAmount) || amount;
    return html`
      <div part="base" class="base" lang=${languageOf(locale)} @input=${this.#handleInput}>
        ${renderHeader({
          words,
          locale,
          merchantName: merchant?.name ?? undefined,
          logoUrl: safeAddress(merchant?.logo_url)?.href,
          amount: shownAmount,
          isTest: publicKey?.startsWith('pub_test_') ?? false,
          isSource: this.#isSource,
        })}
        <form class="form" part="form" novalidate ?hidden=${!isShown} @submit=${this.#handleSubmit}>
          <div class="fields" ?inert=${state.status === 'submitting'}>${this.#renderFields()}</div>
          ${renderFormNotices({
            words,
            locale,
            state,
            amount,
            problems: this.#problems,
            isSlow: this.#isSlow,
            // The first rendering is the one that a server would have made, so that it can be taken over.
            isOffline: this.#host.hasUpdated && !navigator.onLine,
            onFocus: (name: string) => this.#control(name)?.focus(),
          })}
          ${renderPayButton({ words, locale, amount: shownAmount, state, isSource: this.#isSource })}
        </form>
        ${isShown ? nothing : this.#screens.render(state, words, this.#isSlow)}
        <p class="visually-hidden" role="status">${this.#isSource && state.status === 'submitting' ? words.stepDetails : this.#screens.line(state, words)}</p>
        <slot name="footer"></slot>
      </div>
    `;
  }

  get #isSource(): boolean {
    return this.#host.mode === 'source';
  }

  get #context(): FormContext {
    const { customerEmail, customerName, customerPhone, publicKey, locale } = this.#host;
    const merchantName = this.#session.checkout?.merchant?.name;
    return {
      words: this.#words,
      locale,
      isTest: publicKey?.startsWith('pub_test_') ?? false,
      isSource: this.#isSource,
      isBusy: this.#session.state.status === 'submitting',
      customer: {
        ...(customerEmail ? { email: customerEmail } : {}),
        ...(customerName ? { fullName: customerName } : {}),
        ...(customerPhone ? { phoneNumber: customerPhone } : {}),
      },
      ...(merchantName ? { merchantName } : {}),
    };
  }

  #renderFields(): TemplateResult {
    const context = this.#context;
    const { checkout } = this.#session;
    const words = this.#words;
    return html`
      ${renderMethodSection(this.#forms, context, this.#handleSelect)}
      ${this.#contact.render(context)}
      ${renderConsent({
        words,
        documents: checkout?.documents ?? [],
        isAccepted: (field: AcceptanceField) => checkout?.isAccepted(field) ?? false,
        problems: this.#problems,
        isBusy: context.isBusy,
        onToggle: this.#handleConsent,
      })}
    `;
  }

  /** What comes after the form, while the payer fills it in: pressing pay then waits for nothing of ours. */
  #fetchAhead(): void {
    void this.#screens.load();
    this.#session.checkout?.prepare().catch(() => undefined); // asked again when it is needed
  }

  #missingConsents(): FieldProblem[] {
    const { checkout } = this.#session;
    const { policyMissing, personalDataMissing } = this.#words;
    return (checkout?.documents ?? [])
      .filter(({ field }) => !checkout?.isAccepted(field))
      .map(({ field }) => ({
        name: field,
        message: field === 'acceptance_token' ? policyMissing : personalDataMissing,
      }));
  }

  #forgive(corrected: string | null): void {
    if (!this.#problems.some(({ name }) => name === corrected)) return;
    this.#problems = this.#problems.filter(({ name }) => name !== corrected);
    this.#host.requestUpdate();
  }

  #control(name: string): HTMLElement | null {
    return findControl(this.#host.renderRoot, name) ?? null;
  }

  #reportUnknown(type: string): void {
    if (this.#reported.has(type)) return;
    this.#reported.add(type);
    console.warn(`<pay-checkout>: the payment method "${type}" is not known here and is left out.`);
    this.#host.dispatchEvent(new PayWarningEvent('unknown_method'));
  }

  async #speak(): Promise<void> {
    const language = languageOf(this.#host.locale);
    if (isServer) this.#words = messagesAtHand(language) ?? es;
    const words = await loadMessages(language).catch(() => es);
    if (languageOf(this.#host.locale) !== language) return;
    this.#words = words;
    this.#host.requestUpdate();
  }

  /** What is typed is nobody else's business; and whoever corrects a field need not be told again what was wrong. */
  readonly #handleInput = (event: Event): void => {
    event.stopPropagation();
    if (event.target instanceof Element) this.#forgive(event.target.getAttribute('name'));
  };

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    void this.submit();
  };

  readonly #handleSelect = (type: string): void => {
    this.#forms.choose(type);
    this.#problems = [];
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new PayMethodChangeEvent(type));
  };

  readonly #handleConsent = (field: AcceptanceField, accepted: boolean): void => {
    this.#session.checkout?.accept(field, accepted);
    this.#forgive(field);
    this.#host.requestUpdate();
  };
}

// A server renders at once and never again: the words have to be there before.
if (isServer) void Promise.all([loadMessages('en'), loadMessages('pt')]);

const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);
