import type { World } from '../world.ts';

/** SPEC.md 8.1. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/**
 * The idempotency keys of the last 24 hours, by the sandbox's clock. Only a batch that was taken uses a key up: after a
 * refusal the corrected batch may be sent under the same key.
 */
export class IdempotencyMemory {
  readonly #world: World;
  /** Forgotten at, by key; insertion order is also the order in which they expire. */
  readonly #keys = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    world.onReset(() => this.#keys.clear());
  }

  has(key: string): boolean {
    const now = this.#world.now();
    for (const [old, forgottenAt] of this.#keys) {
      if (forgottenAt > now) break;
      this.#keys.delete(old);
    }
    return this.#keys.has(key);
  }

  remember(key: string): void {
    this.#keys.set(key, this.#world.now() + REMEMBERED_MS);
  }
}
