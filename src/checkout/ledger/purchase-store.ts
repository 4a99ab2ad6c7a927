/** Where purchases are kept: in the browser, and in the page what the browser does not keep. */
import * as z from 'zod/mini';
import type { Environment, TextStorage } from '../environment.ts';
import {
  attemptOf,
  emptyPurchase,
  isUnended,
  joined,
  purchaseSchema,
  type Attempt,
  type Purchase,
} from './purchase.ts';

const dayMs = 24 * 60 * 60 * 1000;
const keptForMs = 30 * dayMs;
/** So many ended attempts of earlier purchases are kept under one guessed key. */
const keptAtMost = 20;

export class PurchaseStore {
  readonly #environment: Environment;
  readonly #isGuess: (key: string) => boolean;
  readonly #unkept: Map<string, string>;
  /** What was read of the browser last: a shop's own device keeps thousands, and each look goes through all of them. */
  readonly #known = new Map<string, { text: string; purchase: Purchase }>();
  /** The references of which something was written down from here. */
  readonly #owned = new Set<string>();
  #isLasting = true;

  /** @param isGuess whether a key says where the page is, and not what is bought there. */
  constructor(environment: Environment, isGuess: (key: string) => boolean) {
    this.#environment = environment;
    this.#isGuess = isGuess;
    this.#unkept = environment.unkept ?? new Map();
  }

  /** Whether others can read what was written last. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** All purchases whose keys begin so. */
  all(prefix: string): Purchase[] {
    const keys = new Set([...this.#unkept.keys(), ...(this.#attempt((storage) => storage.keys()) ?? [])]);
    return [...keys].filter((key) => key.startsWith(prefix)).map((key) => this.read(key));
  }

  /** What is kept under a key, in the browser and in the page. What is over and a month old goes when it is met. */
  read(key: string): Purchase {
    const unkept = this.#unkept.get(key);
    const kept = this.#readKept(key);
    const purchase = unkept === undefined ? kept : joined(kept, this.#parse(key, unkept));
    // What names itself stays paid, whatever the clock says.
    const isNamed = !this.#isGuess(key);
    const isOver = (attempt: Attempt) =>
      this.#isOld(attempt) && !isUnended(attempt) && !(isNamed && attempt.fate === 'paid');
    if (!purchase.attempts.every(isOver)) return purchase;
    this.remove(key);
    return emptyPurchase(key);
  }

  /** What is written of a reference from now on comes from this page, which remembers it for as long as it lives. */
  own(reference: string): void {
    this.#owned.add(reference);
  }

  /** @param epoch which purchase of a guessed key the tab is at: ended attempts of others go in the end. */
  write(purchase: Purchase, epoch: string): void {
    const { key } = purchase;
    const isEarlier = (attempt: Attempt) => attempt.epoch !== '' && attempt.epoch !== epoch && !isUnended(attempt);
    const earlier = purchase.attempts.filter(isEarlier);
    const gone = earlier
      .filter((attempt, at) => at < earlier.length - keptAtMost || this.#isOld(attempt))
      .map(({ order }) => order.reference);
    const references = purchase.references.filter((reference) => !gone.includes(reference));
    const attempts = purchase.attempts.filter(({ order }) => !gone.includes(order.reference));
    const write = (kept: Attempt[]) => JSON.stringify({ ...purchase, references, attempts: kept });
    this.#isLasting = this.#attempt((storage) => storage.write(key, write(attempts))) ?? false;
    // What the browser keeps it may lose while the page lives: the page remembers what it has written of itself.
    const own = attempts.filter(({ order }) => this.#owned.has(order.reference));
    this.#unkept.set(key, write(this.#isLasting ? own : attempts));
  }

  /**
   * Whether it is still written down that an order is being sent. Where another tab has written at the same moment, it is
   * not: then it was not sent, and is forgotten here, too, unless it was sent before.
   */
  isWritten(key: string, reference: string): boolean {
    const kept = this.#isLasting ? this.#attempt((storage) => storage.read(key)) : this.#unkept.get(key);
    if (attemptOf(this.#parse(key, kept), reference)?.fate === 'sent') return true;
    const own = this.#parse(key, this.#unkept.get(key));
    const attempts = own.attempts.filter(({ order, doubtful }) => doubtful || order.reference !== reference);
    this.#unkept.set(key, JSON.stringify({ ...own, attempts }));
    return false;
  }

  remove(key: string): void {
    this.#unkept.delete(key);
    this.#attempt((storage) => storage.remove(key));
  }

  #isOld({ at }: Attempt): boolean {
    return this.#environment.now() - at > keptForMs;
  }

  #readKept(key: string): Purchase {
    const text = this.#attempt((storage) => storage.read(key)) ?? '';
    const known = this.#known.get(key);
    if (known?.text === text) return known.purchase;
    const purchase = this.#parse(key, text);
    this.#known.set(key, { text, purchase });
    return purchase;
  }

  #parse(key: string, text: string | null | undefined): Purchase {
    try {
      const purchase = z.parse(purchaseSchema, JSON.parse(text ?? ''));
      if (purchase.key === key) return purchase;
    } catch {
      // Not an entry of ours, or a broken one: as good as none.
    }
    return emptyPurchase(key);
  }

  #attempt<Result>(use: (storage: TextStorage) => Result): Result | undefined {
    const { storage } = this.#environment;
    try {
      return storage && use(storage);
    } catch {
      return undefined; // a browser may take the storage away at any moment
    }
  }
}
