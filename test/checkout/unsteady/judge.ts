/**
 * Says whether a run was right. It knows what the shop sold, what the payer saw and did, and what the service has: it
 * goes by carts, never by references or amounts, and knows nothing of how the checkout works.
 */

/** What the payer is buying, whatever references and amounts are given for it. */
export interface Cart {
  readonly id: number;
  /** The most that it has cost so far, in minor units. */
  price: number;
  /** What happened to it while one of its payments had no end that was shown; see `Judge.note`. */
  readonly facts: Set<string>;
}

/** A page as far as the judge has to tell it from others. */
export interface Witness {
  readonly cart: Cart;
  /** What all elements of one page have in common. */
  readonly document: object;
  /** The moment at which it stopped running. */
  readonly goneAt: number | undefined;
}

/** The service's record of a transaction. */
export interface ServiceRecord {
  id: string;
  reference: string;
  status: string;
  amount_in_cents: number;
  finalized_at: string | null;
  payment_method: { extra: { remaining_amount_in_cents?: number } };
}

export type Rule =
  | 'two charges'
  | 'screen against the service'
  | 'called refused'
  | 'called failed'
  | 'called of another tab'
  | 'unseen amount'
  | 'paid by another cart'
  | 'order of another cart'
  | 'sent unasked'
  | 'comes back'
  | 'no way on'
  | 'disorder';

export interface Complaint {
  rule: Rule;
  facts: ReadonlySet<string>;
  text: string;
}

/** What the payer agreed to: the cart and amount on the screen at the time of a press. */
export interface Wish {
  cart: Cart;
  seenInCents: number | undefined;
  moment: number;
  /** True time in ms. */
  ticks: number;
}

interface Sending {
  page: Witness;
  reference: string;
  amount: number;
  wish: Wish;
  moment: number;
  /** True time in ms. */
  ticks: number;
  answeredAt: number;
}

/** The time during which the payer's money is with the shop. */
interface Charge {
  reference: string;
  cart: Cart;
  cents: number;
  from: number;
  until: number;
}

interface Screen {
  page: Witness;
  cart: Cart;
  id: string;
  reference: string;
  status: string;
  /** The payer saw it pending in this page before, or somebody named it. */
  isExpected: boolean;
}

/** What says how time goes, what the payer's browser can do, and what a page can know. */
export interface Surroundings {
  ticks(): number;
  readonly storage: string;
  readonly hasLocks: boolean;
  /** Each page has a reference of its own: of what is over, it cannot tell that it was the same purchase. */
  readonly isAnew: boolean;
  moment(): number;
}

/** Errors that say nothing about what became of a payment. */
const saysNothing = new Set(['reference_used', 'consent_changed']);

const isEnd = (status: string): boolean => status !== 'PENDING';

/** What a payment takes: points may cover a part of it alone. */
export const takenBy = ({ amount_in_cents: amount, payment_method: { extra } }: ServiceRecord): number =>
  amount - (extra.remaining_amount_in_cents ?? 0);

export class Judge {
  readonly complaints: Complaint[] = [];
  readonly #around: Surroundings;
  readonly #orders = new Map<string, { cart: Cart; amount: number }>();
  readonly #sendings: Sending[] = [];
  readonly #charges = new Map<string, Charge>();
  readonly #turned = new Map<string, { at: number; page: Witness }>();
  readonly #accepted = new Map<string, { at: number; page: Witness }>();
  readonly #forgotten: number[] = [];
  readonly #screens: Screen[] = [];
  /** References whose end the payer was shown, and in which pages. */
  readonly #ended = new Map<string, { at: number; by: Set<Witness> }>();
  /** References that a page follows, or has sent, for what it sells now. */
  readonly #followed = new Map<Witness, Set<string>>();
  readonly #left = new Map<Witness, Set<string>>();
  /** The id that was named to a page, of a payment whose reference its browser does not keep. */
  readonly #unverifiable = new Map<Witness, string>();
  /** What was under way when a page was opened that cannot tell what it sells. */
  readonly #guessed = new Map<Witness, Set<string>>();
  /** When each transaction was seen at the service first. */
  readonly #takenAt = new Map<string, number>();
  /** Words to the payer that one of these payments has failed, to be held against what the service says at the end. */
  readonly #failures: { rule: Rule; facts: string[]; references: string[]; text: string; moment: number }[] = [];
  readonly #paid = new Set<Cart>();
  #wishes = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** The shop gives an order for a cart. */
  handOut(cart: Cart, reference: string, amount: number): void {
    this.#orders.set(reference, { cart, amount });
    cart.price = Math.max(cart.price, amount);
  }

