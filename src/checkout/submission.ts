/** Turns one press of the pay button into at most one transaction. */
import type { TransactionRequest } from '../api/payments-api.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { isSameAmount, type Money } from '../domain/money.ts';
import { parseOrder, type Order } from '../domain/order.ts';
import { published } from '../domain/published.ts';
import { missingOrder } from './check-attributes.ts';
import type { Attempt as Press, CheckoutConfiguration, PaymentDetails } from './configuration.ts';
import type { AntifraudIds, Release } from './environment.ts';
import { handOver } from './hand-over.ts';
import { maySend, type Verdict } from './ledger/may-send.ts';
import type { Attempt } from './ledger/purchase.ts';
import { createOnce, type CreationOutcome } from './outcome.ts';
import type { Pursuit } from './pursuit.ts';
import type { Resolver } from './resolve.ts';
import type { Stage } from './stage.ts';
import { unconfirmedOf } from './state.ts';
import { stopwatch, within } from './stopwatch.ts';
import { transactionRequest } from './transaction-request.ts';

export interface SubmissionParts {
  stage: Stage;
  pursuit: Pursuit;
  resolver: Resolver;
}

const orderTimeoutMs = 30_000;
/** How long another tab may take to send, in ms; who waits for longer looks at what it has written, and sends nothing. */
const lockMs = 8000;
/** For how long after the first one somebody who presses again and again does so, in ms. */
const pressesMs = 1500;
/** How long it takes at least to read another amount, in ms. */
const readingMs = 1000;

/** What a creation needs beside its order. */
interface Preparation {
  details: PaymentDetails;
  /** Come when they come: what goes wrong otherwise is said without them. */
  ids: Promise<AntifraudIds>;
}

/** What came of sending; `changed` where the purchase is not what it was, so that nothing was sent. */
type Sending = CreationOutcome | { kind: 'changed' } | { kind: 'elsewhere' };

export class Submission {
  readonly #parts: SubmissionParts;
  /** An order that no transaction has used yet; without a method it serves whichever the payer chooses. */
  #held: { order: Order; method: string } | undefined;
  /** How often what was held has been dropped: an order that was asked for before that serves its own press alone. */
  #drops = 0;
  /** For how long another amount has been shown, in ms: until it can be read, no press is the answer to it. */
  #shownFor: (() => number) | undefined;
  /** Kept while it is pending, where other tabs cannot read what is written down. */
  #release: Release | undefined;

  constructor(parts: SubmissionParts) {
    this.#parts = parts;
    parts.pursuit.onSettled = () => this.releaseLock();
  }

