/** The screens that follow the form, and the forms of the methods other than the card, in one lazy chunk. */
import type { TemplateResult } from 'lit';
import type { CodeEntry, CodeState } from '../checkout/code-entry.ts';
import type { CheckoutState, Unconfirmed } from '../checkout/state.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import type { Transaction } from '../domain/transaction.ts';
import { methodOutputOf } from '../domain/wire/method-output.ts';
import { languageOf, ownWord, type AllWords, type SpokenWords, type Speech } from '../messages/catalogue.ts';
import { allWords } from '../messages/method-words.ts';
import { paymentMethods } from '../methods/registry.ts';
import { actionStyles } from '../ui/actions/action-styles.ts';
import { actionScreenOf } from '../ui/actions/action-view.ts';
import { CodeForm } from '../ui/actions/code-form.ts';
import { PayRedirectEvent } from '../events/payment-events.ts';
import { isAttended } from '../ui/is-attended.ts';
import { announcer, type Announced } from '../ui/status/announcer.ts';
import { keepInView } from '../ui/status/keep-in-view.ts';
import { renderScreen, type Screen, type StatusContext } from '../ui/status/screen.ts';
import { renderElseWay, shopUrlOf } from '../ui/status/status-parts.ts';
import { statusStyles } from '../ui/status/status-styles.ts';
import { errorWords, screenOf } from '../ui/status/status-view.ts';
import { vigil } from '../ui/status/vigil.ts';
import { adoptStyles } from '../ui/styles.ts';
import { renderUnconfirmed } from '../ui/unconfirmed.ts';
import type { ChallengeScreen } from './challenge.ts';
import { absolute, type CheckoutHost } from './host.ts';
import { LatePart } from './late-part.ts';
import type { Session } from './session.ts';

export { formMaker } from '../methods/create-form.ts';

interface Told {
  status: string;
  transaction?: Transaction;
  reference?: string;
  error?: unknown;
  elsewhere?: true;
  turnedFrom?: true;
}

interface ShownWith extends Speech, Pick<StatusContext, 'isSlow' | 'isLong' | 'current'> {}

/** Finds a method's title by its type. */
const titleIn =
  ({ words, locale }: Speech) =>
  (wanted: string): string | undefined =>
    ownWord(words, wanted) ?? paymentMethods.find(({ type }) => type === wanted)?.title[languageOf(locale)];

/** Which payment was asked for last, by its reference, and when, in ms: one payer sits before all checkouts of a page. */
let asked: { reference: string | undefined; at: number } | undefined;

/** Whether a card payment is being authenticated, ahead of a challenge or in it, or was (SPEC.md section 3.2). */
const isAuthenticated = (state: CheckoutState): boolean =>
  'transaction' in state && 'three_ds_auth' in (state.transaction.payment_method.extra ?? {});

/** The screens that follow the form. That of a challenge is fetched for whoever is authenticated. */
export class Screens {
  readonly #host: CheckoutHost;
  readonly #session: Session;
  readonly #codeForm: CodeForm;
  readonly #challenge: LatePart<ChallengeScreen>;
  /** The payment was sent from here, and nobody has been sent to a bank's page for it. */
  #isNew = false;
  /** The payment, by its id, that has no tries for a code left. */
  #lostId: string | undefined;