  cartOf(reference: string): Cart | undefined {
    return this.#orders.get(reference)?.cart;
  }

  /** What the payer saw in a page when it sent an order last. */
  seenFor(page: Witness, reference: string): number | undefined {
    return this.#sendings.findLast((one) => one.page === page && one.reference === reference)?.wish.seenInCents;
  }

  /** Something happens to a cart that matters where one of its payments has no end that the payer has seen. */
  note(cart: Cart, fact: string): void {
    if (this.#openOf(cart).length > 0) cart.facts.add(fact);
  }

  /** Whether the payer has read that the cart is paid in full. */
  isKnownPaid(cart: Cart): boolean {
    return this.#paid.has(cart);
  }

  /** The payer presses pay, or asks that the same be sent again. */
  wish(page: Witness, seenInCents: number | undefined, cart = page.cart): Wish {
    this.#wishes++;
    this.#left.delete(page);
    return { cart, seenInCents, moment: this.#around.moment(), ticks: this.#around.ticks() };
  }

  /** The service itself allowed another sending: it refused the acceptance tokens. */
  allow(): void {
    this.#wishes++;
  }

  /** A page sends a creation. @returns what to call once its answer has come, or will not. */
  sends(page: Witness, wish: Wish | undefined, reference: string, amount: number): () => void {
    const cart = this.cartOf(reference);
    const named = `${reference} of cart ${cart?.id}`;
    if (!wish || !cart) {
      this.#complain('sent unasked', cart, `${named} is sent, and nobody has asked for that`);
      return () => {};
    }
    if (amount !== wish.seenInCents)
      this.#complain('unseen amount', cart, `${named} is sent with ${amount}, the payer saw ${wish.seenInCents}`);
    if (cart !== wish.cart && !this.#guessed.get(page)?.has(reference))
      this.#complain(
        'order of another cart',
        cart,
        `${named} is sent by a press that was meant for cart ${wish.cart.id}`,
      );
    if (this.#ended.get(reference)?.by.has(page))
      this.#complain('sent unasked', cart, `${named} is sent again by the page that has shown its end`);
    if (this.#sendings.some((one) => one.reference === reference)) cart.facts.add('sent again');
    const sending = {
      page,
      reference,
      amount,
      wish,
      moment: this.#around.moment(),
      ticks: this.#around.ticks(),
      answeredAt: Infinity,
    };
    this.#sendings.push(sending);
    this.#follow(page, reference);
    if (this.#sendings.length > this.#wishes)
      this.#complain('sent unasked', cart, `${this.#sendings.length} creations for ${this.#wishes} wishes`);
    return () => (sending.answeredAt = Math.min(sending.answeredAt, this.#around.moment()));
  }

  /** The payer turns from a payment without an end, to pay otherwise. */
  turns(page: Witness, reference: string): void {
    this.#turned.set(reference, this.#turned.get(reference) ?? { at: this.#around.moment(), page });
    this.cartOf(reference)?.facts.add('turned from');
    this.leaves(page, reference);
  }

  /** The payer was told that a payment may have been made, or was, and wants to make another one. */
  accepts(page: Witness, reference: string): void {
    this.#accepted.set(reference, this.#accepted.get(reference) ?? { at: this.#around.moment(), page });
    this.turns(page, reference);
  }

  /** A page lets go of a payment, which must not come back by itself. */
  leaves(page: Witness, reference: string): void {
    this.#left.set(page, new Set(this.#left.get(page)).add(reference));
    this.#followed.get(page)?.delete(reference);
  }

  /** The page asks for something else now. */
  goesOn(page: Witness): void {
    this.#followed.delete(page);
    this.#guessed.delete(page);
  }

  /**
   * The payment is named to the page, by its id.
   *
   * @param isKept whether the browser keeps its reference; else the page takes the service's word for that.
   */
  names(page: Witness, reference: string, id: string, isKept: boolean): void {
    this.#left.delete(page);
    this.#follow(page, reference);
    if (!isKept) this.#unverifiable.set(page, id);
  }

  /** A page that cannot tell what it sells follows whatever was under way when it was opened. */
  guesses(page: Witness): void {
    const open = this.#sendings.filter(({ reference }) => !this.#ended.has(reference));
    this.#guessed.set(page, new Set(open.map(({ reference }) => reference)));
    for (const { reference } of open) this.#follow(page, reference);
  }

  /** The browser's storage is cleared. */
  forgets(): void {
    this.#forgotten.push(this.#around.moment());
  }

  /** A transaction is on the screen. */
  shows(page: Witness, id: string, reference: string, status: string, isHalf: boolean): void {
    const cart = this.cartOf(reference);
    if (!cart && this.#unverifiable.get(page) === id) return;
    if (!cart) return this.#complain('screen against the service', cart, `${reference} is shown, and is no order`);
    const isExpected = this.#followed.get(page)?.has(reference) ?? false;
    this.#screens.push({ page, cart: page.cart, id, reference, status, isExpected });
    this.#follow(page, reference);
    // The form of a cart that is paid with what was turned from says so; whoever has reset the page buys something else.
    const isReceipt = status === 'APPROVED' && this.#turned.has(reference) && !page.cart.facts.has('reset');
    if (this.#left.get(page)?.has(reference) && !isReceipt)
      this.#complain('comes back', cart, `${reference} was turned from, and comes back by itself`);
    if (!isEnd(status)) return;
    const ended = this.#ended.get(reference) ?? { at: this.#around.moment(), by: new Set() };
    this.#ended.set(reference, ended);
    ended.by.add(page);
    if (status === 'APPROVED' && !isHalf) this.#paid.add(cart);
  }

  /** The form says that the press has come to nothing. */
  refuses(page: Witness, wish: Wish | undefined, code: string): void {
    if (saysNothing.has(code)) return;
    const sent = this.#sendings.filter((one) => one.page === page && one.wish === wish);
    const references = sent.map(({ reference }) => reference);
    const isFirst = (one: Sending): boolean => one === this.#firstOf(one);
    // What another page has sent is not known to one whose browser keeps nothing, or has forgotten it.
    const isForgetful = this.#around.storage !== 'kept' || this.#forgotten.length > 0;
    if (isForgetful && sent.some((one) => this.#firstOf(one).page !== page)) return;
    const facts = [sent.some(isFirst) ? 'sent first' : 'sent before', ...(sent.length > 1 ? ['sent anew'] : [])];
    this.#fail('called refused', references, `the form says ${code}`, facts);
  }

  /** The page, which asks for this amount, says that it has failed, and not that a payment could not be looked up. */
  fails({ cart }: Witness, code: string, amount: number): void {
    if (this.#around.storage !== 'kept' || this.#forgotten.length > 0) return;
    // A page that has begun again says nothing of what was before.
    if (cart.facts.has('reset')) return;
    // As with a second charge: another reference and another amount tell a page without a cart nothing of the first.
    const isTold = (reference: string): boolean =>
      !this.#around.isAnew || this.#sendings.some((one) => one.reference === reference && one.amount === amount);
    const open = this.#openOf(cart).filter((reference) => !this.#turned.has(reference) && isTold(reference));
    this.#fail('called failed', open, `the page says ${code}`);
  }

  complain(rule: Rule, { cart }: Pick<Witness, 'cart'>, text: string): void {
    this.#complain(rule, cart, text);
  }

  /** Looks at the service's records, after each step. */
  watch(records: readonly ServiceRecord[]): void {
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const record of records) {
      const { id, reference, status, finalized_at: end } = record;
      const cart = this.cartOf(reference);
      const charge = this.#charges.get(id);
      const at = Date.parse(end ?? '');
      if (!this.#takenAt.has(reference)) this.#takenAt.set(reference, this.#around.moment());
      if (cart && status === 'APPROVED' && !charge) {
        const taken = takenBy(record);
        if (taken < record.amount_in_cents) cart.facts.add('half');
        this.#charges.set(id, { reference, cart, cents: taken, from: at, until: Infinity });
      } else if (charge && status === 'VOIDED') charge.until = at;
    }
    for (const { cart: sold, id, reference, status, isExpected } of this.#screens.splice(0)) {
      const record = byId.get(id);
      const cart = this.cartOf(reference);
      const was = this.#charges.has(id) ? 'APPROVED' : 'PENDING';
      if (!record || record.reference !== reference || ![record.status, was, 'PENDING'].includes(status))
        this.#complain('screen against the service', cart, `${status} is shown of ${reference}: ${record?.status}`);
      if (status === 'APPROVED' && cart !== sold && !isExpected)
        this.#complain(
          'paid by another cart',
          sold,
          `cart ${sold.id} is called paid by ${reference} of cart ${cart?.id}`,
        );
    }
  }

  /** The run is over, and what was under way has ended. */
  conclude(): void {
    const charges = [...this.#charges.values()].map((charge) => ({ ...charge, sending: this.#takenOf(charge) }));
    for (const later of charges) {
      const unawares = charges.filter(
        (one) =>
          one.cart === later.cart &&
          one.sending.moment < later.sending.moment &&
          one.from < later.until &&
          later.from < one.until &&
          !this.#isAware(one, later.sending),
      );
      const taken = unawares.reduce((sum, one) => sum + one.cents, later.cents);
      const names = [...unawares, later].map(({ reference }) => reference).join(', ');
      const isOther = !unawares.some(({ reference }) => this.hasSent(later.sending.page, reference));
      const facts = isOther ? ['other page'] : [];
      if (taken > later.cart.price)
        this.#complain('two charges', later.cart, `${taken} is taken for ${later.cart.price}: ${names}`, facts);
    }
    for (const { rule, facts, references, text, moment } of this.#failures) {
      // What is sent once more after that may well succeed.
      const isTaken = (reference: string): boolean =>
        !this.#sendings.some(
          (one) =>
            one.reference === reference && moment < one.moment && one.moment < (this.#takenAt.get(reference) ?? 0),
        );
      const paid = charges.find(({ reference }) => references.includes(reference) && isTaken(reference));
      if (paid) this.#complain(rule, paid.cart, `${text}, and ${paid.reference} is approved`, facts);
    }
  }

  /** Whether the payer knew of the first, or nothing could have told the page of it, when the later one was sent. */
  #isAware({ reference, from }: Charge, later: Sending): boolean {
    const { page, wish, moment, ticks } = later;
    const first = this.#sendings.filter((one) => one.reference === reference && one.moment < moment);
    const turned = this.#turned.get(reference);
    const accepted = this.#accepted.get(reference);
    // A yes is for the presses after it. Said in another page it also is for the one that is on its way in this one: nothing
    // has been sent, and the payer may see both tabs.
    if (accepted && accepted.at < (accepted.page === page ? wish.moment : moment)) return true;
    // Whoever turns from a payment knows that it may be completed; once it is, the next press has to say so.
    if (turned && turned.at < wish.moment && from >= wish.ticks) return true;
    // The same of what is on its way in another page meanwhile, as long as the first is not completed by then.
    if (turned && turned.page !== page && turned.at < moment && from >= ticks) return true;
    if (this.#around.isAnew && (this.#ended.get(reference)?.at ?? Infinity) < wish.moment) return true;
    // A page that was reset begins another purchase, as one does that is opened later.
    const isLater = this.#around.isAnew && wish.cart.facts.has('reset');
    if (!isLater && first.some((one) => one.page === page)) return false;
    // Another reference and another amount, and no cart: nothing tells such a page of what was sent before.
    if (this.#around.isAnew && first.every(({ amount }) => amount !== later.amount)) return true;
    const isKept = (one: Sending): boolean =>
      this.#around.storage === 'kept' && !this.#forgotten.some((at) => one.moment < at && at < moment);
    // Locks still tell the tabs that one of them is sending: those that know it by the same name. A lock is named by what
    // tells the purchase, and a page that is signed anew has nothing for that but a reference of its own.
    const isSameName = (one: Sending): boolean => !this.#around.isAnew || one.page.document === page.document;
    const isHeld = (one: Sending): boolean =>
      this.#around.hasLocks && isSameName(one) && one.answeredAt > moment && (one.page.goneAt ?? Infinity) > moment;
    return !first.some((one) => isKept(one) || isHeld(one));
  }

  #firstOf({ reference }: Pick<Sending, 'reference'>): Sending {
    const first = this.#sendings.find((one) => one.reference === reference);
    if (!first) throw new Error(`${reference} was never sent.`);
    return first;
  }

  /** The sending that the service took, or one that the payer asked for after that. */
  #takenOf({ reference }: Charge): Sending {
    const takenAt = this.#takenAt.get(reference) ?? 0;
    const taken = this.#sendings.findLast((one) => one.reference === reference && one.moment <= takenAt);
    return taken ?? this.#firstOf({ reference });
  }

  /** What was sent of a cart, and whose end nobody was shown. */
  #openOf(cart: Cart): string[] {
    const references = new Set(this.#sendings.map(({ reference }) => reference));
    return [...references].filter((one) => this.cartOf(one) === cart && !this.#ended.has(one));
  }

  #fail(rule: Rule, references: string[], text: string, facts: string[] = []): void {
    this.#failures.push({ rule, facts, references, text, moment: this.#around.moment() });
  }

  /** Whether a page has sent an order itself. */
  hasSent(page: Witness, reference: string): boolean {
    return this.#sendings.some((one) => one.page === page && one.reference === reference);
  }

  #follow(page: Witness, reference: string): void {
    this.#followed.set(page, new Set(this.#followed.get(page)).add(reference));
  }

  /** @param more facts of this complaint alone. */
  #complain(rule: Rule, cart: Cart | undefined, text: string, more: string[] = []): void {
    this.complaints.push({ rule, facts: new Set([...(cart?.facts ?? []), ...more]), text });
  }
}
