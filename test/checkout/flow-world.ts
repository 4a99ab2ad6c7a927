import type { CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import type { Environment, TextStorage } from '../../src/checkout/environment.ts';
import { createSandbox } from '../../src/sandbox/app.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { integritySignature } from '../../src/server/integrity-signature.ts';
import { base, FlowPage, settingsFor } from './flow-page.ts';
import { TabLocks } from './tab-locks.ts';

export const secret = 'test_integrity_pay_checkout';

export interface Logged {
  method: string;
  path: string;
  status: number;
  body?: Record<string, unknown>;
}

/** What is under way and waits for the test to let it go on. */
export class HeldRequests {
  #waiting: { name: string; go: () => void }[] = [];

  get underWay(): string[] {
    return this.#waiting.map(({ name }) => name).toSorted();
  }

  wait(name: string): Promise<void> {
    return new Promise((go) => this.#waiting.push({ name, go }));
  }

  /** Lets those of this name go on, or all. */
  release(name?: string): void {
    const isMeant = (one: { name: string }) => name === undefined || one.name === name;
    const meant = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((one) => !isMeant(one));
    for (const { go } of meant) go();
  }
}

/** A device with a clock that only tests move: several pages on it share its storage and locks, as tabs do. */
export class FlowWorld {
  time = Date.UTC(2026, 10, 21, 12);
  isOnline = true;
  returned: { id: string; isMarked: boolean } | undefined;
  readonly left: string[] = [];
  readonly stored = new Map<string, string>();
  readonly #locks = new TabLocks();
  readonly #waits = new Set<{ at: number; end: () => void }>();
  readonly #sandbox;
  #inFlight = 0;
  #held: { path: string; released: Promise<void> } | undefined;
  #all: HeldRequests | undefined;

  constructor(options: SandboxOptions = {}) {
    this.#sandbox = createSandbox({ settleMs: { min: 5000, max: 5000 }, ...options, now: () => this.time });
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const held = this.#held;
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (held && pathname === held.path) {
      this.#held = undefined;
      await held.released;
    }
    await this.#all?.wait(pathname);
    return this.during(() => this.#sandbox.fetch(new Request(input, init)));
  };

  /** The clock waits for what takes time that is not simulated. */
  async during<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#inFlight++;
    try {
      return await run();
    } finally {
      this.#inFlight--;
    }
  }

  /** Within that, what may be held: the clock does not wait for it. */
  async apart<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#inFlight--;
    try {
      return await run();
    } finally {
      this.#inFlight++;
    }
  }

  /** Keeps the next request to a path from the service until it is released, however much others have happened by then. */
  hold(path: string): { isAsked(): boolean; release(): void } {
    let release = (): void => {};
    const held = { path, released: new Promise<void>((resolve) => (release = resolve)) };
    this.#held = held;
    return { isAsked: () => this.#held !== held, release };
  }

  /** Keeps each request from now on from the service until it is released. */
  holdAll(): HeldRequests {
    return (this.#all = new HeldRequests());
  }

  async control(path: string, body?: unknown): Promise<unknown> {
    const response = await this.#sandbox.fetch(
      new Request(`${base}/_sandbox/${path}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    );
    return response.status === 204 ? undefined : response.json();
  }

  async fault(method: string, path: string, fault: Record<string, unknown>, times = 1): Promise<void> {
    await this.control('faults', { method, path, times, fault });
  }

  async requests(method: string, path: string): Promise<Logged[]> {
    const all = (await this.control('requests')) as Logged[];
    return all.filter((request) => request.method === method && request.path === path);
  }

  async transactions(): Promise<{ id: string; reference: string; status: string }[]> {
    return (await this.control('transactions')) as { id: string; reference: string; status: string }[];
  }

  /** Lets everything that can happen without the clock happen. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 8; quiet = this.#inFlight > 0 ? 0 : quiet + 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  /** Moves the clock from one awaited moment to the next until the condition holds. */
  async until(holds: () => boolean, withinMs = 10 * 60_000): Promise<void> {
    const end = this.time + withinMs;
    await this.settle();
    while (!holds()) {
      const next = Math.min(...[...this.#waits].map(({ at }) => at));
      if (!(next <= end)) throw new Error(`nothing came within ${withinMs} ms`);
      await this.advance(Math.max(0, next - this.time));
    }
  }

  async advance(ms: number): Promise<void> {
    this.time += ms;
    for (const wait of this.#waits) if (wait.at <= this.time) wait.end();
    await this.settle();
  }

  /** The payer comes back to the page, or the connection does. */
  async wake(): Promise<void> {
    for (const wait of this.#waits) wait.end();
    await this.settle();
  }

  environment(): Environment {
    const page = { isGone: false };
    const storage: TextStorage = {
      keys: () => [...this.stored.keys()],
      read: (key) => this.stored.get(key) ?? null,
      write: (key, value) => Boolean(this.stored.set(key, value)),
      remove: (key) => void this.stored.delete(key),
    };
    return {
      now: () => this.time,
      random: () => 0.5,
      isOnline: () => this.isOnline,
      storage,
      wait: (ms, signal) =>
        new Promise((resolve) => {
          const end = () => {
            this.#waits.delete(wait);
            signal.removeEventListener('abort', end);
            resolve();
          };
          const wait = { at: this.time + ms, end };
          if (signal.aborted) return resolve();
          this.#waits.add(wait);
          signal.addEventListener('abort', end);
        }),
      lock: (name, signal) => this.#locks.take(name, page, signal),
      identify: () => Promise.resolve({ sessionId: 'session-1', deviceId: 'device-1' }),
      browserInfo: () => ({ browser_language: 'es-CO' }),
      leave: (url) => void this.left.push(url.href),
      returned: () => this.returned,
      forgetReturn: () => (this.returned = undefined),
    };
  }

  /** Signs an order as the merchant's backend does. The clock waits for it: signing takes time that is not simulated. */
  async order(reference: string, amountInCents = 11_900_000) {
    const terms = { reference, amountInCents, currency: 'COP' };
    return this.during(async () => ({ ...terms, signature: await integritySignature({ ...terms, secret }) }));
  }

  /** A page with a checkout for one order, or for whatever `changes` says. */
  async page(changes: Partial<CheckoutConfiguration> = {}, environment: Partial<Environment> = {}): Promise<FlowPage> {
    const order = await this.order('ORDER-1');
    const page = new FlowPage(this, { ...settingsFor(order), ...changes }, environment);
    page.checkout.connect();
    await this.settle();
    return page;
  }
}
