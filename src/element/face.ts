/** What the payer sees of the checkout: the header, and below it the form or the screens that follow it. */
import { html, isServer, nothing, type TemplateResult } from 'lit';
import type { CheckoutState, CheckoutStatus } from '../checkout/state.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import { isOfLedger } from '../domain/ledger-key.ts';
import type { Money } from '../domain/money.ts';
import { isWhollyPaid, remainderOf } from '../domain/transaction.ts';
import { PayReadyEvent, PayWarningEvent } from '../events/form-events.ts';
import { atHand, languageOf, loadMessages, withOwn, type Language, type Speech } from '../messages/catalogue.ts';
import { es } from '../messages/es.ts';
import { keepDoublePress } from '../ui/double-press.ts';
import { renderHeader } from '../ui/header.ts';
import { isAttended } from '../ui/is-attended.ts';
import { keepTyped } from '../ui/keep-typed.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { PayerForm } from './form.ts';
import type { CheckoutHost } from './host.ts';
import { LateScreens } from './late-screens.ts';
import type { Session } from './session.ts';

/**
 * Enter sends no form from a choice, where it was meant to choose, nor by being held down, for what it has led to would be
 * pressed next.
 */
function keepEnter(root: HTMLElement | DocumentFragment, signal: AbortSignal): void {
  const handle = (event: Event): void => {
    const { key, repeat } = event as KeyboardEvent;
    const target = event.target as HTMLInputElement;
    if (!root.contains(target)) return; // what a page has put into a slot
    if (key === 'Enter' && (repeat || target.type === 'radio')) event.preventDefault();
  };
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, handle, { signal });
}

/** After how long a state counts as slow, in ms. */
const slowAfterMs: Partial<Record<CheckoutStatus, number>> = { loading: 6000, submitting: 6000, processing: 8000 };

/** After how long, in ms, a payment in process counts as long: a bank may take its time before another way is offered. */
const longAfterMs = 30_000;

/** How long a language is waited for, in ms, before Spanish is spoken for the time being and it is asked for again. */
const languagePatienceMs = 10_000;

/** For how long, in ms, an element may be out of the page and come back as it was, as one that is moved is. */
const awayMs = 1000;
/** How long, in ms, after the first change of the storage it is looked at. Later changes of that time share the look. */
const heedMs = 100;

/** What happens to a page that somebody uses: by hand, by keys, by a screen reader. */
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/** Whether the form is what the payer sees, rather than the screen of a payment under way or over. */
const isForm = ({ state, isLookingBack }: Session): boolean =>
  !isLookingBack &&
  (state.status === 'loading' ||
    (state.status === 'ready' && !state.handedOver) ||
    (state.status === 'submitting' && state.step !== 'confirm'));

/** The amount of the payment that is shown, whatever the page gives. */
const amountOf = ({ state, checkout }: Session): Money | undefined =>
  'transaction' in state
    ? { amountInCents: state.transaction.amount_in_cents, currency: state.transaction.currency }
    : checkout?.openAmount;

export class Face {
  readonly #host: CheckoutHost;
  readonly #session: Session;
  readonly #form: PayerForm;
  readonly #screens: LateScreens;
  #spoken: Speech = { words: es, locale: 'es' };
  /** Of the words; none as long as those of the first locale are on their way. */
  #language: Language | undefined;
  /** When a language that cannot be had is asked for again. */
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  /** Whether the page was told that a language cannot be had. */
  #isLackSaid = false;
  #isSlow = false;
  #isLong = false;
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** The status since the beginning of which the time is taken. */
  #timed: CheckoutStatus | undefined;
  #hasFocus = false;
  #shown: 'form' | 'status' = 'form';
  #isReadySaid = false;
  /** Whether somebody has been seen to use the page. */
  #isAlive = false;
  #listening: AbortController | undefined;
  #away: ReturnType<typeof setTimeout> | undefined;
  #heeding: ReturnType<typeof setTimeout> | undefined;

  constructor(host: CheckoutHost, session: Session) {
    this.#host = host;
    this.#session = session;
    this.#screens = new LateScreens(host, session);
    this.#form = new PayerForm(host, session, this.#spoken, this.#screens);
  }

