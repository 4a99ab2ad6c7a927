import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Journal } from './journal.ts';
import type { LatePayment } from './late-payment.ts';
import type { Sought } from './recovery.ts';
import type { Stage } from './stage.ts';

/** Whether the page has said what the form is for: an order to pay, or a card to keep. */
export const hasPurpose = ({ orders, mode }: CheckoutConfiguration): boolean =>
  orders !== undefined || mode === 'source';

/** The way from `loading` to what is shown first: the payment that is under way already, else the form. */
export class Opening {
  readonly #stage: Stage;
  readonly #journal: Journal;
  readonly #late: LatePayment;
  #going: AbortController | undefined;
  #sought: Sought = {};
  #contracts: Promise<CheckoutError | undefined> | undefined;

  constructor(stage: Stage, journal: Journal, late: LatePayment) {
    this.#stage = stage;
    this.#journal = journal;
    this.#late = late;
  }

  /** Whether a payment may be under way already: only then is anything looked for before the form is shown. */
  get #mayBeUnderWay(): boolean {
    const { askedId, returned } = this.#sought;
    if (askedId !== undefined) return true;
    if (this.#stage.configuration.mode === 'source') return false;
    return (returned && this.#journal.isOwn(returned)) || this.#journal.underWay() !== undefined;
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
    // What looks for the payment could not be had: it is still being looked for.
    this.#stage.isLookingUp = lost?.code === 'part_unavailable';
    if (this.#stage.state.status !== 'loading') return;
    const failure = lost ?? missing;
    const { configuration, environment } = this.#stage;
    if (failure) await this.#giveUp(failure, signal);
    // From here on a reload shows the form too. One that keeps cards may stand beside the receipt of another element.
    else if (hasPurpose(configuration) && this.#stage.apply({ type: 'loaded' }) && configuration.mode === 'payment') {
      // Where nothing was paid none is kept, and a first look at where it would be costs memory.
      if (this.#stage.known.size > 0) environment.keepReceipt?.();
      // A form without this is a form all the same.
      if (!isFresh && this.#journal.earlier()[0])
        await this.#late.load().then(
          ({ recovery }) => recovery.remind(),
          () => undefined,
        );
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

  /**
   * Reads at once what is asked for: until what looks for it is there, the page may have gone on. What could not be looked
   * for is still sought.
   */
  #seek(isFresh: boolean): void {
    const { askedId, environment, isLookingUp } = this.#stage;
    const open = isLookingUp && !isFresh ? this.#sought : undefined;
    this.#sought = { askedId: askedId ?? open?.askedId, returned: environment.returned() ?? open?.returned };
  }

  async #find(signal: AbortSignal): Promise<CheckoutError | undefined> {
    const sought = this.#sought;
    try {
      const { recovery } = await this.#late.load();
      if (!signal.aborted) await recovery.find(sought, signal);
    } catch (thrown) {
      return asCheckoutError(thrown);
    }
  }

  /** There will be no form: failed, unless a payment of this page may be under way. */
  async #giveUp(failure: CheckoutError, signal: AbortSignal): Promise<void> {
    const isUnsought = this.#stage.isLookingUp;
    const entry = this.#mayBeUnderWay ? this.#journal.underWay() : undefined;
    const payment = (entry ?? isUnsought) ? await this.#late.load().catch(() => undefined) : undefined;
    if (signal.aborted) return;
    if (payment && isUnsought) return this.begin();
    if (payment && entry) return payment.inquiry.leaveOpen(entry);
    const code = failure.retryable ? 'contracts_unreachable' : failure.code;
    const text = `The contracts did not come. ${failure.message}`;
    const error = isUnsought ? failure : new CheckoutError(code, text, { cause: failure });
    if (this.#stage.apply({ type: 'broken', error })) this.#stage.listener.failed(error);
  }
}
