import type { PaymentsApi } from '../api/payments-api.ts';
import { endingWith, type Ending } from '../api/service-client.ts';
import { asCheckoutError, CheckoutError } from '../domain/checkout-error.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import type { Rest } from '../domain/order.ts';
import { published } from '../domain/published.ts';
import { isLoopback, parseAddress, safeAddress } from '../domain/safe-address.ts';
import type { Transaction } from '../domain/transaction.ts';
import { Acceptance, type AcceptedDocument } from './acceptance.ts';
import type { CheckoutConfiguration, PaymentSourceRequest } from './configuration.ts';
import type { AntifraudIds, Environment } from './environment.ts';
import { Ledger } from './ledger/ledger.ts';
import type { Verdict } from './ledger/may-send.ts';
import type { NextActionKind } from './next-action.ts';
import type { CheckoutState, CheckoutStep, Unconfirmed } from './state.ts';
import { TabLock } from './tab-lock.ts';
import { taken } from './taken.ts';
import { transition } from './transition.ts';

/** Degraded but working; told to the merchant, never to the payer. */
export type CheckoutWarning = 'antifraud_unavailable' | 'storage_unavailable' | 'foreign_transaction';

/**
 * Whoever shows the flow. `submitting` and `leaving` are asked before anything happens and may be answered with false. What
 * one of these throws is reported on the console and answers nothing: the flow goes on.
 */
export interface CheckoutListener {
  stateChanged(state: CheckoutState): void;
  /** The merchant's record has come; a payment that is shown may be over by then, so that no change of state follows. */
  merchantKnown?(): void;
  accepted(documents: AcceptedDocument[]): void;
  submitting(method: string, reference: string | undefined): boolean;
  transactionChanged(transaction: Transaction): void;
  actionRequired(kind: NextActionKind, transaction: Transaction): void;
  leaving(url: URL, transaction: Transaction): boolean;
  settled(transaction: Transaction): void;
  outcomeUnknown(reference: string): void;
  renewalRequired(reference: string): void;
  /** Mode `source`. A promise says when the merchant has kept the card or wallet, or that it could not. */
  sourceReady(request: PaymentSourceRequest): Promise<unknown> | undefined;
  warned(code: CheckoutWarning): void;
  /** For the developer: a press of pay has sent nothing, and why. */
  withheld?(verdict: Verdict): void;
  failed(error: CheckoutError): void;
}

/**
 * The listener, who is told of copies. The tokens of a card or wallet to keep are handed over as they are, and what
 * the listener throws then says that they were not kept.
 */
const guarded = (listener: CheckoutListener): CheckoutListener =>
  new Proxy(listener, {
    get(_, name: keyof CheckoutListener) {
      const tell = listener[name] as ((...news: unknown[]) => unknown) | undefined;
      if (!tell || name === 'sourceReady') return tell?.bind(listener);
      return (...news: unknown[]) => {
        try {
          return tell.apply(listener, news.map(published));
        } catch (thrown) {
          console.error(`<pay-checkout>: the listener of ${name} has thrown.`, thrown);
        }
      };
    },
  });

/** Why nothing was sent: whoever has left sees no payment, and may buy something else. */
export const gone = (): CheckoutError =>
  new CheckoutError('aborted', 'The element was removed from the page before the payment was sent.');

/** What a checkout is made of. */
export interface CheckoutParts {
  api: PaymentsApi;
  environment: Environment;
  listener: CheckoutListener;
  configuration: CheckoutConfiguration;
}

/** What the parts of the flow share: the state and the one way to change it, the consents and the outside. */
export class Stage {
  readonly api: PaymentsApi;
  readonly environment: Environment;
  readonly listener: CheckoutListener;
  readonly acceptance: Acceptance;
  readonly ledger: Ledger;
  /** Kept while a payment is pending, where other tabs cannot read what is written down. */
  readonly lock: TabLock;
  configuration: CheckoutConfiguration;
  /** What a half payment has left, as the payer was shown it last. */
  rest: Rest | undefined;
  /** What was begun here for another order, and may be what the payer means: each form says so. */
  earlier: Transaction | undefined;
  /** Whether, since the last start, the record of an earlier payment is asked for: until it is there, nobody is to pay. */
  isLookingUp = false;
  /** Whether the service knew nothing of the payment that it was asked for last. */
  isGone = false;
  /** A transaction that the page asked for, and that was left by a reset: it does not come back by itself. */
  dismissedId: string | undefined;
  /** Ends the wait for a wallet's permission; undefined while there is none. */
  permission: Ending | undefined;
  /** Aborted when the element goes; undefined while it is away. */
  connection: AbortController | undefined;
  #state: CheckoutState = { status: 'loading' };
  readonly #warned = new Set<CheckoutWarning>();
  /** Whether there were no anti-fraud ids the last time; undefined before the first. */
  #isUnidentified: boolean | undefined;

