import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { AcceptanceDocument, AcceptanceField, Merchant } from '../domain/merchant.ts';
import type { Attempt, CheckoutConfiguration } from './configuration.ts';
import { Pursuit } from './pursuit.ts';
import { Recovery } from './recovery.ts';
import { Stage, type CheckoutParts } from './stage.ts';
import type { CheckoutState } from './state.ts';
import { Submission } from './submission.ts';

/**
 * One checkout without a face: contracts, consent, order, details, creation, and the way to a final status.
 * `connect` and `disconnect` follow the element that shows it. A creation on its way is never cut off by that: nobody
 * could say afterwards whether it happened.
 */
export class Checkout {
  readonly #stage: Stage;
  readonly #pursuit: Pursuit;
  readonly #submission: Submission;
  readonly #recovery: Recovery;

  constructor(parts: CheckoutParts) {
    this.#stage = new Stage(parts);
    this.#pursuit = new Pursuit(this.#stage);
    this.#submission = new Submission(this.#stage, this.#pursuit, (entry) => this.#recovery.join(entry));
    this.#recovery = new Recovery(this.#stage, this.#pursuit, this.#submission);
    this.#pursuit.onSettled = () => this.#submission.releaseLock();
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
    if (this.state.status === 'loading') void this.#begin();
    else this.#pursuit.goOn();
  }

  disconnect(): void {
    this.#stage.connection?.abort();
    this.#stage.connection = undefined;
  }

  /** New words from the page: an order that has come, another amount, another customer. */
  configure(configuration: CheckoutConfiguration): void {
    const before = this.#stage.configuration;
    this.#stage.configuration = configuration;
    const { amount, orders } = configuration;
    if (amount?.amountInCents !== before.amount?.amountInCents || amount?.currency !== before.amount?.currency)
      this.#submission.dropOrder();
    if (configuration.transactionId && configuration.transactionId !== before.transactionId)
      return this.resume(configuration.transactionId);
    if (!orders) return;
    const { state } = this;
    const isRenewed =
      state.status === 'settled' &&
      (orders.kind === 'created' || orders.order.reference !== state.transaction.reference) &&
      state.awaitsOrder;
    if (isRenewed) this.#renew();
    else if (!before.orders && state.status === 'loading' && this.merchant) void this.#begin();
  }

  /** Settles when the submission has become a transaction, an unknown outcome or a refusal; see `state`. Never rejects. */
  submit(attempt: Attempt): Promise<void> {
    return this.#submission.submit(attempt);
  }

  /**
   * Out of `unknown`, on the payer's word alone: sends the identical request again, or after a reload opens the form for
   * the same reference, which the service takes only once.
   */
  async resend(): Promise<void> {
    const { state } = this;
    if (state.status !== 'unknown') return;
    const entry = this.#stage.journal.read(state.reference);
    if (state.resendable) return this.#submission.resend();
    if (!entry) return;
    this.#submission.reopen(entry);
    if (!this.merchant && this.#stage.apply({ type: 'reset' })) await this.#begin({ isFresh: true });
  }

  /** Looks now at what is pending or unknown. */
  checkAgain(): void {
    const { state } = this;
    if (state.status === 'unknown') {
      void this.#submission.resolveAgain();
    } else if (state.status === 'failed' && state.error.retryable) {
      this.#stage.apply({ type: 'reset' });
      void this.#begin();
    } else this.#pursuit.hasten();
  }

  /** After a payment that did not go through: another try, with a new order. */
  retry(): void {
    const { state, configuration } = { state: this.state, configuration: this.#stage.configuration };
    if (state.status !== 'settled') return;
    if (configuration.orders?.kind === 'created') this.#renew();
    else if (this.#stage.apply({ type: 'renewal-asked' }))
      this.#stage.listener.renewalRequired(state.transaction.reference);
  }

  /** Turns from a pending payment to another method; the earlier one may still be completed by the payer. */
  setAside(): void {
    const { state } = this;
    if (state.status !== 'action' && state.status !== 'processing') return;
    const { reference } = state.transaction;
    if (this.#stage.configuration.orders?.kind !== 'created') return this.#stage.listener.renewalRequired(reference);
    this.#pursuit.stop();
    this.#submission.releaseLock();
    this.#stage.journal.close(reference);
    this.#stage.apply({ type: 'set-aside' });
    if (!this.merchant) this.reset();
  }

  /** Leaves for the bank now. */
  leave(): void {
    this.#pursuit.leave();
  }

  /** Shows and follows an existing transaction. */
  resume(transactionId: string): void {
    this.#pursuit.stop();
    if (this.#stage.apply({ type: 'reset' }) || this.state.status === 'loading')
      void this.#recovery.follow(transactionId, { isAsked: true, hasReturned: true });
  }

  /** Back to the start. A payment that is being sent goes on; one that is pending is no longer followed. */
  reset(): void {
    if (this.state.status === 'submitting') return;
    if (this.state.status === 'action' || this.state.status === 'processing')
      this.#stage.journal.close(this.state.transaction.reference);
    this.#pursuit.stop();
    this.#submission.releaseLock();
    this.#stage.apply({ type: 'reset' });
    void this.#begin({ isFresh: true });
  }

  /** The page is shown again, perhaps from the back/forward cache: what the journal knows may have moved on. */
  revisit(): void {
    const entry = this.state.status === 'ready' ? this.#stage.entryUnderWay() : undefined;
    if (entry?.id) void this.#recovery.follow(entry.id, { entry });
    else this.#pursuit.hasten();
  }

  /** @param isFresh leaves earlier payments alone and fetches the contracts anew. */
  async #begin({ isFresh = false } = {}): Promise<void> {
    const { acceptance, connection } = this.#stage;
    if (!connection) return;
    const { signal } = connection;
    void this.#stage.identify();
    const contracts = this.merchant && !isFresh ? undefined : acceptance.load(signal);
    const [failure] = await Promise.all([
      contracts?.then(
        () => undefined,
        (thrown: unknown) => asCheckoutError(thrown, 'network', 'The contracts could not be fetched.'),
      ),
      isFresh ? undefined : this.#recovery.find(),
    ]);
    if (signal.aborted || this.state.status !== 'loading') return;
    if (failure) this.#break(failure);
    else if (this.#stage.configuration.orders || this.#stage.configuration.mode === 'source')
      this.#stage.apply({ type: 'loaded' });
  }

  #break(failure: CheckoutError): void {
    const code = failure.retryable ? 'contracts_unreachable' : failure.code;
    const error = new CheckoutError(
      code,
      `The contracts could not be fetched, and without them nobody can pay. ${failure.message}`,
      {
        cause: failure,
      },
    );
    if (this.#stage.apply({ type: 'broken', error })) this.#stage.listener.failed(error);
  }

  #renew(): void {
    if (this.merchant) this.#stage.apply({ type: 'renewed' });
    else if (this.#stage.apply({ type: 'reset' })) void this.#begin({ isFresh: true });
  }
}
