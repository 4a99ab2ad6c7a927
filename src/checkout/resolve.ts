/** Finds out what became of a payment: reads its record, asks the merchant's backend, waits for the tab that sends it. */
import { leavesOutcomeOpen, otherPayment } from '../api/payments-api.ts';
import { endingWith, type Ending } from '../api/service-client.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { Transaction } from '../domain/transaction.ts';
import { parseTransaction } from '../domain/wire/transaction.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Attempt } from './ledger/purchase.ts';
import { isSamePayment, termsOf, type Creation } from './outcome.ts';
import type { Pursuit } from './pursuit.ts';
import type { Stage } from './stage.ts';
import { isAwaiting, unconfirmedOf, type PaymentOrigin } from './state.ts';
import { Nudge, stopwatch, within } from './stopwatch.ts';

export type ResolveReference = (reference: string) => Promise<unknown>;

/** A transaction to be found by its id, and followed. */
export interface Sought extends PaymentOrigin {
  id: string;
  /** The payment that it has to be, as far as it is known; else the page's own order or amount. */
  attempt?: Attempt | undefined;
  /** The payer has come back from the bank with it. */
  hasReturned?: boolean;
  /** It is shown because its id was given: whoever looks at it has begun it elsewhere. */
  isNamed?: boolean;
  /** Default: 4, and without end where nothing but the record can tell what is to be shown, unless thrice there is none. */
  tries?: number;
  signal?: AbortSignal;
}

const longestPauseMs = 30_000;
/** How long one look at a press may take, in ms. */
const lookMs = 5000;
/** How long the merchant's backend may take for one answer, in ms. */
const answerTimeoutMs = 8000;
/** How long the payer waits for the merchant's backend to say what became of the payment; after that, it is asked on. */
const patienceMs = 20_000;
const askForMs = 40_000;
/** How soon an environment that does not wait for a lock is asked for it again, in ms. */
const otherTabMs = 1000;

/** Whether looking again may help. */
export const isPassing = (error: CheckoutError): boolean => leavesOutcomeOpen(error) || error.code === 'rate_limited';

const nobody = new AbortController().signal;

export class Resolver {
  readonly #stage: Stage;
  readonly #pursuit: Pursuit;
  /** Looks again for what to show, from the beginning. */
  readonly #restart: () => void;
  readonly #nudge = new Nudge();
  /** The attempt that is unknown, and what it was sent with, for the payer to send again. */
  #open: Attempt | undefined;
  #request: Creation | undefined;
  #waiting: Ending | undefined;

  constructor(stage: Stage, pursuit: Pursuit, restart: () => void) {
    this.#stage = stage;
    this.#pursuit = pursuit;
    this.#restart = restart;
  }

  /** What is unknown. */
  get open(): Attempt | undefined {
    return this.#open && (this.#kept(this.#open) ?? this.#open);
  }

  /** The request that what is unknown was sent with, while it can be sent again as it was. */
  get request(): Creation | undefined {
    const { open } = this;
    return open && this.#request?.reference === open.order.reference ? this.#request : undefined;
  }

  /** The id of the payment that is unknown, where there is one that the service still knows something of. */
  get openId(): string | undefined {
    return this.#stage.isGone ? undefined : this.open?.id;
  }