  /**
   * Goes on with what the payer has submitted. Whatever goes wrong ends in a state with a way on; it never rejects.
   *
   * @param configuration the one that the payer saw; the page may change it meanwhile.
   */
  async run(press: Press, configuration: CheckoutConfiguration): Promise<void> {
    const { stage } = this.#parts;
    this.releaseLock();
    try {
      await (configuration.mode === 'source' ? handOver(stage, press) : this.#pay(press, configuration));
    } catch (thrown) {
      stage.refuse(thrown);
    }
  }

  /** An order that is no longer wanted is not used. */
  drop(): void {
    this.#drops += 1;
    this.#held = undefined;
  }

  /** Lets other tabs pay. */
  releaseLock(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Out of `unknown`: sends the identical request again. Whatever the service answers but a record, it stays unknown. */
  async resend(): Promise<void> {
    const { stage, resolver, pursuit } = this.#parts;
    const { open, request } = resolver;
    if (!open || !request || !stage.apply({ type: 'resent' })) return;
    const { order, method } = open;
    const { ledger } = stage;
    // The payer's word is enough for the very same order, which the service takes only once.
    const looked = new Map<string, 'read' | 'unavailable'>([[order.reference, 'read']]);
    const decide = (): Verdict => {
      const attempts = ledger.purchase.attempts.map((one) => ({ ...one, closed: undefined }));
      return maySend({ ...ledger.purchase, attempts }, { epoch: ledger.epoch, seen: order, order }, looked);
    };
    let verdict = decide();
    if (verdict.do === 'look') {
      try {
        await this.#look(verdict.attempts, looked, decide);
      } catch {
        return resolver.leaveOpen(open);
      }
      verdict = decide();
    }
    if (verdict.do === 'show' || verdict.do === 'follow')
      return void (await resolver.show(verdict.attempt, this.#origin(verdict)));
    if (verdict.do === 'ask' && verdict.why === 'unconfirmed-payment')
      return void stage.apply({ type: 'unconfirmed', payment: unconfirmedOf(verdict.attempt) });
    const sent = await this.#send(order, method, request, decide);
    if (sent.kind === 'elsewhere') return resolver.awaitOther();
    if (sent.kind === 'created') return pursuit.follow(sent.transaction);
    if (sent.kind === 'open') return resolver.resolve(open, request);
    // Its single-use tokens are gone, with the first sending or without: from now on the form makes another request.
    if (sent.kind !== 'changed' && !sent.frees) resolver.forgetRequest();
    resolver.leaveOpen(open);
  }

  /** Asks the ledger, does what it says, and asks again, until the press has come to something. */
  async #pay(press: Press, configuration: CheckoutConfiguration): Promise<void> {
    const { stage, resolver } = this.#parts;
    const { ledger, environment, rest } = stage;
    const { orders } = configuration;
    const passed = stopwatch(environment);
    const seen = this.#amountSeen(configuration);
    const looked = new Map<string, 'read' | 'unavailable'>();
    const paidBefore = ledger.paid;
    const isFixed = orders?.kind === 'fixed';
    let order = isFixed ? orders.order : this.#heldFor(press.method);
    let preparation: Preparation | undefined;
    let isRenewed = false;
    const decide = (): Verdict => {
      const { epoch, purchase } = ledger;
      return maySend(purchase, { epoch, seen, order, isFixed, strangers: ledger.strangers(paidBefore) }, looked);
    };
    const withheld = (verdict: Verdict) => stage.listener.withheld?.(verdict);
    for (;;) {
      const verdict = decide();
      const { owedTo: owed } = ledger;
      switch (verdict.do) {
        case 'show':
        case 'follow':
          if (await resolver.show(verdict.attempt, this.#origin(verdict))) return withheld(verdict);
          break;
        case 'look':
          if (await this.#isBeingSent(verdict.attempts)) {
            withheld(verdict);
            return resolver.awaitOther({ elsewhere: true });
          }
          await this.#look(verdict.attempts, looked, decide);
          break;
        case 'ask':
          withheld(verdict);
          return this.#ask(verdict, passed);
        case 'refuse':
          withheld(verdict);
          // Half of it was paid meanwhile: the payer sees that first.
          if (owed && !rest) return void (await resolver.show(owed, { guessed: ledger.isGuessed }));
          this.drop();
          throw refusal(verdict.code);
        case 'order':
          if (owed && !rest) {
            withheld(verdict);
            return void (await resolver.show(owed, { guessed: ledger.isGuessed }));
          }
          [preparation, order] = await allOf([
            preparation ? Promise.resolve(preparation) : this.#prepare(press),
            this.#order(press.method, configuration),
          ]);
          break;
        case 'send': {
          const { method } = press;
          const { reference } = verdict.order;
          stage.apply({ type: 'advanced', step: 'details', reference });
          preparation ??= await this.#prepare(press);
          stage.apply({ type: 'advanced', step: 'create', reference });
          const request = await this.#request(configuration, method, verdict.order, preparation);
          const sent = await this.#send(verdict.order, method, request, decide);
          if (sent.kind === 'changed') break;
          if (sent.kind === 'elsewhere') {
            withheld(verdict);
            return resolver.awaitOther({ elsewhere: true });
          }
          // The first refusal alone: with new acceptance tokens the same order is sent once more.
          if (sent.kind === 'stale-acceptance' && !isRenewed) {
            isRenewed = true;
            break;
          }
          return this.#conclude(sent, press, verdict.order, request);
        }
      }
    }
  }

  /**
   * Asks for all that a creation needs beside its order, side by side. Acceptance tokens are kept where they belong, until
   * they are used.
   *
   * @throws CheckoutError what is wrong with the details, or with the consents.
   */
  async #prepare(press: Press): Promise<Preparation> {
    const { stage } = this.#parts;
    const ids = stage.identify();
    const [details] = await allOf([press.collect(), stage.acceptance.tokens()]);
    return { details, ids };
  }

  /** What the payer has seen: an amount that was confirmed by this press, what is left of a half payment, or the page's. */
  #amountSeen({ amount }: CheckoutConfiguration): Money | undefined {
    const { state, rest } = this.#parts.stage;
    const shown = state.status === 'submitting' ? state.changedAmount : undefined;
    const isRead = (this.#shownFor?.() ?? Infinity) >= readingMs;
    return (isRead ? shown : undefined) ?? rest ?? amount;
  }

  #heldFor(method: string): Order | undefined {
    const { order, method: usual } = this.#held ?? {};
    return order && usual === method && !this.#parts.stage.ledger.isUsed(order.reference) ? order : undefined;
  }

  /**
   * Looks at these, for the next decision.
   *
   * @throws CheckoutError where one may have been paid and that cannot be told for now, unless another one was.
   */
  async #look(attempts: readonly Attempt[], looked: Map<string, 'read' | 'unavailable'>, decide: () => Verdict) {
    let missed: unknown;
    for (const attempt of attempts) {
      const { reference } = attempt.order;
      try {
        looked.set(reference, (await this.#parts.resolver.look(attempt)) ? 'read' : 'unavailable');
      } catch (thrown) {
        // What was paid is shown, and what had no answer is sent again as it was, also where nothing can be read for now.
        if (attempt.fate === 'paid' || this.#isOpen(attempt)) looked.set(reference, 'unavailable');
        else missed = thrown;
      }
    }
    const verdict = decide();
    if (!missed || verdict.do === 'show') return;
    this.#parts.stage.listener.withheld?.(verdict);
    throw missed;
  }

  /** Whether an attempt is the page's own, had no clear answer, and was not turned from. */
  #isOpen({ order, epoch, fate, aside }: Attempt): boolean {
    const { ledger } = this.#parts.stage;
    return (fate === 'sent' || fate === 'refused') && !aside && epoch === ledger.epoch && ledger.owns(order.reference);
  }

  /** Whether another tab is sending one of these. */
  async #isBeingSent(attempts: readonly Attempt[]): Promise<boolean> {
    if (!attempts.some(({ fate }) => fate === 'sent')) return false;
    const release = await this.#parts.stage.ledger.lock();
    release?.();
    return !release;
  }

  #origin({ do: what, attempt }: Extract<Verdict, { do: 'show' | 'follow' }>) {
    const { ledger } = this.#parts.stage;
    const isPaid = attempt.fate === 'paid';
    const elsewhere = what === 'follow' && !ledger.wasSentHere(attempt.order.reference);
    return { wasPaid: isPaid, elsewhere, guessed: ledger.isGuessed && (isPaid || elsewhere) };
  }

  /** @throws CheckoutError `missing_order`, `invalid_order`, `cart_paid` or `order_unavailable`; `network` when the device is offline. */
  async #order(method: string, { orders }: CheckoutConfiguration): Promise<Order> {
    const { stage } = this.#parts;
    const { environment, ledger } = stage;
    const drops = this.#drops;
    if (orders?.kind !== 'created') throw missingOrder();
    const { owed: rest, unpaidId: after } = ledger;
    const tooLate = () =>
      new CheckoutError('order_unavailable', `createOrder or order-url gave no order within ${orderTimeoutMs} ms.`);
    const request = { method, ...(rest && { rest }), ...(after !== undefined && { after }) };
    const asked = orders.create(published(request));
    const answer = await within(asked, orderTimeoutMs, environment, tooLate).catch((thrown: unknown) => {
      const text = 'The order could not be had: createOrder or order-url failed.';
      const error = asCheckoutError(thrown, 'order_unavailable', text);
      if (error.code !== 'order_unavailable' || environment.isOnline()) throw error;
      throw new CheckoutError('network', 'The device is offline.', { cause: thrown });
    });
    const order = parseOrder(answer);
    if (order.cartId !== undefined) ledger.adopt(order.cartId);
    if (drops === this.#drops) this.#held = { order, method };
    // The details may take longer.
    stage.apply({ type: 'advanced', step: 'details', reference: order.reference });
    return order;
  }

  async #ask(verdict: Extract<Verdict, { do: 'ask' }>, passed: () => number): Promise<void> {
    const { stage, resolver } = this.#parts;
    const { environment, connection } = stage;
    if (verdict.why === 'unconfirmed-payment') {
      const { order, closed } = verdict.attempt;
      const isReopened = order.reference === resolver.reopened;
      // Its own payment first is unknown; the payer is asked who has opened the form again since.
      if (closed && this.#isOpen(verdict.attempt) && !isReopened) return resolver.resolve(verdict.attempt);
      return void stage.apply({ type: 'unconfirmed', payment: unconfirmedOf(verdict.attempt) });
    }
    // Who presses several times means the amount of before: until that has passed, a press is not taken for a yes.
    const restMs = pressesMs - passed();
    if (restMs > 0 && connection) await environment.wait(restMs, connection.signal);
    const { amountInCents, currency } = verdict.order;
    const amount = { amountInCents, currency };
    const { state } = stage;
    const isNew = state.status !== 'submitting' || !isSameAmount(state.changedAmount, amount);
    if (isNew) this.#shownFor = stopwatch(environment);
    stage.apply({ type: 'amount-changed', amount });
  }

  /** @throws CheckoutError when there is nothing to send it with. */
  async #request(
    configuration: CheckoutConfiguration,
    method: string,
    order: Order,
    preparation: Preparation,
  ): Promise<TransactionRequest> {
    const { stage } = this.#parts;
    const { environment, acceptance } = stage;
    const { details } = preparation;
    const ids = await preparation.ids;
    const tokens = await acceptance.tokens();
    if (!environment.isOnline()) throw new CheckoutError('network', 'The device is offline.');
    // Whoever has left meanwhile sees no payment, and may buy something else.
    if (!stage.connection)
      throw new CheckoutError('aborted', 'The element was removed from the page before the payment was sent.');
    return transactionRequest({
      configuration,
      method,
      order,
      details,
      tokens,
      ids,
      browserInfo: () => environment.browserInfo(),
    });
  }

  /**
   * Sends under the lock, if the purchase still allows it then, and writes down what that came to. Nothing is awaited
   * between the decision and the entry: where there are no locks, the entry alone tells tabs apart. Of two that are
   * written at the same moment there the later one stays, and only its tab sends.
   */
  async #send(order: Order, method: string, request: TransactionRequest, decide: () => Verdict): Promise<Sending> {
    const { stage } = this.#parts;
    const { ledger, acceptance, api, environment } = stage;
    const { reference } = order;
    this.releaseLock();
    const release = await this.#lock();
    if (!release) return { kind: 'elsewhere' };
    this.#release = release;
    let isPending = false;
    try {
      const verdict = decide();
      if (verdict.do !== 'send' || verdict.order.reference !== reference) return { kind: 'changed' };
      ledger.recordSending(order, method);
      if (!ledger.isLasting) stage.warn('storage_unavailable');
      else await environment.untilShared?.();
      if (ledger.attempt(reference)?.fate !== 'sent') return { kind: 'changed' };
      acceptance.spend();
      const outcome = await createOnce(api, request);
      isPending = outcome.kind === 'created';
      if (outcome.kind === 'created') ledger.observe(outcome.transaction, true);
      else if (outcome.kind !== 'open') ledger.record({ type: 'refused', reference, frees: outcome.frees });
      else if (outcome.closes) ledger.record({ type: 'refused', reference, frees: false, closes: true });
      else ledger.record({ type: 'unclear', reference });
      return outcome;
    } finally {
      // What is written down tells the other tabs. A ledger that they cannot read leaves a payment to the lock, for as long
      // as the element is there: the one in its place waits for that.
      if (ledger.isLasting || !isPending || !stage.connection) this.releaseLock();
    }
  }

