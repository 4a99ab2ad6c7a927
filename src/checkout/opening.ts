/** The way from `loading` to what is shown first: the payment that is under way already, else the form. */
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { isSameAmount } from '../domain/money.ts';
import { isFinal, remainderOf, type Transaction } from '../domain/transaction.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Returned } from './environment.ts';
import type { Claim } from './ledger/claim.ts';
import { isUnended, type Attempt } from './ledger/purchase.ts';
import type { Resolver } from './resolve.ts';
import type { Stage } from './stage.ts';
import { unconfirmedOf } from './state.ts';

/** Whether the page has said what the form is for: an order to pay, or a card to keep. */
export const hasPurpose = ({ orders, mode }: CheckoutConfiguration): boolean =>
  orders !== undefined || mode === 'source';

/** What the page asks for when it is opened: a transaction by its id, or the one that its address names. */
interface Sought {
  askedId?: string | undefined;
  /** The page was told before that its purchase is paid. */
  wasPaid?: boolean | undefined;
  returned?: Returned | undefined;
}

export class Opening {
  /** How it began last: another try after a failure begins so, too. */
  isFresh = false;
  readonly #stage: Stage;
  readonly #resolver: Resolver;
  #going: AbortController | undefined;
  #sought: Sought = {};
  #contracts: Promise<CheckoutError | undefined> | undefined;
  /** What was taken for this visitor's payment while the page had given no order. */
  #guess: Attempt | undefined;

  constructor(stage: Stage, resolver: Resolver) {
    this.#stage = stage;
    this.#resolver = resolver;
  }

  /** Whether the page has since given an order that what is shown does not belong to. */
  get isMistaken(): boolean {
    return this.#guess !== undefined && !this.#stage.ledger.owns(this.#guess.order.reference);
  }

  /** Whether a payment may be under way already: only then is anything looked for before the form is shown. */
  get #mayBeUnderWay(): boolean {
    const { askedId, returned } = this.#sought;
    if (askedId !== undefined) return true;
    if (this.#stage.configuration.mode === 'source') return false;
    return (returned && this.#stage.ledger.isOwn(returned)) || this.claim.is !== 'unpaid';
  }

  /** What may be said of the page's purchase; while the page has not said what it sells, of any that is under way. */
  get claim(): Claim {
    const { ledger, configuration } = this.#stage;
    if (configuration.mode === 'source') return { is: 'unpaid' };
    if (configuration.orders || configuration.cartId !== undefined) {
      const { claim } = ledger;
      // A page that asks for the rest alone says all that there is to say of the half.
      const isSaid = claim.is === 'half-paid' && isSameAmount(configuration.amount, ledger.owed);
      return isSaid ? { is: 'unpaid' } : claim;
    }
    const attempt = ledger.find((one) => one.id !== undefined && !one.aside && isUnended(one));
    return attempt ? { is: 'pending', attempt } : { is: 'unpaid' };
  }

  /**
   * Starts anew: what an earlier start still finds is not taken over any more.
   *
   * @param isFresh leaves earlier payments alone and fetches the contracts anew.
   * @param wasPaid the page asks for what it was told before is paid.
   */
  async begin({ isFresh = false, wasPaid = false } = {}): Promise<void> {
    const { connection, acceptance } = this.#stage;
    this.isFresh = isFresh;
    if (!connection) return;
    this.#going?.abort();
    const going = new AbortController();
    const { signal } = going;
    this.#going = going;
    this.#seek(isFresh, wasPaid);
    this.#stage.isLookingUp = !isFresh && this.#mayBeUnderWay;
    void this.#stage.identify();
    const contracts = acceptance.merchant && !isFresh ? undefined : this.fetchContracts();
    const found = this.#stage.isLookingUp
      ? this.#find(signal).catch((thrown: unknown) => asCheckoutError(thrown))
      : undefined;
    const [missing, lost] = await Promise.all([contracts, found]);
    if (signal.aborted) return;
    this.#stage.isLookingUp = false;
    if (this.#stage.state.status !== 'loading') return;
    const failure = lost ?? missing;
    const { configuration } = this.#stage;
    if (failure) this.#giveUp(failure, isFresh);
    else if (hasPurpose(configuration) && this.#stage.apply({ type: 'loaded' }) && configuration.mode === 'payment') {
      if (!isFresh) await this.#remind(signal);
    }
  }

  /** The element is away: whoever connects it again begins again. */
  stop(): void {
    this.#going?.abort();
    this.#contracts = undefined;
  }

  /** Fetches the contracts; one request serves all who want them while it is on its way. @returns why it failed. */
  fetchContracts(): Promise<CheckoutError | undefined> {
    const { acceptance, connection, listener } = this.#stage;
    const contracts = (this.#contracts ??= acceptance.load(connection?.signal).then(
      () => {
        listener.merchantKnown?.();
        return undefined;
      },
      // Not what a listener of the page throws: the contracts are there then.
      (thrown: unknown) => asCheckoutError(thrown),
    ));
    void contracts.then(() => {
      if (this.#contracts === contracts) this.#contracts = undefined;
    });
    return contracts;
  }

  /** Reads what is asked for. What an earlier start was still looking for is still sought: the page may have gone on. */
  #seek(isFresh: boolean, wasPaid: boolean): void {
    const { askedId, environment, isLookingUp } = this.#stage;
    const open = isLookingUp && !isFresh ? this.#sought : undefined;
    this.#sought = {
      askedId: askedId ?? open?.askedId,
      wasPaid: wasPaid || open?.wasPaid,
      returned: environment.returned() ?? open?.returned,
    };
  }