  /** Gives the element their styles, and what says, watches and shows them. */
  constructor(host: CheckoutHost, session: Session, announced: Announced) {
    this.#host = host;
    this.#session = session;
    this.#challenge = new LatePart(host, session, {
      fetch: async () => {
        const { ChallengeScreen } = await import('./challenge.ts');
        return new ChallengeScreen(host, session);
      },
      lack: "The script of the checkout that shows the bank's step could not be loaded.",
      isNeeded: isAuthenticated,
      isAwaited: (state) => state.status === 'action' && state.action.kind === 'challenge',
    });
    this.#codeForm = new CodeForm({ update: this.#update, root: () => host.renderRoot });
    for (const styles of [statusStyles, actionStyles]) adoptStyles(host.renderRoot, styles);
    const { screen } = announced;
    for (const one of [
      announcer(host, announced),
      vigil(host, screen),
      keepInView(host, screen, () => session.isOnDuty),
    ])
      host.addController(one);
  }

  /** Takes over a change of state: a one-time code that it asks for is sent, and a challenge fetched. */
  handleState(state: CheckoutState): void {
    const isSent = state.status === 'submitting' && state.step === 'create' && !state.awaited && !state.elsewhere;
    this.#isNew = isSent || (this.#isNew && state.status === 'processing');
    this.#challenge.part?.handleState(state);
    if (state.status === 'action') this.#codeEntry();
    this.#challenge.handleState(state);
  }

  explain(error: CheckoutError, words: SpokenWords): string {
    return errorWords(error, allWords(words));
  }

  /** Asks about a payment that may have been made. */
  renderUnconfirmed(payment: Unconfirmed, spoken: Speech, onWaive: () => void): TemplateResult {
    const { locale } = spoken;
    const words = allWords(spoken.words);
    return renderUnconfirmed(payment, { words, locale, methodTitle: titleIn(spoken), onWaive });
  }

  /** The screen of a state, in which a challenge comes first; undefined while the payer needs the form. */
  screenOf(state: CheckoutState, shownWith: ShownWith): Screen | undefined {
    const { part: challenge } = this.#challenge;
    const context = this.#contextOf(state, shownWith);
    const code = this.#codeEntry();
    const parts = { ...context, code: code?.state, onCode: code, lostId: this.#lostId };
    return (
      challenge?.screen(state, context) ?? actionScreenOf(state, parts, this.#codeForm) ?? screenOf(state, context)
    );
  }

  render(screen: Screen): TemplateResult {
    return renderScreen(screen);
  }

  #contextOf(state: CheckoutState, shownWith: ShownWith): StatusContext {
    const { checkout, offer } = this.#session;
    const { hideHeader, publicKey, resolveReference, resolveUrl, redirectUrl } = this.#host;
    const words = allWords(shownWith.words);
    const { transaction, error, elsewhere, turnedFrom, reference = transaction?.reference }: Told = state;
    return {
      ...shownWith,
      words,
      methodTitle: titleIn(shownWith),
      elseWay: renderElseWay(state, words, () => checkout?.buyElse()),
      fetchChallenge: this.#challenge.isMissing ? () => void this.#challenge.load() : undefined,
      networkLogo: (brand) => this.#challenge.part?.renderLogo(brand, words),
      merchantName: checkout?.merchant?.name ?? undefined,
      canRenew: checkout?.canRenew ?? false,
      isAlone: !offer.methods.some(({ type }) => type !== transaction?.payment_method_type),
      canCheck: Boolean(resolveReference || resolveUrl || checkout?.openId),
      isCreated: Boolean(checkout?.openId),
      elsewhere,
      turnedFrom,
      askedAt: error || asked?.reference !== reference ? undefined : asked?.at,
      opening: this.#openingOf(state, words),
      isHeaderHidden: hideHeader,
      isTest: isTestKey(publicKey),
      shopUrl: shopUrlOf(absolute(redirectUrl), state),
      on: {
        retry: () => (this.#session.state.status === 'failed' ? this.#session.checkAgain() : checkout?.retry()),
        otherMethod: this.#handleOtherMethod,
        leave: () => checkout?.leave(),
        goBack: (url) => !transaction || this.#host.dispatchEvent(new PayRedirectEvent(url, transaction)),
        resend: () => void checkout?.resend(),
        checkAgain: () => {
          asked = { reference, at: Date.now() };
          checkout?.checkAgain();
          this.#update();
        },
      },
    };
  }

  /**
   * What is said of the page that opens by itself in a moment, ahead of its address too; undefined where nobody is sent
   * anywhere, as when the payer is back from there.
   */
  #openingOf(state: CheckoutState, words: AllWords): string | undefined {
    if (!this.#session.isOnDuty || !('transaction' in state)) return;
    const { transaction } = state;
    const method = paymentMethods.find(({ type }) => type === transaction.payment_method_type);
    const opening = method && 'note' in method && method.note === 'noteBank' ? words.openBank : words.openPage;
    if (state.status === 'action') return opening;
    const { async_payment_url: address, url = address } = methodOutputOf(transaction);
    return this.#isNew && method?.redirects && !url ? opening : undefined;
  }

  #codeEntry(): CodeEntry | undefined {
    return this.#session.isOnDuty ? this.#session.codeEntry(this.#handleCode) : undefined;
  }

  readonly #update = (): void => this.#host.requestUpdate();

  readonly #handleCode = ({ phase }: CodeState): void => {
    const { state } = this.#session;
    if (phase === 'over' && state.status === 'action') this.#lostId = state.transaction.id;
    this.#update();
  };

  /** Turns to another method, and leads to the others: they may be out of sight, above the form of the one that was tried. */
  readonly #handleOtherMethod = (): void => {
    const session = this.#session;
    const host = this.#host;
    const show = async (): Promise<void> => {
      await host.updateComplete;
      const isReady = session.state.status === 'ready';
      // An order that does not come leaves the payer where they are.
      if (!isReady && !('error' in session.state)) return;
      host.removeEventListener('pay-state-change', show);
      if (!isReady || !isAttended(host)) return;
      const { renderRoot } = host;
      renderRoot.querySelector('legend')?.scrollIntoView?.();
      renderRoot.querySelector<HTMLElement>('.method input:not(:checked)')?.focus();
    };
    host.addEventListener('pay-state-change', show);
    if (session.state.status === 'settled') session.checkout?.retry();
    else session.checkout?.setAside();
  };
}
