import { boolean, number, object, oneOf, optional, text, textLike, type ValueOf } from '../domain/shape.ts';
import { transactionIdPattern } from '../domain/transaction-id.ts';
import { isSameAmount } from '../domain/money.ts';
import { orderOf, type Order } from '../domain/order.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { JournalStorage, Returned } from './environment.ts';
import type { Stage } from './stage.ts';

const entryShape = object({
  reference: text,
  amountInCents: number,
  currency: text,
  signature: text,
  method: text,
  scope: text,
  shownInCents: optional(number),
  status: oneOf(['posting', 'pending', 'approved']),
  id: optional(textLike(transactionIdPattern)),
  left: optional(boolean),
  codeSentAt: optional(number),
  time: number,
});

/**
 * One payment that may exist at the service: written before its creation, the id added after, removed once settled.
 * It holds no personal data; the signature is there so that the very same order can be sent again after a reload.
 * One that was approved is kept aside, for the forms that other pages still show.
 */
export type JournalEntry = ValueOf<typeof entryShape>;

type Belonging = Pick<CheckoutConfiguration, 'orders' | 'scope' | 'amount'>;

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The payments under way, kept where a reload and other tabs find them. What the browser does not keep, or refuses with
 * an error, is remembered here for as long as the page lives.
 */
export class Journal {
  readonly #stage: Stage;
  #isLasting = true;
  /** Where what was approved is kept that is no news to this page: not the receipt that it showed, nor what followed. */
  #known = new Set<string>();

  constructor(stage: Stage) {
    this.#stage = stage;
    this.catchUp();
    const receipt = stage.environment.receipt?.();
    const timeOf = (key: string): number => this.#parse(key)?.time ?? 0;
    const shown = [...this.#known].find((key) => receipt && this.#parse(key)?.id === receipt);
    if (shown) for (const key of this.#known) if (timeOf(key) >= timeOf(shown)) this.#known.delete(key);
  }

  /** Whether others can read what was written last. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** The payment that belongs to this page (or to what the page was when it was submitted), if one is under way. */
  underWay(page: Belonging = this.#stage.configuration): JournalEntry | undefined {
    return this.find((entry) => this.belongs(entry, page));
  }

  /** Whether an entry is of what the page sells: its order, or one made here for the same amount. */
  belongs(entry: JournalEntry, { orders, scope, amount }: Belonging = this.#stage.configuration): boolean {
    if (orders?.kind === 'fixed') return entry.reference === orders.order.reference;
    if (orders) return entry.scope === scope && (amount === undefined || entry.shownInCents === amount.amountInCents);
    return entry.id !== undefined && entry.status !== 'approved';
  }

  /** Whether a return is of a payment made here. A shop's own `?id=…` is not: only a marked, a telling or a known id is. */
  isOwn({ id, isMarked }: Returned): boolean {
    return isMarked || /^\d+-\d+-\d+$/.test(id) || this.find((entry) => entry.id === id) !== undefined;
  }

  /** Names what may run only once at a time, across tabs. */
  lockName({ orders, scope, amount }: Belonging = this.#stage.configuration): string {
    return (
      this.#stage.keyPrefix +
      (orders?.kind === 'fixed' ? orders.order.reference : `${scope}:${amount?.amountInCents ?? ''}`)
    );
  }

  /** Records that an order is about to be sent; an id that its reference has already, or was paid under, is kept. */
  open(order: Order, method: string, { scope, amount }: Belonging): void {
    this.#write({
      ...orderOf(order),
      method,
      scope,
      shownInCents: amount?.amountInCents,
      status: 'posting',
      id: (this.read(order.reference) ?? this.paidUnder(order))?.id,
      time: this.#stage.environment.now(),
    });
  }

  /** Records the id that the service gave, that the payer has left for the bank, or that a code was sent. */
  update(reference: string, change: Partial<Pick<JournalEntry, 'id' | 'left' | 'status' | 'codeSentAt'>>): void {
    const entry = this.#parse(this.#stage.keyPrefix + reference);
    if (entry) this.#write({ ...entry, ...change });
  }

  /** It is over, and shown here. That it was approved is told to other pages. */
  settle(reference: string, isApproved: boolean): void {
    if (isApproved) this.update(reference, { status: 'approved' });
    this.#known.add(this.#paidPrefix + reference);
    this.close(reference);
  }

  close(reference: string): void {
    this.#remove(this.#stage.keyPrefix + reference);
  }

  /** What was approved until now is no news any more: this page asks for another payment. */
  catchUp(): void {
    this.#known = this.#keys();
  }

  read(reference: string): JournalEntry | undefined {
    return this.find((entry) => entry.reference === reference);
  }

  /** The approved payment of an order, also where that is no news. */
  paidUnder(order: Order): JournalEntry | undefined {
    const paid = this.#parse(this.#paidPrefix + order.reference);
    return isSameAmount(paid, order) ? paid : undefined;
  }

  /**
   * The latest payment that fits, of those under way and those that were approved since this page began to ask for one.
   * Entries older than a week are dropped on the way.
   */
  find(fits: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    const { environment, keyPrefix } = this.#stage;
    const now = environment.now();
    let found: JournalEntry | undefined;
    for (const key of this.#keys()) {
      const isPaid = key.startsWith(this.#paidPrefix);
      if (!isPaid && !key.startsWith(keyPrefix)) continue;
      const entry = this.#parse(key);
      if (!entry || now - entry.time > maxAgeMs) this.#remove(key);
      else if (isPaid && this.#known.has(key)) continue;
      else if (fits(entry) && (!found || entry.time > found.time)) found = entry;
    }
    return found;
  }

  /** Apart from what a page that is opened has to wait for. */
  get #paidPrefix(): string {
    return `pay-checkout-paid:${this.#stage.configuration.publicKey}:`;
  }

  #keys(): Set<string> {
    return new Set([...this.#stage.unkept.keys(), ...(this.#try((storage) => storage.keys()) ?? [])]);
  }

  #write(entry: JournalEntry): void {
    const key = (entry.status === 'approved' ? this.#paidPrefix : this.#stage.keyPrefix) + entry.reference;
    const written = JSON.stringify(entry);
    this.#isLasting = this.#try((storage) => storage.write(key, written)) ?? false;
    if (this.#isLasting) this.#stage.unkept.delete(key);
    else this.#stage.unkept.set(key, written);
  }

  #remove(key: string): void {
    this.#stage.unkept.delete(key);
    this.#try((storage) => storage.remove(key));
  }

  #parse(key: string): JournalEntry | undefined {
    const kept = this.#stage.unkept.get(key) ?? this.#try((storage) => storage.read(key));
    if (!kept) return;
    try {
      return entryShape(JSON.parse(kept));
    } catch {
      return;
    }
  }

  #try<Result>(use: (storage: JournalStorage) => Result): Result | undefined {
    const { storage } = this.#stage.environment;
    try {
      return storage && use(storage);
    } catch {
      return undefined; // a browser may take the storage away at any moment
    }
  }
}