  constructor({ api, environment, listener, configuration }: CheckoutParts) {
    this.api = api;
    this.environment = environment;
    this.listener = guarded(listener);
    this.configuration = taken(configuration);
    this.ledger = new Ledger(environment, this.configuration);
    this.lock = new TabLock(environment, this.ledger);
    this.acceptance = new Acceptance(api, {
      now: () => environment.now(),
      isSafe: (permalink) => this.address(permalink) !== undefined,
    });
  }

  get state(): CheckoutState {
    return this.#state;
  }

  /** @returns whether the step applied, which is also the guard against doing it twice. */
  apply(step: CheckoutStep): boolean {
    const next = transition(this.#state, step);
    if (next === this.#state) return false;
    const { earlier } = this;
    const { owed } = this.ledger;
    // Its own receipt shows what was paid, not what is left.
    const isReceipt = next.status === 'settled' && next.transaction.id === owed?.transactionId;
    // A press is about what was shown when it was made.
    if (next.status !== 'submitting') this.rest = isReceipt ? undefined : owed;
    this.#state = earlier && next.status === 'ready' ? { ...next, earlier } : next;
    this.listener.stateChanged(this.#state);
    return true;
  }

  /**
   * An address that the service gave, where it is safe to go to or to call: not one of the shop's, which would take it for
   * the payer's own wish. A shop that hands on the service's answers has them at the origin of `base-url`, and a trial has
   * the shop and the service on the same machine.
   */
  address(given: string | undefined): URL | undefined {
    const { publicKey, baseUrl } = this.configuration;
    const isTest = isTestKey(publicKey);
    const url = safeAddress(given, { allowLoopback: isTest });
    if (!url || url.origin === parseAddress(baseUrl)?.origin || (isTest && isLoopback(url.hostname))) return url;
    return this.environment.isOfShop?.(url) ? undefined : url;
  }

  /** Takes the id of a payment that is over or left out of the address: a reload would show it again. */
  forgetReturn(id: string): void {
    const { environment } = this;
    if (environment.returned()?.id === id) environment.forgetReturn();
  }

  /**
   * A submission that did not become a transaction: back to the form, with the reason.
   *
   * @param unconfirmed what may have become one before.
   */
  refuse(thrown: unknown, unconfirmed?: Unconfirmed): void {
    const error = asCheckoutError(thrown, 'request_rejected');
    if (this.apply({ type: 'refused', error, unconfirmed })) this.listener.failed(error);
  }

  /**
   * What a promise comes to, unless the element leaves the page first: a wait holds nothing that has gone. An element that
   * is only moved in the page is back before the next task.
   *
   * @throws CheckoutError `aborted`
   */
  async whileHere<Value>(promise: Promise<Value>): Promise<Value> {
    const over = new AbortController();
    const departure = async (): Promise<Value> => {
      while (this.connection) {
        const here = endingWith(this.connection.signal);
        over.signal.addEventListener('abort', here.abort);
        await new Promise((resolve) => here.signal.addEventListener('abort', resolve));
        here.release();
        if (over.signal.aborted) return promise;
        await this.environment.wait(0, over.signal);
      }
      throw gone();
    };
    try {
      return await Promise.race([promise, departure()]);
    } finally {
      over.abort();
    }
  }

  warn(code: CheckoutWarning): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.listener.warned(code);
  }

  /**
   * The anti-fraud ids, or none and a warning: a payment does not wait for them for ever, and not a second time on a page.
   * Where there were none, they are asked for again all the same, for the payment after this one.
   */
  async identify(): Promise<AntifraudIds> {
    const isInVain = this.#isUnidentified ?? this.environment.isUnidentified?.();
    const asked = this.environment.identify().then(
      (ids) => {
        this.#isUnidentified = false;
        return ids;
      },
      () => {
        this.#isUnidentified = true;
        this.warn('antifraud_unavailable');
        return {};
      },
    );
    return isInVain ? {} : asked;
  }

  /** The existing transaction that is to be shown, if there is one. */
  get askedId(): string | undefined {
    const { transactionId } = this.configuration;
    return transactionId === this.dismissedId ? undefined : transactionId;
  }
}
