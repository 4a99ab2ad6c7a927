import type { Environment } from '../checkout/environment.ts';
import { antifraudIds, type AntifraudOptions } from './antifraud.ts';
import { pageStorage } from './page-storage.ts';
import { returnedFrom, withoutReturn } from './return-address.ts';

/** How long a page counts as just shown, in ms: what is opened on it later may be another purchase. */
const justShownMs = 15_000;
/** Long enough also on a busy device, in ms. Pages that are served by https have locks, and do not wait. */
const sharedMs = 1000;

/** The purchases that checkouts of this page were for. */
const shown = new Set<string>();

/** A checkout that the page makes later for the same, and any after a reload or on the way back, is shown again. */
function isShownAgain(key: string): boolean {
  // Simulated documents, in which components are tested, measure nothing.
  const [navigation] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  const isAgain = navigation?.type === 'reload' || navigation?.type === 'back_forward';
  const wasShown = shown.has(key);
  shown.add(key);
  return wasShown || (isAgain && performance.now() < justShownMs);
}

/** What the browser does not keep: all checkouts of the page know it. */
const unkept = new Map<string, string>();

/** What any checkout of the page has sent: no other tab has. */
const sentHere = new Set<string>();

/** When a checkout of the page was for a purchase first. */
const shownAt = new Map<string, number>();

/** The anti-fraud libraries that gave no ids the last time, whichever checkout of the page asked. */
const withoutIds = new Set<string>();
const libraryKey = ({ globalName, url }: AntifraudOptions): string => `${globalName} ${url ?? ''}`;

/** The world of a real page, for the flow. Where the anti-fraud library is, is read when it is needed. */
export function pageEnvironment(antifraud: () => AntifraudOptions): Environment {
  let identified: ReturnType<Environment['identify']> | undefined;
  const clock = { now: () => Date.now(), wait };
  return {
    ...clock,
    random: () => Math.random(),
    isOnline: () => navigator.onLine,
    storage: pageStorage('localStorage'),
    tab: pageStorage('sessionStorage'),
    unkept,
    sentHere,
    shownAt,
    lock,
    untilShared,
    identify: () => {
      if (identified) return identified;
      const library = antifraud();
      const key = libraryKey(library);
      identified = antifraudIds(library, clock);
      const forget = (): void => (identified = undefined);
      identified.then(
        ({ sessionId }) => {
          withoutIds.delete(key);
          if (!sessionId) forget();
        },
        () => {
          withoutIds.add(key);
          forget();
        },
      );
      return identified;
    },
    isUnidentified: () => withoutIds.has(libraryKey(antifraud())),
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
    isShownAgain,
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

/** None on a page that is not secure, and in simulated documents. */
const locks = (): LockManager | null | undefined => navigator.locks;

/** What a tab stores, another process of the browser reads some milliseconds later. */
function untilShared(): Promise<void> {
  return new Promise((resolve) => (locks() ? resolve() : setTimeout(resolve, sharedMs)));
}

/** Web Locks where the page has them (a secure context); elsewhere the ledger alone tells tabs apart. */
function lock(name: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
  const manager = locks();
  if (!manager) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    manager
      .request(name, signal ? { signal } : { ifAvailable: true }, (granted) => {
        if (!granted) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(() => {}));
  });
}
