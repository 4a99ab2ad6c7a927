import type { Page } from 'puppeteer-core';

/**
 * How much faster time runs in the pages of the matrix: timeouts of half a minute are over in four seconds. A second or
 * less is as long as ever: what is waited for then, such as that another tab reads what this one stored, is the browser's.
 */
const speed = 8;

/** What a test may do to the page's clock and to what the page knows of itself. */
interface PageClock {
  /** Lets the wall clock jump ahead. */
  jump(ms: number): void;
  /** Says that the page is in the background, or that it is in front again. */
  hide(isHidden: boolean): void;
}

declare global {
  // `var` is the one declaration that becomes a property of the global object's type.
  var pageClock: PageClock;
  var recordAtService: (reference: string) => Promise<unknown>;
}

/** How the merchant's backend says what became of a reference. */
export type Resolver = 'none' | 'honest' | 'lying' | 'failing';

export interface QuickPageOptions {
  resolver: Resolver;
  hasStorage: boolean;
  /** The service's record of a reference, as the merchant's backend reads it. */
  recordOf: (reference: string) => Promise<unknown>;
}

/** Makes each document of this page live faster, by one clock over reloads and tabs, and gives its element a resolver. */
export async function quicken(page: Page, { resolver, hasStorage, recordOf }: QuickPageOptions): Promise<void> {
  await page.exposeFunction('recordAtService', recordOf);
  await page.evaluateOnNewDocument(installClock, speed, Date.now());
  if (!hasStorage) await page.evaluateOnNewDocument(blockStorage);
  if (resolver !== 'none') await page.evaluateOnNewDocument(installResolver, resolver);
}

// What follows runs in the page: it is sent as text, so it may use nothing from outside.

function installClock(factor: number, origin: number): void {
  const realNow = Date.now.bind(Date);
  const realTimeout = globalThis.setTimeout.bind(globalThis);
  let ahead = 0;
  let isHidden = false;
  Date.now = () => origin + (realNow() - origin) * factor + ahead;
  const faster = (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
    realTimeout(handler, ms > 1000 ? ms / factor : ms, ...args);
  Object.assign(globalThis, { setTimeout: faster });
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  globalThis.pageClock = {
    jump: (ms) => void (ahead += ms),
    hide: (value) => {
      isHidden = value;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

function blockStorage(): void {
  const blocked = () => {
    throw new DOMException('Blocked by the browser.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get: blocked });
}

function installResolver(kind: 'honest' | 'lying' | 'failing'): void {
  const resolveReference = async (reference: string): Promise<unknown> => {
    if (kind === 'failing') throw new Error('The merchant’s backend is down.');
    const record = await globalThis.recordAtService(reference);
    if (kind === 'honest') return record;
    return { ...(record as object), reference, status: 'APPROVED', id: 'made-up', amount_in_cents: 1, currency: 'COP' };
  };
  void customElements.whenDefined('pay-checkout').then(() => {
    for (const element of document.querySelectorAll('pay-checkout')) Object.assign(element, { resolveReference });
  });
}
