import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Journal } from './journal.ts';
import type { Payment } from './payment.ts';
import type { Sought } from './recovery.ts';
import type { Stage } from './stage.ts';

/** Whether the page has said what the form is for: an order to pay, or a card to keep. */
export const hasPurpose = ({ orders, mode }: CheckoutConfiguration): boolean =>
  orders !== undefined || mode === 'source';

/** The way from `loading` to what is shown first: the payment that is under way already, else the form. */
export class Opening {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #payment: Payment;
  #going: AbortController | undefined;
  #sought: Sought = {};
  #contracts: Promise<CheckoutError | undefined> | undefined;

  constructor(stage: Stage, journal: Journal, payment: Payment) {
    this.#stage = stage;
    this.#journal = journal;
    this.#payment = payment;
  }

  /** Whether a payment may be under way already: only then is anything looked for before the form is shown. */
  get #mayBeUnderWay(): boolean {
    const { askedId, returned } = this.#sought;
    if (askedId !== undefined) return true;
    if (this.#stage.configuration.mode === 'source') return false;
    return (returned && this.#journal.isOwn(returned)) || this.#journal.ofPage() !== undefined;
  }

  /**
   * Starts anew: what an earlier start still finds is not taken over any more.
   *
   * @param isFresh leaves earlier payments alone and fetches the contracts anew.
   */
  async begin(isFresh = false): Promise<void> {
    const { connection, acceptance } = this.#stage;
    if (!connection) return;
    this.#going?.abort();
    const going = new AbortController();
    const { signal } = going;
    this.#going = going;
    this.#seek(isFresh);
    this.#stage.isLookingUp = !isFresh && this.#mayBeUnderWay;
    void this.#stage.identify();
    const contracts = acceptance.merchant && !isFresh ? undefined : this.fetchContracts();
    const found = this.#stage.isLookingUp ? this.#find(signal) : undefined;
    const [missing, lost] = await Promise.all([contracts, found]);
    if (signal.aborted) return;
    this.#stage.isLookingUp = false;
    if (this.#stage.state.status !== 'loading') return;
    const failure = lost ?? missing;
    const { configuration, environment } = this.#stage;
    if (failure) this.#giveUp(failure);
    // From here on a reload shows the form too. One that keeps cards may stand beside the receipt of another element.
    else if (hasPurpose(configuration) && this.#stage.apply({ type: 'loaded' }) && configuration.mode === 'payment') {
      environment.keepReceipt?.();
      if (!isFresh) await this.#payment.recovery.remind();
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
  #seek(isFresh: boolean): void {
    const { askedId, environment, isLookingUp } = this.#stage;
    const open = isLookingUp && !isFresh ? this.#sought : undefined;
    this.#sought = { askedId: askedId ?? open?.askedId, returned: environment.returned() ?? open?.returned };
  }

  /** @returns why the payment that is under way already could not be looked for. */
  async #find(signal: AbortSignal): Promise<CheckoutError | undefined> {
    try {
      await this.#payment.recovery.find(this.#sought, signal);
    } catch (thrown) {
      return asCheckoutError(thrown);
    }
  }

  /** There will be no form: failed, unless a payment of this page may be under way. */
  #giveUp(failure: CheckoutError): void {
    const entry = this.#mayBeUnderWay ? this.#journal.ofPage() : undefined;
    if (entry) return this.#payment.inquiry.leaveOpen(entry);
    const code = failure.retryable ? 'contracts_unreachable' : failure.code;
    const error = new CheckoutError(code, `The contracts did not come. ${failure.message}`, { cause: failure });
    if (this.#stage.apply({ type: 'broken', error })) this.#stage.listener.failed(error);
  }
}