  /** Takes over the payment that is asked for, returned from, or kept; without a finding the state stays as it is. */
  async #find(signal: AbortSignal): Promise<void> {
    const { ledger, configuration } = this.#stage;
    const { askedId: id, wasPaid, returned } = this.#sought;
    this.#guess = undefined;
    if (id !== undefined) {
      const attempt = ledger.find((one) => one.id === id);
      const hasReturned = returned?.id === id;
      const error = await this.#resolver.follow({ id, attempt, hasReturned, isNamed: true, wasPaid, signal });
      if (error) this.#lose(id, error, attempt);
      return;
    }
    if (returned && ledger.isOwn(returned)) {
      const attempt = ledger.find((one) => one.id === returned.id && isUnended(one));
      const error = await this.#resolver.follow({ id: returned.id, attempt, hasReturned: true, signal });
      if (!error) return;
      if (attempt) return this.#lose(returned.id, error, attempt);
      this.#stage.warn('foreign_transaction');
    }
    const claim = this.claim;
    if (claim.is === 'unpaid') return;
    if (!configuration.orders) this.#guess = claim.attempt;
    const isPaid = claim.is === 'paid' || claim.is === 'half-paid';
    const wasTold = isPaid && ledger.isShownAgain;
    const origin = { wasPaid: claim.is === 'paid' && !wasTold, wasTold, guessed: ledger.isGuessed };
    await this.#resolver.show(claim.attempt, origin, signal);
  }

  /**
   * The form is there. What was begun from this browser for the same amount is said in it, unless that ended unpaid; of
   * what has no record, the payer has to say that this is another payment.
   */
  async #remind(signal: AbortSignal): Promise<void> {
    const { ledger } = this.#stage;
    for (const attempt of ledger.strangers()) {
      let record: Transaction | undefined;
      try {
        record = await this.#resolver.look(attempt);
      } catch {
        continue; // a press looks again
      }
      if (signal.aborted) return;
      // The page may sell something else by now, and a press that is on its way looks for itself.
      const isMeant = ledger.strangers().some(({ order }) => order.reference === attempt.order.reference);
      if (!isMeant) continue;
      const { state } = this.#stage;
      if (!record && state.status === 'ready')
        this.#stage.apply({ type: 'unconfirmed', payment: unconfirmedOf(attempt) });
      if (!record) return;
      // Of what is half paid nothing is called paid.
      if (remainderOf(record) || (isFinal(record) && record.status !== 'APPROVED')) continue;
      this.#stage.earlier = record;
      this.#stage.apply({ type: 'reminded' });
      return;
    }
  }

  /** There will be no form: failed, unless a payment of this page may be under way. */
  #giveUp(failure: CheckoutError, isFresh: boolean): void {
    const claim: Claim = isFresh ? { is: 'unpaid' } : this.claim;
    if (claim.is !== 'unpaid') return this.#resolver.leaveOpen(claim.attempt);
    const code = failure.retryable ? 'contracts_unreachable' : failure.code;
    const error = new CheckoutError(code, `The contracts did not come. ${failure.message}`, { cause: failure });
    const earlier = isFresh ? undefined : this.#stage.ledger.unconfirmed();
    const unconfirmed = earlier && unconfirmedOf(earlier);
    if (this.#stage.apply({ type: 'broken', error, unconfirmed })) this.#stage.listener.failed(error);
  }

  /** A transaction that the page asked for cannot be had: unknown where it is this browser's payment, else failed. */
  #lose(id: string, error: CheckoutError, attempt: Attempt | undefined): void {
    const claim = this.claim;
    if (attempt) this.#resolver.leaveOpen({ ...attempt, id });
    else if (claim.is !== 'unpaid') this.#resolver.leaveOpen(claim.attempt);
    else if (this.#stage.apply({ type: 'broken', error, lookup: true })) this.#stage.listener.failed(error);
  }
}
