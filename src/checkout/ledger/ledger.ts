import * as z from 'zod/mini';
import { ledgerPrefix } from '../../domain/ledger-key.ts';
import { isSameAmount, type Money } from '../../domain/money.ts';
import type { Order, Rest } from '../../domain/order.ts';
import { remainderOf, type Transaction } from '../../domain/transaction.ts';
import type { CheckoutConfiguration } from '../configuration.ts';
import type { Environment, Release, Returned, TextStorage } from '../environment.ts';
import { claimOf, type Claim } from './claim.ts';
import {
  attemptsIn,
  emptyPurchase,
  isPaidInFull,
  isUnconfirmed,
  isUnended,
  owedIn,
  purchaseSchema,
  record,
  unpaidIdIn,
  type Attempt,
  type LedgerEvent,
  type Purchase,
} from './purchase.ts';

/** Before the epoch of a purchase that a page has begun for its own tab alone. */
const alone = 'alone-';

/** How many were begun in this page. */
let epochs = 0;

/** By what of a page its purchase is told. */
export type Page = Pick<CheckoutConfiguration, 'publicKey' | 'baseUrl' | 'cartId' | 'orders' | 'scope' | 'amount'>;

const dayMs = 24 * 60 * 60 * 1000;
const keptForMs = 30 * dayMs;
/** So many attempts of earlier purchases are kept under one key. */
const keptAtMost = 20;

/**
 * The purchases of one merchant, kept where a reload and other tabs find them, and which of them the page is at. What the
 * browser does not keep, or refuses with an error, is remembered for as long as the page lives.
 */
export class Ledger {
  readonly #environment: Environment;
  readonly #unkept: Map<string, string>;
  #page: Page;
  #key = '';
  /** The purchases of a guessed key that were over before this form was opened. */
  readonly #over = new Set<string>();
  #newEpoch: string | undefined;
  /** The page has begun anew: its next order is of another purchase. */
  #isAnew = false;
  #isLasting = true;
  /** The references that were sent from here: who sees them again has not met another tab. */
  readonly #sentHere = new Set<string>();

  constructor(environment: Environment, page: Page) {
    this.#environment = environment;
    this.#unkept = environment.unkept ?? new Map();
    this.#page = page;
    this.move(page);
    this.#leavePaid();
  }

  /** The key under which the page's purchase is kept; also the name of its lock. */
  get key(): string {
    return this.#key;
  }

  /** Whether the key says where the page is, and not what is bought there. */
  get isGuessed(): boolean {
    return this.#key.startsWith(`${this.#prefix}guess:`);
  }

  /** Whether others can read what was written last. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /**
   * Which purchase of a guessed key this tab is at; empty where the key itself says that. A tab that has sent nothing joins
   * what another tab has begun in the meantime and the service knows, unless that was paid for another amount, or begun
   * for that tab alone.
   */
  get epoch(): string {
    if (!this.isGuessed) return '';
    const { amount } = this.#page;
    const joined = this.purchase.attempts.findLast(
      ({ epoch, order, remaining, id, fate }) =>
        id !== undefined &&
        !epoch.startsWith(alone) &&
        !this.#over.has(epoch) &&
        (fate === 'pending' || !amount || isAmountOf(amount, order, remaining)),
    );
    return this.#tab.read(this.#key) ?? joined?.epoch ?? (this.#newEpoch ??= this.#randomEpoch());
  }

  get purchase(): Purchase {
    return this.#read(this.#key);
  }

  /** What may be said of the page's purchase. */
  get claim(): Claim {
    const { orders } = this.#page;
    return claimOf(this.purchase, this.epoch, orders?.kind === 'fixed' ? orders.order.reference : undefined);
  }

  /** What a half payment of the page's purchase has left to pay. */
  get owed(): Rest | undefined {
    return owedIn(this.purchase, this.epoch);
  }

  /** The half payment that has left it. */
  get owedTo(): Attempt | undefined {
    const id = this.owed?.transactionId;
    return id === undefined ? undefined : this.find((attempt) => attempt.id === id);
  }

