import type { ReactiveController } from 'lit';
import type { CheckoutState } from '../../checkout/state.ts';
import { readScreen } from './announcer.ts';

/** What a vigil wants to know of the checkout. */
export interface VigilHost {
  readonly state: CheckoutState;
  readonly renderRoot: ParentNode;
  /** The title is to stay as it is. */
  readonly keepTitle: boolean;
}

/** How long a payer who has come back finds the result in the title: long enough to be read out. In ms. */
const readMs = 4000;

const isWaiting = ({ status }: CheckoutState): boolean =>
  status === 'action' || status === 'processing' || status === 'unknown';

/** Nobody touches the screen while it is held before another one, or while a message on another is awaited. */
const needsScreen = (state: CheckoutState): boolean =>
  state.status === 'action' && (state.action.kind === 'qr' || state.action.kind === 'push');

/**
 * Keeps watch while the payer waits, perhaps in another tab or in the bank's app: the page's title says where the
 * payment stands, and the screen stays awake for a picture that is scanned and for a message on another device. The
 * title is the page's again when all is said; the attribute `keep-title` leaves it alone.
 */
export class Vigil implements ReactiveController {
  readonly #host: VigilHost;
  /** The page's own title, while another one is shown. */
  #own: string | undefined;
  #shown = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lock: Promise<WakeLockSentinel | void> | undefined;

  constructor(host: VigilHost) {
    this.#host = host;
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#handleReturn);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#handleReturn);
    this.#restore();
    this.#release();
  }

  hostUpdated(): void {
    const { state } = this.#host;
    // Whoever is away finds the result in the title; whoever is there sees it.
    if (isWaiting(state) || (this.#own !== undefined && document.hidden)) this.#say();
    else if (!this.#timer) this.#restore();
    if (!needsScreen(state)) this.#release();
    else if (!document.hidden) this.#keepAwake();
  }

  /** The screen's headline, ahead of the page's own title. */
  #say(): void {
    const [line] = readScreen(this.#host.renderRoot);
    if (!line) return this.#restore();
    if (this.#host.keepTitle) return;
    // A page that has changed its title since has a new one of its own.
    if (this.#own === undefined || document.title !== this.#shown) this.#own = document.title;
    this.#shown = this.#own ? `${line} – ${this.#own}` : line;
    document.title = this.#shown;
  }

  #restore(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#own !== undefined && document.title === this.#shown) document.title = this.#own;
    this.#own = undefined;
  }

  #keepAwake(): void {
    // Without it, or where the page forbids it, the screen goes dark as ever.
    this.#lock ??= navigator.wakeLock?.request('screen').catch(() => undefined);
  }

  #release(): void {
    void this.#lock?.then((lock) => lock?.release());
    this.#lock = undefined;
  }

  readonly #handleReturn = (): void => {
    // The browser takes the lock back with the page that is left.
    this.#release();
    if (document.hidden) return;
    if (needsScreen(this.#host.state)) this.#keepAwake();
    if (this.#own !== undefined && !isWaiting(this.#host.state))
      this.#timer = setTimeout(() => this.#restore(), readMs);
  };
}