  /**
   * Reads once, for a press, what became of an attempt, and writes it down.
   *
   * @returns the record; nothing where there is none to be had at all.
   * @throws CheckoutError when that cannot be told for now: it may have been paid, so nothing else is sent.
   */
  async look(attempt: Attempt): Promise<Transaction | undefined> {
    const { ledger, api, environment } = this.#stage;
    const id = attempt.id ?? (await this.#askBackend(attempt));
    if (id === undefined) return;
    const tooLate = () => new CheckoutError('timeout', 'No record of the earlier transaction came in time.');
    for (let triesLeft = 2; ; triesLeft -= 1) {
      try {
        const transaction = await within(api.fetchTransaction(id), lookMs, environment, tooLate);
        if (!isSamePayment(transaction, termsOf(attempt.order))) throw otherPayment();
        ledger.observe(transaction, true, false);
        return transaction;
      } catch (thrown) {
        const error = asCheckoutError(thrown);
        if (isPassing(error)) throw error;
        if (error.code !== 'not_found' || triesLeft === 0) return;
        await environment.wait(1000, nobody);
      }
    }
  }

  /**
   * Fetches a transaction that is known by its id, waits out passing trouble, and follows it.
   *
   * @returns why the transaction could not be had; nothing when it is followed now, or no longer wanted.
   */
  async follow(sought: Sought): Promise<CheckoutError | undefined> {
    const { api, environment, listener, configuration } = this.#stage;
    const { id, attempt, hasReturned = false, isNamed = false, signal = nobody, ...origin } = sought;
    const { tries = attempt ? 4 : Infinity } = sought;
    let misses = 0;
    let isGone = true;
    for (let left = tries, pause = 1000; ; pause *= 2) {
      try {
        const transaction = await api.fetchTransaction(id, signal);
        if (signal.aborted) return;
        if (!isExpected(transaction, attempt, configuration))
          return new CheckoutError(
            'foreign_transaction',
            "The transaction is another payment: its reference, amount or currency is not that of the page's order.",
          );
        // Nothing opens by itself again where the payer was sent to the bank already.
        this.#pursuit.follow(transaction, { ...origin, hasReturned, hasLeft: isNamed || (attempt?.left ?? false) });
        return;
      } catch (thrown) {
        const error = asCheckoutError(thrown);
        if (signal.aborted) return;
        const isMissing = error.code === 'not_found';
        // A service that has had other trouble meanwhile may have it with this, too.
        this.#stage.isGone = isGone &&= isMissing;
        // The record of a payment that was only just made may not be readable yet; that of an id that is none never is.
        const mayCome = isMissing && (attempt || ++misses < 3);
        if (!(isPassing(error) || mayCome) || --left === 0) return error;
        // It goes on, and the merchant hears of it once: after as many tries as end another look-up.
        if (pause === 8000) listener.failed(error);
        await environment.wait(Math.min(Math.max(error.retryAfterMs ?? 0, pause), longestPauseMs), signal);
      }
    }
  }

  /**
   * Shows what became of an attempt: its record, the tab that is sending it, or that nobody knows.
   *
   * @returns false where there is nothing to show: it had an end, and the service knows nothing of it any more.
   */
  async show(attempt: Attempt, origin: PaymentOrigin = {}, signal?: AbortSignal): Promise<boolean> {
    const { id, order, fate } = attempt;
    const { ledger, lock, state } = this.#stage;
    if (id !== undefined) {
      const error = await this.follow({ id, attempt, ...origin, ...(signal && { signal }) });
      if (!error) return true;
      // A service that does not know what has ended there is another one by now, as a sandbox is that was started anew. But
      // a press sends nothing in place of what was paid.
      if ((fate === 'unpaid' || (fate === 'paid' && state.status === 'loading')) && this.#stage.isGone) {
        ledger.record({ type: 'vanished', reference: order.reference });
        return false;
      }
      this.leaveOpen(attempt);
      return true;
    }
    const isFree = await lock.isFree();
    // It is written down, and nobody is sending it any more: each tab may ask for itself.
    if (!signal?.aborted) await (isFree ? this.resolve(attempt) : this.awaitOther(origin));
    return true;
  }

  /** Another tab, or another checkout of the page, is sending: waits until there is an id, or until it is done. */
  async awaitOther(origin: PaymentOrigin = {}): Promise<void> {
    const { ledger, lock, environment } = this.#stage;
    const { claim: sent } = ledger;
    const isOurs = sent.is !== 'unpaid' && ledger.wasSentHere(sent.attempt.order.reference);
    this.#stage.apply({ type: 'advanced', step: 'confirm', awaited: true, elsewhere: isOurs ? undefined : true });
    await this.#wait(async (signal) => {
      const isOver = () => signal.aborted || !isAwaiting(this.#stage.state);
      while (!isOver()) {
        const isFree = await lock.isFree(signal);
        if (isOver()) return;
        const { claim } = ledger;
        const attempt = claim.is === 'unpaid' || claim.is === 'half-paid' ? undefined : claim.attempt;
        if (attempt?.id !== undefined) {
          const elsewhere = ledger.wasSentHere(attempt.order.reference) ? undefined : origin.elsewhere;
          return void (await this.show(attempt, { ...origin, elsewhere, wasPaid: claim.is === 'paid' }, signal));
        }
        // Asking for the lock once more, two tabs that both wait would hand it to each other for ever.
        if (attempt && isFree) return this.resolve(attempt);
        if (isFree) return void (this.#stage.apply({ type: 'other-gone' }) && this.#restart());
        await environment.wait(otherTabMs, signal);
      }
    });
  }

  /**
   * Asks the merchant's backend, whose word is only where to look: what is shown comes from the service's own record.
   * It goes on when the element is taken away. After some seconds the payer is told that nobody knows, and `watch` asks on.
   *
   * @param request the request that it was sent with, when it can be sent again as it was.
   */
  async resolve(attempt: Attempt, request?: Creation): Promise<void> {
    const { environment } = this.#stage;
    this.#request = request;
    this.#stage.apply({ type: 'advanced', step: 'confirm', reference: attempt.order.reference });
    const passed = stopwatch(environment);
    for (let pause = 1000; ; pause = Math.min(pause * 2, 8000)) {
      const id = this.#kept(attempt)?.id ?? (await this.#askBackend(attempt));
      if (id !== undefined && !(await this.follow({ id, attempt }))) return;
      const mayCome = id === undefined && this.#stage.configuration.resolveReference;
      if (!mayCome || passed() + pause > patienceMs) return this.leaveOpen(attempt);
      await this.#nudge.wait(environment, pause * (0.75 + environment.random() / 4), nobody);
    }
  }

  /** Asks the merchant's backend now, while it is being asked: the payer wants to know. */
  hasten(): void {
    this.#nudge.now();
  }

  /** Nobody knows: the payer is told so, and what the other tabs find out is waited for. */
  leaveOpen(attempt: Attempt): void {
    const { reference } = attempt.order;
    this.#open = attempt;
    const resendable = this.request !== undefined;
    const { ledger } = this.#stage;
    const isGuess = ledger.isGuessed || !ledger.owns(reference);
    const guessed = isGuess && !ledger.wasSentHere(reference) ? unconfirmedOf(attempt) : undefined;
    if (!this.#stage.apply({ type: 'outcome-open', reference, resendable, guessed })) return;
    this.#stage.listener.outcomeUnknown(reference);
    void this.watch();
  }

  /** The payer asks again what became of it. */
  async again(): Promise<void> {
    const { open } = this;
    if (open && this.#stage.apply({ type: 'resent' })) await this.resolve(open, this.#request);
  }

  /** The request cannot be sent again as it was. */
  forgetRequest(): void {
    this.#request = undefined;
  }

  /** The reference that the next press sends again, where the payer has opened the form for it. */
  get reopened(): string | undefined {
    const { open } = this;
    return open && this.#stage.ledger.isOpen(open) ? open.order.reference : undefined;
  }

  /** The payment is left alone: what is still being looked up is not taken over. */
  stop(): void {
    this.#waiting?.abort();
    this.#open = this.#request = undefined;
  }

  /**
   * While it is unknown: another tab may write down the id, the merchant's backend may hear of it, and a record that could
   * not be had may come back.
   */
  async watch(): Promise<void> {
    const { environment } = this.#stage;
    const attempt = this.#open;
    if (!attempt) return;
    await this.#wait(async (signal) => {
      const passed = stopwatch(environment);
      const isOn = (): boolean => !signal.aborted && this.#stage.state.status === 'unknown';
      for (let pause = 2000; isOn(); pause = Math.min(pause * 1.5, 15_000)) {
        await environment.wait(pause, signal);
        if (!isOn()) return;
        const id = this.open?.id ?? (passed() < askForMs ? await this.#askBackend(attempt) : undefined);
        if (id && isOn()) await this.follow({ id, attempt, tries: 1, signal });
      }
    });
  }

  /** Waits for news, of one thing at a time, while the element is in the page. */
  async #wait(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { connection } = this.#stage;
    this.#waiting?.abort();
    if (!connection) return;
    const waiting = (this.#waiting = endingWith(connection.signal));
    await run(waiting.signal).finally(waiting.release);
  }

  #kept({ order: { reference } }: Attempt): Attempt | undefined {
    return this.#stage.ledger.attempt(reference);
  }

  /**
   * Asks the merchant's backend once what became of a reference. An answer about another payment, an error or a broken
   * record counts as no answer: the merchant hears of it, the payer is told nothing that is not known.
   */
  async #askBackend(attempt: Attempt): Promise<string | undefined> {
    const { configuration, environment } = this.#stage;
    const { resolveReference } = configuration;
    if (!resolveReference) return;
    try {
      const tooLate = () => new Error('resolveReference took too long.');
      const asked = resolveReference(attempt.order.reference);
      const answer = await within(asked, answerTimeoutMs, environment, tooLate);
      if (answer === null || answer === undefined) return;
      const transaction = parseTransaction(answer);
      if (!isSamePayment(transaction, termsOf(attempt.order)))
        throw new Error("It is the record of another payment: its reference, amount or currency is not the order's.");
      return transaction.id;
    } catch (thrown) {
      console.warn('<pay-checkout>: resolveReference gave no usable transaction record.', thrown);
    }
  }
}

/** Whether a transaction may be the one that is sought: the attempt's, else what the page sells. */
function isExpected(
  transaction: Transaction,
  attempt: Attempt | undefined,
  { orders, amount }: CheckoutConfiguration,
): boolean {
  const known = attempt ?? (orders?.kind === 'fixed' ? orders : undefined);
  if (known) return isSamePayment(transaction, termsOf(known.order));
  if (!amount) return true;
  // An order that is made for each attempt may be for another amount than the page has shown before it.
  const isAmount = orders?.kind === 'created' || amount.amountInCents === transaction.amount_in_cents;
  return isAmount && amount.currency === transaction.currency;
}
