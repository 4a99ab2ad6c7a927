import type { Environment } from '../checkout/environment.ts';
import { antifraudIds, type AntifraudOptions } from './antifraud.ts';
import { pageStorage } from './page-storage.ts';
import { returnedFrom, withoutReturn } from './return-address.ts';

/** Where it is kept in the history, beside what the page itself keeps there. */
const receiptName = 'payCheckout';
/** How long a page counts as just shown, in ms: what is opened on it later may be another purchase. */
const justShownMs = 15_000;

/**
 * The id of the approved payment that this page showed last, where the page has just been shown again: whoever reloads a
 * receipt finds the receipt, not a form that asks for the same once more. It is kept with the page's entry in the history
 * alone: another page, and the same page visited anew, begin with the form.
 */
function keptReceipt(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isShownAgain = navigation?.type === 'reload' || navigation?.type === 'back_forward';
  return isShownAgain && performance.now() < justShownMs ? history.state?.[receiptName] : undefined;
}

/** Keeps it from now on, or none; a state of the page's own that is no plain object stays as it is. */
function storeReceipt(id?: string): void {
  try {
    const state = (history.state ?? {}) as Record<string, unknown>;
    if (state.constructor === Object && state[receiptName] !== id)
      history.replaceState({ ...state, [receiptName]: id }, '');
  } catch {
    // browsers count how often a page does this; without it, a reload shows the form
  }
}

/** A receipt that was kept is shown once: an element that the page makes later may be for another purchase. */
let isReceiptShown = false;

/** What the browser does not keep: all checkouts of the page know it. */
const unkept = new Map<string, string>();

/** The world of a real page, for the flow. Where the anti-fraud library is, is read when it is needed. */
export function pageEnvironment(antifraud: () => AntifraudOptions): Environment {
  let identified: ReturnType<Environment['identify']> | undefined;
  const clock = { now: () => Date.now(), wait };
  return {
    ...clock,
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    storage: pageStorage(),
    unkept,
    lock,
    identify: () => {
      identified ??= antifraudIds(antifraud(), clock);
      const forget = (): void => (identified = undefined);
      identified.then(({ sessionId }) => sessionId ?? forget(), forget);
      return identified;
    },
    browserInfo: () => ({
      browser_color_depth: String(screen.colorDepth),
      browser_screen_height: String(screen.height),
      browser_screen_width: String(screen.width),
      browser_language: navigator.language,
      browser_user_agent: navigator.userAgent,
      browser_tz: String(new Date().getTimezoneOffset()),
    }),
    leave: (url) => window.location.assign(url.href),
    returned: () => returnedFrom(window.location.href),
    forgetReturn: () => {
      try {
        window.history.replaceState(window.history.state, '', withoutReturn(window.location.href));
      } catch {
        // Safari allows so many a minute, and the page has had them all: the address stays as it is.
      }
    },
    receipt: () => (isReceiptShown ? undefined : keptReceipt()),
    keepReceipt: (id) => {
      isReceiptShown ||= id !== undefined;
      storeReceipt(id);
    },
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const listening = new AbortController();
    const end = () => {
      clearTimeout(timer);
      listening.abort(0); // as in `within`
      resolve();
    };
    const timer = setTimeout(end, ms);
    const options = { signal: listening.signal };
    signal.addEventListener('abort', end, options);
    window.addEventListener('online', end, options);
    window.addEventListener('pageshow', end, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), options);
  });
}

/** Web Locks where the page has them (a secure context); elsewhere the journal alone tells tabs apart. */
function lock(name: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    navigator.locks
      .request(name, signal ? { signal } : { ifAvailable: true }, (granted) => {
        if (!granted) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(() => {}));
  });
}
