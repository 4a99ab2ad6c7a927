import { CheckoutError } from '../domain/checkout-error.ts';
import { isSameAmount } from '../domain/money.ts';
import { remainderOf } from '../domain/transaction.ts';
import type { CodeEntry, CodeState } from './code-entry.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import { Inquiry } from './inquiry.ts';
import type { Journal } from './journal.ts';
import { lookUpFor } from './look-up.ts';
import { OrderDesk } from './order-desk.ts';
import { Pursuit } from './pursuit.ts';
import { Recovery } from './recovery.ts';
import type { Stage } from './stage.ts';
import { isPending } from './state.ts';
import { waitOut } from './stopwatch.ts';
import { Submission } from './submission.ts';

/** How long the payer waits for a new order before other ways on are offered again, in ms. */
const renewalMs = 15_000;

/** Whether the page makes orders, or has one that is not this one. */
const hasOther = (orders: CheckoutConfiguration['orders'], reference: string): boolean =>
  orders !== undefined && (orders.kind === 'created' || orders.order.reference !== reference);

/** What looks for what is to be shown. */
export interface Start {
  /** @param isFresh leaves earlier payments alone and fetches the contracts anew. */
  begin(isFresh?: boolean): Promise<void>;
  /** @returns why it failed. */
  fetchContracts(): Promise<CheckoutError | undefined>;
}

/** What the payer can do about a payment, and what finds, sends and follows one. */
export class Payment {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #start: () => Start;
  #code: { token: string; entry: CodeEntry } | undefined;
  readonly desk: OrderDesk;
  readonly pursuit: Pursuit;
  readonly inquiry: Inquiry;
  readonly recovery: Recovery;
  readonly submission: Submission;

  constructor(stage: Stage, journal: Journal, start: () => Start) {
    this.#stage = stage;
    this.#journal = journal;
    this.#start = start;
    const restart = (): void => void start().begin();
    const desk = (this.desk = new OrderDesk(stage, journal));
    const pursuit = (this.pursuit = new Pursuit(stage, journal));
    const lookUp = lookUpFor(stage, journal, pursuit);
    const inquiry = (this.inquiry = new Inquiry({ stage, journal, pursuit, lookUp, desk }));
    const recovery = (this.recovery = new Recovery({ stage, journal, lookUp, inquiry, restart }));
    const submission = (this.submission = new Submission({ stage, journal, desk, pursuit, inquiry, recovery }));
    pursuit.onFollowed = (reference) => desk.used(reference);
    pursuit.onSettled = () => submission.releaseLock();
  }

  /**
   * The one-time code that the payment asks for: the same entry for as long as it does.
   *
   * @param Entry what makes one.
   * @param changed told of each change of the entry that is made here for the first time.
   */
  codeEntry(Entry: typeof CodeEntry, changed: (state: CodeState) => void): CodeEntry | undefined {
    const { state, api, environment, listener } = this.#stage;
    if (state.status !== 'action' || state.action.kind !== 'otp') return;
    const { services } = state.action;
    const { reference } = state.transaction;
    if (this.#code?.token !== services.token) {
      this.#code?.entry.end();
      const entry = new Entry({
        api,
        environment,
        services,
        sentAt: this.#journal.read(reference)?.codeSentAt,
        changed,
        sent: (codeSentAt) => this.#journal.update(reference, { codeSentAt }),
        checked: () => this.pursuit.hasten(),
        failed: (error) => listener.failed(error),
      });
      this.#code = { token: services.token, entry };
    }
    return this.#code.entry;
  }

