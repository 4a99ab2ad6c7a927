/** Turns one press of the pay button into at most one transaction. */
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { isSameAmount, type Money } from '../domain/money.ts';
import { parseOrder, type Order } from '../domain/order.ts';
import { present } from '../domain/present.ts';
import { published } from '../domain/published.ts';
import { missingOrder } from './check-attributes.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import { handOver } from './hand-over.ts';
import { maySend, type Verdict } from './ledger/may-send.ts';
import type { Attempt } from './ledger/purchase.ts';
import { allOf, savedCardMeans, typedMeans, type Means, type Press } from './means.ts';
import { createOnce, type Creation, type CreationOutcome } from './outcome.ts';
import type { Pursuit } from './pursuit.ts';
import type { Resolver } from './resolve.ts';
import { gone, type Stage } from './stage.ts';
import { unconfirmedOf } from './state.ts';
import { stopwatch, within } from './stopwatch.ts';
import { takenMoney } from './taken.ts';

const orderTimeoutMs = 30_000;
/** For how long after the first one somebody who presses again and again does so, in ms. */
const pressesMs = 1500;
/** How long it takes at least to read another amount, in ms. */
const readingMs = 1000;

const refusals = {
  reference_used: 'A transaction of this order exists already: the backend has to give an order with a new reference.',
  invalid_order:
    'The order must be for what the first payment has left: createOrder and order-url are told how much in their request.',
};

/** What is to be sent: a press of Pay gathers it on the way, and what is sent again is there already. */
interface Job {
  method: string;
  order: Order | undefined;
  isFixed: boolean;
  /** The payer sends it again, also where the service has said that its reference is used. */
  isAgain?: true;
  /** The amount that the payer has seen. */
  seen: Money | undefined;
  looked: Map<string, 'read' | 'unavailable'>;
  makeOrder: () => Promise<Order>;
  makeCreation: (order: Order) => Promise<Creation>;
}

/** A creation that was sent, and what came of it. */
interface Sent {
  order: Order;
  creation: Creation;
  outcome: CreationOutcome;
}

export class Submission {
  readonly #stage: Stage;
  readonly #pursuit: Pursuit;
  readonly #resolver: Resolver;
  /** An order that no transaction has used yet, and what it was asked for. */
  #held: { order: Order; method: string; source: string | undefined } | undefined;
  /** How often what was held has been dropped: an order that was asked for before that serves its own press alone. */
  #drops = 0;
  /** For how long another amount has been shown, in ms: until it can be read, no press is the answer to it. */
  #shownFor: (() => number) | undefined;

  constructor(stage: Stage, pursuit: Pursuit, resolver: Resolver) {
    this.#stage = stage;
    this.#pursuit = pursuit;
    this.#resolver = resolver;
  }

  /**
   * Goes on with what the payer has submitted. Whatever goes wrong ends in a state with a way on; it never rejects.
   *
   * @param configuration the one that the payer saw; the page may change it meanwhile.
   */
  async run(press: Press, configuration: CheckoutConfiguration): Promise<void> {
    this.#stage.lock.release();
    try {
      if (press.source !== undefined)
        await this.#pay(press, configuration, savedCardMeans(this.#stage, press, configuration));
      else if (configuration.mode === 'source') await handOver(this.#stage, press);
      else await this.#pay(press, configuration, typedMeans(this.#stage, press, configuration));
    } catch (thrown) {
      this.#refuse(thrown);
    }
  }

  /** The form says why it came to nothing, and of what was sent before and may have been taken all the same, that too. */
  #refuse(thrown: unknown): void {
    const { ledger } = this.#stage;
    const open = ledger.find((one) => one.fate === 'refused' && ledger.isOpen(one));
    this.#stage.refuse(thrown, open && unconfirmedOf(open));
  }

  /** An order that is no longer wanted is not used. */
  drop(): void {
    this.#drops += 1;
    this.#held = undefined;
  }

