/** What the headless flow needs of the world around it. The browser's is `src/browser/`, tests bring their own. */
export interface Environment {
  /** Wall-clock time in ms. Deadlines are kept by it, never by counting ticks: hidden tabs are throttled. */
  now(): number;
  /** 0 to 1, for jitter. */
  random(): number;
  /**
   * Waits; resolves early when the payer comes back to the page or the connection does.
   * Resolves, never rejects, when `signal` aborts.
   */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** False only when the device is known to be offline, so that a request cannot leave it. */
  isOnline(): boolean;
  /** A place that survives a reload and that other tabs read; `undefined` when the browser gives none. */
  storage: TextStorage | undefined;
  /** Keeps what such a place does not, for all checkouts of a page. Default: each checkout remembers its own. */
  unkept?: Map<string, string>;
  /** The references that were sent from this page, by any checkout of it. Default: each checkout remembers its own. */
  sentHere?: Set<string>;
  /** When the page first showed a purchase, by its key, in ms. Default: each checkout remembers its own. */
  shownAt?: Map<string, number>;
  /** A place that this tab alone reads, and that survives a reload. Default: each checkout remembers its own. */
  tab?: TextStorage | undefined;
  /**
   * Whether a purchase is shown again rather than anew: after a reload, on the way back, or by another element of a page.
   * Each checkout asks once, when it is made, by the key under which its purchase is kept.
   */
  isShownAgain?(key: string): boolean;
  /**
   * Takes a lock between tabs; `undefined` when another one holds it. Whoever brings a `signal` is given it the moment
   * that it is free, also in the background; what is given after the signal has aborted is not looked at. Without lock
   * support it is always given.
   */
  lock(name: string, signal?: AbortSignal): Promise<Release | undefined>;
  /** Where there are no locks: resolves once each tab reads the same, also of what two have written at the same moment. */
  untilShared?(): Promise<void>;
  /** The anti-fraud ids, bounded in time (SPEC.md section 4.9). Rejects with a CheckoutError when there are none. */
  identify(): Promise<AntifraudIds>;
  /** Whether there were none the last time that any checkout of the page asked. Default: each remembers its own. */
  isUnidentified?(): boolean;
  /** Device data for 3D Secure (SERVICE-NOTES.md "3DS"). */
  browserInfo(): Record<string, unknown>;
  /** Whether, of several checkouts of the page that show this payment, this one leaves for the bank. Default: it does. */
  isOnDuty?(): boolean;
  /** Whether an address is the shop's, where the payer's own cookies act. Default: none is known to be. */
  isOfShop?(url: URL): boolean;
  /** Leaves for the bank, in the same window. */
  leave(url: URL): void;
  /** What a return from a bank has put into the page's address (SERVICE-NOTES.md "return address"), unchecked. */
  returned(): Returned | undefined;
  /** Takes that out of the address again. */
  forgetReturn(): void;
}

/** A transaction that the page's address names. */
export interface Returned {
  id: string;
  /** The service has put it there, by the looks of the address. */
  isMarked: boolean;
}

export type Release = () => void;

/** A storage of texts by key, such as the browser's. */
export interface TextStorage {
  keys(): string[];
  read(key: string): string | null;
  /** @returns false when nothing can be kept. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
}

/** `session_id` and `customer_data.device_id` of SPEC.md section 4.2; the library's deprecated form has no device id. */
export interface AntifraudIds {
  sessionId?: string | undefined;
  deviceId?: string | undefined;
}
