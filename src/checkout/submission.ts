import type { TransactionRequest } from '../api/payments-api.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { parseOrder, type Order } from '../domain/order.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Attempt, PaymentDetails } from './configuration.ts';
import type { Release } from './environment.ts';
import { handOver } from './hand-over.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { createOnce, resolveOutcome, type CreationOutcome } from './outcome.ts';
import type { Pursuit } from './pursuit.ts';
import type { Stage } from './stage.ts';
import { transactionRequest } from './transaction-request.ts';

const orderTimeoutMs = 30_000;

/** Turns one press of the pay button into at most one transaction. */
export class Submission {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #pursuit: Pursuit;
  /** Somebody else is paying this: follow them instead. */
  readonly #yield: (entry: JournalEntry | undefined) => void;
  /** An order that no transaction has used yet: it serves the next attempt with the same method. */
  #held: { order: Order; method: string | undefined } | undefined;
  /** The request whose outcome is unknown, for the payer to send again. */
  #sent: TransactionRequest | undefined;
  #release: Release | undefined;

  constructor(stage: Stage, journal: Journal, pursuit: Pursuit, yieldTo: (entry: JournalEntry | undefined) => void) {
    this.#stage = stage;
    this.#journal = journal;
    this.#pursuit = pursuit;
    this.#yield = yieldTo;
  }

