import { Agenda } from './agenda.ts';
import { SANDBOX_CONFIG } from './config.ts';
import type { SandboxOptions } from './options.ts';
import { Webhooks } from './webhooks.ts';

/**
 * What every part of one sandbox shares: the clock and what is planned by it, the secrets, the event sender and the
 * reset. Each sandbox has a world of its own, so two in one process never meet.
 */
export class World extends Agenda {
  readonly options: Readonly<SandboxOptions>;
  readonly config = SANDBOX_CONFIG;
  readonly webhooks: Webhooks;
  readonly #resets: (() => void)[] = [];

  constructor(options: SandboxOptions = {}) {
    // Date is looked up at each call: a test may put another one there after the sandbox was made.
    const { now = () => Date.now(), fetch: send = (...parameters: Parameters<typeof fetch>) => fetch(...parameters) } =
      options;
    super(() => Number(now()));
    this.options = options;
    this.webhooks = new Webhooks(this, this.config.events_secret, send);
  }

  /** Records by their id, gone after a reset. */
  records<Value>(): Map<string, Value> {
    const records = new Map<string, Value>();
    this.onReset(() => records.clear());
    return records;
  }

  /** Registers what a reset has to clear. */
  onReset(clear: () => void): void {
    this.#resets.push(clear);
  }

  /** Back to the first moment: data, faults, plans and the request log are gone. */
  reset(): void {
    this.clear();
    this.webhooks.clear();
    for (const clear of this.#resets) clear();
  }
}