  /** The last transaction of the page's purchase that ended unpaid. */
  get unpaidId(): string | undefined {
    return unpaidIdIn(this.purchase, this.epoch);
  }

  /**
   * Attempts that may be of the page's purchase, for the same amount: of other guessed keys, what has no end that the payer
   * was shown; of all, what was paid since this form was opened or, elsewhere, since a press began.
   *
   * @param paidBefore the references that were paid before that press.
   */
  strangers(paidBefore?: ReadonlySet<string>): Attempt[] {
    const { amount } = this.#page;
    const isCart = (key: string) => key.startsWith(`${this.#prefix}cart:`);
    if (isCart(this.#key)) return [];
    const { epoch } = this;
    const isOther = (one: Attempt) => one.fate === 'paid' && one.epoch !== epoch && !this.#over.has(one.epoch);
    const beside = this.isGuessed ? this.purchase.attempts.filter(isOther) : [];
    const elsewhere = this.#all()
      .filter(({ key }) => key !== this.#key && !isCart(key))
      .flatMap(({ attempts }) => (amount ? attempts : []));
    const isNews = ({ fate, order }: Attempt) => fate === 'paid' && paidBefore?.has(order.reference) === false;
    return [
      ...beside.map((attempt) => ({ ...attempt, untold: true })),
      ...elsewhere.map((attempt) => (isNews(attempt) ? { ...attempt, untold: true } : attempt)),
    ].filter((attempt) => isUnconfirmed(attempt) && (!amount || isSameAmount(attempt.order, amount)));
  }

  /** The payer wants to pay, though this may have been paid, or was. */
  waive(reference: string): void {
    const attempt = this.attempt(reference);
    if (attempt?.fate === 'paid' && attempt.epoch) this.#over.add(attempt.epoch);
    this.record({ type: 'waived', reference });
  }

  /** The references of all that was paid at this merchant. */
  get paid(): ReadonlySet<string> {
    const all = this.#all().flatMap(({ attempts }) => attempts);
    return new Set(all.filter(({ fate }) => fate === 'paid').map(({ order }) => order.reference));
  }

  /**
   * The page gives something else. A new reference on a living page is of the same purchase.
   *
   * @param isOver the payer was shown that the purchase is paid: what comes next is another one.
   * @returns whether this is another purchase.
   */
  move(page: Page, isOver = false): boolean {
    const before = this.#key;
    const isSameCart = page.cartId === this.#page.cartId;
    const isSame = !isOver && !this.#isAnew && isSameCart;
    this.#page = page;
    this.#key = this.#keyOf(page, isSame ? before : undefined);
    if (this.#key !== before) {
      this.#isAnew = false;
      return true;
    }
    // The other tabs, and a page that is opened with it, know at once what it is an order of.
    const { orders } = page;
    if (orders?.kind === 'fixed' && this.purchase.attempts.length > 0 && !this.owns(orders.order.reference))
      this.#write(record(this.purchase, { type: 'named', reference: orders.order.reference }));
    return false;
  }

  /** The order says what is bought: from now on the purchase is known, for this tab also after a reload. */
  adopt(cartId: string): void {
    if (!this.isGuessed) return;
    this.#tab.write(this.#cartNote, cartId);
    this.move(this.#page);
  }

  /** Whether an attempt is of what the page sells. */
  owns(reference: string): boolean {
    return this.purchase.references.includes(reference);
  }

  wasSentHere(reference: string): boolean {
    return this.#sentHere.has(reference);
  }

  /** The attempt with an order, of all purchases of this merchant. */
  attempt(reference: string): Attempt | undefined {
    return this.find(({ order }) => order.reference === reference);
  }

  /** Whether an order has been taken by the service, so that it cannot be sent again. */
  isUsed(reference: string): boolean {
    const attempt = this.attempt(reference);
    return attempt?.closed === true || attempt?.id !== undefined;
  }

  /** The latest attempt that fits, of all purchases of this merchant. */
  find(fits: (attempt: Attempt) => boolean): Attempt | undefined {
    const all = this.#all().flatMap(({ attempts }) => attempts);
    let latest: Attempt | undefined;
    for (const one of all) if (fits(one) && !(latest && latest.at > one.at)) latest = one;
    return latest;
  }

  /** Whether a return is of a payment made here. A shop's own `?id=…` is not: only a marked, a telling or a known id is. */
  isOwn({ id, isMarked }: Returned): boolean {
    return isMarked || /^\d+-\d+-\d+$/.test(id) || this.find((attempt) => attempt.id === id) !== undefined;
  }

  /** Writes down what happened, where its reference is kept; a reference that nobody knows is of the page's purchase. */
  record(event: Exclude<LedgerEvent, { type: 'begun' }>): void {
    const reference = event.type === 'sending' ? event.order.reference : event.reference;
    const key = this.#all().find(({ references }) => references.includes(reference))?.key ?? this.#key;
    this.#write(record(this.#read(key), event));
  }

  /** An order is about to be sent. */
  recordSending(order: Order, method: string): void {
    const { epoch } = this;
    const { orders } = this.#page;
    this.#sentHere.add(order.reference);
    if (this.isGuessed) this.#tab.write(this.#key, epoch);
    const { purchase } = this;
    const isFixed = orders?.kind === 'fixed';
    const named = isFixed ? record(purchase, { type: 'named', reference: orders.order.reference }) : purchase;
    this.#write(record(named, { type: 'sending', order, method, epoch, at: this.#environment.now() }));
  }

  /**
   * What the service says of a payment.
   *
   * @param isOwn it is of the page's purchase, also where the browser has lost what was kept of it.
   * @param isShown the payer sees it.
   */
  observe(transaction: Transaction, isOwn: boolean, isShown = true): void {
    const {
      reference,
      amount_in_cents: amountInCents,
      currency,
      payment_method_type: method,
      id,
      status,
    } = transaction;
    if (!isOwn && !this.attempt(reference)) return;
    const fate = status === 'PENDING' ? 'pending' : status === 'APPROVED' ? 'paid' : 'unpaid';
    const remaining = remainderOf(transaction)?.amountInCents;
    const { epoch } = this;
    const at = this.#environment.now();
    // What a tab has shown as its own purchase is that after a reload too, whichever tab has sent it.
    const isJoined = isShown && this.isGuessed && this.attempt(reference)?.epoch === epoch;
    if (isJoined) this.#tab.write(this.#key, epoch);
    const elsewhere = !isShown && !attemptsIn(this.purchase, epoch).some(({ order }) => order.reference === reference);
    const read = { reference, amountInCents, currency, method, id, fate, remaining } as const;
    this.record({ type: 'observed', ...read, epoch, at, elsewhere });
  }

  /** Another purchase begins here, in this tab alone; nothing is deleted. */
  beginAnew(): void {
    this.#isAnew = true;
    this.#tab.remove(this.#cartNote);
    this.#key = this.#keyOf(this.#page, this.#key);
    if (!this.isGuessed) return;
    for (const attempt of this.purchase.attempts) if (isPaidInFull(attempt)) this.#over.add(attempt.epoch);
    this.#newEpoch = alone + this.#randomEpoch();
    this.#tab.write(this.#key, this.#newEpoch);
  }

  /**
   * The lock under which one tab at a time sends.
   *
   * @param signal waits until the lock is free or this aborts.
   */
  async lock(signal?: AbortSignal): Promise<Release | undefined> {
    return this.#environment.lock(this.#key, signal);
  }

  get #prefix(): string {
    return ledgerPrefix(this.#page.baseUrl, this.#page.publicKey);
  }

  get #tab(): TextStorage {
    return (this.#environment.tab ??= memoryStorage());
  }

  /** Where this tab keeps the cart that an order has named. */
  get #cartNote(): string {
    return `${this.#prefix}guess:${this.#page.scope}#cart`;
  }

  get #adopted(): string | null {
    const { cartId, orders } = this.#page;
    return cartId === undefined && orders?.kind !== 'fixed' ? this.#tab.read(this.#cartNote) : null;
  }

  #keyOf({ cartId = this.#adopted ?? undefined, orders, scope }: Page, current: string | undefined): string {
    if (cartId !== undefined) return `${this.#prefix}cart:${cartId}`;
    if (orders?.kind !== 'fixed') return `${this.#prefix}guess:${scope}`;
    const { reference } = orders.order;
    const known = this.#all().find(({ references }) => references.includes(reference));
    if (known) return known.key;
    const isContinued =
      current?.startsWith(`${this.#prefix}reference:`) &&
      // What costs something else than what was paid meanwhile is something else.
      this.#read(current).attempts.every((one) => !isPaidInFull(one) || isSameAmount(one.order, orders.order));
    return isContinued && current ? current : `${this.#prefix}reference:${reference}`;
  }

  /** A page that is opened, and not shown again, is for another purchase than the one that was paid on it. */
  #leavePaid(): void {
    const isShownAgain = this.#environment.isShownAgain?.() ?? false;
    if (this.#adopted !== null && !isShownAgain && this.claim.is === 'paid') this.beginAnew();
    if (!this.isGuessed) return;
    const kept = this.#tab.read(this.#key);
    for (const attempt of this.purchase.attempts)
      if (isPaidInFull(attempt) && !(isShownAgain && attempt.epoch === kept)) this.#over.add(attempt.epoch);
    if (kept && this.#over.has(kept)) this.#tab.remove(this.#key);
    // A tab that has begun nothing takes up what has no end yet.
    const open = this.purchase.attempts.findLast((attempt) => isUnended(attempt) && !this.#over.has(attempt.epoch));
    if (open && !this.#tab.read(this.#key)) this.#tab.write(this.#key, open.epoch);
  }

  #randomEpoch(): string {
    epochs += 1;
    const environment = this.#environment;
    return [Math.floor(environment.random() * 2 ** 48), environment.now(), epochs]
      .map((part) => part.toString(36))
      .join('-');
  }

  #all(): Purchase[] {
    const keys = new Set([...this.#unkept.keys(), ...(this.#attempt((storage) => storage.keys()) ?? [])]);
    return [...keys].filter((key) => key.startsWith(this.#prefix)).map((key) => this.#read(key));
  }

  /** What is kept under a key; what nobody has touched for a month and has no end left in it goes when it is met. */
  #read(key: string): Purchase {
    const kept = this.#unkept.get(key) ?? this.#attempt((storage) => storage.read(key));
    if (!kept) return emptyPurchase(key);
    try {
      const purchase = z.parse(purchaseSchema, JSON.parse(kept));
      const isOld = ({ at }: Attempt) => this.#environment.now() - at > keptForMs;
      if (!purchase.attempts.every((attempt) => isOld(attempt) && !isUnended(attempt))) return purchase;
      this.#unkept.delete(key);
      this.#attempt((storage) => storage.remove(key));
    } catch {
      // Not an entry of ours, or a broken one.
    }
    return emptyPurchase(key);
  }

  #write(purchase: Purchase): void {
    const { key } = purchase;
    const { epoch } = this;
    const ended = purchase.attempts.filter((attempt) => !isUnended(attempt) && attempt.epoch !== epoch);
    const tooMany = new Set(ended.slice(0, Math.max(0, ended.length - keptAtMost)));
    const attempts = purchase.attempts.filter((attempt) => !tooMany.has(attempt));
    const written = JSON.stringify({ ...purchase, attempts });
    this.#isLasting = this.#attempt((storage) => storage.write(key, written)) ?? false;
    if (this.#isLasting) this.#unkept.delete(key);
    else this.#unkept.set(key, written);
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

/** Whether a page shows the amount of an order, or what has remained of it. */
const isAmountOf = (shown: Money, { amountInCents, currency }: Order, remaining: number | undefined): boolean =>
  shown.currency === currency && [amountInCents, remaining].includes(shown.amountInCents);

function memoryStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    keys: () => [...texts.keys()],
    read: (key) => texts.get(key) ?? null,
    write: (key, value) => Boolean(texts.set(key, value)),
    remove: (key) => void texts.delete(key),
  };
}
