import type { LitElement } from 'lit';
import { isOfShop, type Named } from '../../browser/shop-origins.ts';
import { asCheckoutError, CheckoutError } from '../../domain/checkout-error.ts';
import type { Screen } from '../status/screen.ts';
import type { ShellWords } from './build-challenge.ts';
import { ChallengeFrame, isInChallenge } from './challenge-frame.ts';
import { decodeFragment, planChallenge } from './challenge-plan.ts';
import { challengeScreenOf, type ChallengeContent, type ChallengeView } from './challenge-screen.ts';

/**
 * Shows a dialog over the whole of a small screen, and keeps it within what the on-screen keyboard leaves of it.
 * The dialog stays where it is in the tree, so that frames in it are not loaded again.
 */
class Sheet {
  #dialog: HTMLDialogElement | undefined;
  #ending: AbortController | undefined;

  /** Opens the dialog, unless it is open. One that was taken out of the page and put back is open in name only. */
  show(dialog: HTMLDialogElement): void {
    if (dialog.matches(':modal')) return;
    if (dialog.open) dialog.close();
    dialog.showModal();
    this.pause();
    this.#dialog = dialog;
    this.#ending = new AbortController();
    for (const type of ['resize', 'scroll'])
      window.visualViewport?.addEventListener(type, this.#fit, { signal: this.#ending.signal });
    this.#fit();
  }

  /** Closes the dialog; what is in it stays as it is. */
  hide(): void {
    this.pause();
    if (this.#dialog?.open) this.#dialog.close();
  }

  /** No longer follows what the keyboard leaves; for a dialog that is taken out of the page. */
  pause(): void {
    this.#ending?.abort();
  }

  readonly #fit = (): void => {
    const { visualViewport: seen } = window;
    // Somebody who has zoomed in wants to see less at once, not a smaller sheet.
    if (!this.#dialog || !seen || Math.abs(seen.scale - 1) > 0.01) return;
    Object.assign(this.#dialog.style, { blockSize: `${seen.height}px`, insetBlockStart: `${seen.offsetTop}px` });
  };
}

/** Below one of these a frame beside other things is too small for a bank's page. */
const smallScreen = '(max-width: 639.98px), (max-height: 479.98px)';

export interface ChallengeOptions extends ChallengeContent {
  /** `three_ds_method_data`, its entities still escaped. */
  methodData: string;
  /** A test key: the bank may be on this machine. */
  isTest: boolean;
  /** What the page has named. No challenge may lead to the shop. */
  named: Named;
  /** Whether the payer had left it before this page was loaded; keeps what is given for the next one. */
  hasLeft?(left?: boolean): boolean | undefined;
  /** The challenge cannot be shown: `challenge_invalid` or `challenge_blocked`. */
  onProblem(error: CheckoutError): void;
  /** Something happened inside: a good moment to look at the payment. */
  onHasten(): void;
  /** The payer came back to it, or asks what became of the payment. */
  onResume(): void;
}

/**
 * The 3D Secure challenge of one element (SPEC.md section 10): the same frame through all renderings of the same
 * fragment, another one for another fragment.
 */
export class Challenge {
  readonly #host: LitElement;
  readonly #sheet = new Sheet();
  #options: ChallengeOptions | undefined;
  #isSheet = false;
  #hadFocus = false;
  #methodData: string | undefined;
  #html: string | undefined;
  #frame: ChallengeFrame | undefined;
  #isLoaded = false;
  #problem: CheckoutError | undefined;
  #phase: ChallengeView['phase'] = 'open';

  constructor(host: LitElement) {
    this.#host = host;
    host.addController({
      hostConnected: () => this.#frame?.listen(),
      hostDisconnected: () => {
        this.#frame?.pause();
        this.#sheet.pause();
      },
    });
  }

  /** The screen of a pending challenge. It is asked for at each rendering of the element, and drawn in its shadow tree. */
  screen(options: ChallengeOptions): Screen {
    const isNew = !this.#options;
    const { words, locale } = options.context;
    const isRenamed = words !== this.#options?.context.words || locale !== this.#options.context.locale;
    this.#options = options;
    if (isNew) {
      // Once: a frame that moves from page to sheet loads again.
      this.#isSheet = globalThis.matchMedia?.(smallScreen).matches ?? false;
      this.#hadFocus = this.#hasFocus;
      if (options.hasLeft?.()) this.#phase = 'left';
    }
    // Nobody is sent to the bank who has left it and loaded the page again: it may send a code there and then.
    if (options.methodData !== this.#methodData && (this.#frame || this.#phase !== 'left')) this.#take(options);
    if (isRenamed) this.#frame?.rename(this.#shellWords);
    queueMicrotask(() => this.#settle(isNew));
    return challengeScreenOf({
      ...options,
      frame: this.#frame?.element,
      isLoaded: this.#isLoaded,
      isSheet: this.#isSheet,
      phase: this.#phase,
      problem: this.#problem?.code,
      on: this.#handlers,
    });
  }

  /** The challenge is over: the frame goes, and who had the focus in it finds it on the screen that follows. */
  close(): void {
    if (!this.#options) return;
    const hadFocus = this.#hasFocus;
    this.#options = undefined;
    this.#sheet.hide();
    this.#drop();
    this.#methodData = undefined;
    this.#html = undefined;
    this.#phase = 'open';
    this.#host.requestUpdate();
    if (hadFocus) void this.#host.updateComplete.then(() => this.#host.focus());
  }

  #take(options: ChallengeOptions): void {
    const { methodData } = options;
    // A record that has lost it for once takes no open page of the bank away.
    if (!methodData && this.#frame) return;
    this.#methodData = methodData;
    let html: string | undefined;
    try {
      html = decodeFragment(methodData);
      if (html === this.#html) return;
      this.#drop();
      this.#frame = this.#open(html, options);
    } catch (thrown) {
      this.#drop();
      // Not from within a rendering, where listeners of the page could be surprised.
      queueMicrotask(() => this.#options?.methodData === methodData && this.#fail(thrown));
    }
    this.#html = html;
  }

  #drop(): void {
    this.#frame?.dispose();
    this.#frame = undefined;
    this.#isLoaded = false;
    this.#problem = undefined;
  }

  #open(html: string, { isTest, named }: ChallengeOptions): ChallengeFrame {
    if (isInChallenge())
      throw new CheckoutError(
        'challenge_invalid',
        "The bank's 3D Secure challenge led back to this page, inside of it.",
      );
    const frame = new ChallengeFrame({
      plan: planChallenge(html, { isTest, isOfShop: isOfShop(named) }),
      isTest,
      words: this.#shellWords,
      onLoad: () => {
        this.#isLoaded = true;
        this.#host.requestUpdate();
      },
      onHasten: () => this.#options?.onHasten(),
      onProblem: (error) => this.#fail(error),
    });
    if (this.#host.isConnected) frame.listen();
    return frame;
  }

  #fail(thrown: unknown): void {
    const hadFocus = this.#hasFocus;
    this.#drop();
    this.#problem = asCheckoutError(thrown, 'challenge_invalid');
    this.#host.requestUpdate();
    if (hadFocus) void this.#host.updateComplete.then(() => this.#focus('#headline'));
    this.#options?.onProblem(this.#problem);
  }

  get #hasFocus(): boolean {
    return Boolean(this.#host.shadowRoot?.activeElement);
  }

  get #shellWords(): ShellWords {
    const { words, locale } = this.#options?.context ?? {};
    return { title: words?.challengeFrame ?? '', send: words?.continue ?? '', locale: locale ?? '' };
  }

  /** After a rendering: the sheet is open when there is something to do in it. */
  #settle(isNew: boolean): void {
    if (!this.#options || !this.#host.isConnected) return;
    const isShown = this.#phase !== 'left' && !this.#problem;
    const dialog = this.#host.renderRoot.querySelector<HTMLDialogElement>('dialog.sheet');
    const opens = dialog !== null && isShown && !dialog.matches(':modal');
    if (!isShown) this.#sheet.hide();
    else if (dialog) this.#sheet.show(dialog);
    if (opens || (isNew && this.#hadFocus)) this.#focus('#headline');
  }

  async #show(phase: ChallengeView['phase'], focus: string): Promise<void> {
    this.#phase = phase;
    this.#options?.hasLeft?.(phase === 'left');
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#focus(focus);
  }

  #focus(selector: string): void {
    this.#host.renderRoot.querySelector<HTMLElement>(`.challenge ${selector}`)?.focus();
  }

  readonly #handlers: ChallengeView['on'] = {
    leave: async () => {
      await this.#show('leaving', '.stay');
      this.#host.renderRoot.querySelector('.leaving')?.scrollIntoView?.({ block: 'nearest' });
    },
    stay: () => void this.#show('open', '.leave'),
    exit: () => void this.#show('left', '#headline'),
    resume: () => {
      void this.#show('open', '#headline');
      this.#handlers.check();
    },
    check: () => this.#options?.onResume(),
    dismiss: (event) => {
      event.preventDefault();
      const isShown = this.#options && this.#phase !== 'left' && !this.#problem;
      if (event.target instanceof HTMLDialogElement && isShown && (event.type === 'cancel' || !event.target.open))
        this.#handlers[this.#phase === 'leaving' && event.type === 'cancel' ? 'stay' : 'leave']();
    },
  };
}
