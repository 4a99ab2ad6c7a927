/** The form: methods, their fields, who pays, the two consents, and the button. */
import { html, isServer, nothing, type TemplateResult } from 'lit';
import type { PaymentDetails } from '../checkout/configuration.ts';
import type { CheckoutState } from '../checkout/state.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { knownEmail } from '../domain/email.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import type { AcceptanceField } from '../domain/merchant.ts';
import type { Money } from '../domain/money.ts';
import { present } from '../domain/present.ts';
import { PayMethodChangeEvent, PaySourceSelectedEvent } from '../events/form-events.ts';
import { languageOf, type Speech } from '../messages/catalogue.ts';
import { MethodForms } from '../methods/method-forms.ts';
import { renderMethodSection } from '../methods/method-section.ts';
import type { Offer } from '../methods/offer.ts';
import { SavedCards } from '../methods/saved-cards.ts';
import { missingConsents, renderConsent } from '../ui/consent.ts';
import { ContactFields } from '../ui/contact-fields.ts';
import { findControl } from '../ui/field.ts';
import { isAttended } from '../ui/is-attended.ts';
import { MethodFold } from '../ui/method-fold.ts';
import type { FieldProblem, FormContext, MethodForm } from '../ui/method-form.ts';
import { renderFormNotices } from '../ui/notices.ts';
import { renderPayButton, renderSafety } from '../ui/pay-button.ts';
import { ButtonAmounts } from './button-amounts.ts';
import { FirstChoice } from './first-choice.ts';
import type { CheckoutHost } from './host.ts';
import type { LateScreens } from './late-screens.ts';
import { unknownMethods, type Session } from './session.ts';

/** Whether the form is there to be filled in. */
const isFilledIn = (state: CheckoutState): boolean =>
  state.status === 'loading' || (state.status === 'ready' && !state.handedOver);

/**
 * Whether there is no network, as far as the browser knows. The first rendering is the one that a server would have made,
 * which is to be taken over with what was typed into it.
 */
const isOffline = ({ hasUpdated }: CheckoutHost): boolean => !isServer && hasUpdated && !navigator.onLine;

export class PayerForm {
  /** Pay was pressed before it could be done; whatever the payer does since takes the press back. */
  isAwaited = false;
  /** What is wrong with the control that was left, for the focus is elsewhere; what a press finds, the focus goes to. */
  said: string | undefined;
  readonly #host: CheckoutHost;
  readonly #session: Session;
  readonly #forms: MethodForms;
  readonly #contact: ContactFields;
  readonly #fold: MethodFold;
  readonly #saved: SavedCards;
  readonly #first: FirstChoice;
  readonly #report: (types: readonly string[]) => void;
  readonly #screens: LateScreens;
  #offer: Offer | undefined;
  #spoken: Speech;
  /** The controls that were wrong when the payer pressed pay, and that were not corrected since. */
  #wrong: readonly string[] = [];
  #left = '';
  /** What the service has refused, where the fields themselves say so. */
  #marked: CheckoutError | undefined;
  /** Whether there was something else before what the form shows: another method, or a screen. */
  #isTurned = false;
  /** Whether the form was complete when it was submitted last. */
  #isSubmitted = false;
  /** What pay would have paid when it was last shown. */
  #due: string | false = false;
  readonly #amounts = new ButtonAmounts();

  constructor(host: CheckoutHost, session: Session, spoken: Speech, screens: LateScreens) {
    this.#host = host;
    this.#report = unknownMethods(host);
    this.#screens = screens;
    this.#session = session;
    this.#spoken = spoken;
    const parts = {
      update: () => host.requestUpdate(),
      edited: this.#handleEdit,
      entered: this.#handleFieldFocus,
      left: this.#leave,
      enter: () => this.#payOrLead(),
      root: () => host.renderRoot,
      tokenize: (details: Record<string, string>) => session.tokenize(details),
      service: () => session.service,
      institutions: () => session.institutions(),
      typed: new Map<string, string>(),
    };
    this.#forms = new MethodForms(parts, async () => (await import('./screens.ts')).formMaker(parts));
    this.#contact = new ContactFields(parts);
    this.#fold = new MethodFold(parts.update);
    this.#saved = new SavedCards(parts.update);
    this.#first = new FirstChoice(host);
  }

  /** The types on offer, once the chosen one's form is there; with none chosen at once. */
  get methods(): string[] | undefined {
    return this.#forms.form || !this.#forms.selected ? this.#forms.methods.map(({ type }) => type) : undefined;
  }

