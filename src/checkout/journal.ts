import * as z from 'zod/mini';
import { transactionIdPattern } from '../domain/transaction.ts';
import type { Order } from '../domain/order.ts';
import type { Stage } from './stage.ts';

const entrySchema = z.object({
  reference: z.string(),
  amountInCents: z.number(),
  currency: z.string(),
  signature: z.string(),
  method: z.string(),
  scope: z.string(),
  shownInCents: z.optional(z.number()),
  status: z.enum(['posting', 'pending']),
  id: z.optional(z.string().check(z.regex(transactionIdPattern))),
  left: z.optional(z.boolean()),
  codeSentAt: z.optional(z.number()),
  time: z.number(),
});

/**
 * One payment that may exist at the service: written before its creation, the id added after, removed once settled.
 * It holds no personal data; the signature is there so that the very same order can be sent again after a reload.
 */
export type JournalEntry = z.infer<typeof entrySchema>;

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/** The payments under way, kept where a reload and other tabs find them. */
export class Journal {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** The payment that belongs to this page, if one is under way. */
  get underWay(): JournalEntry | undefined {
    const { orders, scope, amount } = this.#stage.configuration;
    return this.find((entry) => {
      if (orders?.kind === 'fixed') return entry.reference === orders.order.reference;
      if (orders) return entry.scope === scope && (amount === undefined || entry.shownInCents === amount.amountInCents);
      return entry.id !== undefined;
    });
  }

  /** Names what may run only once at a time, across tabs. */
  get lockName(): string {
    const { orders, scope, amount } = this.#stage.configuration;
    return (
      this.#stage.keyPrefix +
      (orders?.kind === 'fixed' ? orders.order.reference : `${scope}:${amount?.amountInCents ?? ''}`)
    );
  }

  /** Records that an order is about to be sent. @returns false when the browser keeps nothing. */
  open(order: Order, method: string, scope: string, shownInCents: number | undefined): boolean {
    const { reference, amountInCents, currency, signature } = order;
    return this.#write({
      reference,
      amountInCents,
      currency,
      signature,
      method,
      scope,
      shownInCents,
      status: 'posting',
      time: this.#stage.environment.now(),
    });
  }

  /** Records the id that the service gave, that the payer has left for the bank, or that a code was sent. */
  update(reference: string, change: Partial<Pick<JournalEntry, 'id' | 'left' | 'status' | 'codeSentAt'>>): void {
    const entry = this.read(reference);
    if (entry) this.#write({ ...entry, ...change });
  }

  close(reference: string): void {
    this.#stage.environment.storage?.remove(this.#stage.keyPrefix + reference);
  }

  read(reference: string): JournalEntry | undefined {
    return this.#parse(this.#stage.environment.storage?.read(this.#stage.keyPrefix + reference) ?? null);
  }

  /** The latest payment under way that fits; entries older than a week are dropped on the way. */
  find(fits: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    const { environment } = this.#stage;
    const { storage } = environment;
    let found: JournalEntry | undefined;
    for (const key of storage?.keys() ?? []) {
      if (!key.startsWith(this.#stage.keyPrefix)) continue;
      const entry = this.#parse(storage?.read(key) ?? null);
      if (!entry || environment.now() - entry.time > maxAgeMs) storage?.remove(key);
      else if (fits(entry) && (!found || entry.time > found.time)) found = entry;
    }
    return found;
  }

  #write(entry: JournalEntry): boolean {
    return (
      this.#stage.environment.storage?.write(this.#stage.keyPrefix + entry.reference, JSON.stringify(entry)) ?? false
    );
  }

  #parse(text: string | null): JournalEntry | undefined {
    if (text === null) return;
    try {
      const parsed = z.safeParse(entrySchema, JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return;
    }
  }
}