  /** Looks now at what is pending or unknown. */
  checkAgain(): void {
    if (this.#stage.state.status === 'unknown') void this.inquiry.again();
    else this.pursuit.hasten();
  }

  /**
   * Out of `unknown`, on the payer's word alone: sends the identical request again, or after a reload opens the form for
   * the same reference, which the service takes only once.
   */
  async resend(): Promise<void> {
    const { state, acceptance, listener } = this.#stage;
    if (state.status !== 'unknown') return;
    if (state.resendable) return this.inquiry.resend();
    const missing = acceptance.merchant ? undefined : await this.#start().fetchContracts();
    if (missing) listener.failed(missing);
    else this.inquiry.reopen();
  }

  /** After a payment that did not go through: another try, with a new order. After a half payment: the rest. */
  retry(): void {
    const { state, configuration, listener } = this.#stage;
    if (state.status !== 'settled') return;
    const { orders } = configuration;
    const { id: transactionId, payment_method_type: method, reference } = state.transaction;
    const rest = remainderOf(state.transaction);
    if (rest) this.#stage.rest = { ...rest, transactionId, method };
    if (hasOther(orders, reference)) this.#renew();
    else if (this.#stage.apply({ type: 'renewal-asked' })) {
      void this.#awaitOrder();
      listener.renewalRequired(reference);
    }
  }

  /** The page may have given the new order that another try waits for, or has waited for. @returns whether it has. */
  takeOrder(): boolean {
    const { state, configuration } = this.#stage;
    const isTaken =
      this.wantsOrder && 'transaction' in state && hasOther(configuration.orders, state.transaction.reference);
    if (isTaken) this.#renew();
    return isTaken;
  }

  /** Whether another try waits for the page's order, or has waited in vain. */
  get wantsOrder(): boolean {
    const { state } = this.#stage;
    return state.status === 'settled' && (state.awaitsOrder ?? state.error) !== undefined;
  }

  /** Whether what is pending could be paid by another method: with an order that the page makes, or has for the same. */
  get canRenew(): boolean {
    const { state, configuration } = this.#stage;
    const { orders } = configuration;
    if (!isPending(state)) return false;
    const { amount_in_cents: amountInCents, currency, reference } = state.transaction;
    if (orders?.kind === 'created') return true;
    return hasOther(orders, reference) && isSameAmount(orders?.order, { amountInCents, currency });
  }

  /** Turns from a pending payment to another method. One that is completed all the same is shown at the next press. */
  setAside(): void {
    const { state, listener, acceptance } = this.#stage;
    if (!isPending(state)) return;
    const { transaction } = state;
    if (!this.canRenew) return listener.renewalRequired(transaction.reference);
    this.#journal.turnFrom(transaction);
    this.#replace();
    this.letGo();
    this.#stage.apply({ type: 'set-aside' });
    if (!acceptance.merchant) this.#startAnew();
  }

  /** The payer waits no longer for a wallet's permission (mode `source`): back to the form. Nothing was kept or charged. */
  giveUp(): void {
    this.#stage.permission?.abort();
  }

  /**
   * Whether the payer has left the bank's challenge of the pending payment, which a reload leaves closed then.
   *
   * @param left what is to be kept of it from now on.
   */
  hasLeft(left?: boolean): boolean | undefined {
    const { state } = this.#stage;
    if (!isPending(state)) return;
    const { reference } = state.transaction;
    if (left !== undefined) this.#journal.update(reference, { left });
    return this.#journal.read(reference)?.left;
  }

  /** The payment is left alone: nothing brings it back by itself. */
  abandon(): void {
    this.pursuit.abandon();
    this.inquiry.stop();
  }

  /** The payer turns from the payment, and from what is kept of it. */
  letGo(): void {
    const { state } = this.#stage;
    this.abandon();
    this.submission.releaseLock();
    if (!isPending(state)) return;
    this.#journal.close(state.transaction.reference);
    this.#stage.forgetReturn(state.transaction.id);
  }

  /** Lets go of a payment that was found before the page said what it sells, and that is not of it. */
  dropMistake(): void {
    if (!this.recovery.isMistaken || this.#stage.state.status === 'submitting') return;
    this.pursuit.abandon();
    this.#stage.rest = undefined;
    this.#stage.apply({ type: 'reset' });
  }

  /** Whoever shows the payment is gone: what only waits is let go. */
  pause(): void {
    this.#code?.entry.pause();
    if (this.#stage.state.status !== 'submitting') this.submission.releaseLock();
  }

  /** The payment is shown again. */
  goOn(): void {
    this.#code?.entry.goOn();
    const { state } = this.#stage;
    if (state.status === 'submitting' && state.elsewhere) void this.recovery.awaitOther();
    else if (state.status === 'unknown') void this.inquiry.watch();
    else if (state.status === 'settled' && state.awaitsOrder) void this.#awaitOrder();
    else this.pursuit.goOn();
  }

  /** A page that gives no new order leaves the payer the ways on that there were, and a word about why. */
  async #awaitOrder(): Promise<void> {
    const { state, environment, listener, connection } = this.#stage;
    if (!connection) return;
    await waitOut(environment, renewalMs, connection.signal);
    if (connection.signal.aborted || state !== this.#stage.state) return;
    const error = new CheckoutError('order_unavailable', 'No listener of pay-renewal-required gave an order.');
    this.#stage.apply({ type: 'renewal-left', error });
    listener.failed(error);
  }

  #renew(): void {
    this.#replace();
    if (this.#stage.acceptance.merchant) this.#stage.apply({ type: 'renewed' });
    else this.#startAnew();
  }

  /** What is sent next takes the place of what is shown; of a rest's payment too, whatever the page says of its amount. */
  #replace(): void {
    const { state, configuration } = this.#stage;
    if ('transaction' in state) {
      const { reference } = state.transaction;
      const entry = this.#journal.entryOf(reference);
      this.#stage.retried = { reference, purchase: entry?.purchase ?? reference };
      this.#stage.rest ??= entry?.rest;
    }
    this.#stage.dismissedId = configuration.transactionId;
  }

  /** Leaves earlier payments alone. */
  #startAnew(): void {
    this.#stage.apply({ type: 'reset' });
    void this.#start().begin(true);
  }
}
