/** The headless flow: commands in, state out. The only class of it that the element knows. */
import { CheckoutError } from '../domain/checkout-error.ts';
import type { AcceptanceDocument, AcceptanceField, Merchant } from '../domain/merchant.ts';
import { isSameAmount, type Money } from '../domain/money.ts';
import type { Rest } from '../domain/order.ts';
import { published } from '../domain/published.ts';
import { remainderOf } from '../domain/transaction.ts';
import type { CodeEntry, CodeState } from './code-entry.ts';
import type { Attempt, CheckoutConfiguration, SavedCardAttempt } from './configuration.ts';
import { nextAction } from './next-action.ts';
import { hasPurpose, Opening } from './opening.ts';
import { Pursuit } from './pursuit.ts';
import { Resolver } from './resolve.ts';
import { Stage, type CheckoutParts } from './stage.ts';
import { isAwaiting, isPending, type CheckoutState } from './state.ts';
import { waitOut } from './stopwatch.ts';
import { Submission } from './submission.ts';
import { taken } from './taken.ts';

/** How long the payer waits for a new order before other ways on are offered again, in ms. */
const renewalMs = 15_000;

/**
 * One checkout without a face: contracts, consent, order, details, creation, and the way to a final status.
 * `connect` and `disconnect` follow the element that shows it. A creation on its way is never cut off by that: nobody
 * could say afterwards whether it happened.
 */
export class Checkout {
  readonly #stage: Stage;
  readonly #opening: Opening;
  readonly #pursuit: Pursuit;
  readonly #resolver: Resolver;
  readonly #submission: Submission;
  #code: { token: string; entry: CodeEntry } | undefined;
  /** The transaction that the page has named, as `resume` does not. */
  #named: string | undefined;

