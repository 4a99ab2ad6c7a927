import * as z from 'zod/mini';
import { journalApartPrefix } from '../domain/journal-prefix.ts';
import { isSameAmount } from '../domain/money.ts';
import { orderOf, type Order } from '../domain/order.ts';
import { transactionIdPattern, type Transaction } from '../domain/transaction.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { JournalStorage, Returned } from './environment.ts';
import type { Stage } from './stage.ts';

const money = { amountInCents: z.number(), currency: z.string() };

const entrySchema = z.object({
  ...money,
  reference: z.string(),
  signature: z.string(),
  method: z.string(),
  scope: z.string(),
  shownInCents: z.optional(z.number()),
  status: z.enum(['posting', 'pending', 'set-aside', 'approved', 'unpaid']),
  id: z.optional(z.string().check(z.regex(transactionIdPattern))),
  left: z.optional(z.boolean()),
  codeSentAt: z.optional(z.number()),
  rest: z.optional(z.object({ ...money, transactionId: z.string(), method: z.string() })),
  next: z.optional(z.string()),
  purchase: z.optional(z.string()),
  time: z.number(),
});

/**
 * One payment that may exist at the service: written before its creation, the id added after.
 * It holds no personal data; the signature is there so that the very same order can be sent again after a reload.
 * What is not under way is kept apart: what the payer has turned from, which may be completed all the same; what was
 * approved, for the forms that other pages still show; and what ended unpaid, for when its reference is sent again. What
 * was tried again, or has left a rest to pay, has the reference of the order that was sent next; and what was sent in place
 * of another has the reference of the first one of all, as its `purchase`.
 */
export type JournalEntry = z.infer<typeof entrySchema>;

/** By what of a page a payment is told to be one of its own. */
export type Belonging = Pick<CheckoutConfiguration, 'orders' | 'scope' | 'amount'>;

const hourMs = 60 * 60 * 1000;
const maxAgeMs = 7 * 24 * hourMs;

/**
 * Whether an entry is of the purchase of a page that makes its orders: same shop page or order address, same amount. Of a
 * purchase that points have paid a part of, a page may have shown all of it then, and show the rest now.
 */
const isOfPurchase = ({ scope, shownInCents, rest }: JournalEntry, page: Belonging): boolean =>
  scope === page.scope && (!page.amount || [shownInCents, rest?.amountInCents].includes(page.amount.amountInCents));

const isUnderWay = ({ status }: JournalEntry): boolean => status === 'posting' || status === 'pending';

/**
 * The payments under way, kept where a reload and other tabs find them. What the browser does not keep, or refuses with an
 * error, is remembered here for as long as the page lives.
 */
