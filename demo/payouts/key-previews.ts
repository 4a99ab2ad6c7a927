import { keyTypesOf, type KeyType } from '../../src/domain/breb-keys.ts';
import { ShopApiError } from '../shop-api.ts';
import { payoutsApi } from './payouts-api.ts';
import { plainKey } from './plain-key.ts';

/** What is known about a key. */
export type KeyPreview =
  | { state: 'malformed' }
  | { state: 'looking' }
  | { state: 'found'; holder: string; institution: string; type: KeyType }
  /** Nobody can be paid by it. */
  | { state: 'refused'; code: string }
  /** Nobody could say. */
  | { state: 'unknown' };

const pauseMs = 400;
const atOnce = 3;

/** Looks keys up while they are typed: after a pause, each once, and none that has the form of no key at all. */
export class KeyPreviews {
  readonly #known = new Map<string, KeyPreview>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #waiting = new Set<string>();
  readonly #changed: () => void;
  #underWay = 0;

  /** @param changed told whenever something became known */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What is known about a key now; undefined for nothing. */
  of(typed: string): KeyPreview | undefined {
    const key = plainKey(typed);
    if (key === '') return undefined;
    if (keyTypesOf(key).length === 0) return { state: 'malformed' };
    return this.#known.get(key);
  }

  /** A row holds this key now: it is looked up when it stays so for a moment. */
  want(row: number, typed: string): void {
    clearTimeout(this.#timers.get(row));
    this.#timers.delete(row);
    const key = plainKey(typed);
    if (this.#known.has(key) || keyTypesOf(key).length === 0) return;
    const timer = setTimeout(() => {
      this.#timers.delete(row);
      this.#waiting.add(key);
      this.#next();
    }, pauseMs);
    this.#timers.set(row, timer);
  }

  /** Asks again about a key that nobody could say anything about. */
  retry(typed: string): void {
    const key = plainKey(typed);
    if (this.#known.get(key)?.state !== 'unknown') return;
    this.#known.delete(key);
    this.#waiting.add(key);
    this.#next();
  }

  #next(): void {
    for (const key of this.#waiting) {
      if (this.#underWay >= atOnce) return;
      this.#waiting.delete(key);
      if (this.#known.has(key)) continue;
      this.#underWay += 1;
      this.#learn(key, { state: 'looking' });
      void this.#look(key).then((preview) => {
        this.#underWay -= 1;
        this.#learn(key, preview);
        this.#next();
      });
    }
  }

  #learn(key: string, preview: KeyPreview): void {
    this.#known.set(key, preview);
    this.#changed();
  }

  /** Ten digits can be a phone or an identity: the type that is registered is the one. */
  async #look(key: string): Promise<KeyPreview> {
    let code = 'EXC_034';
    for (const type of keyTypesOf(key)) {
      try {
        const { holder, institution } = await payoutsApi.resolve(key, type);
        return { state: 'found', holder, institution, type };
      } catch (error) {
        if (!(error instanceof ShopApiError) || error.status === 0 || error.status >= 500) return { state: 'unknown' };
        code = error.refusal.type ?? code;
        if (code !== 'EXC_034') break;
      }
    }
    return { state: 'refused', code };
  }
}