  /** Out of `unknown`: sends the identical request again. Whatever the service answers but a record, it stays unknown. */
  async resend(): Promise<void> {
    const resolver = this.#resolver;
    const { open, request } = resolver;
    if (!open || !request || !this.#stage.apply({ type: 'resent' })) return;
    const { order, method } = open;
    try {
      const sent = await this.#carryOut({
        method,
        order,
        isFixed: true,
        isAgain: true,
        seen: order,
        // The payer's word is enough for the very same order, which the service takes only once.
        looked: new Map([[order.reference, 'read']]),
        makeOrder: async () => order,
        makeCreation: async () => request,
      });
      if (!sent) return;
      const { outcome } = sent;
      if (outcome.kind === 'created') return this.#pursuit.follow(outcome.transaction);
      // A reference that is used twice over is used: nothing else comes of this request.
      if (outcome.kind === 'open') return await resolver.resolve(open, outcome.closes ? undefined : request);
      // It would be refused again, or its single-use tokens are gone: from now on the form makes another request.
      resolver.forgetRequest();
    } catch {
      // It stays as unknown as it was.
    }
    resolver.leaveOpen(open);
  }

  /** @param means what beside an order makes a transaction. */
  async #pay(press: Press, configuration: CheckoutConfiguration, means: Means): Promise<void> {
    const stage = this.#stage;
    const { orders } = configuration;
    const { method } = press;
    const isFixed = orders?.kind === 'fixed';
    const job: Job = {
      method,
      order: isFixed ? orders.order : this.#heldFor(press),
      isFixed,
      seen: this.#amountSeen(press, configuration),
      looked: new Map(),
      makeOrder: async () => {
        const [, order] = await allOf([means.prepare(), this.#order(press, configuration)]);
        return order;
      },
      makeCreation: async (order) => {
        const creation = await means.create(order);
        if (!stage.environment.isOnline()) throw new CheckoutError('network', 'The device is offline.');
        return creation;
      },
    };
    let sent = await this.#carryOut(job);
    // The first refusal alone: with new acceptance tokens the same order is sent once more.
    if (sent?.outcome.kind === 'stale-acceptance') sent = await this.#carryOut(job);
    if (sent) await this.#conclude(sent, press);
  }

  /**
   * Asks the ledger, does what it says, and asks again, until something was sent.
   *
   * @returns undefined where it has come to something else.
   */
  async #carryOut(job: Job): Promise<Sent | undefined> {
    const stage = this.#stage;
    const resolver = this.#resolver;
    const { ledger, rest } = stage;
    const passed = stopwatch(stage.environment);
    const decide = (): Verdict => {
      const { epoch, purchase: kept } = ledger;
      const reopened = kept.attempts.map((one) => ({ ...one, closed: undefined }));
      const purchase = job.isAgain ? { ...kept, attempts: reopened } : kept;
      return maySend(purchase, { ...job, epoch, strangers: ledger.strangers() }, job.looked);
    };
    const withhold = (verdict: Verdict) => stage.listener.withheld?.(verdict);
    for (;;) {
      const verdict = decide();
      const { owedTo: owed } = ledger;
      // Half of it was paid meanwhile: the payer sees that first.
      if ((verdict.do === 'order' || verdict.do === 'refuse') && owed && !rest) {
        withhold(verdict);
        await resolver.show(owed, { guessed: ledger.isGuessed });
        return;
      }
      switch (verdict.do) {
        case 'show':
        case 'follow':
          if (!(await resolver.show(verdict.attempt, this.#origin(verdict)))) break;
          withhold(verdict);
          return;
        case 'look':
          // Another tab is sending one of these.
          if (verdict.attempts.some(({ fate }) => fate === 'sent') && !(await stage.lock.isFree())) {
            withhold(verdict);
            await resolver.awaitOther({ elsewhere: true });
            return;
          }
          await this.#look(verdict.attempts, job.looked, decide);
          break;
        case 'ask':
          withhold(verdict);
          await this.#ask(verdict, passed);
          return;
        case 'refuse':
          withhold(verdict);
          this.drop();
          throw new CheckoutError(verdict.code, refusals[verdict.code]);
        case 'order':
          job.order = await job.makeOrder();
          break;
        case 'send': {
          const { order } = verdict;
          const creation = await job.makeCreation(order);
          const outcome = await this.#send(order, job.method, creation, decide);
          if (outcome === 'changed') break;
          if (outcome !== 'elsewhere') return { order, creation, outcome };
          withhold(verdict);
          await resolver.awaitOther({ elsewhere: true });
          return;
        }
      }
    }
  }

  /** What the payer has seen: what this press has found, an amount that it confirms, the rest of a half payment, or the page's. */
  #amountSeen({ shown }: Press, { amount }: CheckoutConfiguration): Money | undefined {
    const { state, rest } = this.#stage;
    const changed = state.status === 'submitting' ? state.changedAmount : undefined;
    const isRead = (this.#shownFor?.() ?? Infinity) >= readingMs;
    if (shown !== undefined) return takenMoney(shown);
    if (changed && isRead) return changed;
    const before = rest ?? amount;
    // The page may have the new amount itself by now.
    return changed && isSameAmount(changed, before) ? undefined : before;
  }

  #heldFor({ method, source }: Press): Order | undefined {
    const held = this.#held;
    if (held?.method !== method || held.source !== source) return;
    return this.#stage.ledger.isUsed(held.order.reference) ? undefined : held.order;
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
        looked.set(reference, (await this.#resolver.look(attempt)) ? 'read' : 'unavailable');
      } catch (thrown) {
        // What was paid is shown, and what had no answer is sent again as it was, also where nothing can be read for now.
        if (attempt.fate === 'paid' || this.#stage.ledger.isOpen(attempt)) looked.set(reference, 'unavailable');
        else missed = thrown;
      }
    }
    const verdict = decide();
    if (!missed || verdict.do === 'show') return;
    this.#stage.listener.withheld?.(verdict);
    throw missed;
  }

  #origin({ do: what, attempt }: Extract<Verdict, { do: 'show' | 'follow' }>) {
    const { ledger } = this.#stage;
    const isPaid = attempt.fate === 'paid';
    const isFollowed = what === 'follow';
    const isNews = isFollowed && !ledger.wasSentHere(attempt.order.reference);
    // Whoever has turned from it, before a reload too, knows it: no other tab need be at it.
    const turnedFrom = isFollowed && attempt.aside;
    return {
      wasPaid: isPaid,
      elsewhere: isNews && !turnedFrom,
      turnedFrom,
      guessed: ledger.isGuessed && (isPaid || isNews),
    };
  }

  /** @throws CheckoutError `missing_order`, `invalid_order`, `cart_paid` or `order_unavailable`; `network` when the device is offline. */
  async #order({ method, source }: Press, { orders }: CheckoutConfiguration): Promise<Order> {
    const { environment, ledger } = this.#stage;
    const drops = this.#drops;
    if (orders?.kind !== 'created') throw missingOrder();
    const { owed: rest, unpaidId: after } = ledger;
    const tooLate = () =>
      new CheckoutError('order_unavailable', `createOrder or order-url gave no order within ${orderTimeoutMs} ms.`);
    const request = present({ method, source, rest, after });
    const asked = this.#stage.whileHere(orders.create(published(request)));
    const answer = await within(asked, orderTimeoutMs, environment, tooLate).catch((thrown: unknown) => {
      const text = 'The order could not be had: createOrder or order-url failed.';
      const error = asCheckoutError(thrown, 'order_unavailable', text);
      if (error.code !== 'order_unavailable' || environment.isOnline()) throw error;
      throw new CheckoutError('network', 'The device is offline.', { cause: thrown });
    });
    const order = parseOrder(answer);
    if (order.cartId !== undefined) ledger.adopt(order.cartId);
    if (drops === this.#drops) this.#held = { order, method, source };
    // The details may take longer.
    this.#stage.apply({ type: 'advanced', step: 'details', reference: order.reference });
    return order;
  }

  async #ask(verdict: Extract<Verdict, { do: 'ask' }>, passed: () => number): Promise<void> {
    const stage = this.#stage;
    const { environment, connection } = stage;
    if (verdict.why === 'unconfirmed-payment') {
      const { attempt } = verdict;
      const isReopened = attempt.order.reference === this.#resolver.reopened;
      // Its own payment first is unknown; the payer is asked who has opened the form again since.
      if (attempt.closed && stage.ledger.isOpen(attempt) && !isReopened) return this.#resolver.resolve(attempt);
      return void stage.apply({ type: 'unconfirmed', payment: unconfirmedOf(attempt) });
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

  /**
   * Sends under the lock, if the purchase still allows it then, and writes down what that came to. Nothing is awaited
   * between the decision and the entry: where there are no locks, the entry alone tells tabs apart. Of two that are
   * written at the same moment there the later one stays, and only its tab sends.
   */
  async #send(
    order: Order,
    method: string,
    creation: Creation,
    decide: () => Verdict,
  ): Promise<CreationOutcome | 'changed' | 'elsewhere'> {
    const { ledger, lock, environment } = this.#stage;
    const { reference } = order;
    if (!(await lock.take())) return 'elsewhere';
    let isPending = false;
    try {
      const verdict = decide();
      if (verdict.do !== 'send' || verdict.order.reference !== reference) return 'changed';
      if (!this.#stage.connection) throw gone();
      ledger.recordSending(order, method);
      if (!ledger.isLasting) this.#stage.warn('storage_unavailable');
      else await environment.untilShared?.();
      if (!ledger.isWritten(reference)) return 'changed';
      // It may have left while other tabs were waited for.
      if (!this.#stage.connection) {
        ledger.record({ type: 'refused', reference, frees: true });
        throw gone();
      }
      const outcome = await createOnce(creation);
      isPending = outcome.kind === 'created';
      if (outcome.kind === 'created') ledger.observe(outcome.transaction, true);
      else if (outcome.kind !== 'open') ledger.record({ type: 'refused', reference, frees: outcome.frees });
      else if (outcome.closes) ledger.record({ type: 'refused', reference, frees: false, closes: true });
      else ledger.record({ type: 'unclear', reference });
      return outcome;
    } finally {
      // What is written down tells the other tabs. A ledger that they cannot read leaves a payment to the lock, for as long
      // as the element is there: the one in its place waits for that.
      if (ledger.isLasting || !isPending || !this.#stage.connection) lock.release();
    }
  }

  async #conclude({ outcome, order, creation }: Sent, press: Press): Promise<void> {
    const stage = this.#stage;
    const spend = (): void => (press.source === undefined ? press.spent() : undefined);
    if (outcome.kind === 'created') {
      this.#held = undefined;
      spend();
      return this.#pursuit.follow(outcome.transaction);
    }
    const { error } = outcome;
    const attempt = stage.ledger.attempt(order.reference);
    if (outcome.kind === 'open' && attempt) {
      spend();
      stage.listener.failed(error);
      return this.#resolver.resolve(attempt, creation);
    }
    if (error.code === 'token_rejected') spend();
    this.#refuse(error);
    // The same order serves the next press, unless it is the order that was refused.
    if (attempt?.fate !== 'refused' && !error.retryable) this.drop();
  }
}
