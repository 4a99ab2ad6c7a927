import { ledgerPrefix } from '../../domain/ledger-key.ts';
import { isSameAmount } from '../../domain/money.ts';
import type { Order, Rest } from '../../domain/order.ts';
import { remainderOf, type Transaction } from '../../domain/transaction.ts';
import type { CheckoutConfiguration } from '../configuration.ts';
import type { Environment, Returned, TextStorage } from '../environment.ts';
import { claimOf, type Claim } from './claim.ts';
import { alone, joinedIn, overIn, unendedIn } from './epoch.ts';
import {
  attemptOf,
  attemptsIn,
  isPaidInFull,
  joined,
  owedIn,
  record,
  unpaidIdIn,
  type Attempt,
  type LedgerEvent,
  type Purchase,
} from './purchase.ts';
import { PurchaseStore } from './purchase-store.ts';
import { strangersIn, unconfirmedIn } from './strangers.ts';

/** How many were begun in this page. */
let epochs = 0;

/** By what of a page its purchase is told. */
export type Page = Pick<CheckoutConfiguration, 'publicKey' | 'baseUrl' | 'cartId' | 'orders' | 'scope' | 'amount'>;

/**
 * The purchases of one merchant, kept where a reload and other tabs find them, and which of them the page is at. What the
 * browser does not keep, or refuses with an error, is remembered for as long as the page lives.
 */
export class Ledger {
  readonly #environment: Environment;
  readonly #store: PurchaseStore;
  #page: Page;
  #key = '';
  /** The purchases of guessed keys that were over before this form was opened. */
  readonly #over = new Set<string>();
  /** The keys that this form has been at, and of each whether the page was shown with it before. */
  readonly #shownAgain = new Map<string, boolean>();
  readonly #openedAt: number;
  readonly #shownAt: Map<string, number>;
  #newEpoch: string | undefined;
  /** The page has begun anew: its next order is of another purchase. */
  #isAnew = false;
  /** What was paid at this merchant when the page began to sell what it sells. */
  #paidBefore = new Set<string>();
  /** What was paid, and the payer pays beside from here. */
  readonly #waived = new Set<string>();
  /** The references that were sent from here: who sees them again has not met another tab. */
  readonly #sentHere: Set<string>;
  /** The keys of the references that this page has given until it began anew: what it took for one purchase stays that. */
  readonly #keys = new Map<string, string>();

