/** Where an order book keeps what it knows. Any database with a compare-and-set can be one. */
import type { Money } from '../domain/money.ts';
import type { TransactionRecord } from '../domain/wire/transaction.ts';

/** An order of a cart: one reference, which the service takes one payment for. */
export interface BookedOrder extends Readonly<Money> {
  readonly reference: string;
  /** What the whole cart cost when this was made, in minor units; more than `amountInCents` where it is for a rest. */
  readonly priceInCents: number;
  /** The payment of it, as last heard of, without what is personal; undefined as long as nobody has heard of one. */
  readonly transaction?: TransactionRecord | undefined;
  /** Whether that was told to whoever takes the news. */
  readonly isTold?: true | undefined;
  /** When it was made, ISO 8601. */
  readonly createdAt: string;
  /** When the merchant closed it. It may still be paid. */
  readonly closedAt?: string | undefined;
}

interface Versioned {
  /** The shape of this record. */
  readonly format: 1;
  /** Counts the changes: 1 for the first. A store compares nothing else. */
  readonly version: number;
  /** The merchant's id of the cart. */
  readonly cart: string;
}

/**
 * What is kept: of a cart its orders, the oldest first, and its latest price in minor units; of a reference the cart that
 * it belongs to. Plain JSON.
 */
export type StoredRecord = Versioned & {
  readonly orders?: readonly BookedOrder[];
  readonly priceInCents?: number | undefined;
};

/**
 * What an order book asks of a database. Every process that makes orders for the same carts has to use the same one, and
 * what was stored has to survive: an order that is forgotten may be paid, and then another one, too.
 */
export interface OrderStore {
  /** The record under a key (at most a few hundred characters), or undefined. It has to see every earlier change. */
  get(key: string): Promise<StoredRecord | undefined>;
  /**
   * Stores `next` if the record under the key still has the version of `expected` (undefined: if there is none), in one
   * step that nothing can come in between. Resolves with whether it did.
   */
  compareAndSet(key: string, expected: StoredRecord | undefined, next: StoredRecord): Promise<boolean>;
}

/** Orders in the memory of this process, for tests and demonstrations: a restart forgets which carts are paid. */
export function memoryStore(): OrderStore {
  // As text, so that nobody can change what is stored by changing what was given or taken.
  const records = new Map<string, string>();
  const read = (key: string) => {
    const text = records.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as StoredRecord);
  };
  return {
    get: async (key) => read(key),
    compareAndSet: async (key, expected, next) => {
      if (read(key)?.version !== expected?.version) return false;
      records.set(key, JSON.stringify(next));
      return true;
    },
  };
}
