import type { ServiceEvent } from '../../src/server/index.ts';

/** An event older than this is refused for its age (`verifyEvent`), so its checksum need not be kept any longer. */
const keptMs = 25 * 3_600_000;

/**
 * The events that were acted on, by checksum: one that is delivered or played back again does nothing more. In memory;
 * a real shop keeps them beside its orders.
 */
export class HandledEvents {
  readonly #now: () => Date;
  /** When each was signed, in ms. */
  readonly #signedAt = new Map<string, number>();

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  has({ signature }: ServiceEvent): boolean {
    return this.#signedAt.has(signature.checksum);
  }

  add({ signature, occurredAt }: ServiceEvent): void {
    const oldest = this.#now().getTime() - keptMs;
    for (const [checksum, signedAt] of this.#signedAt) {
      if (signedAt >= oldest) break;
      this.#signedAt.delete(checksum);
    }
    this.#signedAt.set(signature.checksum, occurredAt.getTime());
  }
}