  constructor(environment: Environment, page: Page) {
    this.#environment = environment;
    this.#store = new PurchaseStore(environment, (key) => this.#isGuess(key));
    this.#sentHere = environment.sentHere ?? new Set();
    this.#page = page;
    this.#openedAt = environment.now();
    this.#shownAt = environment.shownAt ?? new Map();
    this.move(page);
    if (this.#adopted !== undefined && !this.isShownAgain && this.claim.is === 'paid') this.beginAnew();
  }

  /** The key under which the page's purchase is kept; also the name of its lock. */
  get key(): string {
    return this.#key;
  }

  /** Whether the page was shown before with what it is for. */
  get isShownAgain(): boolean {
    return this.#shownAgain.get(this.#key) ?? false;
  }

  /** Whether the key says where the page is, and not what is bought there. */
  get isGuessed(): boolean {
    return this.#isGuess(this.#key);
  }

  /** Whether others can read what was written last. */
  get isLasting(): boolean {
    return this.#store.isLasting;
  }

  /** Which purchase of a guessed key this tab is at; empty where the key itself says that. */
  get epoch(): string {
    if (!this.isGuessed) return '';
    const another = () => joinedIn(this.purchase, this.#over, this.#page.amount);
    return this.#tab.read(this.#key) ?? another() ?? (this.#newEpoch ??= this.#randomEpoch());
  }

  get purchase(): Purchase {
    return this.#store.read(this.#key);
  }

  /** What may be said of the page's purchase. */
  get claim(): Claim {
    return claimOf(this.purchase, this.epoch, this.#given?.reference);
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

  /** Attempts that may be of the page's purchase though they are kept as others. A cart's own id leaves no doubt. */
  strangers(): Attempt[] {
    const isCart = (key: string) => key.startsWith(`${this.#prefix}cart:`);
    if (isCart(this.#key)) return [];
    const { purchase: own, epoch } = this;
    const others = this.#all().filter(({ key }) => key !== this.#key && !isCart(key));
    const [over, paidBefore] = [this.#over, this.#paidBefore];
    const isWaived = ({ fate, order }: Attempt) => fate === 'paid' && this.#waived.has(order.reference);
    const all = strangersIn({ own, others, epoch, over, amount: this.#page.amount, paidBefore });
    return all.filter((one) => !isWaived(one));
  }

  /** What a press would ask about first. */
  unconfirmed(): Attempt | undefined {
    const { purchase, epoch } = this;
    return unconfirmedIn(purchase, { epoch, strangers: this.strangers(), order: this.#given })[0];
  }

  /** The payer wants to pay, though this may have been paid, or was. */
  waive(reference: string): void {
    const attempt = this.attempt(reference);
    this.record({ type: 'waived', reference });
    if (attempt?.fate !== 'paid') return;
    this.#waived.add(reference);
    // Of what else was paid with it, the payer has not been told yet.
    const isLeft = (one: Attempt) => one.fate === 'paid' && !this.#waived.has(one.order.reference);
    if (attempt.epoch && !attemptsIn(this.purchase, attempt.epoch).some(isLeft)) this.#over.add(attempt.epoch);
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
    this.#key = this.#keyAfter(isSame ? before : undefined);
    if (this.#given) this.#keys.set(this.#given.reference, this.#key);
    this.#takeOver();
    if (this.#key !== before) {
      this.#isAnew = false;
      this.#paidBefore = this.#paid();
      if (!this.#shownAgain.has(this.#key)) {
        this.#shownAgain.set(this.#key, this.#environment.isShownAgain?.(this.#key) ?? false);
        if (this.isGuessed) this.#leavePaid();
      }
      return true;
    }
    // The other tabs, and a page that is opened with it, know at once what it is an order of.
    const { purchase } = this;
    const named = this.#named(purchase);
    if (named !== purchase && purchase.attempts.length > 0) this.#write(named);
    return false;
  }

  /** The order says what is bought: from now on the purchase is known, for this tab also after a reload. */
  adopt(cartId: string): void {
    if (this.#page.cartId !== undefined || this.#given || cartId === this.#adopted) return;
    this.#tab.write(this.#cartNote, cartId);
    this.move(this.#page);
  }

  /** Whether an attempt is of what the page sells. */
  owns(reference: string): boolean {
    return this.purchase.references.includes(reference);
  }

  /** Whether an attempt is of the page's purchase, had no clear answer, and was not turned from. */
  isOpen({ order, epoch, fate, aside }: Attempt): boolean {
    return (fate === 'sent' || fate === 'refused') && !aside && epoch === this.epoch && this.owns(order.reference);
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
    const fitting = this.#attempts().filter(fits);
    return fitting.sort((one, other) => one.at - other.at).at(-1);
  }

  /** Whether a return is of a payment made here. A shop's own `?id=…` is not: only a marked, a telling or a known id is. */
  isOwn({ id, isMarked }: Returned): boolean {
    return isMarked || /^\d+-\d+-\d+$/.test(id) || this.find((attempt) => attempt.id === id) !== undefined;
  }

  /** Writes down what happened, where its reference is kept; a reference that nobody knows is of the page's purchase. */
  record(event: Exclude<LedgerEvent, { type: 'sending' }>): void {
    this.#store.own(event.reference);
    this.#write(record(this.#keeping(event.reference), event));
  }

  /** An order is about to be sent. */
  recordSending(order: Order, method: string): void {
    const { reference } = order;
    this.#sentHere.add(reference);
    this.#store.own(reference);
    const purchase = this.#keeping(reference);
    const isOwn = purchase.key === this.#key;
    const epoch = (isOwn ? undefined : attemptOf(purchase, reference)?.epoch) ?? this.epoch;
    if (isOwn && this.isGuessed) this.#tab.write(this.#key, epoch);
    const named = isOwn ? this.#named(purchase) : purchase;
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
    // What a tab has shown as its own purchase is that after a reload too: whichever tab has sent it, and also where the
    // page has begun anew meanwhile.
    const shown = isShown && this.isGuessed ? attemptOf(this.purchase, reference) : undefined;
    if (shown) this.#tab.write(this.#key, shown.epoch);
    const { epoch } = this;
    const at = this.#environment.now();
    const read = { reference, amountInCents, currency, method, id, fate, remaining } as const;
    this.record({ type: 'observed', ...read, epoch, at, unseen: !isShown });
  }

  /** Whether it is still written down that an order is being sent; where another tab was faster, it was not sent. */
  isWritten(reference: string): boolean {
    return this.#store.isWritten(this.#keeping(reference).key, reference);
  }

  /**
   * Another purchase begins here, in this tab alone; nothing is deleted.
   *
   * @param isSaid the payer has said so: what is half paid is not asked about, either.
   */
  beginAnew(isSaid = false): void {
    this.#isAnew = true;
    this.#keys.clear();
    this.#tab.remove(this.#cartNote);
    this.#key = this.#keyAfter(this.#key);
    if (!this.isGuessed) return;
    const isOver = (one: Attempt) => isPaidInFull(one) || (isSaid && one.fate === 'paid');
    for (const { epoch } of this.purchase.attempts.filter(isOver)) this.#over.add(epoch);
    this.#newEpoch = alone + this.#randomEpoch();
    this.#tab.write(this.#key, this.#newEpoch);
  }

  get #prefix(): string {
    return ledgerPrefix(this.#page.baseUrl, this.#page.publicKey);
  }

  #isGuess(key: string): boolean {
    return key.startsWith(`${this.#prefix}guess:`);
  }

  get #tab(): TextStorage {
    return (this.#environment.tab ??= memoryStorage());
  }

  /** Where this tab keeps the cart that an order has named. */
  get #cartNote(): string {
    return `${this.#prefix}guess:${this.#page.scope}#cart`;
  }

  get #adopted(): string | undefined {
    const isUnnamed = this.#page.cartId === undefined && !this.#given;
    return (isUnnamed && this.#tab.read(this.#cartNote)) || undefined;
  }

  /** The order that the page gives itself. */
  get #given(): Order | undefined {
    const { orders } = this.#page;
    return orders?.kind === 'fixed' ? orders.order : undefined;
  }

  /** A purchase that is known by the reference of that as well. */
  #named(purchase: Purchase): Purchase {
    return this.#given ? record(purchase, { type: 'named', reference: this.#given.reference }) : purchase;
  }

  /** @param current the key of before, where the purchase may be the same. */
  #keyAfter(current: string | undefined): string {
    const given = this.#given;
    const { cartId = this.#adopted, scope } = this.#page;
    if (cartId !== undefined) return `${this.#prefix}cart:${cartId}`;
    if (!given) return `${this.#prefix}guess:${scope}`;
    const known = this.#purchaseOf(given.reference);
    if (known) return known.key;
    const isContinued =
      current?.startsWith(`${this.#prefix}reference:`) &&
      // What costs something else than what was paid before it was given is something else.
      (this.#keys.get(given.reference) === current ||
        this.#store.read(current).attempts.every((one) => !isPaidInFull(one) || isSameAmount(one.order, given)));
    return isContinued && current ? current : `${this.#prefix}reference:${given.reference}`;
  }

  /** What was kept under an order's own reference is of the cart that the page has named since. */
  #takeOver(): void {
    const reference = this.#given?.reference;
    if (reference === undefined || this.#page.cartId === undefined) return;
    const isOf = ({ key, references }: Purchase) =>
      key.startsWith(`${this.#prefix}reference:`) && references.includes(reference);
    const before = this.#all().find(isOf);
    if (!before) return;
    this.#write(joined(this.purchase, before));
    this.#store.remove(before.key);
  }

  /** A page that is opened, and not shown again, is for another purchase than the one that was paid on it before. */
  #leavePaid(): void {
    const kept = this.#tab.read(this.#key) ?? undefined;
    const shownAt = this.#shownAt.get(this.#key) ?? this.#openedAt;
    this.#shownAt.set(this.#key, shownAt);
    // To a tab that has begun nothing, what was paid elsewhere since the page was opened is news in each element of it.
    const since = kept === undefined ? shownAt : this.#openedAt;
    for (const epoch of overIn(this.purchase, kept, this.isShownAgain, since)) this.#over.add(epoch);
    if (kept !== undefined && !this.#over.has(kept)) return;
    const open = unendedIn(this.purchase, this.#over);
    if (open !== undefined) this.#tab.write(this.#key, open);
    else this.#tab.remove(this.#key);
  }

  #randomEpoch(): string {
    epochs += 1;
    const environment = this.#environment;
    return [Math.floor(environment.random() * 2 ** 48), environment.now(), epochs]
      .map((part) => part.toString(36))
      .join('-');
  }

  /** The references of all that was paid at this merchant. */
  #paid(): Set<string> {
    const paid = this.#attempts().filter(({ fate }) => fate === 'paid');
    return new Set(paid.map(({ order }) => order.reference));
  }

  #all(): Purchase[] {
    return this.#store.all(this.#prefix);
  }

  #attempts(): Attempt[] {
    return this.#all().flatMap(({ attempts }) => attempts);
  }

  #purchaseOf(reference: string): Purchase | undefined {
    return this.#all().find(({ references }) => references.includes(reference));
  }

  /** The purchase that an order is of: the page's own, where that knows it or nobody does. */
  #keeping(reference: string): Purchase {
    return (this.owns(reference) ? undefined : this.#purchaseOf(reference)) ?? this.purchase;
  }

  #write(purchase: Purchase): void {
    this.#store.write(purchase, this.epoch);
  }
}

function memoryStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    keys: () => [...texts.keys()],
    read: (key) => texts.get(key) ?? null,
    write: (key, value) => Boolean(texts.set(key, value)),
    remove: (key) => void texts.delete(key),
  };
}