  constructor(parts: CheckoutParts) {
    const stage = (this.#stage = new Stage(parts));
    this.#named = parts.configuration.transactionId;
    const pursuit = (this.#pursuit = new Pursuit(stage));
    const resolver = (this.#resolver = new Resolver(stage, pursuit, () => void this.#opening.begin()));
    this.#submission = new Submission(stage, pursuit, resolver);
    this.#opening = new Opening(stage, resolver);
  }

  /** A copy: nothing that is done to it reaches the flow. */
  get state(): CheckoutState {
    return published(this.#stage.state);
  }

  /** The merchant's record, once the contracts are there, without the tokens that prove the payer's consent. */
  get merchant(): Merchant | undefined {
    return published(this.#stage.acceptance.merchant);
  }

  get documents(): AcceptanceDocument[] {
    return this.#stage.acceptance.documents;
  }

  isAccepted(field: AcceptanceField): boolean {
    return this.#stage.acceptance.isAccepted(field);
  }

  /** The payer ticks or unticks one contract. */
  accept(field: AcceptanceField, accepted: boolean): void {
    const { acceptance, listener } = this.#stage;
    if (acceptance.accept(field, accepted)) listener.accepted(acceptance.receipt);
  }

  /** Begins, or goes on with what was under way when the element was taken out of the page. */
  connect(): void {
    if (this.#stage.connection) return;
    this.#stage.connection = new AbortController();
    this.#code?.entry.goOn();
    const { state } = this;
    if (state.status === 'loading') void this.#opening.begin({ isFresh: this.#opening.isFresh });
    else if (isAwaiting(state)) void this.#resolver.awaitOther();
    else if (state.status === 'unknown') void this.#resolver.watch();
    else if (state.status === 'settled' && state.awaitsOrder) void this.#awaitOrder();
    else this.#pursuit.goOn();
  }

  /** The element is gone: what only waits is let go. */
  disconnect(): void {
    this.#opening.stop();
    this.#stage.connection?.abort();
    this.#stage.connection = undefined;
    this.#code?.entry.pause();
    if (this.state.status !== 'submitting') this.#stage.lock.release();
  }

  /** New words from the page: an order that has come, another amount, another customer. */
  configure(given: CheckoutConfiguration): void {
    const configuration = taken(given);
    const { configuration: before, askedId } = this.#stage;
    const { amount, transactionId } = configuration;
    const { state } = this;
    const named = this.#named;
    this.#named = transactionId;
    // Whichever was resumed stays, until the page names another one.
    const isSame = transactionId === named;
    this.#stage.configuration = isSame ? { ...configuration, transactionId: before.transactionId } : configuration;
    // What is being sent is for what was shown; a wait for another tab is for nothing that is sold by now.
    const hasMoved = (state.status !== 'submitting' || isAwaiting(state)) && this.#move();
    if (!isSameAmount(amount, before.amount)) {
      this.#submission.drop();
      this.#stage.apply({ type: 'amount-given', amount });
    }
    // A page may well name the one that it was told of, and that is shown.
    const shownId = 'transaction' in state ? state.transaction.id : askedId;
    if (transactionId && !isSame && transactionId !== shownId) return this.resume(transactionId);
    if (!isSame && this.state.status === 'failed') {
      // What could not be shown is no longer asked for, nor sought.
      this.#stage.isLookingUp = false;
      return this.#startOver();
    }
    // Another try waits for the page's order, or has waited in vain.
    const wantsOrder = state.status === 'settled' && (state.awaitsOrder ?? state.error) !== undefined;
    if (wantsOrder && this.#hasOther(state.transaction.reference)) return this.#renew();
    if (!hasPurpose(before) && hasPurpose(configuration)) this.#takeUp();
    else if (hasMoved) this.#lookAgain();
  }

  /**
   * The payer presses pay. Whether anything is submitted is decided here, at once, before anything is awaited.
   * Settles when the submission has become a transaction, an unknown outcome or a refusal; see `state`. Never rejects.
   */
  async submit(attempt: Attempt | SavedCardAttempt): Promise<void> {
    const { acceptance, configuration, listener } = this.#stage;
    const { orders } = configuration;
    // What the page has given while the press before this one was on its way.
    if (this.state.status === 'ready') this.#move();
    const reference = this.#resolver.reopened ?? (orders?.kind === 'fixed' ? orders.order.reference : undefined);
    if (!this.#stage.apply({ type: 'submitted', reference })) return;
    if (!acceptance.isComplete)
      return this.#stage.refuse(new CheckoutError('consent_required', 'Both contracts have to be accepted.'));
    if (!listener.submitting(attempt.method, reference)) return void this.#stage.apply({ type: 'refused' });
    await this.#submission.run(attempt, configuration);
    this.#move();
  }

  /** Looks now at what is pending, unknown or being asked for, or tries again to load what failed. */
  checkAgain(): void {
    const { state } = this;
    if (isAwaiting(state)) this.#startOver();
    else if (state.status === 'loading' || (state.status === 'failed' && state.error.retryable))
      this.#startOver(this.#opening.isFresh);
    else if (state.status === 'unknown') void this.#resolver.again();
    else if (state.status === 'submitting') this.#resolver.hasten();
    else this.#pursuit.hasten();
  }

  /** The id of the payment that is unknown, where the service has given one: it exists, and is not sent again. */
  get openId(): string | undefined {
    return this.#resolver.openId;
  }

  /** For how much the payment is that is unknown, or that is sent again: the page may give another amount by now. */
  get openAmount(): Money | undefined {
    const { state } = this.#stage;
    const { open } = this.#resolver;
    const isAbout = state.status === 'unknown' || (state.status === 'submitting' && state.step === 'confirm');
    if (!open || !isAbout || state.reference !== open.order.reference) return;
    const { amountInCents, currency } = open.order;
    return { amountInCents, currency };
  }

  /**
   * Out of `unknown`, on the payer's word alone: sends the identical request again, or after a reload opens the form for
   * the same reference, which the service takes only once.
   */
  async resend(): Promise<void> {
    const { state, acceptance, listener } = this.#stage;
    if (state.status !== 'unknown') return;
    if (state.resendable) return this.#submission.resend();
    const missing = acceptance.merchant ? undefined : await this.#opening.fetchContracts();
    if (missing) listener.failed(missing);
    else this.#stage.apply({ type: 'reopened' });
  }

  /** The payer was told that a payment may have been made (`state.unconfirmed`), and wants to make another one. */
  waive(): void {
    const { state, configuration, ledger, listener } = this.#stage;
    if (state.status !== 'ready' || !state.unconfirmed) return;
    const { reference } = state.unconfirmed;
    ledger.waive(reference);
    this.#stage.apply({ type: 'waived' });
    if (configuration.orders?.kind === 'fixed' && configuration.orders.order.reference === reference)
      listener.renewalRequired(reference);
  }

  /** What is shown was found by where the page is (`state.guessed`), and the payer is buying something else. */
  buyElse(): void {
    const { state, ledger } = this.#stage;
    if (!('guessed' in state) || !state.guessed) return;
    ledger.waive(state.status === 'unknown' ? state.reference : state.transaction.reference);
    this.#letGo();
    ledger.beginAnew(true);
    this.#startOver(true);
  }

  /** After a payment that did not go through: another try, with a new order. After a half payment: the rest. */
  retry(): void {
    const { state, listener } = this.#stage;
    if (state.status !== 'settled') return;
    const { reference } = state.transaction;
    if (this.#hasOther(reference)) this.#renew();
    else if (this.#stage.apply({ type: 'renewal-asked' })) {
      void this.#awaitOrder();
      listener.renewalRequired(reference);
    }
  }

  /** Turns from a pending payment to another method. One that is completed all the same is shown at the next press. */
  setAside(): void {
    const { state, listener, acceptance, ledger } = this.#stage;
    if (!isPending(state)) return;
    const { reference } = state.transaction;
    if (!this.canRenew) return listener.renewalRequired(reference);
    ledger.observe(state.transaction, true);
    ledger.record({ type: 'aside', reference });
    this.#letGo();
    this.#stage.dismissedId = this.#stage.configuration.transactionId;
    this.#stage.apply({ type: 'set-aside' });
    if (!acceptance.merchant) this.#startOver(true);
  }

  /** The payer waits no longer for a wallet's permission (mode `source`): back to the form. Nothing was kept or charged. */
  giveUp(): void {
    this.#stage.permission?.abort();
  }

  /** Leaves for the bank now. */
  leave(): void {
    this.#pursuit.leave();
  }

  /**
   * Whether the payer has left the bank's challenge of the pending payment, which a reload leaves closed then.
   *
   * @param left what is to be kept of it from now on.
   */
  hasLeft(left?: boolean): boolean | undefined {
    const { state, ledger } = this.#stage;
    if (!isPending(state)) return;
    const { reference } = state.transaction;
    if (left !== undefined) ledger.record({ type: 'noted', reference, left });
    return ledger.attempt(reference)?.left;
  }

  /**
   * The one-time code that the pending payment asks for: the same entry for as long as it does; undefined while it asks for
   * none.
   *
   * @param Entry the class `CodeEntry`, given here so that whoever shows no codes need not load it.
   * @param changed told of each change of it.
   */
  codeEntry(Entry: typeof CodeEntry, changed: (state: CodeState) => void): CodeEntry | undefined {
    const { state, api, environment, listener, ledger } = this.#stage;
    if (state.status !== 'action' || state.action.kind !== 'otp') return;
    const asked = nextAction(state.transaction);
    if (asked?.kind !== 'otp') return;
    const { services } = asked;
    const { reference } = state.transaction;
    if (this.#code?.token !== services.token) {
      this.#code?.entry.end();
      const entry = new Entry({
        api,
        environment,
        services,
        sentAt: ledger.attempt(reference)?.codeSentAt,
        changed,
        sent: (codeSentAt) => ledger.record({ type: 'noted', reference, codeSentAt }),
        checked: () => this.#pursuit.hasten(),
        failed: (error) => listener.failed(error),
      });
      this.#code = { token: services.token, entry };
    }
    return this.#code.entry;
  }

  /**
   * Whether what is pending could be paid by another method: with an order that the page makes, or has for the same. A page
   * that gave the same order again has no other.
   */
  get canRenew(): boolean {
    const { state, configuration } = this.#stage;
    const { orders } = configuration;
    if (!isPending(state) || state.turnedFrom) return false;
    const { amount_in_cents: amountInCents, currency, reference } = state.transaction;
    if (orders?.kind === 'created') return true;
    return this.#hasOther(reference) && isSameAmount(orders?.order, { amountInCents, currency });
  }

  /** What a half payment has left, while the payer is paying it: the amount to show then. */
  get rest(): Rest | undefined {
    return published(this.#stage.rest);
  }

  /** Shows and follows an existing transaction. */
  resume(transactionId: string): void {
    // What the page shows after its backend has refused an order for it: the press has charged nothing.
    const wasPaid = this.state.status === 'ready' && this.state.error?.code === 'cart_paid';
    if (!this.#stage.apply({ type: 'reset' }) && this.state.status !== 'loading') return;
    this.#abandon();
    this.#stage.earlier = undefined;
    this.#stage.dismissedId = undefined;
    this.#stage.configuration = { ...this.#stage.configuration, transactionId };
    void this.#opening.begin({ wasPaid });
  }

  /** Back to the start. A payment that is being sent goes on; one that is pending is no longer followed. */
  reset(): void {
    if (this.state.status === 'submitting' && !isAwaiting(this.state)) return;
    this.#letGo();
    this.#submission.drop();
    this.#stage.dismissedId = this.#stage.configuration.transactionId;
    this.#stage.acceptance.withdraw();
    this.#stage.earlier = undefined;
    this.#stage.ledger.beginAnew();
    this.#startOver(true);
  }

  /** The page is shown again, perhaps from the back/forward cache: what is kept of its purchase may have moved on. */
  revisit(): void {
    // The page went to where the order was to come from, and the payer came back from there without one.
    this.#stage.apply({ type: 'renewal-left' });
    this.#pursuit.hasten();
    // The form is shown, and meanwhile its payment may have been begun elsewhere.
    if (this.state.status === 'ready') this.#lookAgain();
  }

  /**
   * Something was written down elsewhere. What another tab has paid of this purchase is shown, for the form would ask for
   * it.
   *
   * @param reference of the payment that another checkout of this page shows: this one shows it too.
   */
  heed(reference?: string): void {
    const { ledger, configuration } = this.#stage;
    if (this.state.status !== 'ready' || configuration.mode !== 'payment' || !configuration.orders) return;
    ledger.move(configuration);
    const { claim } = ledger;
    const isShownBeside = claim.is !== 'unpaid' && claim.attempt.order.reference === reference;
    if (claim.is === 'paid' || isShownBeside) this.#startOver();
    else if (!isSameAmount(ledger.owed, this.rest)) this.#stage.apply({ type: 'reminded' });
  }

  /** Whether it is still being found out if a payment is under way already: until then, nothing is missing. */
  get isLookingBack(): boolean {
    return this.state.status === 'loading' && this.#stage.isLookingUp;
  }

  /** Whether the page makes orders, or has one that was not sent yet. */
  #hasOther(reference: string): boolean {
    const { configuration, ledger } = this.#stage;
    const { orders } = configuration;
    if (orders?.kind !== 'fixed') return orders !== undefined;
    return orders.order.reference !== reference && !ledger.isUsed(orders.order.reference);
  }

  /** The page may sell something else by now, if it says so. An order for what was sold before is not used. */
  #move(): boolean {
    const { ledger, configuration, state } = this.#stage;
    const isOver =
      state.status === 'settled' && state.transaction.status === 'APPROVED' && !remainderOf(state.transaction);
    const hasMoved = ledger.move(configuration, isOver);
    if (hasMoved) this.#submission.drop();
    return hasMoved;
  }

  /** The page sells something else by now: what is kept of that is shown as at opening; a form that is to stay stays. */
  #lookAgain(): void {
    const { state, rest } = this;
    const { configuration, ledger, isLookingUp } = this.#stage;
    const { claim } = this.#opening;
    if (isAwaiting(state)) return this.#startOver();
    if (state.status === 'loading' && (isLookingUp || claim.is !== 'unpaid')) return void this.#opening.begin();
    if (state.status !== 'ready' || configuration.mode !== 'payment' || !configuration.orders) return;
    // The form for the rest of a half payment comes after its receipt; another one was opened again by the payer.
    const isTold = claim.is === 'half-paid' && claim.attempt.id === rest?.transactionId;
    const isReopened = claim.is !== 'unpaid' && claim.attempt.order.reference === this.#resolver.reopened;
    if (claim.is !== 'unpaid' && !isTold && !isReopened) this.#startOver();
    else if (!isSameAmount(ledger.owed, rest)) this.#stage.apply({ type: 'reminded' });
  }

  /** The payment is left alone: nothing brings it back by itself. */
  #abandon(): void {
    this.#pursuit.abandon();
    this.#resolver.stop();
  }

  /** The payer turns from the payment. */
  #letGo(): void {
    const { state } = this;
    this.#abandon();
    this.#stage.lock.release();
    if (isPending(state)) this.#stage.forgetReturn(state.transaction.id);
  }

  /** What the page is for is known now: what was found without knowing it may be something else. */
  #takeUp(): void {
    if (this.#opening.isMistaken && this.state.status !== 'submitting') {
      this.#pursuit.abandon();
      this.#stage.apply({ type: 'reset' });
    }
    if (this.state.status === 'loading') void this.#opening.begin();
  }

  /** A page that gives no new order leaves the payer the ways on that there were, and a word about why. */
  async #awaitOrder(): Promise<void> {
    const { state, environment, listener, connection } = this.#stage;
    if (!connection) return;
    await waitOut(environment, renewalMs, connection.signal);
    if (connection.signal.aborted || state !== this.#stage.state) return;
    const error = new CheckoutError('order_unavailable', 'No listener of pay-renewal-required gave the next order.');
    this.#stage.apply({ type: 'renewal-left', error });
    listener.failed(error);
  }

  #renew(): void {
    this.#stage.dismissedId = this.#stage.configuration.transactionId;
    if (this.#stage.acceptance.merchant) this.#stage.apply({ type: 'renewed' });
    else this.#startOver(true);
  }

  /** @param isFresh leaves earlier payments alone and fetches the contracts anew. */
  #startOver(isFresh = false): void {
    this.#resolver.stop();
    this.#stage.apply({ type: 'reset' });
    void this.#opening.begin({ isFresh });
  }
}
