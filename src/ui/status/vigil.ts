import type { ReactiveController } from 'lit';
import { isPending, type CheckoutState } from '../../checkout/state.ts';
import { sayInTitle } from './page-title.ts';
import type { ScreenWords } from './screen.ts';

export interface VigilHost {
  readonly state: CheckoutState;
  /** The page's title has to stay as it is. */
  readonly keepTitle: boolean;
}

/** How long the title keeps the result after the payer has come back, in ms: long enough to be read out. */
const readMs = 4000;

const isWaiting = (state: CheckoutState): boolean => isPending(state) || state.status === 'unknown';

/** Nobody touches the screen while another device scans it, or while the payer waits for a message on the phone. */
const needsScreen = (state: CheckoutState): boolean =>
  state.status === 'action' && (state.action.kind === 'qr' || state.action.kind === 'push');

/**
 * Keeps watch while the payer waits, perhaps in another tab or in the bank's app. The page's title says where the payment
 * stands, and the device stays awake for a picture that is scanned and for a message on the phone. The page gets its own
 * title back at the end. With the attribute `keep-title` it keeps it all the time.
 */
export function vigil(host: VigilHost, screen: () => ScreenWords | undefined): ReactiveController {
  /** Who speaks in the page's title. */
  const speaker = {};
  let isSaid = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lock: Promise<WakeLockSentinel | void> | undefined;

  const say = (title: string): void => {
    if (title ? host.keepTitle : !isSaid) return;
    isSaid = title !== '';
    sayInTitle(speaker, title, isWaiting(host.state));
  };
  const restore = (): void => {
    clearTimeout(timer);
    timer = undefined;
    say('');
  };
  const keepAwake = (): void => {
    // Where the browser lacks it, or the page forbids it, the device goes dark as ever.
    lock ??= navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  const release = (): void => {
    void lock?.then((held) => held?.release());
    lock = undefined;
  };
  const handleReturn = (): void => {
    // The browser takes the lock back when the page is hidden.
    release();
    if (document.hidden) return;
    if (needsScreen(host.state)) keepAwake();
    if (isSaid && !isWaiting(host.state)) timer = setTimeout(restore, readMs);
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
      // A payer who is away finds the result in the title; a payer who is there sees it on the screen.
      if (isWaiting(state) || (isSaid && document.hidden)) say(screen()?.title ?? '');
      else if (!timer) restore();
      if (!needsScreen(state)) release();
      else if (!document.hidden) keepAwake();
    },
  };
}
