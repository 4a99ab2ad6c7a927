import { CheckoutError } from '../domain/checkout-error.ts';
import type { AcceptanceDocument, AcceptanceField, Merchant } from '../domain/merchant.ts';
import type { CodeEntry, CodeState } from './code-entry.ts';
import { isSameAmount } from '../domain/money.ts';
import type { Rest } from '../domain/order.ts';
import { remainderOf } from '../domain/transaction.ts';
import type { Attempt, CheckoutConfiguration } from './configuration.ts';
import { hasPurpose, Opening } from './opening.ts';
import { Journal } from './journal.ts';
import { LatePayment } from './late-payment.ts';
import type { Payment } from './payment.ts';
import { Stage, type CheckoutParts } from './stage.ts';
import { isPending, type CheckoutState } from './state.ts';

/**
 * One checkout without a face: contracts, consent, order, details, creation, and the way to a final status.
 * `connect` and `disconnect` follow the element that shows it. A creation on its way is never cut off by that: nobody
 * could say afterwards whether it happened.
 */
export class Checkout {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #late: LatePayment;
  readonly #opening: Opening;

  /** @param whole what a payment needs, where it is there from the start; else it is fetched when it is needed. */
  constructor(parts: CheckoutParts, whole?: typeof Payment) {
    const stage = (this.#stage = new Stage(parts));
    const journal = (this.#journal = new Journal(stage));
    this.#late = new LatePayment({ stage, journal, restart: () => void this.#opening.begin(), whole });
    this.#opening = new Opening(stage, journal, this.#late);
  }

  /** Nothing until a payment is begun, or found: what it would have to stop or forget is not there. */
  get #payment(): Payment | undefined {
    return this.#late.loaded;
  }

  get state(): CheckoutState {
    return this.#stage.state;
  }

  /** The merchant's record, once the contracts are there. */
  get merchant(): Merchant | undefined {
    return this.#stage.acceptance.merchant;
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
    this.#payment?.goOn();
    const { state } = this;
    if (state.status === 'loading') void this.#opening.begin();
    else if (state.status === 'submitting' && state.elsewhere) void this.#payment?.recovery.awaitOther();
    else if (state.status === 'unknown') void this.#payment?.inquiry.watch();
    else this.#payment?.pursuit.goOn();
  }

  disconnect(): void {
    this.#opening.stop();
    this.#stage.connection?.abort();
    this.#stage.connection = undefined;
    this.#payment?.pause();
    if (this.state.status !== 'submitting') this.#payment?.submission.releaseLock();
  }

  /** New words from the page: an order that has come, another amount, another customer. */
  configure(configuration: CheckoutConfiguration): void {
    const before = this.#stage.configuration;
    this.#stage.configuration = configuration;
    const { amount, orders, transactionId } = configuration;
    if (!isSameAmount(amount, before.amount)) {
      this.#payment?.desk.drop();
      this.#stage.rest = undefined;
      this.#stage.apply({ type: 'amount-given' });
    }
    if (transactionId && transactionId !== before.transactionId) return this.resume(transactionId);
    const { state } = this;
    const isNewOrder =
      orders &&
      state.status === 'settled' &&
      (orders.kind === 'created' || orders.order.reference !== state.transaction.reference);
    if (isNewOrder && state.awaitsOrder) this.#renew();
    else if (!hasPurpose(before) && hasPurpose(configuration)) this.#takeUp();
  }

  /**
   * The payer presses pay. Whether anything is submitted is decided here, at once, before anything is awaited.
   * Settles when the submission has become a transaction, an unknown outcome or a refusal; see `state`. Never rejects.
   */
  async submit(attempt: Attempt): Promise<void> {
    const { acceptance, configuration, listener } = this.#stage;
    const { orders } = configuration;
    const reference = orders?.kind === 'fixed' ? orders.order.reference : undefined;
    if (!this.#stage.apply({ type: 'submitted', reference })) return;
    if (!acceptance.isComplete)
      return this.#stage.refuse(new CheckoutError('consent_required', 'The payer has not accepted both contracts.'));
    if (!listener.submitting(attempt.method, reference)) return void this.#stage.apply({ type: 'refused' });
    try {
      const { submission } = await this.#late.load();
      await submission.run(attempt, configuration);
    } catch (thrown) {
      this.#stage.refuse(thrown); // nothing was sent: what sends could not be had
    }
  }

  /** Fetches what a payment needs, ahead of it: worth a request once somebody uses the page. Never rejects. */
  async fetchAhead(): Promise<void> {
    await this.#late.load().catch(() => undefined); // asked again when it is needed
  }

  /**
   * Out of `unknown`, on the payer's word alone: sends the identical request again, or after a reload opens the form for
   * the same reference, which the service takes only once.
   */
  async resend(): Promise<void> {
    const { state } = this;
    const inquiry = this.#payment?.inquiry;
    if (state.status !== 'unknown' || !inquiry) return;
    if (state.resendable) return inquiry.resend();
    const missing = this.merchant ? undefined : await this.#opening.fetchContracts();
    if (missing) this.#stage.listener.failed(missing);
    else inquiry.reopen();
  }

  /** Looks now at what is pending or unknown, or tries again to load what failed. */
  checkAgain(): void {
    const { state } = this;
    if (state.status === 'unknown') void this.#payment?.inquiry.again();
    else if (state.status === 'loading' || (state.status === 'failed' && state.error.retryable)) this.#startOver();
    else this.#payment?.pursuit.hasten();
  }

  /** What a half payment has left, while the payer is paying it: the amount to show then. */
  get rest(): Rest | undefined {
    return this.#stage.rest;
  }

  /** After a payment that did not go through: another try, with a new order. After a half payment: the rest. */
  retry(): void {
    const { state } = this;
    if (state.status !== 'settled') return;
    const { orders } = this.#stage.configuration;
    if (orders?.kind === 'created') {
      const { id: transactionId, payment_method_type: method } = state.transaction;
      const rest = remainderOf(state.transaction);
      if (rest) this.#stage.rest = { ...rest, transactionId, method };
      this.#renew();
    } else if (orders && orders.order.reference !== state.transaction.reference) this.#renew();
    else if (this.#stage.apply({ type: 'renewal-asked' }))
      this.#stage.listener.renewalRequired(state.transaction.reference);
  }

  /** Turns from a pending payment to another method. One that is completed all the same is shown at the next press. */
  setAside(): void {
    const { state } = this;
    if (!isPending(state)) return;
    const { reference, id } = state.transaction;
    if (this.#stage.configuration.orders?.kind !== 'created') return this.#stage.listener.renewalRequired(reference);
    this.#letGo();
    this.#stage.aside.set(id, this.#journal.lockName());
    this.#stage.apply({ type: 'set-aside' });
    if (!this.merchant) this.#startOver(true);
  }

  /** The payer waits no longer for a wallet's permission (mode `source`): back to the form. Nothing was kept or charged. */
  giveUp(): void {
    this.#stage.permission?.abort();
  }

  /** Leaves for the bank now. */
  leave(): void {
    this.#payment?.pursuit.leave();
  }

  /**
   * Whether the payer has left the bank's challenge of the pending payment, which a reload leaves closed then.
   *
   * @param left what is to be kept of it from now on.
   */
  hasLeft(left?: boolean): boolean | undefined {
    const { state } = this;
    if (!isPending(state)) return;
    const { reference } = state.transaction;
    if (left !== undefined) this.#journal.update(reference, { left });
    return this.#journal.read(reference)?.left;
  }

  /**
   * The one-time code that the pending payment asks for; undefined while it asks for none.
   *
   * @param Entry the class `CodeEntry`, given here so that whoever shows no codes need not load it.
   * @param changed told of each change of it.
   */
  codeEntry(Entry: typeof CodeEntry, changed: (state: CodeState) => void): CodeEntry | undefined {
    return this.#payment?.codeEntry(Entry, changed);
  }

  /** Shows and follows an existing transaction. */
  resume(transactionId: string): void {
    if (!this.#stage.apply({ type: 'reset' }) && this.state.status !== 'loading') return;
    this.#payment?.forget();
    this.#stage.aside.clear();
    this.#stage.dismissedId = undefined;
    this.#stage.configuration = { ...this.#stage.configuration, transactionId };
    void this.#opening.begin();
  }

  /** Back to the start. A payment that is being sent goes on; one that is pending is no longer followed. */
  reset(): void {
    if (this.state.status === 'submitting') return;
    this.#letGo();
    this.#stage.acceptance.withdraw();
    this.#payment?.desk.drop();
    this.#stage.rest = undefined;
    this.#stage.aside.clear();
    this.#journal.catchUp();
    this.#startOver(true);
  }

  /** The page is shown again, perhaps from the back/forward cache: what the journal knows may have moved on. */
  revisit(): void {
    // The page went to where the order was to come from, and the payer came back from there without one.
    this.#stage.apply({ type: 'renewal-left' });
    if (this.state.status !== 'ready' || this.#stage.configuration.mode !== 'payment')
      return this.#payment?.pursuit.hasten();
    // The form is shown, and meanwhile its payment may have been begun elsewhere.
    const entry = this.#journal.underWay();
    if (entry && !this.#payment?.desk.mayReuse(entry.reference)) this.#startOver();
  }

  /** Another tab has written something down: what it has paid by now is shown, for the form would ask for it again. */
  heed(): void {
    const isForm = this.state.status === 'ready' && this.#stage.configuration.mode === 'payment';
    if (isForm && this.#journal.underWay()?.status === 'approved') this.#startOver();
  }

  /** The id of the payment that is unknown, where the service has given one: it exists, and is not sent again. */
  get openId(): string | undefined {
    return this.#payment?.inquiry.openId;
  }

  /** Whether it is still being found out if a payment is under way already: until then, nothing is missing. */
  get isLookingBack(): boolean {
    const { state } = this;
    // Also where what looks for it could not be had: it is fetched again.
    const isOpen = state.status === 'loading' || (state.status === 'failed' && state.error.code === 'part_unavailable');
    return isOpen && this.#stage.isLookingUp;
  }

  /** What the page is for is known now: what was found without knowing it may be something else. */
  #takeUp(): void {
    const payment = this.#payment;
    if (payment?.recovery.isMistaken && this.state.status !== 'submitting') {
      payment.pursuit.forget();
      this.#stage.apply({ type: 'reset' });
    }
    if (this.state.status === 'loading') void this.#opening.begin();
  }

  #letGo(): void {
    const { state } = this;
    this.#payment?.forget();
    this.#payment?.submission.releaseLock();
    this.#stage.dismissedId = this.#stage.configuration.transactionId;
    if (!isPending(state)) return;
    this.#journal.close(state.transaction.reference);
    this.#stage.forgetReturn(state.transaction.id);
  }

  #renew(): void {
    this.#stage.dismissedId = this.#stage.configuration.transactionId;
    if (this.merchant) this.#stage.apply({ type: 'renewed' });
    else this.#startOver(true);
  }

  /** @param isFresh leaves earlier payments alone and fetches the contracts anew. */
  #startOver(isFresh = false): void {
    this.#stage.apply({ type: 'reset' });
    void this.#opening.begin(isFresh);
  }
}
