import type { CheckoutError } from '../../domain/checkout-error.ts';
import { buildChallenge, type ShellWords } from './build-challenge.ts';
import { blockedError, challengePolicy, isFatal, type Blocked } from './challenge-blocked.ts';
import type { ChallengePlan } from './challenge-plan.ts';
import { permissions, sandboxTokens, shellHtml, shellPolicy } from './challenge-shell.ts';

/** Shortest time between two hastened looks, in ms: the bank's page may say something at every key. */
const hasteMs = 2000;

export interface ChallengeFrameOptions {
  plan: ChallengePlan;
  /** A test key: the bank may be on this machine. */
  isTest: boolean;
  words: ShellWords;
  /** The first page of the bank is there. */
  onLoad(): void;
  /** Something happened inside, so the payment may have moved. Nothing else can be brought about from inside. */
  onHasten(): void;
  /** The challenge cannot be shown: `challenge_blocked`, at most once. */
  onProblem(error: CheckoutError): void;
}

/**
 * Whether the page stands in a challenge, to which a bank has sent its frame back: with the same challenge in it again,
 * and so on, it would hold itself until the browser gives up.
 */
export function isInChallenge(page: Window = window): boolean {
  for (let view = page; view !== view.parent; view = view.parent)
    try {
      if (view.frameElement?.matches('.bank[srcdoc]')) return true;
    } catch {
      // A page of another origin, as the bank's own may be in between.
    }
  return false;
}

/**
 * Hosts one challenge (SPEC.md section 10) in a frame whose document is a constant shell, filled from a plan.
 * One instance for one fragment: to set the frame's document again, or to move the frame, loads the bank's page again.
 */
export class ChallengeFrame {
  /** The frame. Whoever shows it keeps this very node in its place. */
  readonly element: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  readonly #options: ChallengeFrameOptions;
  readonly #ending = new AbortController();
  #listening: AbortController | undefined;
  #words: ShellWords;
  #window: Window | null = null;
  #inner: readonly HTMLIFrameElement[] = [];
  #hasLoaded = false;
  #haste: ReturnType<typeof setTimeout> | undefined;
  #hastenedAt = Number.NEGATIVE_INFINITY;

  /** @throws CheckoutError `challenge_blocked` when the page's policy leaves no room for the widget's Trusted Types. */
  constructor(options: ChallengeFrameOptions) {
    const { isTest, words } = options;
    const { signal } = this.#ending;
    const frame = document.createElement('iframe');
    frame.className = 'bank';
    frame.title = words.title;
    frame.setAttribute('sandbox', sandboxTokens);
    frame.setAttribute('allow', permissions);
    frame.addEventListener('load', this.#handleShell, { signal });
    frame.srcdoc = challengePolicy().createHTML(shellHtml(isTest));
    this.#options = options;
    this.#words = words;
    this.#frame = frame;
    this.element = frame;
  }

  /** Hears what reaches the page around the frame, as long as the frame is in it. */
  listen(): void {
    if (this.#listening || this.#ending.signal.aborted) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener('message', this.#handleMessage, { signal });
    document.addEventListener('securitypolicyviolation', this.#handleOuterViolation, { signal });
  }

  /** Leaves the page around the frame alone, until `listen()`. */
  pause(): void {
    this.#listening?.abort();
    this.#listening = undefined;
    clearTimeout(this.#haste);
    this.#haste = undefined;
  }

  /** Other words for the same challenge: the payer's language may change while the bank's page is open. */
  rename(words: ShellWords): void {
    this.#words = words;
    for (const frame of [this.#frame, ...this.#inner]) frame.title = words.title;
  }

  /** Hears nothing more from inside. The node is left to whoever shows it. */
  dispose(): void {
    this.#ending.abort();
    this.pause();
  }

  /** The bank's own documents decide nothing here, so a shell that was filled once is not filled again. */
  readonly #handleShell = (): void => {
    const { contentWindow, contentDocument } = this.#frame;
    // Taken out of the page and put back, the frame is another window, with an empty shell.
    if (contentWindow === this.#window) return;
    if (!contentDocument || !contentWindow) return this.#fail({ effectiveDirective: 'sandbox' });
    if (contentDocument.URL !== 'about:srcdoc') return;
    this.#window = contentWindow;
    this.#hasLoaded = false;
    const { signal } = this.#ending;
    const { plan } = this.#options;
    contentDocument.addEventListener('securitypolicyviolation', this.#handleViolation, { signal });
    contentWindow.addEventListener('message', this.#handleMessage, { signal });
    this.#inner = buildChallenge(contentDocument, plan, this.#words);
    for (const frame of this.#inner) frame.addEventListener('load', () => this.#handleLoad(frame), { signal });
    if (plan.forms.some(({ questions }) => questions.length > 0)) this.#showLoaded();
  };

  #handleLoad(frame: HTMLIFrameElement): void {
    // A frame that a form is about to fill is an empty page of the shell's own first.
    if (frame.contentDocument?.URL === 'about:blank') return;
    if (this.#hasLoaded) this.#hasten();
    else this.#showLoaded();
  }

  #showLoaded(): void {
    if (this.#hasLoaded) return;
    this.#hasLoaded = true;
    this.#options.onLoad();
  }

  readonly #handleMessage = ({ source }: MessageEvent<unknown>): void => {
    // How deep a frame lies is the bank's to choose, and how often it writes.
    if (this.#haste === undefined && this.#isInside(source)) this.#hasten();
  };

  #isInside(source: MessageEventSource | null): boolean {
    let current = source as Window | null;
    while (current && current !== this.#window && current.parent !== current) current = current.parent;
    return current !== null && current === this.#window;
  }

  /** Now, or as soon as the last haste is long enough ago. */
  #hasten(): void {
    const wait = this.#hastenedAt + hasteMs - performance.now();
    this.#haste ??= setTimeout(
      () => {
        this.#haste = undefined;
        this.#hastenedAt = performance.now();
        this.#options.onHasten();
      },
      Math.max(0, wait),
    );
  }

  readonly #handleViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition === 'enforce' && isFatal(event)) this.#fail(event);
  };

  /** Engines that hold the shell itself against the page's policy report it in the page. */
  readonly #handleOuterViolation = (event: SecurityPolicyViolationEvent): void => {
    if (!this.#window && event.blockedURI.startsWith('about')) this.#handleViolation(event);
  };

  #fail(blocked: Blocked): void {
    if (this.#ending.signal.aborted) return;
    this.dispose();
    this.#options.onProblem(blockedError(blocked, shellPolicy(this.#options.isTest)));
  }
}
