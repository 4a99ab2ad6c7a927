import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import type { CheckoutConfiguration } from './configuration.ts';
import type { Payment } from './payment.ts';
import type { Stage } from './stage.ts';

/** Whether the page has said what the form is for: an order to pay, or a card to keep. */
export const hasPurpose = ({ orders, mode }: CheckoutConfiguration): boolean =>
  orders !== undefined || mode === 'source';

/** The way from `loading` to what is shown first: the payment that is under way already, else the form. */
export class Opening {
  readonly #stage: Stage;
  readonly #payment: Payment;
  #going: AbortController | undefined;
  #contracts: Promise<CheckoutError | undefined> | undefined;

  constructor(stage: Stage, payment: Payment) {
    this.#stage = stage;
    this.#payment = payment;
  }

  /** Whether a payment may be under way already: only then is anything looked for before the form is shown. */
  get mayBeUnderWay(): boolean {
    const { askedId, configuration, environment } = this.#stage;
    const { journal } = this.#payment;
    return Boolean(askedId ?? (configuration.mode !== 'source' && (environment.returned() ?? journal.underWay())));
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
    this.#stage.isLookingUp = false;
    void this.#stage.identify();
    const contracts = acceptance.merchant && !isFresh ? undefined : this.fetchContracts();
    const found =
      !isFresh && this.mayBeUnderWay
        ? this.#payment.recovery.find(signal).catch((thrown: unknown) => asCheckoutError(thrown))
        : undefined;
    const [missing, lost] = await Promise.all([contracts, found]);
    if (signal.aborted) return;
    this.#stage.isLookingUp = false;
    if (this.#stage.state.status !== 'loading') return;
    const failure = lost ?? missing;
    if (failure) this.#giveUp(failure);
    else if (hasPurpose(this.#stage.configuration)) this.#stage.apply({ type: 'loaded' });
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

  /** There will be no form: failed, unless a payment of this page may be under way. */
  #giveUp(failure: CheckoutError): void {
    const { journal, inquiry } = this.#payment;
    const entry = this.mayBeUnderWay ? journal.underWay() : undefined;
    if (entry) return inquiry.leaveOpen(entry);
    const code = failure.retryable ? 'contracts_unreachable' : failure.code;
    const text = `The contracts could not be fetched. ${failure.message}`;
    const error = new CheckoutError(code, text, { cause: failure });
    if (this.#stage.apply({ type: 'broken', error })) this.#stage.listener.failed(error);
  }
}