  /** Goes on with what the payer has submitted. Whatever goes wrong ends in a state with a way on; it never rejects. */
  async run(attempt: Attempt): Promise<void> {
    try {
      await (this.#stage.configuration.mode === 'source' ? handOver(this.#stage, attempt) : this.#pay(attempt));
    } catch (thrown) {
      this.releaseLock();
      this.#stage.refuse(thrown);
    }
  }

  /** The payer sends the identical request again, after an outcome that nobody knows. */
  async resend(): Promise<void> {
    const request = this.#sent;
    if (!request || !this.#stage.apply({ type: 'resent' })) return;
    const outcome = await createOnce(this.#stage.api, request);
    if (outcome.kind === 'created') this.#created(outcome.transaction);
    else this.#leaveOpen(request.reference);
  }

  /** After a reload the request is gone, but its order is in the journal: whatever comes, that reference is paid at most once. */
  reopen({ reference, amountInCents, currency, signature }: JournalEntry): void {
    if (this.#stage.apply({ type: 'reopened' }))
      this.#held = { order: { reference, amountInCents, currency, signature }, method: undefined };
  }

  /** An order made for an amount that is no longer shown is not used. */
  dropOrder(): void {
    if (!this.#journal.underWay) this.#held = undefined;
  }

  /** Finds out what became of a reference that was sent, by the merchant's word; else it stays unknown. */
  async resolve(payment: Pick<TransactionRequest, 'reference' | 'amount_in_cents' | 'currency'>): Promise<void> {
    const { configuration, environment } = this.#stage;
    this.#stage.apply({ type: 'advanced', step: 'confirm', reference: payment.reference });
    const { signal } = this.#stage.connection ?? new AbortController();
    const transaction =
      configuration.resolveReference &&
      (await resolveOutcome(configuration.resolveReference, payment, environment, signal));
    if (transaction) this.#created(transaction);
    else this.#leaveOpen(payment.reference);
  }

  /** The payer asks again what became of an unknown outcome. */
  async resolveAgain(): Promise<void> {
    const { state, configuration } = this.#stage;
    const journal = this.#journal;
    const entry = state.status === 'unknown' ? journal.read(state.reference) : undefined;
    if (!entry || !configuration.resolveReference || !this.#stage.apply({ type: 'resent' })) return;
    await this.resolve({ reference: entry.reference, amount_in_cents: entry.amountInCents, currency: entry.currency });
  }

  releaseLock(): void {
    this.#release?.();
    this.#release = undefined;
  }

  async #pay(attempt: Attempt): Promise<void> {
    const { environment } = this.#stage;
    const journal = this.#journal;
    const release = await environment.lock(this.#journal.lockName);
    if (!release) return this.#yield(undefined);
    this.#release = release;
    const underWay = this.#journal.underWay;
    if (underWay?.id) return this.#yield(underWay);

    const order = await this.#order(attempt.method);
    if (!order) return this.releaseLock();
    this.#stage.apply({ type: 'advanced', step: 'details', reference: order.reference });
    const details = await attempt.collect();
    this.#stage.apply({ type: 'advanced', step: 'create', reference: order.reference });

    const mayExist = journal.read(order.reference) !== undefined;
    const { outcome, request } = await this.#create(attempt, order, details);
    if (outcome.kind === 'created') {
      attempt.spent();
      this.#created(outcome.transaction);
    } else if (outcome.kind === 'open') {
      attempt.spent();
      this.#sent = request;
      this.#stage.listener.failed(outcome.error);
      await this.resolve(request);
    } else {
      if (!mayExist) journal.close(order.reference);
      if (outcome.error.code === 'token_rejected') attempt.spent();
      throw outcome.error;
    }
  }

  /** Sends the creation; with new acceptance tokens once more, under the same reference, when the service refused the first. */
  async #create(
    attempt: Attempt,
    order: Order,
    details: PaymentDetails,
  ): Promise<{ outcome: CreationOutcome; request: TransactionRequest }> {
    const { configuration, acceptance, environment, api } = this.#stage;
    const journal = this.#journal;
    const ids = await this.#stage.identify();
    for (let round = 1; ; round++) {
      const tokens = await acceptance.tokens();
      if (!environment.isOnline()) throw new CheckoutError('network', 'The device is offline; nothing was sent.');
      const browserInfo = () => environment.browserInfo();
      const request = transactionRequest({
        configuration,
        method: attempt.method,
        order,
        details,
        tokens,
        ids,
        browserInfo,
      });
      if (!journal.open(order, attempt.method, configuration.scope, configuration.amount?.amountInCents))
        this.#stage.warn('storage_unavailable');
      acceptance.spend();
      const outcome = await createOnce(api, request);
      if (outcome.kind !== 'stale-acceptance' || round === 2) return { outcome, request };
      journal.close(order.reference);
    }
  }

  async #order(method: string): Promise<Order | undefined> {
    const { rest, configuration } = this.#stage;
    const { orders, amount } = configuration;
    const held = this.#held;
    if (held && (held.method === undefined || held.method === method)) return held.order;
    if (!orders)
      throw new CheckoutError(
        'missing_order',
        'There is no order to pay: give reference and signature, order-url or createOrder.',
      );
    if (orders.kind === 'fixed') return orders.order;
    const order = parseOrder(await withinTime(orders.create({ method, ...(rest ? { rest } : {}) })));
    if (rest && (order.amountInCents !== rest.amountInCents || order.currency !== rest.currency))
      throw new CheckoutError(
        'invalid_order',
        'The order must be for what the first payment has left, not for the whole: createOrder and order-url are told in their request.',
      );
    this.#held = { order, method };
    if (rest || !amount || (order.amountInCents === amount.amountInCents && order.currency === amount.currency))
      return order;
    this.#stage.apply({
      type: 'amount-changed',
      amount: { amountInCents: order.amountInCents, currency: order.currency },
    });
  }

  #created(transaction: Transaction): void {
    this.#held = undefined;
    this.#sent = undefined;
    this.#journal.update(transaction.reference, { id: transaction.id, status: 'pending' });
    this.#pursuit.follow(transaction);
  }

  #leaveOpen(reference: string): void {
    this.releaseLock();
    if (this.#stage.apply({ type: 'outcome-open', reference, resendable: this.#sent !== undefined }))
      this.#stage.listener.outcomeUnknown(reference);
  }
}

async function withinTime(order: Promise<unknown>): Promise<unknown> {
  const timeout = new CheckoutError(
    'order_unavailable',
    `The merchant's order did not come within ${orderTimeoutMs} ms.`,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      order,
      new Promise((_, reject) => (timer = setTimeout(() => reject(timeout), orderTimeoutMs))),
    ]);
  } catch (thrown) {
    throw asCheckoutError(
      thrown,
      'order_unavailable',
      "The merchant's order could not be made: createOrder or order-url failed.",
    );
  } finally {
    clearTimeout(timer);
  }
}
