import { isSameAmount } from '../domain/money.ts';
import { orderOf, type Order } from '../domain/order.ts';
import type { Transaction } from '../domain/transaction.ts';
import { Journal, type Belonging, type JournalEntry } from './journal.ts';

/**
 * Writes the journal, and reads what only payments need of it. What the browser does not keep, or refuses with an error,
 * is remembered here for as long as the page lives.
 */
export class JournalKeeper extends Journal {
  #isLasting = true;

  /** Whether others can read what was written last. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** The payments of this purchase that the payer has turned from, and whose end nobody has seen. */
  turnedFrom(page: Belonging = this.stage.configuration): JournalEntry[] {
    return this.allOf((entry) => entry.status === 'set-aside' && this.isOfVisit(entry, page));
  }

  /**
   * The payment of this page, or what is sent or was approved in place of its order under another one: by another tab, for
   * the same try or the same rest, or that was turned from here, and that another tab follows or has seen approved.
   */
  override underWay(page: Belonging = this.stage.configuration): JournalEntry | undefined {
    const { orders } = page;
    const order = orders?.kind === 'fixed' ? orders.order : undefined;
    const isOfTry = (entry: JournalEntry): boolean =>
      entry.status !== 'set-aside' &&
      isSameAmount(entry, order) &&
      (entry.purchase ?? entry.reference) === this.stage.retried?.purchase;
    return this.find(isOfTry) ?? super.underWay(page);
  }

  /** Names what may run only once at a time, across tabs. */
  lockName({ orders, scope, amount }: Belonging = this.stage.configuration): string {
    const { keyPrefix, retried } = this.stage;
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
      rest: this.stage.rest ?? before?.rest,
      next: before?.next,
      purchase: (before ?? this.stage.retried)?.purchase,
      time: this.stage.environment.now(),
    });
  }

  /** Records the id that the service gave, that the payer has left for the bank, or that a code was sent. */
  update(reference: string, change: Partial<Pick<JournalEntry, 'id' | 'left' | 'status' | 'codeSentAt'>>): void {
    const entry = this.read(reference);
    if (!entry) return;
    // Another tab may have tried it again meanwhile.
    const next = entry.next ?? this.entryAt(this.apartPrefix + reference)?.next;
    const changed = { ...entry, ...change, next };
    const key = this.keyOf(entry);
    this.#write(changed);
    // What could not be written again stays as it was.
    if (key !== this.keyOf(changed) && this.#isLasting) this.removeAt(key);
  }

  /**
   * It is over, and known here. That it was approved is told to other pages; that it was not is nobody's news.
   *
   * @param isBought whether nothing of the purchase is left to pay.
   */
  settle(reference: string, isApproved: boolean, isBought?: boolean): void {
    this.update(reference, { status: isApproved ? 'approved' : 'unpaid' });
    if (isBought) for (const entry of this.turnedFrom()) this.forget(entry.reference);
    this.stage.known.add(this.apartPrefix + reference);
    this.close(reference);
  }

  /** The payer turns from a pending payment, which may be completed all the same; another tab may have seen that. */
  turnFrom({ id, reference, ...rest }: Transaction): void {
    const { amount_in_cents: amountInCents, currency, payment_method_type: method } = rest;
    if (this.read(reference)?.status === 'approved') return;
    this.open(
      { reference, amountInCents, currency, signature: this.read(reference)?.signature ?? '' },
      method,
      this.stage.configuration,
    );
    this.update(reference, { id, status: 'set-aside' });
  }

  /** There is no such payment, or nobody asks for it. */
  close(reference: string): void {
    this.removeAt(this.stage.keyPrefix + reference);
  }

  /** What is not under way is of no matter any more. */
  forget(reference: string): void {
    this.removeAt(this.apartPrefix + reference);
  }

  read(reference: string): JournalEntry | undefined {
    return this.find((entry) => entry.reference === reference);
  }

  /** What is kept apart of an order, also where that is no news. */
  keptOf(order: Order): JournalEntry | undefined {
    const kept = this.entryAt(this.apartPrefix + order.reference);
    return isSameAmount(kept, order) ? kept : undefined;
  }

  /** What an order is another try of, and what has left it to pay, name it from then on; not where it has ended itself. */
  #announce(order: Order): void {
    const { rest, retried } = this.stage;
    if (this.entryAt(this.apartPrefix + order.reference)) return;
    for (const key of this.storedKeys()) {
      const entry = key.startsWith(this.apartPrefix) && this.entryAt(key);
      if (!entry || !isSameAmount(rest ?? entry, order)) continue;
      const isHalf = rest && entry.id === rest.transactionId;
      if (isHalf || (entry.reference === retried?.reference && entry.status === 'unpaid'))
        this.#write({ ...entry, next: order.reference });
    }
  }

  #write(entry: JournalEntry): void {
    const key = this.keyOf(entry);
    const written = JSON.stringify(entry);
    this.#isLasting = this.attempt((storage) => storage.write(key, written)) ?? false;
    if (this.#isLasting) this.stage.unkept.delete(key);
    else this.stage.unkept.set(key, written);
  }
}