  async #lock(): Promise<Release | undefined> {
    const { ledger, environment } = this.#parts.stage;
    const atOnce = await ledger.lock();
    if (atOnce) return atOnce;
    const waiting = new AbortController();
    const late = environment.wait(lockMs, waiting.signal).then(() => undefined);
    const granted = ledger.lock(waiting.signal);
    const inTime = await Promise.race([granted, late]);
    waiting.abort(0);
    // What is given at the last moment would be kept from the other tabs for ever.
    if (!inTime) void granted.then((release) => release?.());
    return inTime;
  }

  async #conclude(outcome: CreationOutcome, press: Press, order: Order, request: TransactionRequest): Promise<void> {
    const { stage, pursuit, resolver } = this.#parts;
    const { ledger } = stage;
    if (outcome.kind === 'created') {
      this.#held = undefined;
      press.spent();
      return pursuit.follow(outcome.transaction);
    }
    const { error } = outcome;
    const attempt = ledger.attempt(order.reference);
    if (outcome.kind === 'open' && attempt) {
      press.spent();
      stage.listener.failed(error);
      return resolver.resolve(attempt, request);
    }
    if (error.code === 'token_rejected') press.spent();
    // What was sent before, or by the browser itself a second time, may have been taken all the same.
    const isOpen = attempt?.fate === 'refused';
    stage.refuse(error, isOpen ? unconfirmedOf(attempt) : undefined);
    // The same order serves the next press, unless it is the order that was refused.
    if (!isOpen && !error.retryable) this.drop();
  }
}

/**
 * Waits for all of these, also where one has failed: what the others give is kept for the next press.
 *
 * @throws what the first of them has thrown that failed, by their order here.
 */
async function allOf<First, Second>(parts: readonly [Promise<First>, Promise<Second>]): Promise<[First, Second]> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

const refusal = (code: 'reference_used' | 'invalid_order'): CheckoutError =>
  code === 'reference_used'
    ? new CheckoutError(
        code,
        'A transaction of this order exists already: the backend has to give an order with a new reference.',
      )
    : new CheckoutError(
        code,
        'The order must be for what the first payment has left: createOrder and order-url are told how much in their request.',
      );
