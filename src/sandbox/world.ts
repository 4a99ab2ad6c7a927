import { Agenda } from './agenda.ts';
import { SANDBOX_CONFIG, type SandboxConfig } from './config.ts';
import type { SandboxOptions } from './options.ts';
import { type EventDraft, Webhooks } from './webhooks.ts';

/**
 * What every part of one sandbox shares: the clock and what is planned by it, the secrets, the event sender and the
 * reset. Each sandbox has a world of its own, so two in one process never meet.
 */
export class World {
  readonly options: Readonly<SandboxOptions>;
  readonly config: SandboxConfig = SANDBOX_CONFIG;
  readonly webhooks: Webhooks;
  readonly #agenda: Agenda;
  readonly #resets: (() => void)[] = [];

  constructor(options: SandboxOptions = {}) {
    this.options = options;
    // Date is looked up at each call: a test may put another one there after the sandbox was made.
    const { now = () => Date.now() } = options;
    this.#agenda = new Agenda(() => Number(now()));
    const send = options.fetch ?? ((...parameters: Parameters<typeof fetch>) => fetch(...parameters));
    this.webhooks = new Webhooks(this.#agenda, this.config.events_secret, send);
  }

  /** The present by the one clock, in milliseconds since the epoch. */
  now(): number {
    return this.#agenda.now();
  }

  /**
   * Plans a call by the one clock; a reset takes it back, and it never keeps a process alive.
   * @returns a function that takes the plan back
   */
  after(ms: number, run: () => void): () => void {
    return this.#agenda.after(ms, run);
  }

  /** Runs what has become due. Every request starts with this, so a record is never read in a state of the past. */
  runDue(): void {
    this.#agenda.runDue();
  }

  /** Signs an event and sends it to the configured address, if there is one. */
  emit(draft: EventDraft): void {
    this.webhooks.emit(draft);
  }

  /** Registers what a reset has to clear. */
  onReset(clear: () => void): void {
    this.#resets.push(clear);
  }

  /** Back to the first moment: data, faults, plans and the request log are gone. */
  reset(): void {
    this.#agenda.clear();
    this.webhooks.clear();
    for (const clear of this.#resets) clear();
  }
}
