import { CheckoutError } from '../domain/checkout-error.ts';
import type { AcceptanceDocument, AcceptanceField, Merchant } from '../domain/merchant.ts';
import { isSameAmount } from '../domain/money.ts';
import type { Rest } from '../domain/order.ts';
import type { CodeEntry, CodeState } from './code-entry.ts';
import type { Attempt, CheckoutConfiguration } from './configuration.ts';
import { hasPurpose, Opening } from './opening.ts';
import { Journal } from './journal.ts';
import { Payment } from './payment.ts';
import { Stage, type CheckoutParts } from './stage.ts';
import type { CheckoutState } from './state.ts';

/**
 * One checkout without a face: contracts, consent, order, details, creation, and the way to a final status.
 * `connect` and `disconnect` follow the element that shows it. A creation on its way is never cut off by that: nobody
 * could say afterwards whether it happened.
 */
export class Checkout {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #opening: Opening;
  /** What can be done about a payment. */
  readonly payment: Payment;
  /** The transaction that the page has named, as `resume` does not. */
  #named: string | undefined;

  constructor(parts: CheckoutParts) {
    const stage = (this.#stage = new Stage(parts));
    this.#named = parts.configuration.transactionId;
    const journal = (this.#journal = new Journal(stage));
    stage.configuration = journal.withLatestOrder(parts.configuration);
    journal.begin();
    this.payment = new Payment(stage, journal, () => this.#opening);
    this.#opening = new Opening(stage, journal, this.payment);
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
    if (this.state.status === 'loading') void this.#opening.begin();
    this.payment.goOn();
  }

  disconnect(): void {
    this.#opening.stop();
    this.#stage.connection?.abort();
    this.#stage.connection = undefined;
    this.payment.pause();
  }

  /** New words from the page: an order that has come, another amount, another customer. */
  configure(given: CheckoutConfiguration): void {
    const configuration = this.#journal.withLatestOrder(given);
    const { configuration: before, askedId } = this.#stage;
    const { amount, scope, transactionId } = configuration;
    const { state } = this;
    const named = this.#named;
    this.#named = transactionId;
    // Whichever was resumed stays, until the page names another one.
    const isSame = transactionId === named;
    this.#stage.configuration = isSame ? { ...configuration, transactionId: before.transactionId } : configuration;
    if (scope !== before.scope) this.payment.desk.drop();
    if (!isSameAmount(amount, before.amount)) {
      this.payment.desk.drop();
      // One that comes late is not another one, nor is what a half payment has left; one that comes with an order for that
      // and is not that much is refused with it.
      if (before.amount && !isSameAmount(amount, this.#stage.rest) && !this.payment.wantsOrder)
        this.#stage.rest = undefined;
      this.#stage.apply({ type: 'amount-given' });
    }
    // A page may well name the one that it was told of, and that is shown.
    const shownId = 'transaction' in state ? state.transaction.id : askedId;
    if (transactionId && !isSame && transactionId !== shownId) return this.resume(transactionId);
    if (!isSame && this.state.status === 'failed') {
      // What could not be shown is no longer asked for, nor sought.
      this.#stage.isLookingUp = false;
      return this.#startOver();
    }
    if (this.payment.takeOrder()) return;
    if (!hasPurpose(before) && hasPurpose(configuration)) this.#takeUp();
  }

  /**
   * The payer presses pay. Whether anything is submitted is decided here, at once, before anything is awaited.
   * Settles when the submission has become a transaction, an unknown outcome or a refusal; see `state`. Never rejects.
   */
  async submit(attempt: Attempt): Promise<void> {
    const { acceptance, configuration: given, listener } = this.#stage;
    const configuration = this.payment.desk.bind(given);
    const { orders } = configuration;
    const reference = orders?.kind === 'fixed' ? orders.order.reference : undefined;
    if (!this.#stage.apply({ type: 'submitted', reference })) return;
    if (!acceptance.isComplete)
      return this.#stage.refuse(new CheckoutError('consent_required', 'Both contracts have to be accepted.'));
    if (!listener.submitting(attempt.method, reference)) return void this.#stage.apply({ type: 'refused' });
    await this.payment.submission.run(attempt, configuration);
  }

  /** Looks now at what is pending or unknown, or tries again to load what failed. */
  checkAgain(): void {
    const { state } = this;
    if (state.status === 'loading' || (state.status === 'failed' && state.error.retryable)) this.#startOver();
    else this.payment.checkAgain();
  }

  /** The id of the payment that is unknown, where the service has given one: it exists, and is not sent again. */
  get openId(): string | undefined {
    return this.payment.inquiry.openId;
  }

  /**
   * Out of `unknown`, on the payer's word alone: sends the identical request again, or after a reload opens the form for
   * the same reference, which the service takes only once.
   */
  async resend(): Promise<void> {
    await this.payment.resend();
  }

  /** After a payment that did not go through: another try, with a new order. After a half payment: the rest. */
  retry(): void {
    this.payment.retry();
  }

  /** Turns from a pending payment to another method. One that is completed all the same is shown at the next press. */
  setAside(): void {
    this.payment.setAside();
  }

  /** The payer waits no longer for a wallet's permission (mode `source`): back to the form. Nothing was kept or charged. */
  giveUp(): void {
    this.payment.giveUp();
  }

  /** Leaves for the bank now. */
  leave(): void {
    this.payment.pursuit.leave();
  }

  /**
   * Whether the payer has left the bank's challenge of the pending payment, which a reload leaves closed then.
   *
   * @param left what is to be kept of it from now on.
   */
  hasLeft(left?: boolean): boolean | undefined {
    return this.payment.hasLeft(left);
  }

  /**
   * The one-time code that the pending payment asks for; undefined while it asks for none.
   *
   * @param Entry the class `CodeEntry`, given here so that whoever shows no codes need not load it.
   * @param changed told of each change of it.
   */
  codeEntry(Entry: typeof CodeEntry, changed: (state: CodeState) => void): CodeEntry | undefined {
    return this.payment.codeEntry(Entry, changed);
  }

  /** Whether what is pending could be paid by another method: with an order that the page makes, or has for the same. */
  get canRenew(): boolean {
    return this.payment.canRenew;
  }

  /** What a half payment has left, while the payer is paying it: the amount to show then. */
  get rest(): Rest | undefined {
    return this.#stage.rest;
  }

  /** Shows and follows an existing transaction. */
  resume(transactionId: string): void {
    if (!this.#stage.apply({ type: 'reset' }) && this.state.status !== 'loading') return;
    this.payment.abandon();
    this.#stage.rest = this.#stage.earlier = this.#stage.retried = undefined;
    this.#stage.dismissedId = undefined;
    this.#stage.configuration = { ...this.#stage.configuration, transactionId };
    void this.#opening.begin();
  }

  /** Back to the start. A payment that is being sent goes on; one that is pending is no longer followed. */
  reset(): void {
    if (this.state.status === 'submitting') return;
    this.payment.letGo();
    this.payment.desk.drop();
    this.#stage.dismissedId = this.#stage.configuration.transactionId;
    this.#stage.acceptance.withdraw();
    this.#stage.rest = this.#stage.earlier = this.#stage.retried = undefined;
    this.#journal.catchUp();
    this.#startOver(true);
  }

  /** The page is shown again, perhaps from the back/forward cache: what the journal knows may have moved on. */
  revisit(): void {
    // The page went to where the order was to come from, and the payer came back from there without one.
    this.#stage.apply({ type: 'renewal-left' });
    if (this.state.status !== 'ready' || this.#stage.configuration.mode !== 'payment')
      return this.payment.pursuit.hasten();
    // The form is shown, and meanwhile its payment may have been begun elsewhere.
    const entry = this.#journal.ofPage();
    if (entry && !this.payment.desk.mayReuse(entry.reference)) this.#startOver();
  }

  /**
   * Another tab has written something down: its order for the same purchase is this one's, and what it has paid by now is
   * shown, for the form would ask for it again.
   */
  heed(): void {
    this.#stage.configuration = this.#journal.withLatestOrder(this.#stage.configuration);
    const isForm = this.state.status === 'ready' && this.#stage.configuration.mode === 'payment';
    if (isForm && this.#journal.ofPage()?.status === 'approved') this.#startOver();
  }

  /** Whether it is still being found out if a payment is under way already: until then, nothing is missing. */
  get isLookingBack(): boolean {
    return this.state.status === 'loading' && this.#stage.isLookingUp;
  }

  /** What the page is for is known now: what was found without knowing it may be something else. */
  #takeUp(): void {
    this.payment.dropMistake();
    if (this.state.status === 'loading') void this.#opening.begin();
  }

  /** @param isFresh leaves earlier payments alone and fetches the contracts anew. */
  #startOver(isFresh = false): void {
    this.#stage.apply({ type: 'reset' });
    void this.#opening.begin(isFresh);
  }
}
