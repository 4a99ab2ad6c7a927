import type { AntifraudIds, Environment, TextStorage } from '../../../src/checkout/environment.ts';
import { TabLocks } from '../tab-locks.ts';

/** How a browser keeps what a page wants to keep. `full` takes nothing, `throwing` refuses every call. */
export type StorageKind = 'kept' | 'none' | 'full' | 'throwing';

/** What a page is to its device: something that may be gone before its answers come. */
export interface Resident {
  readonly isGone: boolean;
  /** What all elements of the page share: what the browser does not keep. */
  readonly document: { unkept: Map<string, string>; shownAt: Map<string, number> };
  /** What the browser keeps for its tab alone. */
  readonly tabTexts: Map<string, string>;
  /** The page is shown again, not anew. */
  readonly isAgain: boolean;
  leave(url: string): void;
  returned: { id: string; isMarked: boolean } | undefined;
}

/** Holds what could happen now until a scheduler lets it happen. */
export interface Gate {
  /** @param way `to` the service or back `from` it; a `lock` is to be given. */
  pass(way: 'to' | 'from' | 'lock', what: string, page: Resident): Promise<void>;
}

interface Alarm {
  at: number;
  ring: () => void;
  owner: Resident | undefined;
}

/** What never comes, for pages that are gone: their code does not run any more. */
const never = <T>(): Promise<T> => new Promise<T>(() => {});

/**
 * A payer's device: its tabs share storage and locks. Time passes only when a test lets it. The wall clock may be set
 * at any moment, forwards and backwards, which no timer notices.
 */
export class Device {
  readonly stored = new Map<string, string>();
  readonly storage: StorageKind;
  readonly hasLocks: boolean;
  isOnline = true;
  /** Without one, whatever can happen happens at once. */
  gate: Gate | undefined;
  #moment = 0;
  #ticks = Date.UTC(2026, 10, 21, 12);
  #wallOffset = 0;
  #busy = 0;
  readonly #alarms = new Set<Alarm>();
  readonly #locks = new TabLocks();

  constructor({ storage = 'kept', hasLocks = true }: { storage?: StorageKind; hasLocks?: boolean } = {}) {
    this.storage = storage;
    this.hasLocks = hasLocks;
  }

  /** True time in ms, which the service goes by; it never jumps. */
  get ticks(): number {
    return this.#ticks;
  }

  /** Tells what comes before what, also at the same time. */
  moment(): number {
    return ++this.#moment;
  }

  /** Sets the wall clock, as a payer or a network does. */
  setClock(byMs: number): void {
    this.#wallOffset += byMs;
  }

  /** Counts work that is not waiting for the clock, so that `settle` waits for it. */
  async work<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work;
    } finally {
      this.#busy--;
    }
  }

  /** Rings once, unless what it returns is called before; never for a page that is gone. */
  alarm(ms: number, ring: () => void, owner?: Resident): () => void {
    const alarm = { at: this.#ticks + Math.max(0, ms), ring, owner };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.alarm(ms, resolve));
  }

  /** Lets everything that can happen without the clock happen. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet = this.#busy > 0 ? 0 : quiet + 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass, from one awaited moment to the next, until the time is over or `isEnough`. */
  async pass(ms: number, isEnough: () => boolean = () => false): Promise<void> {
    const end = this.#ticks + ms;
    await this.settle();
    while (!isEnough()) {
      let at = Infinity;
      for (const alarm of this.#alarms) at = Math.min(at, alarm.at);
      if (at > end) break;
      this.#ticks = Math.max(this.#ticks, at);
      for (const alarm of this.#alarms)
        if (alarm.at <= this.#ticks) {
          this.#alarms.delete(alarm);
          if (!alarm.owner?.isGone) alarm.ring();
        }
      await this.settle();
    }
    if (!isEnough()) this.#ticks = end;
  }

  /** A page is gone: the browser takes its locks back. */
  forget(gone: Resident): void {
    this.#locks.forget(gone);
  }

  /** The world of one page. `wakes` collects what ends its waits early. */
  environment(page: Resident, wakes: Set<() => void>): Environment {
    const alive = async <T>(value: T): Promise<T> => (page.isGone ? never<T>() : value);
    return {
      now: () => this.#ticks + this.#wallOffset,
      random: () => 0.5,
      isOnline: () => this.isOnline,
      storage: this.#storageOf(page),
      wait: (ms, signal) =>
        new Promise((resolve) => {
          if (signal.aborted) return resolve();
          const end = () => {
            cancel();
            wakes.delete(end);
            signal.removeEventListener('abort', end);
            if (!page.isGone) resolve();
          };
          const cancel = this.alarm(ms, end, page);
          wakes.add(end);
          signal.addEventListener('abort', end);
        }),
      lock: async (name, signal) => {
        if (!this.hasLocks) return alive(() => {});
        // Who waits has just asked.
        if (this.gate && !signal) await this.gate.pass('lock', 'lock', page);
        // The code of a page that is gone does not run any more.
        if (page.isGone) return never();
        return alive(await this.#locks.take(name, page, signal));
      },
      identify: () => alive<AntifraudIds>({ sessionId: 'session-1', deviceId: 'device-1' }),
      browserInfo: () => ({ browser_language: 'es-CO' }),
      leave: (url) => page.leave(url.href),
      returned: () => page.returned,
      forgetReturn: () => (page.returned = undefined),
      unkept: page.document.unkept,
      shownAt: page.document.shownAt,
      tab: this.storage === 'none' ? undefined : this.#textsIn(page.tabTexts),
      isShownAgain: () => page.isAgain,
    };
  }

  #textsIn(texts: Map<string, string>): TextStorage {
    return {
      keys: () => [...texts.keys()],
      read: (key) => texts.get(key) ?? null,
      write: (key, value) => Boolean(texts.set(key, value)),
      remove: (key) => void texts.delete(key),
    };
  }

  #storageOf(page: Resident): TextStorage | undefined {
    if (this.storage === 'none') return undefined;
    const guard = (): void => {
      if (this.storage === 'throwing') throw new Error('The browser refuses storage.');
    };
    return {
      keys: () => (guard(), [...this.stored.keys()]),
      read: (key) => (guard(), this.stored.get(key) ?? null),
      write: (key, value) => {
        guard();
        if (this.storage === 'full' || page.isGone) return false;
        this.stored.set(key, value);
        return true;
      },
      remove: (key) => {
        guard();
        if (!page.isGone) this.stored.delete(key);
      },
    };
  }
}