  start(): void {
    clearTimeout(this.#away);
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    keepTyped(this.#host.renderRoot, signal);
    keepEnter(this.#host.renderRoot, signal);
    keepDoublePress(this.#host.renderRoot, signal);
    void this.#form.listen(signal);
    this.#host.requestUpdate(); // there may be a form around it by now, or none any more
    // A page kept in the back/forward cache would give number and CVC to whoever comes back to it.
    addEventListener('pagehide', () => this.#form.clearSecrets(), { signal });
    addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (!persisted) return;
        this.#host.requestUpdate(); // there may be no network by now
        this.#session.checkout?.revisit();
      },
      { signal },
    );
    const heed = (): void => {
      this.#heeding = undefined;
      this.#session.checkout?.heed();
    };
    addEventListener(
      'storage',
      ({ key }) => {
        // A page's other tabs may write as often as they like, and each look reads all that is kept.
        if (isOfLedger(key)) this.#heeding ??= setTimeout(heed, heedMs);
      },
      { signal },
    );
    heed(); // what another tab has written while the element was away
    addEventListener(
      'online',
      () => {
        this.#form.fetchAgain();
        this.#speak();
      },
      { signal },
    );
    for (const type of ['online', 'offline']) addEventListener(type, () => this.#host.requestUpdate(), { signal });
    for (const type of signsOfLife) addEventListener(type, this.#handleLife, { signal, once: true });
    this.#timed = undefined;
    this.#time(this.#session.state);
    this.#screens.handleState(this.#session.state);
  }

  stop(): void {
    this.#listening?.abort();
    clearTimeout(this.#heeding);
    this.#heeding = undefined;
    // A page that changes by itself, and keeps the element for later, is left as well.
    this.#away = setTimeout(() => this.#form.clearSecrets(), awayMs);
    this.#stopTimers();
    this.#form.takeBack();
  }

  /** Ahead of a rendering: the words, and the methods on offer. */
  prepare(isNewSpeech: boolean): void {
    // What has the focus may go with the rendering.
    if (!isServer) this.#hasFocus ||= this.#host.matches(':focus-within');
    if (isNewSpeech) this.#speak();
    this.#form.prepare();
  }

  handleState(state: CheckoutState): void {
    this.#time(state);
    if (this.#isAlive) this.#handleLife();
    this.#screens.handleState(state);
    if (state.status === 'ready' && state.error) this.#form.refuse(state.error);
    if (state.status === 'settled' && state.transaction.status === 'APPROVED')
      if (remainderOf(state.transaction)) this.#form.clearSecrets();
      else this.#form.forget();
    if (state.status === 'ready' && state.handedOver) this.#form.forget();
  }

  submit(): Promise<void> {
    return this.#form.submit();
  }

  reset(): void {
    this.#form.reset();
    this.#isReadySaid = false;
  }

  focus(options?: FocusOptions): void {
    const target = isForm(this.#session)
      ? '.unchosen [type=radio], .form:not(.unchosen) :is(input, select, button, .card-fields):not([disabled], [hidden] *, [type=radio]:not(:checked))'
      : '.status [tabindex]';
    this.#host.renderRoot.querySelector<HTMLElement>(target)?.focus(options);
  }

  /** After a rendering: whoever had the focus keeps it through a change of screens, and nobody else is given it. */
  settleFocus(): void {
    const { state } = this.#session;
    const shown = isForm(this.#session) ? 'form' : 'status';
    if (shown === 'form' || this.#screens.isLoaded) {
      // A button that is pressed may go with its screen, or with what it stood for.
      if (this.#hasFocus && isAttended(this.#host) && (shown !== this.#shown || !this.#host.matches(':focus-within')))
        this.focus();
      this.#shown = shown;
      this.#hasFocus = false;
    }
    const { methods } = this.#form;
    if (state.status !== 'ready' || !methods || !this.#language) return;
    if (!this.#isReadySaid) {
      this.#isReadySaid = true;
      this.#host.dispatchEvent(new PayReadyEvent(methods));
    }
    this.#form.proceed();
  }

  render(): TemplateResult {
    const { state, checkout } = this.#session;
    const spoken = this.#form.speak(this.#spoken);
    const { words, locale } = spoken;
    const { publicKey, mode } = this.#host;
    const isShown = isForm(this.#session);
    const isSource = mode === 'source';
    const merchant = checkout?.merchant;
    const isSlow = this.#isSlow || this.#form.isAwaited;
    const status = isSource && state.status === 'submitting' ? words.stepDetails : this.#screens.line(words);
    const isLost = !isShown && this.#screens.isMissing;
    const line = isLost ? `${status}. ${words.errorPart}` : isSlow ? `${status} ${words.slow}` : status;
    // Ahead of what the line says: the form finds out as it is rendered whether a field has news.
    const form = this.#form.render(spoken, isShown, isSlow);
    this.#screens.said = isShown || !this.#screens.isLoaded ? this.#form.said || line : '';
    return html`<div part="base" class="base" translate="no" lang=${this.#language ?? 'es'} ?inert=${!this.#language}>
      ${renderHeader({
        words,
        locale,
        merchantName: merchant?.name ?? undefined,
        logo: this.#session.logo,
        amount: amountOf(this.#session) ?? this.#session.amountAsked,
        isPaid: state.status === 'settled' && isWhollyPaid(state.transaction),
        isLoading: state.status === 'loading',
        isTest: isTestKey(publicKey),
        isSource,
        isForm: isShown,
        isHidden: this.#host.hideHeader,
      })}
      ${form}
      ${this.#screens.render(isShown ? undefined : state, spoken, { isSlow, isLong: this.#isLong })}
      <p class="unseen" role="status">${this.#screens.said || nothing}</p>
      <slot name="footer"></slot>
    </div>`;
  }

  /**
   * Somebody is there: the screens and the forms of other methods are fetched while the payer reads and types, so that
   * nothing that is pressed waits for them. Whoever never looks at the page pays for none of it.
   */
  readonly #handleLife = (): void => {
    this.#isAlive = true;
    if (this.#session.state.status === 'ready') whenIdle(() => this.#fetchAhead());
  };

  #fetchAhead(): void {
    this.#form.fetchAhead();
    void this.#screens.load();
  }

  /** From when a state has this status: whatever comes of it meanwhile, such as a record that says little new. */
  #time({ status }: CheckoutState): void {
    if (status === this.#timed) return;
    this.#timed = status;
    this.#stopTimers();
    this.#isSlow = this.#isLong = false;
    const slowAfter = slowAfterMs[status];
    if (!slowAfter || !this.#host.isConnected) return;
    const after = (ms: number, tell: () => void): void => {
      const timer = setTimeout(() => {
        tell();
        this.#host.requestUpdate();
      }, ms);
      this.#timers.push(timer);
    };
    after(slowAfter, () => (this.#isSlow = true));
    if (status === 'processing') after(longAfterMs, () => (this.#isLong = true));
  }

  #stopTimers(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  /**
   * Speaks the language of the locale, in the page's own words where it has some. The first words that the payer sees are
   * of that language: until they are there, Spanish ones keep their place and are neither seen nor heard. Where they do not
   * come, Spanish is spoken for the time being.
   */
  #speak(triesLeft = 5): void {
    clearTimeout(this.#nextTry);
    const language = languageOf(this.#host.locale);
    const say = (): void => {
      if (languageOf(this.#host.locale) !== language) return;
      const messages = atHand[language];
      if (messages) clearTimeout(this.#nextTry);
      this.#language = messages ? language : 'es';
      const { words, locale } = this.#host;
      const own = { ...words, ...words?.[this.#language] };
      this.#spoken = { words: withOwn(messages ?? es, own), locale: messages ? locale : 'es' };
      this.#host.requestUpdate();
    };
    if (atHand[language]) return say();
    if (isServer) return; // it renders once
    // Nobody sees it yet: what is written by the locale alone, as the amount, has its room from the start.
    if (!this.#language) this.#spoken = { ...this.#spoken, locale: this.#host.locale };
    void loadMessages(language)
      .catch(() => {
        if (!this.#isLackSaid) this.#host.dispatchEvent(new PayWarningEvent('language_unavailable'));
        this.#isLackSaid = true;
      })
      .then(say);
    this.#nextTry = setTimeout(() => {
      say();
      if (triesLeft > 0) this.#speak(triesLeft - 1);
    }, languagePatienceMs);
  }
}

// A server renders at once and never again: the words have to be there before.
if (isServer) void Promise.all([loadMessages('en'), loadMessages('pt')]);
