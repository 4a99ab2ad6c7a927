import type { ReactiveController } from 'lit';
import { isPending, type CheckoutState } from '../../checkout/state.ts';
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

const isWaiting = (state: CheckoutState): boolean => isPending(state) || state.status === 'unknown';

/** Nobody touches the screen while it is held before another one, or while a message on another is awaited. */
const needsScreen = (state: CheckoutState): boolean =>
  state.status === 'action' && (state.action.kind === 'qr' || state.action.kind === 'push');

/**
 * Keeps watch while the payer waits, perhaps in another tab or in the bank's app: the page's title says where the
 * payment stands, and the screen stays awake for a picture that is scanned and for a message on another device. The
 * title is the page's again when all is said; the attribute `keep-title` leaves it alone.
 */
export function vigil(host: VigilHost): ReactiveController {
  /** The page's own title, while another one is shown. */
  let own: string | undefined;
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lock: Promise<WakeLockSentinel | void> | undefined;

  const restore = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (own !== undefined && document.title === shown) document.title = own;
    own = undefined;
  };
  /** The screen's headline, ahead of the page's own title. */
  const say = (): void => {
    const [line] = readScreen(host.renderRoot);
    if (!line) return restore();
    if (host.keepTitle) return;
    // A page that has changed its title since has a new one of its own.
    if (own === undefined || document.title !== shown) own = document.title;
    shown = own ? `${line} – ${own}` : line;
    document.title = shown;
  };
  const keepAwake = (): void => {
    // Without it, or where the page forbids it, the screen goes dark as ever.
    lock ??= navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  const release = (): void => {
    void lock?.then((held) => held?.release());
    lock = undefined;
  };
  const handleReturn = (): void => {
    // The browser takes the lock back with the page that is left.
    release();
    if (document.hidden) return;
    if (needsScreen(host.state)) keepAwake();
    if (own !== undefined && !isWaiting(host.state)) timer = setTimeout(restore, readMs);
  };

  return {
    hostConnected() {
      document.addEventListener('visibilitychange', handleReturn);
    },
    hostDisconnected() {
      document.removeEventListener('visibilitychange', handleReturn);
      restore();
      release();
    },
    hostUpdated() {
      const { state } = host;
      // Whoever is away finds the result in the title; whoever is there sees it.
      if (isWaiting(state) || (own !== undefined && document.hidden)) say();
      else if (!timer) restore();
      if (!needsScreen(state)) release();
      else if (!document.hidden) keepAwake();
    },
  };
}
