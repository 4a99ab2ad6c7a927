/**
 * A small world around the ledger: tabs whose presses follow its protocol, a payer, a network that loses, delays and
 * delivers twice, and a service whose references are unique. `steps` gives all that can happen next.
 */
import type { Claim } from '../../../src/checkout/ledger/claim.ts';
import type { Looked, Offer, Verdict } from '../../../src/checkout/ledger/may-send.ts';
import type { Attempt, LedgerEvent, Observed, Purchase } from '../../../src/checkout/ledger/purchase.ts';
import type { Surroundings } from '../../../src/checkout/ledger/strangers.ts';
import type { Money } from '../../../src/domain/money.ts';
import type { Rest } from '../../../src/domain/order.ts';
import { ambiguousRefusals, clearRefusals, usedReference, type Reading } from './answers.ts';
import {
  blankMemory,
  noteSending,
  overpaid,
  turn,
  unfitClaim,
  unfitSending,
  type Memory,
  type Payment,
} from './judge.ts';

/** What the model drives: the ledger, or a mutant of it. */
export interface Rules {
  emptyPurchase: (key: string) => Purchase;
  record: (purchase: Purchase, event: LedgerEvent) => Purchase;
  maySend: (purchase: Purchase, offer: Offer, looked: Looked) => Verdict;
  claimOf: (purchase: Purchase, epoch: string, reference?: string) => Claim;
  attemptOf: (purchase: Purchase, reference: string) => Attempt | undefined;
  isUnended: (attempt: Attempt) => boolean;
  isUnconfirmed: (attempt: Attempt) => boolean;
  isPaidInFull: (attempt: Attempt) => boolean;
  owedIn: (purchase: Purchase, epoch: string) => Rest | undefined;
  unpaidIdIn: (purchase: Purchase, epoch: string) => string | undefined;
  joined: (kept: Purchase, unkept: Purchase) => Purchase;
  strangersIn: (surroundings: Surroundings) => Attempt[];
  alone: string;
  overIn: (purchase: Purchase, kept: string | undefined, isShownAgain: boolean, openedAt: number) => string[];
  unendedIn: (purchase: Purchase, over: ReadonlySet<string>) => string | undefined;
  joinedIn: (purchase: Purchase, over: ReadonlySet<string>, amount?: Money) => string | undefined;
}

export interface Setting {
  name: string;
  /** Whether the key says what is bought, or only where the page is. */
  identity: 'cart' | 'guess';
  /**
   * Where orders come from: the page gives one; or the same for as long as the page lives, another one when it is opened
   * anew, under a key of its own (`anew`); a function makes one each time; a backend keeps one open order per cart.
   */
  source: 'fixed' | 'anew' | 'created' | 'book';
  orders: number;
  presses: number;
  tabs?: number;
  /** Pages of the same merchant, with a guessed key each. */
  pages?: number;
  withoutLocks?: boolean;
  /** `own`: it is refused, so that each page remembers for itself. `cleared`: all is lost once, at any moment. */
  storage?: 'own' | 'cleared';
  /** Whether a backend can tell what became of a reference. */
  resolver?: boolean;
  halves?: boolean;
  voids?: boolean;
  /** The price rises, once. */
  reprices?: boolean;
  /** The page shows no amount before there is an order. */
  unseen?: boolean;
  /** The function takes no notice of what is owed. */
  careless?: boolean;
  /** The service is another one, once: it has forgotten all. */
  replaced?: boolean;
  /** How often a page says that it sells something else from now on. */
  resets?: number;
}

type LookedAt = readonly (readonly [string, 'read' | 'unavailable'])[];

type Phase =
  | { readonly at: 'idle' }
  | { readonly at: 'look'; readonly left: readonly string[]; readonly looked: LookedAt }
  | { readonly at: 'order'; readonly looked: LookedAt }
  | {
      readonly at: 'ask';
      readonly why: string;
      readonly about: string;
      readonly amount: number;
      readonly looked: LookedAt;
    }
  | { readonly at: 'lock'; readonly looked: LookedAt }
  | { readonly at: 'awaiting'; readonly order: Made; readonly took: boolean };

interface Tab {
  readonly phase: Phase;
  /** Which page it shows: the key of its purchase. */
  readonly page: number;
  readonly cart: number;
  /** How often it was opened. */
  readonly life: number;
  /** The epoch that the tab has kept for itself. */
  readonly kept: string | undefined;
  /** Epochs that were over when the page was opened. */
  readonly over: readonly string[];
  readonly begun: number;
  readonly seen: number | undefined;
  readonly order: Made | undefined;
  /** What it shows as pending, and remembers. */
  readonly follows: string | undefined;
}

type BookAnswer = 'paid' | { readonly open?: string; readonly amount: number };

interface Made {
  readonly reference: string;
  readonly amountInCents: number;
  readonly cart: number;
}