export class Journal {
  readonly #stage: Stage;
  #isLasting = true;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Whether others can read what was written last. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** The page begins: it knows what was approved by now, but not the receipt that it showed, nor what followed. */
  begin(): void {
    const stage = this.#stage;
    const paid = this.#allOf(({ status }) => status === 'approved');
    const receipt = stage.environment.receipt?.();
    const shownAt = paid.find(({ id }) => id === receipt)?.time ?? Infinity;
    for (const entry of paid) if (entry.time < shownAt) stage.known.add(this.#keyOf(entry));
  }

  /**
   * What the page gives, with the latest order of its purchase that has been sent: whoever tries again has another one each
   * time, and a reload brings back the first. Not where the page names the payment to show.
   */
  withLatestOrder(configuration: CheckoutConfiguration): CheckoutConfiguration {
    const { orders, transactionId } = configuration;
    if (transactionId || orders?.kind !== 'fixed') return configuration;
    const { state } = this.#stage;
    let { order } = orders;
    let entry = this.#entryAt(this.#apartPrefix + order.reference);
    // Bounded, for the page's storage is everybody's.
    for (let most = 99; entry?.next && most > 0; most -= 1) {
      entry = this.entryOf(entry.next);
      // Half a payment whose rest was declined offers to pay the rest; but the decline stays while it is shown.
      const isShown = 'transaction' in state && state.transaction.reference === entry?.reference;
      if (entry && (isShown || !entry.rest || entry.status !== 'unpaid')) order = orderOf(entry);
    }
    return order === orders.order ? configuration : { ...configuration, orders: { ...orders, order } };
  }

  /** The payment that belongs to this page (or to what the page was when it was submitted), if one is under way. */
  ofPage(page: Belonging = this.#stage.configuration): JournalEntry | undefined {
    return this.find((entry) => this.belongs(entry, page));
  }

  /**
   * The payment of this page, or what is sent or was approved in place of its order under another one: by another tab, for
   * the same try or the same rest, or that was turned from here, and that another tab follows or has seen approved.
   */
  underWay(page: Belonging = this.#stage.configuration): JournalEntry | undefined {
    const { orders } = page;
    const order = orders?.kind === 'fixed' ? orders.order : undefined;
    const isOfTry = (entry: JournalEntry): boolean =>
      entry.status !== 'set-aside' &&
      isSameAmount(entry, order) &&
      (entry.purchase ?? entry.reference) === this.#stage.retried?.purchase;
    return this.find(isOfTry) ?? this.ofPage(page);
  }

  /** Whether an entry is of what the page sells: its order, or one made here for the same amount. */
  belongs(entry: JournalEntry, page: Belonging = this.#stage.configuration): boolean {
    const { orders } = page;
    if (orders?.kind === 'fixed') return entry.reference === orders.order.reference;
    if (orders) return entry.status !== 'set-aside' && isOfPurchase(entry, page);
    return entry.id !== undefined && isUnderWay(entry);
  }

  /**
   * The payments for what the page asks for whose end nobody has seen, on a page that has found none of its own: pages
   * that make a reference at each load forget what they have made. Each may be another purchase, for the payer to say.
   */
  earlier(): JournalEntry[] {
    return this.#allOf((entry) => entry.id !== undefined && isUnderWay(entry) && this.#isOfVisit(entry));
  }

  /** The payments of this purchase that the payer has turned from, and whose end nobody has seen. */
  turnedFrom(page: Belonging = this.#stage.configuration): JournalEntry[] {
    return this.#allOf((entry) => entry.status === 'set-aside' && this.#isOfVisit(entry, page));
  }

  /** Whether a return is of a payment made here. A shop's own `?id=…` is not: only a marked, a telling or a known id is. */
  isOwn({ id, isMarked }: Returned): boolean {
    return isMarked || /^\d+-\d+-\d+$/.test(id) || this.find((entry) => entry.id === id) !== undefined;
  }

  /** This page asks for another payment: what was approved until now is no news any more, nor what was turned from. */
  catchUp(): void {
    for (const key of this.#storedKeys()) this.#stage.known.add(key);
  }

  /** What is kept of a reference, also once that has ended. */
  entryOf(reference: string): JournalEntry | undefined {
    return this.#entryAt(this.#stage.keyPrefix + reference) ?? this.#entryAt(this.#apartPrefix + reference);
  }

  /** The latest payment that fits, but for those that were approved before this page began to ask for one. */
  find(fits: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    let latest: JournalEntry | undefined;
    for (const entry of this.#allOf(fits)) if (!latest || entry.time > latest.time) latest = entry;
    return latest;
  }

  read(reference: string): JournalEntry | undefined {
    return this.find((entry) => entry.reference === reference);
  }

  /** What is kept apart of an order, also where that is no news. */
  keptOf(order: Order): JournalEntry | undefined {
    const kept = this.#entryAt(this.#apartPrefix + order.reference);
    return isSameAmount(kept, order) ? kept : undefined;
  }

  /** Names what may run only once at a time, across tabs. */
  lockName({ orders, scope, amount }: Belonging = this.#stage.configuration): string {
    const { keyPrefix, retried } = this.#stage;
    if (orders?.kind !== 'fixed') return `${keyPrefix}${scope}:${amount?.amountInCents ?? ''}`;
    const { reference } = orders.order;
    // What is written of it is the same for all tabs, whichever of them have tried something before.
    const kept = this.entryOf(reference) ?? retried;
    return keyPrefix + (kept?.purchase ?? reference);
  }

  /** Records that an order is about to be sent; an id that its reference has, unless that ended unpaid, is kept. */
  open(order: Order, method: string, { scope, amount }: Belonging): void {
    const before = this.read(order.reference) ?? this.keptOf(order);
    this.#announce(order);
    this.#write({
      ...orderOf(order),
      method,
      scope,
      shownInCents: amount?.amountInCents,
      status: 'posting',
      id: before?.status === 'unpaid' ? undefined : before?.id,
      rest: this.#stage.rest ?? before?.rest,
      next: before?.next,
      purchase: (before ?? this.#stage.retried)?.purchase,
      time: this.#stage.environment.now(),
    });
  }

  /** Records the id that the service gave, that the payer has left for the bank, or that a code was sent. */
  update(reference: string, change: Partial<Pick<JournalEntry, 'id' | 'left' | 'status' | 'codeSentAt'>>): void {
    const entry = this.read(reference);
    if (!entry) return;
    // Another tab may have tried it again meanwhile.
    const next = entry.next ?? this.#entryAt(this.#apartPrefix + reference)?.next;
    const changed = { ...entry, ...change, next };
    const key = this.#keyOf(entry);
    this.#write(changed);
    // What could not be written again stays as it was.
    if (key !== this.#keyOf(changed) && this.#isLasting) this.#removeAt(key);
  }

  /**
   * It is over, and known here. That it was approved is told to other pages; that it was not is nobody's news.
   *
   * @param isBought whether nothing of the purchase is left to pay.
   */
  settle(reference: string, isApproved: boolean, isBought?: boolean): void {
    this.update(reference, { status: isApproved ? 'approved' : 'unpaid' });
    if (isBought) for (const entry of this.turnedFrom()) this.forget(entry.reference);
    this.#stage.known.add(this.#apartPrefix + reference);
    this.close(reference);
  }

  /** The payer turns from a pending payment, which may be completed all the same; another tab may have seen that. */
  turnFrom({ id, reference, ...rest }: Transaction): void {
    const { amount_in_cents: amountInCents, currency, payment_method_type: method } = rest;
    if (this.read(reference)?.status === 'approved') return;
    this.open(
      { reference, amountInCents, currency, signature: this.read(reference)?.signature ?? '' },
      method,
      this.#stage.configuration,
    );
    this.update(reference, { id, status: 'set-aside' });
  }

  /** There is no such payment, or nobody asks for it. */
  close(reference: string): void {
    this.#removeAt(this.#stage.keyPrefix + reference);
  }

  /** What is not under way is of no matter any more. */
  forget(reference: string): void {
    this.#removeAt(this.#apartPrefix + reference);
  }

  /** All of these. Entries older than a week are dropped on the way. */
  #allOf(fits: (entry: JournalEntry) => boolean): JournalEntry[] {
    const { environment, keyPrefix, known } = this.#stage;
    const now = environment.now();
    const found: JournalEntry[] = [];
    for (const key of this.#storedKeys()) {
      if (!key.startsWith(keyPrefix) && !key.startsWith(this.#apartPrefix)) continue;
      const entry = this.#entryAt(key);
      if (!entry || now - entry.time > maxAgeMs) this.#removeAt(key);
      else if ((isUnderWay(entry) || (entry.status !== 'unpaid' && !known.has(key))) && fits(entry)) found.push(entry);
    }
    return found;
  }

  /** Whether an entry is of this purchase, and of the last hour: whoever comes for the same amount later buys again. */
  #isOfVisit(entry: JournalEntry, page: Belonging = this.#stage.configuration): boolean {
    return entry.time > this.#stage.environment.now() - hourMs && isOfPurchase(entry, page);
  }

  /** Apart from what a page that is opened has to wait for. */
  get #apartPrefix(): string {
    return journalApartPrefix(this.#stage.configuration.publicKey);
  }

  #keyOf(entry: JournalEntry): string {
    return (isUnderWay(entry) ? this.#stage.keyPrefix : this.#apartPrefix) + entry.reference;
  }

  #storedKeys(): Set<string> {
    return new Set([...this.#stage.unkept.keys(), ...(this.#attempt((storage) => storage.keys()) ?? [])]);
  }

  #entryAt(key: string): JournalEntry | undefined {
    const kept = this.#stage.unkept.get(key) ?? this.#attempt((storage) => storage.read(key));
    if (!kept) return;
    try {
      return z.parse(entrySchema, JSON.parse(kept));
    } catch {
      return;
    }
  }

  #removeAt(key: string): void {
    this.#stage.unkept.delete(key);
    this.#attempt((storage) => storage.remove(key));
  }

  #attempt<Result>(use: (storage: JournalStorage) => Result): Result | undefined {
    const { storage } = this.#stage.environment;
    try {
      return storage && use(storage);
    } catch {
      return undefined; // a browser may take the storage away at any moment
    }
  }

  /** What an order is another try of, and what has left it to pay, name it from then on; not where it has ended itself. */
  #announce(order: Order): void {
    const { rest, retried } = this.#stage;
    if (this.#entryAt(this.#apartPrefix + order.reference)) return;
    for (const key of this.#storedKeys()) {
      const entry = key.startsWith(this.#apartPrefix) && this.#entryAt(key);
      if (!entry || !isSameAmount(rest ?? entry, order)) continue;
      const isHalf = rest && entry.id === rest.transactionId;
      if (isHalf || (entry.reference === retried?.reference && entry.status === 'unpaid'))
        this.#write({ ...entry, next: order.reference });
    }
  }

  #write(entry: JournalEntry): void {
    const key = this.#keyOf(entry);
    const written = JSON.stringify(entry);
    this.#isLasting = this.#attempt((storage) => storage.write(key, written)) ?? false;
    if (this.#isLasting) this.#stage.unkept.delete(key);
    else this.#stage.unkept.set(key, written);
  }
}