  /** Ahead of a rendering: takes over which methods are on offer, and reports those that nobody here knows. */
  prepare(): void {
    this.#offer = this.#session.offer;
    this.#first.offer(this.#session.savedSources, this.#saved, this.#forms);
    this.#forms.offer(this.#offer.methods);
    const { value: saved, installments } = this.#saved;
    const wanted = [this.#host.mode, this.#forms.selected?.type, saved, installments, this.#session.amount];
    const due = isFilledIn(this.#session.state) && JSON.stringify(wanted);
    // Nobody has agreed to another amount or method, nor to pay after a try that failed; a form may not come at all.
    if (due !== this.#due || this.#forms.isMissing) this.takeBack();
    if (this.#forms.isMissing) this.#screens.report();
    this.#due = due;
    this.#report(this.#offer.unknown);
  }

  /** What is spoken, as the chosen method's form says it. */
  speak(spoken: Speech): Speech {
    // Of a saved card there are no details to look at again.
    if (this.#saved.selected) return { ...spoken, words: { ...spoken.words, cardRefused: spoken.words.numberRefused } };
    const words = this.#forms.form?.speak?.(spoken.words, { ...this.#context, ...spoken });
    return words ? { ...spoken, words } : spoken;
  }

  /** Fetches the other methods' forms, while the payer fills this one in. */
  fetchAhead(): void {
    this.#forms.fetchAhead().catch(() => undefined); // asked again when it is needed
  }

  /** Fetches once more the chosen method's form that could not be had. */
  fetchAgain(): void {
    if (this.#forms.isMissing) this.#forms.retry();
  }

  /** Marks the fields that the service refused, and goes to the first: whoever is elsewhere finds a notice as well. */
  refuse(error: CheckoutError): void {
    if (!this.#form?.refuse(error, this.#context) || !isAttended(this.#host)) return;
    this.#marked = error;
    void this.#point(this.#forms.problems(this.#context));
  }

  clearSecrets(): void {
    this.takeBack();
    this.#forms.clearSecrets();
  }

  /** It is paid, or handed over: whoever uses the page next finds nothing of what was typed to pay with. */
  forget(): void {
    this.#wrong = [];
    this.#isSubmitted = false;
    this.takeBack();
    this.#forms.forget();
    this.#contact.reset();
    this.#saved.forget();
  }

  reset(): void {
    this.forget();
    this.#forms.unchoose();
    this.#saved.unchoose();
    this.#fold.reset();
  }

  /** Hears of presses, and shows as many methods as the list has room for, for as long as the element is on the page. */
  async listen(signal: AbortSignal): Promise<void> {
    const { renderRoot, updateComplete } = this.#host;
    this.#amounts.listen(renderRoot, signal);
    // The first rendering is the one that a server would have made.
    await updateComplete;
    this.#fold.watch(renderRoot, signal);
  }

  /** A press of pay that waits is not meant any more. */
  takeBack(): void {
    if (this.isAwaited) this.#host.requestUpdate();
    this.isAwaited = false;
  }

  /** Once the form can be used: does what the payer has asked for meanwhile, if that is still wanted. */
  proceed(): void {
    if (this.isAwaited) void this.submit();
  }

  /**
   * Checks what was typed; submits it when nothing is wrong, else shows what is and goes to the first. What cannot be
   * submitted yet is checked all the same, and waits.
   *
   * @param shown what was on the button when the press of it began, where that is something else by now: of another amount
   * the payer is asked, and nobody has meant to keep a card.
   */
  async submit(shown?: Money | null): Promise<void> {
    const { state, checkout } = this.#session;
    const { selected } = this.#forms;
    const card = this.#saved.selected;
    const form = this.#form;
    if (!isFilledIn(state)) return;
    if (!selected) return this.#host.focus();
    const isMissing = !form && !card;
    const isEarly = state.status === 'loading' || isMissing;
    if (isMissing) this.#forms.retry();
    const context = this.#context;
    const typed = card ? [] : [...(form?.check(context) ?? []), ...this.#contact.check(context)];
    const found = [...typed, ...missingConsents(checkout, context.words)];
    // Whoever has gone on to another part of the page meanwhile is left there.
    const isThere = !this.isAwaited || isAttended(this.#host);
    this.isAwaited = isEarly && !found[0] && shown === undefined;
    const pointed = this.#point(found, isThere);
    if (found[0] || isEarly || !checkout || (shown !== undefined && context.isSource)) return pointed;
    this.#isSubmitted = true;
    this.#saved.stay();
    const seen = present({ shown });
    if (card) {
      const { installments } = this.#saved;
      const ready = (): Promise<void> => this.#screens.ensure();
      return checkout.submit({ ...seen, method: 'CARD', source: card.id, installments, ready });
    }
    if (!form) return;
    const contact = this.#contact.values();
    const collect = async (): Promise<PaymentDetails> => {
      await this.#screens.ensure();
      const details = await form.collect(context);
      return { ...details, customer: { ...contact, ...details.customer } };
    };
    await checkout.submit({ ...seen, method: selected.type, collect, spent: () => form.spent() });
  }

  render(spoken: Speech, isShown: boolean, isSlow: boolean): TemplateResult {
    this.#spoken = spoken;
    this.#isTurned ||= !isShown;
    if (isShown && !isServer) this.#amounts.show(this.#amountOnButton);
    const { words } = spoken;
    const { state, amount, amountAsked, checkout } = this.#session;
    const context = this.#context;
    const isWrong = ({ name }: FieldProblem): boolean => this.#wrong.includes(name);
    const card = this.#saved.selected;
    const typed = card ? [] : [...this.#forms.problems(context), ...this.#contact.problems(context)];
    this.said = typed.find((one) => one.name === this.#left && !isWrong(one))?.message;
    const problems = [...typed, ...missingConsents(checkout, words)].filter(isWrong);
    const notices = renderFormNotices({
      ...this.#offer,
      ...context,
      state,
      amount,
      problems,
      isSlow,
      isOffline: isOffline(this.#host) && !this.#forms.isMissing, // of a missing form that is said in its place
      marked: this.#marked,
      explain: (error, said) => this.#screens.explain(error, said),
      renderUnconfirmed: (payment) => this.#screens.renderUnconfirmed(payment, context, this.#handleWaive),
      onFocus: this.#focus,
      onShow: (id) => checkout?.resume(id),
    });
    // Whoever has just come is asked before filling anything in; whoever has pressed pay, there.
    const isAskedFirst = state.status === 'ready' && state.unconfirmed && !this.#isSubmitted && problems.length === 0;
    return html`<form class="form ${this.#forms.selected ? '' : 'unchosen'} ${this.#isTurned ? 'turned' : ''}" part="form" method="dialog" novalidate ?hidden=${!isShown} @submit=${this.#handleSubmit} @keydown=${this.#handleKey} @input=${this.#handleInput} @focusin=${() => this.takeBack()} @focusout=${this.#handleLeave}>
      ${isAskedFirst ? notices : nothing}
      <div class="fields" ?inert=${context.isBusy}>
        ${renderMethodSection(this.#forms, context, this.#handleSelect, this.#offer, this.#host.fold === 'none' ? undefined : this.#fold, this.#saved)}
        ${this.#contact.render(context, !card)}
        ${renderConsent({
          ...context,
          documents: checkout?.documents ?? [],
          isAccepted: (field) => checkout?.isAccepted(field) ?? false,
          problems,
          onToggle: this.#handleConsent,
        })}
      </div>
      ${isAskedFirst ? nothing : notices}
      ${renderPayButton({ ...context, state, amount: amountAsked, isAwaited: this.isAwaited, isShown })}
      ${renderSafety(this.#forms.selected?.type, Boolean(card), context)}
      ${this.#form?.renderWayBack?.(context)}
    </form>`;
  }

  /** The chosen method's form, once it is there; a saved card has none. */
  get #form(): MethodForm | undefined {
    return this.#saved.selected ? undefined : this.#forms.form;
  }

  /** How much is on the button that pays; null where it pays nothing, or nobody knows yet. */
  get #amountOnButton(): Money | null {
    return this.#host.mode === 'source' ? null : (this.#session.amountAsked ?? null);
  }

  get #context(): FormContext {
    const { publicKey, mode, networks, words } = this.#host;
    const { state, checkout } = this.#session;
    return {
      networks: networks ?? undefined,
      isDescribed: Boolean(words?.description ?? words?.[languageOf(this.#spoken.locale)]?.description),
      state,
      ...this.#spoken,
      isTest: isTestKey(publicKey),
      isSource: mode === 'source',
      isBusy: state.status === 'submitting',
      email: knownEmail(this.#host.customerEmail),
      given: this.#host,
      merchantName: checkout?.merchant?.name || undefined,
      giveUp: () => checkout?.giveUp(),
    };
  }

  /** Whoever corrects a field need not be told again what was wrong with it. */
  #forgive(corrected: string): void {
    if (!this.#wrong.includes(corrected)) return;
    this.#wrong = this.#wrong.filter((name) => name !== corrected);
    this.#host.requestUpdate();
  }

  /**
   * The key that sends a form was pressed in a field: it pays once everything is filled in, else it leads to what is not,
   * and judges nothing that the payer has not come to yet.
   */
  #payOrLead(): void {
    const { checkout } = this.#session;
    const context = this.#context;
    const empty =
      this.#form?.firstEmpty(context) ??
      (this.#saved.selected ? undefined : this.#contact.firstEmpty(context)) ??
      missingConsents(checkout, context.words)[0]?.name;
    if (empty) {
      this.#amounts.endPress(null); // which pays nothing
      this.#focus(empty);
    } else this.#host.renderRoot.querySelector<HTMLElement>('.form [type=submit]')?.click();
  }

  /** Shows these as wrong, and goes to the first. */
  async #point(found: readonly FieldProblem[], isThere = true): Promise<void> {
    this.#wrong = found.map(({ name }) => name);
    this.#left = '';
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    if (isThere && found[0]) this.#focus(found[0].name);
  }

  readonly #focus = (name: string): void => {
    if (!this.#form?.focus?.(name)) findControl(this.#host.renderRoot, name)?.focus();
  };

  /** Whoever has gone to a field of the card means to type there, whichever saved cards come meanwhile. */
  readonly #handleFieldFocus = (): void => {
    this.takeBack();
    this.#forms.stay();
    this.#saved.stay();
  };

  readonly #handleEdit = (name: string): void => {
    this.#handleFieldFocus();
    this.#forgive(name);
  };

  readonly #handleInput = (event: Event): void => {
    event.stopPropagation(); // what is typed is nobody else's business
    this.#handleEdit((event.target as HTMLInputElement).name);
  };

  readonly #handleLeave = ({ target }: Event): void => {
    // The card fields say themselves which of them was left.
    if (!(target as Element).matches('.card-fields')) this.#leave((target as HTMLInputElement).name);
  };

  readonly #leave = (name: string): void => {
    if (!isFilledIn(this.#session.state)) return; // the form itself lets go of the focus
    this.#left = name;
    this.#host.requestUpdate();
  };

  readonly #handleKey = (event: KeyboardEvent): void => {
    const isField = (event.target as Element).matches('input:not([type=radio])');
    if (event.key !== 'Enter' || event.repeat || event.isComposing || !isField) return;
    event.preventDefault();
    this.#payOrLead();
  };

  readonly #handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The fields let go of the focus while they are sent, and on some devices a button that is pressed never has it.
    event.submitter?.focus();
    void this.submit(this.#amounts.endPress(this.#amountOnButton));
  };

  readonly #handleSelect = async (value: string): Promise<void> => {
    const before = this.#forms.selected?.type;
    const card = this.#saved.choose(value);
    const type = card ? 'CARD' : value;
    this.#forms.choose(type);
    this.#wrong = [];
    this.#isTurned = true;
    this.#host.requestUpdate();
    if (before !== type) this.#host.dispatchEvent(new PayMethodChangeEvent(type));
    if (type === 'CARD' && this.#saved.isOffered)
      this.#host.dispatchEvent(new PaySourceSelectedEvent(card?.id ?? null));
    await this.#host.updateComplete;
    // A list that was long is short again.
    this.#host.renderRoot.querySelector('.method:has(:checked)')?.scrollIntoView?.({ block: 'nearest' });
  };

  /**
   * The payer makes another payment beside the one that may have been made, and goes on where that was asked: with the
   * press of pay, or with a form that is still to be filled in. What needs another order of the page waits for that.
   */
  readonly #handleWaive = (): void => {
    const { state, checkout } = this.#session;
    const isOwn = state.status === 'ready' && state.unconfirmed?.reference === this.#host.reference;
    if (this.#isSubmitted) this.#host.renderRoot.querySelector<HTMLElement>('.form [type=submit]')?.focus();
    checkout?.waive();
    const shown = this.#amounts.endPress(this.#amountOnButton);
    if (this.#isSubmitted && !isOwn) void this.submit(shown);
  };

  readonly #handleConsent = (field: AcceptanceField, accepted: boolean): void => {
    this.#session.checkout?.accept(field, accepted);
    this.#forgive(field);
    this.#host.requestUpdate();
  };
}