export interface World {
  readonly stores: Readonly<Record<string, Purchase>>;
  readonly tabs: readonly Tab[];
  /** References that may have been taken, or may be yet: nobody has asked so far. */
  readonly maybe: readonly string[];
  readonly payments: readonly Payment[];
  readonly orders: readonly Made[];
  /** The open order of each cart in the backend. */
  readonly book: Readonly<Record<number, string>>;
  readonly price: number;
  readonly presses: number;
  readonly resets: number;
  readonly isCleared: boolean;
  readonly isReplaced: boolean;
  /** Sent from which page's life; only where each remembers for itself. */
  readonly senders: readonly string[];
  readonly lost: readonly string[];
  readonly memory: Memory;
}

/** Counts what was reached. */
export type Reached = (what: string) => void;

/** Something that must never happen. */
export class Violation extends Error {}

const price = 100;
const risenPrice = 120;
const currency = 'COP';
const method = 'CARD';
const idle: Phase = { at: 'idle' };
const signed = ({ reference, amountInCents }: Made) => ({ reference, amountInCents, currency, signature: 'signature' });
const idOf = (reference: string) => `T${reference}`;
const possible = (reference: string, paid: number): Payment => ({ reference, status: 'PENDING', paid, remaining: 0 });
const isFinal = ({ status }: Payment) => status !== 'PENDING';

const lookedAt = (looked: LookedAt, reference: string, result: 'read' | 'unavailable'): LookedAt =>
  [...looked, [reference, result] as const].toSorted(([one], [other]) => (one < other ? -1 : 1));

const keys = new WeakMap<object, string>();
/** The text of a part of a state, which never changes. */
function textOf(part: object): string {
  const known = keys.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  keys.set(part, text);
  return text;
}

/**
 * States with the same key have the same future, but for how many presses are left: whoever has more can do all that the
 * other one can. Tabs that may change places are the same.
 */
export function keyOf(world: World, setting: Setting): string {
  const tabs = world.tabs.map(textOf);
  if (setting.identity === 'cart' && setting.storage !== 'own') tabs.sort();
  const stores = Object.entries(world.stores).map(([name, purchase]) => name + textOf(purchase));
  const { sent, turned, unwarned } = world.memory;
  // What was declined or voided is no payment any more, whatever was sent beside it.
  const isOver = (reference: string) =>
    world.payments.some((one) => one.reference === reference && (one.status === 'DECLINED' || one.status === 'VOIDED'));
  const alive = (list: readonly string[]) =>
    list
      .filter((one) => !one.split('+').some(isOver))
      .toSorted()
      .join();
  return [
    ...tabs,
    ...stores.toSorted(),
    world.maybe.toSorted().join(),
    ...world.payments.map(textOf).toSorted(),
    textOf(world.orders),
    textOf(world.book),
    alive(sent),
    alive(turned),
    alive(unwarned),
    world.senders.toSorted().join(),
    alive(world.lost),
    `${world.price} ${world.resets} ${world.isCleared} ${world.isReplaced}`,
  ].join('|');
}

/** All that can happen in one setting. */
export class Model {
  readonly #rules: Rules;
  readonly #read: Reading;
  readonly #setting: Setting;
  readonly #reached: Reached;
  readonly #places = new Set<string>();

  constructor(rules: Rules, read: Reading, setting: Setting, reached: Reached) {
    this.#rules = rules;
    this.#read = read;
    this.#setting = setting;
    this.#reached = reached;
  }

  start(): World {
    const blank: World = {
      stores: {},
      tabs: [],
      maybe: [],
      payments: [],
      orders: [],
      book: {},
      price,
      presses: this.#setting.presses,
      resets: this.#setting.resets ?? 0,
      isCleared: false,
      isReplaced: false,
      senders: [],
      lost: [],
      memory: blankMemory,
    };
    const tabs = this.#setting.tabs ?? 2;
    return Array.from({ length: tabs }).reduce<World>((world, _, index) => this.#opened(world, index, 0), blank);
  }

  /** Hands each state that may follow to `give`. */
  steps(world: World, give: (step: string, next: World) => void): void {
    world.tabs.forEach((tab, index) => this.#tabSteps(world, tab, index, give));
    const { storage, replaced, reprices } = this.#setting;
    if (storage === 'cleared' && !world.isCleared && Object.keys(world.stores).length > 0)
      give('storage is cleared', { ...world, stores: {}, isCleared: true, lost: world.memory.sent });
    if (replaced && !world.isReplaced && world.payments.some(({ status }) => status === 'APPROVED'))
      give('the service is another one', {
        ...world,
        payments: [],
        isReplaced: true,
        maybe: [],
        book: {},
        memory: blankMemory,
      });
    if (reprices && world.price === price) give('the price rises', { ...world, price: risenPrice });
  }

  #tabSteps(world: World, tab: Tab, index: number, give: (step: string, next: World) => void): void {
    const { phase } = tab;
    const says = (step: string, next: World) => give(`tab ${index}: ${step}`, next);
    const isGuess = this.#setting.identity === 'guess';
    if (tab.life < 2) says('reload', this.#opened(world, index, tab.page, true));
    if (isGuess && phase.at === 'idle') {
      says('navigate', this.#opened(world, index, tab.page));
      says('close and open', this.#opened(this.#put(world, index, { kept: undefined }), index, tab.page));
      for (let page = 0; page < (this.#setting.pages ?? 1); page++)
        if (page !== tab.page) says(`go to page ${page}`, this.#opened(world, index, page));
    }
    switch (phase.at) {
      case 'idle':
        return this.#idleSteps(world, tab, index, says);
      case 'look':
        return this.#lookSteps(world, index, phase, says);
      case 'order':
        return this.#orderSteps(world, tab, index, phase.looked, says);
      case 'ask':
        says('no', this.#ended(world, index));
        if (phase.why !== 'unconfirmed-payment') {
          says('yes', this.#decide(this.#put(world, index, { seen: phase.amount }), index, phase.looked));
          return;
        }
        says('yes', this.#decide(this.#waived(world, index, phase.about), index, phase.looked));
        return;
      case 'lock':
        says('no lock', this.#ended(world, index));
        if (!world.tabs.some(({ phase: { at } }) => at === 'awaiting'))
          says('lock', this.#decide(world, index, phase.looked, true));
        return;
      case 'awaiting':
        return this.#answerSteps(world, index, phase, says);
    }
    phase satisfies never;
  }

  #idleSteps(world: World, tab: Tab, index: number, says: (step: string, next: World) => void): void {
    const { rules, purchase } = this.#at(world, index);
    const claim = this.#claim(world, index);
    const isForgetful = tab.follows !== undefined && !rules.attemptOf(purchase, tab.follows);
    if (world.presses > 0 && !isForgetful) {
      const unpressed = { ...world, presses: world.presses - 1 };
      says('press', this.#decide(unpressed, index, []));
    }
    if (claim.is === 'pending' || claim.is === 'unknown') {
      const { reference } = claim.attempt.order;
      if (!claim.attempt.aside) {
        const memory = turn(world.memory, reference);
        const turned = this.#record({ ...world, memory }, index, { type: 'aside', reference });
        says(`turn from ${reference}`, this.#put(turned, index, { follows: undefined }));
      }
    }
    const followed = claim.is === 'unpaid' ? tab.follows : claim.attempt.order.reference;
    if (followed !== undefined)
      for (const [step, next] of this.#reads(world, index, followed)) says(step, this.#shown(next, index));
    const { source } = this.#setting;
    if (world.resets > 0) {
      const cart = 1 + Math.max(...world.tabs.map((one) => one.cart));
      const begun = tab.begun + 1;
      // For this tab alone, so that no other one is told.
      const anew = this.#put({ ...world, resets: world.resets - 1 }, index, {
        cart,
        begun,
        kept: `${this.#rules.alone}${index}.${begun}`,
        order: undefined,
        seen: this.#setting.unseen ? undefined : world.price,
        follows: undefined,
      });
      says('reset', anew);
    }
    if (world.resets > 0 && claim.is !== 'unpaid') {
      // "Another purchase": the payer has read what became of the one that is shown.
      const begun = tab.begun + 1;
      const told = { ...world, resets: world.resets - 1, memory: turn(world.memory, claim.attempt.order.reference) };
      const anew = this.#put(told, index, {
        begun,
        kept: `${this.#rules.alone}${index}.${begun}`,
        order: undefined,
        follows: undefined,
      });
      says('another purchase', anew);
    }
    if (source === 'fixed' && world.orders.length < this.#setting.orders && claim.is === 'unpaid') {
      const [made, order] = this.#made(world, tab.cart, world.price);
      const given = this.#put(made, index, { order, seen: order.amountInCents });
      says('the page gives another order', this.#record(given, index, { type: 'named', reference: order.reference }));
    }
  }

  /** How a payment may come to be known by now: it is settled no earlier than somebody looks. */
  *#settled(world: World, payment: Payment): Generator<World> {
    const { halves, voids } = this.#setting;
    const become = (change: Partial<Payment>): World => ({
      ...world,
      payments: world.payments.map((one) => (one === payment ? { ...one, ...change } : one)),
    });
    if (payment.status === 'PENDING') {
      yield become({ status: 'APPROVED' });
      yield become({ status: 'DECLINED' });
      if (halves && payment.paid >= price) yield become({ status: 'APPROVED', paid: payment.paid - 50, remaining: 50 });
    } else yield world;
    if (voids && payment.status === 'APPROVED') yield become({ status: 'VOIDED' });
  }

  /** The worlds in which a reference has been taken: that may turn out no earlier than somebody looks, either. */
  *#arrived(world: World, reference: string): Generator<World> {
    if (this.#paymentOf(world, reference)) yield world;
    else if (world.maybe.includes(reference)) yield this.#taken(world, reference);
    else
      for (const [index, { phase }] of world.tabs.entries())
        if (phase.at === 'awaiting' && phase.order.reference === reference && !phase.took)
          yield this.#put(this.#taken(world, reference), index, { phase: { ...phase, took: true } });
  }

  /** What reading the record of a payment may come to. */
  *#reads(world: World, index: number, reference: string): Generator<[string, World]> {
    const { rules } = this.#at(world, index);
    const { store, attempt } = this.#find(world, index, reference);
    if (world.isReplaced && attempt?.fate === 'paid' && !this.#paymentOf(world, reference))
      yield [`${reference} has vanished`, this.#recordIn(world, store, { type: 'vanished', reference })];
    if (attempt && attempt.id === undefined && !this.#setting.resolver) return;
    const isOwn = store === this.#storeOf(world, index) && (!attempt || attempt.epoch === this.#epochOf(world, index));
    for (const arrived of this.#arrived(world, reference)) {
      const observed = (now: World, fate: Observed['fate'], remaining: number) =>
        this.#recordIn(now, store, this.#observation(now, index, reference, fate, remaining, !isOwn));
      const payment = this.#paymentOf(arrived, reference) as Payment;
      if (!isFinal(payment) || (attempt && rules.isUnended(attempt)))
        yield [`${reference} is read as pending`, observed(arrived, 'pending', 0)];
      for (const now of this.#settled(arrived, payment)) {
        const { status, remaining } = this.#paymentOf(now, reference) as Payment;
        yield [
          `${reference} is read as ${status}`,
          observed(now, status === 'APPROVED' ? 'paid' : 'unpaid', remaining),
        ];
      }
    }
  }

  #observation(
    world: World,
    index: number,
    reference: string,
    fate: Observed['fate'],
    remaining: number,
    unseen: boolean,
  ): LedgerEvent {
    const made = this.#orderOf(world, reference);
    return {
      type: 'observed',
      reference,
      amountInCents: made.amountInCents,
      currency,
      method,
      id: idOf(reference),
      fate,
      ...(fate === 'paid' && remaining > 0 && { remaining }),
      epoch: this.#epochOf(world, index),
      at: 0,
      ...(unseen && { unseen }),
    };
  }

  #lookSteps(
    world: World,
    index: number,
    phase: Extract<Phase, { at: 'look' }>,
    says: (step: string, next: World) => void,
  ): void {
    const [reference = '', ...left] = phase.left;
    const go = (step: string, next: World, result: 'read' | 'unavailable') => {
      const looked = lookedAt(phase.looked, reference, result);
      const later = left.length > 0 ? this.#put(next, index, { phase: { at: 'look', left, looked } }) : undefined;
      says(step, later ?? this.#decide(next, index, looked));
    };
    for (const [step, next] of this.#reads(world, index, reference)) go(step, next, 'read');
    go(`${reference} cannot be read`, world, 'unavailable');
    says(`reading ${reference} fails`, this.#ended(world, index));
  }

  #orderSteps(
    world: World,
    tab: Tab,
    index: number,
    looked: LookedAt,
    says: (step: string, next: World) => void,
  ): void {
    const { rules, purchase, epoch } = this.#at(world, index);
    says('no order', this.#ended(world, index));
    const owed = rules.owedIn(purchase, epoch);
    const give = ([made, order]: readonly [World, Made]) =>
      says(`order ${order.reference}`, this.#decide(this.#put(made, index, { order }), index, looked));
    const isSpent = world.orders.length >= this.#setting.orders;
    if (this.#setting.source === 'book') {
      const known = [owed?.transactionId, rules.unpaidIdIn(purchase, epoch)].filter((id) => id !== undefined);
      for (const [now, answer] of this.#bookAnswers(world, tab.cart, known)) {
        if (answer === 'paid') continue;
        if (answer.open !== undefined) give([now, { ...this.#orderOf(now, answer.open) }]);
        else if (!isSpent) give(this.#made(now, tab.cart, answer.amount, true));
      }
      return;
    }
    if (isSpent) return;
    give(this.#made(world, tab.cart, owed?.amountInCents ?? world.price));
    if (owed && this.#setting.careless) give(this.#made(world, tab.cart, world.price));
  }

  /** What the backend may answer: it may have heard what became of its open order, by an event or from the page. */
  *#bookAnswers(world: World, cart: number, known: readonly string[]): Generator<[World, BookAnswer]> {
    const open = world.book[cart];
    if (open === undefined) return yield [world, this.#bookAnswer(world, cart)];
    if (!known.includes(idOf(open))) yield [world, { open, amount: 0 }];
    for (const arrived of this.#arrived(world, open))
      for (const now of this.#settled(arrived, this.#paymentOf(arrived, open) as Payment))
        yield [now, this.#bookAnswer(now, cart)];
  }

  /** The backend gives the same order until that has ended; here it knows all. */
  #bookAnswer(world: World, cart: number): BookAnswer {
    const open = world.book[cart];
    const payment = open === undefined ? undefined : this.#paymentOf(world, open);
    if (open !== undefined && (!payment || !isFinal(payment))) return { open, amount: 0 };
    const ofCart = world.payments.filter(
      ({ reference, status }) => status === 'APPROVED' && this.#orderOf(world, reference).cart === cart,
    );
    if (ofCart.some(({ remaining }) => remaining === 0)) return 'paid';
    return { amount: ofCart.at(-1)?.remaining ?? world.price };
  }

  /** An answer, or none; then the lock is given back. */
  #answerSteps(
    world: World,
    index: number,
    phase: Extract<Phase, { at: 'awaiting' }>,
    says: (step: string, next: World) => void,
  ): void {
    const { order, took } = phase;
    const { reference } = order;
    const answered = (next: World, event: LedgerEvent) =>
      this.#shown(this.#put(this.#record(next, index, event), index, { phase: idle }), index);
    const maybe = { ...world, maybe: [...new Set([...world.maybe, reference])] };
    const payment = this.#paymentOf(world, reference);
    const inFlight = took || payment ? world : maybe;
    says('no answer', answered(inFlight, { type: 'unclear', reference }));
    if (took || !payment) {
      const arrived = payment ? world : this.#taken(world, reference);
      const observed = (now: World, fate: Observed['fate'], remaining = 0) =>
        answered(now, this.#observation(now, index, reference, fate, remaining, false));
      says('answer: pending', observed(arrived, 'pending'));
      for (const now of this.#settled(arrived, this.#paymentOf(arrived, reference) as Payment)) {
        const { status, remaining } = this.#paymentOf(now, reference) as Payment;
        says(`answer: ${status}`, observed(now, status === 'APPROVED' ? 'paid' : 'unpaid', remaining));
      }
    }
    const refusals = [
      ...ambiguousRefusals,
      usedReference,
      // The very bytes that were taken never get these, and what gets them is never taken.
      ...(took ? [] : clearRefusals),
    ];
    const events = new Set<string>();
    for (const refusal of refusals) {
      const event = this.#read(refusal, reference);
      this.#reached(`answer ${refusal.status} ${refusal.field ?? ''}`);
      const isClear = clearRefusals.includes(refusal);
      const text = `${isClear} ${JSON.stringify(event)}`;
      if (events.has(text)) continue;
      events.add(text);
      const isTaken = refusal === usedReference && !payment;
      const next = isClear ? world : isTaken ? this.#taken(world, reference) : inFlight;
      says(`answer: ${refusal.status} ${refusal.field ?? ''}`, answered(next, event));
    }
  }

  /** What is written is as good as sent: the judge looks at it now. */
  #noted(world: World, index: number, order: Made): World {
    const { tab } = this.#at(world, index);
    const cartOf = (reference: string) => this.#orderOf(world, reference).cart;
    this.#must(unfitSending(order, tab.seen, tab.cart, cartOf));
    const sender = `${order.reference}@${index}.${tab.life}`;
    const isOwn = this.#setting.storage === 'own';
    const isLost = (reference: string): boolean => {
      if (!this.#mayBePaid(world, reference)) return true;
      // The backend's open order is the same for all, whatever a browser has lost.
      if (this.#setting.source === 'book') return false;
      if (isOwn) return !world.senders.includes(`${reference}@${index}.${tab.life}`);
      return world.lost.includes(reference);
    };
    return {
      ...world,
      senders: isOwn && !world.senders.includes(sender) ? [...world.senders, sender] : world.senders,
      memory: noteSending(world.memory, order.reference, cartOf, isLost),
    };
  }

  #taken(world: World, reference: string): World {
    const { amountInCents } = this.#orderOf(world, reference);
    const payment: Payment = { reference, status: 'PENDING', paid: amountInCents, remaining: 0 };
    const maybe = world.maybe.filter((one) => one !== reference);
    return { ...world, maybe, payments: [...world.payments, payment] };
  }

  /** Asks the ledger, and does as it says. */
  #decide(world: World, index: number, looked: LookedAt, holdsLock = false): World {
    const { rules, purchase, tab } = this.#at(world, index);
    const verdict = rules.maySend(purchase, this.#offer(world, index), new Map(looked));
    this.#reached(verdictOf(verdict));
    switch (verdict.do) {
      case 'show':
      case 'follow': {
        return this.#shown(this.#ended(world, index), index);
      }
      case 'refuse':
        return this.#put(world, index, { phase: idle, order: undefined });
      case 'look': {
        const left = verdict.attempts.map(({ order }) => order.reference);
        if (left.length === 0 || left.some((reference) => looked.some(([one]) => one === reference)))
          throw new Violation('looks again, and again');
        return this.#put(world, index, { phase: { at: 'look', left, looked } });
      }
      case 'ask': {
        const { reference, amountInCents } =
          verdict.why === 'unconfirmed-payment' ? verdict.attempt.order : verdict.order;
        const phase: Phase = { at: 'ask', why: verdict.why, about: reference, amount: amountInCents, looked };
        return this.#put(world, index, { phase });
      }
      case 'order':
        return this.#put(world, index, { phase: { at: 'order', looked } });
      case 'send': {
        if (!holdsLock && !this.#setting.withoutLocks)
          return this.#put(world, index, { phase: { at: 'lock', looked } });
        const { reference, amountInCents } = verdict.order;
        const order = { ...this.#orderOf(world, reference), amountInCents };
        const epoch = this.#epochOf(world, index);
        const kept = this.#setting.identity === 'guess' ? epoch : undefined;
        const noted = this.#noted(world, index, order);
        const written = this.#record(noted, index, { type: 'sending', order: verdict.order, method, epoch, at: 0 });
        const isFixed = this.#setting.source === 'fixed' || this.#setting.source === 'anew';
        const left = isFixed || tab.order?.reference !== reference ? tab.order : undefined;
        return this.#put(written, index, {
          phase: { at: 'awaiting', order, took: false },
          kept,
          order: left,
          follows: undefined,
        });
      }
    }
    return verdict satisfies never;
  }

  #offer(world: World, index: number): Offer {
    const { rules, tab, purchase, epoch } = this.#at(world, index);
    const { source } = this.#setting;
    const own = this.#storeOf(world, index);
    const stores = this.#setting.storage === 'own' ? [] : Object.entries(world.stores);
    const shown = tab.seen === undefined ? undefined : { amountInCents: tab.seen, currency };
    const strangers = rules.strangersIn({
      own: purchase,
      others: stores.filter(([name]) => name !== own).map(([, other]) => other),
      epoch,
      over: new Set(tab.over),
      amount: shown,
    });
    return {
      epoch,
      seen: shown,
      order: tab.order && signed(tab.order),
      isFixed: source === 'fixed' || source === 'anew',
      strangers,
    };
  }

  /** What an idle tab shows from now on, and what the payer learns by it. */
  #shown(world: World, index: number): World {
    const claim = this.#claim(world, index);
    const { purchase, epoch, rules } = this.#at(world, index);
    if (claim.is === 'unpaid') return this.#put(world, index, { follows: undefined });
    const { reference } = claim.attempt.order;
    if (claim.is === 'half-paid')
      return this.#put(world, index, { seen: rules.owedIn(purchase, epoch)?.amountInCents, follows: undefined });
    if (claim.is === 'paid') {
      // A cart that is paid is paid; where the key does not say what is bought, the payer may mean another purchase.
      const isGuess = this.#setting.identity === 'guess' || this.#setting.source === 'anew';
      const memory = isGuess ? turn(world.memory, reference) : world.memory;
      return this.#put({ ...world, memory }, index, { follows: undefined });
    }
    return this.#put(world, index, { follows: this.#setting.storage === 'cleared' ? reference : undefined });
  }

  #claim(world: World, index: number): Claim {
    const { rules, purchase, epoch, tab } = this.#at(world, index);
    const isFixed = this.#setting.source === 'fixed' || this.#setting.source === 'anew';
    return rules.claimOf(purchase, epoch, isFixed ? tab.order?.reference : undefined);
  }

  /** The payer has said yes to a payment beside this one. */
  #waived(world: World, index: number, reference: string): World {
    const memory = turn(world.memory, reference);
    const { store, attempt } = this.#find(world, index, reference);
    const { over = [] } = world.tabs[index] ?? {};
    const isOver = attempt?.fate === 'paid' && attempt.epoch !== '' && !over.includes(attempt.epoch);
    const told = this.#put({ ...world, memory }, index, { over: isOver ? [...over, attempt.epoch] : over });
    return this.#recordIn(told, store, { type: 'waived', reference });
  }

  /** The page is opened, or shown again. */
  #opened(world: World, index: number, page: number, isShownAgain = false): World {
    const before = world.tabs[index];
    const { source, identity, storage } = this.#setting;
    const life = storage === 'own' ? (before?.life ?? -1) + 1 : 0;
    const cart = before?.cart ?? 1;
    const blank: Tab = {
      phase: idle,
      page,
      cart,
      life,
      kept: before?.page === page ? before.kept : undefined,
      over: [],
      begun: before?.begun ?? 0,
      seen: this.#setting.unseen ? undefined : world.price,
      order: undefined,
      follows: undefined,
    };
    let next: World = { ...world, tabs: [...world.tabs.slice(0, index), blank, ...world.tabs.slice(index + 1)] };
    const lost = before?.phase;
    if (lost?.at === 'awaiting' && !lost.took && !this.#paymentOf(world, lost.order.reference))
      next = { ...next, maybe: [...new Set([...next.maybe, lost.order.reference])] };
    if (storage === 'own') {
      const { [`own ${index}`]: _, ...others } = next.stores;
      next = { ...next, stores: others };
    }
    if (source === 'fixed' || source === 'anew') {
      const isAnew = source === 'anew' && next.orders.length < this.#setting.orders;
      const own = before?.order ?? (source === 'fixed' ? next.orders[0] : undefined);
      const [made, order] = own && !isAnew ? [next, own] : this.#made(next, cart, next.price);
      next = this.#put(made, index, { order, seen: order.amountInCents });
      if (source === 'anew') next = this.#put(next, index, { page: Number(order.reference.slice(1)) });
    }
    if (identity === 'guess') {
      const purchase = this.#purchaseOf(next, index);
      const { attempts } = purchase;
      const over = this.#rules.overIn(purchase, blank.kept, isShownAgain, Infinity);
      const own = blank.kept !== undefined && over.includes(blank.kept) ? undefined : blank.kept;
      const kept = own ?? this.#rules.unendedIn(purchase, new Set(over));
      const begun = blank.begun + (over.includes(`${index}.${blank.begun}`) ? 1 : 0);
      // A page that has no epoch is at what all such pages are at.
      const adopted = attempts.find(({ epoch }) => epoch === kept);
      const at = adopted ? this.#orderOf(next, adopted.order.reference).cart : kept === undefined ? 1 : cart;
      next = this.#put(next, index, { over, kept, begun, cart: at });
    }
    const owed = this.#rules.owedIn(this.#purchaseOf(next, index), this.#epochOf(next, index));
    if (owed && this.#claim(next, index).is === 'half-paid')
      next = this.#put(next, index, { seen: owed.amountInCents });
    return this.#claim(next, index).is === 'paid' ? this.#shown(next, index) : next;
  }

  #made(world: World, cart: number, amountInCents: number, isOpen = false): readonly [World, Made] {
    const order: Made = { reference: `R${world.orders.length + 1}`, amountInCents, cart };
    const book = isOpen ? { ...world.book, [cart]: order.reference } : world.book;
    return [{ ...world, orders: [...world.orders, order], book }, order];
  }

  #at(world: World, index: number) {
    const tab = world.tabs[index];
    if (!tab) throw new Error(`There is no tab ${index}.`);
    return { rules: this.#rules, tab, purchase: this.#purchaseOf(world, index), epoch: this.#epochOf(world, index) };
  }

  #put(world: World, index: number, change: Partial<Tab>): World {
    const tab = world.tabs[index];
    return tab ? { ...world, tabs: world.tabs.with(index, { ...tab, ...change }) } : world;
  }

  /** A press is over. An order that was made for it is made again. */
  #ended(world: World, index: number): World {
    const { source } = this.#setting;
    const keeps = source === 'fixed' || source === 'anew';
    return this.#put(world, index, { phase: idle, ...(!keeps && { order: undefined }) });
  }

  #storeOf(world: World, index: number): string {
    return this.#setting.storage === 'own' ? `own ${index}` : `page ${world.tabs[index]?.page}`;
  }

  #purchaseIn(world: World, store: string): Purchase {
    return world.stores[store] ?? this.#rules.emptyPurchase(store);
  }

  #purchaseOf(world: World, index: number): Purchase {
    return this.#purchaseIn(world, this.#storeOf(world, index));
  }

  /** A tab that has an epoch of its own keeps it; another one joins what it may, or begins one. */
  #epochOf(world: World, index: number): string {
    if (this.#setting.identity === 'cart') return '';
    const tab = world.tabs[index];
    if (!tab) throw new Error(`There is no tab ${index}.`);
    if (tab.kept !== undefined) return tab.kept;
    const shown = tab.seen === undefined ? undefined : { amountInCents: tab.seen, currency };
    return this.#rules.joinedIn(this.#purchaseOf(world, index), new Set(tab.over), shown) ?? `${index}.${tab.begun}`;
  }

  /** Where an attempt is kept, the tab's own purchase first. */
  #find(world: World, index: number, reference: string): { store: string; attempt: Attempt | undefined } {
    const own = this.#storeOf(world, index);
    const attempt = this.#rules.attemptOf(this.#purchaseIn(world, own), reference);
    if (attempt || this.#setting.storage === 'own') return { store: own, attempt };
    for (const [store, purchase] of Object.entries(world.stores)) {
      const found = this.#rules.attemptOf(purchase, reference);
      if (found) return { store, attempt: found };
    }
    return { store: own, attempt: undefined };
  }

  #record(world: World, index: number, event: LedgerEvent): World {
    return this.#recordIn(world, this.#storeOf(world, index), event);
  }

  #recordIn(world: World, store: string, event: LedgerEvent): World {
    const before = this.#purchaseIn(world, store);
    const reference = event.type === 'sending' ? event.order.reference : 'reference' in event ? event.reference : '';
    const attempt = this.#rules.attemptOf(before, reference);
    const kind = event.type === 'observed' ? `observed ${event.fate}` : event.type;
    this.#reached(`event ${kind} of ${attempt?.fate ?? 'none'}`);
    const known = event.type === 'observed' ? world.lost.filter((one) => one !== event.reference) : world.lost;
    return {
      ...world,
      lost: known.length === world.lost.length ? world.lost : known,
      stores: { ...world.stores, [store]: this.#rules.record(before, event) },
    };
  }

  #mayBePaid(world: World, reference: string): boolean {
    const status = this.#paymentOf(world, reference)?.status;
    if (status !== undefined) return status === 'PENDING' || status === 'APPROVED';
    const isAwaited = world.tabs.some(({ phase }) => phase.at === 'awaiting' && phase.order.reference === reference);
    return isAwaited || world.maybe.includes(reference);
  }

  #paymentOf(world: World, reference: string): Payment | undefined {
    return world.payments.find((payment) => payment.reference === reference);
  }

  #orderOf(world: World, reference: string): Made {
    const order = world.orders.find((one) => one.reference === reference);
    if (!order) throw new Violation(`Nobody has made ${reference}.`);
    return order;
  }

  #must(complaint: string | undefined): void {
    if (complaint !== undefined) throw new Violation(complaint);
  }

  /** Judges a state. */
  judge(world: World): void {
    const cartOf = (reference: string) => this.#orderOf(world, reference).cart;
    // What has no end at the service may be approved yet, all of it.
    const awaited = world.tabs.flatMap(({ phase }) => (phase.at === 'awaiting' ? phase.order.reference : []));
    const maybe = [...new Set([...world.maybe, ...awaited])].filter((reference) => !this.#paymentOf(world, reference));
    const payments = [
      ...world.payments,
      ...maybe.map((reference) => possible(reference, this.#orderOf(world, reference).amountInCents)),
    ];
    this.#must(overpaid(world.memory, payments, cartOf, () => world.price));
    world.tabs.forEach((tab, index) => {
      if (tab.phase.at !== 'idle') return;
      const { purchase, epoch } = this.#at(world, index);
      const claim = this.#claim(world, index);
      this.#reached(`claim ${claim.is}`);
      if (!world.isReplaced) this.#must(unfitClaim(claim, purchase.attempts, epoch, world.payments));
      if (this.#isNewPlace(world, tab)) this.#must(this.#deadEnd(world, index));
    });
  }

  /** What a payer can come to depends on these parts of a state alone. */
  #isNewPlace(world: World, tab: Tab): boolean {
    const stores = Object.entries(world.stores).map(([name, purchase]) => name + textOf(purchase));
    const place = [
      textOf(tab),
      ...stores,
      textOf(world.payments),
      world.maybe.join(),
      textOf(world.book),
      world.price,
      world.isReplaced,
    ].join('|');
    const isNew = !this.#places.has(place);
    this.#places.add(place);
    return isNew;
  }

  /** Where a payer who goes on, with a network that works, does not come to a payment: to one that is sent, or is there. */
  #deadEnd(world: World, index: number, canRead = true): string | undefined {
    const way: string[] = [];
    let now: World = world;
    let looked: LookedAt = [];
    // A half payment that was voided is owed in full, which only its record says.
    const isVoided = world.payments.some(({ status, remaining }) => status === 'VOIDED' && remaining > 0);
    const withoutRecords = () => (canRead && !isVoided ? this.#deadEnd(world, index, false) : undefined);
    for (let round = 0; round < 12; round++) {
      const { rules, purchase } = this.#at(now, index);
      const verdict = rules.maySend(purchase, this.#offer(now, index), new Map(looked));
      way.push(verdict.do === 'ask' ? `${verdict.do} ${verdict.why}` : verdict.do);
      switch (verdict.do) {
        case 'send':
        case 'show':
          return withoutRecords();
        case 'follow': {
          const { reference } = verdict.attempt.order;
          if (this.#paymentOf(now, reference) || now.isReplaced) return withoutRecords();
          now = this.#record(now, index, { type: 'aside', reference });
          looked = [];
          break;
        }
        case 'look':
          for (const { order } of verdict.attempts) {
            const [read] =
              canRead && this.#paymentOf(now, order.reference) ? this.#reads(now, index, order.reference) : [];
            now = read?.[1] ?? now;
            looked = lookedAt(looked, order.reference, read ? 'read' : 'unavailable');
          }
          break;
        case 'ask':
          now =
            verdict.why === 'unconfirmed-payment'
              ? this.#waived(now, index, verdict.attempt.order.reference)
              : this.#put(now, index, { seen: verdict.order.amountInCents });
          break;
        case 'order': {
          const { tab, epoch } = this.#at(now, index);
          const answer: BookAnswer =
            this.#setting.source === 'book'
              ? this.#bookAnswer(now, tab.cart)
              : { amount: rules.owedIn(purchase, epoch)?.amountInCents ?? now.price };
          if (answer === 'paid') return withoutRecords();
          const [made, order] =
            answer.open === undefined
              ? this.#made(now, tab.cart, answer.amount, true)
              : [now, this.#orderOf(now, answer.open)];
          now = this.#put(made, index, { order });
          break;
        }
        case 'refuse':
          now = this.#put(now, index, { order: undefined });
          looked = [];
      }
    }
    return `no way on${canRead ? '' : ' without records'} for tab ${index}: ${way.join(', ')}`;
  }
}

/** Which rule has given a verdict, by what it is about. */
function verdictOf(verdict: Verdict): string {
  const about = ({ fate, aside, waived, closed, remaining, epoch }: Attempt) =>
    [fate, remaining && 'half', closed && 'closed', aside && 'aside', waived && 'waived', epoch && 'guess']
      .filter(Boolean)
      .join(' ');
  switch (verdict.do) {
    case 'show':
    case 'follow':
      return `verdict ${verdict.do} · ${about(verdict.attempt)}`;
    case 'look':
      return `verdict look · ${about(verdict.attempts[0] as Attempt)}${verdict.attempts.length > 1 ? ' and more' : ''}`;
    case 'ask':
      return `verdict ask ${verdict.why}${verdict.why === 'unconfirmed-payment' ? ` · ${about(verdict.attempt)}` : ''}`;
    case 'refuse':
      return `verdict refuse ${verdict.code}`;
    case 'order':
    case 'send':
      return `verdict ${verdict.do}`;
  }
  return verdict satisfies never;
}
