// What the flow fetches when it is needed must be at hand: time stands still while modules load.
import * as payment from '../../../src/checkout/payment.ts';
import { HttpPaymentsApi } from '../../../src/api/http-payments-api.ts';
import { Checkout } from '../../../src/checkout/checkout.ts';
import type { Attempt, CheckoutConfiguration, PaymentDetails } from '../../../src/checkout/configuration.ts';
import type { CheckoutListener } from '../../../src/checkout/stage.ts';
import type { CheckoutState } from '../../../src/checkout/state.ts';
import type { Device, Resident } from './device.ts';
import { base, publicKey, type UnsteadyService } from './unsteady-service.ts';

// Loaded with this file: see above.
void payment;

/** Ways to pay, with the outcome that the service will give; `bad-card` is refused at tokenization. */
export const waysToPay = ['approved', 'declined', 'errored', 'bad-card', 'push', 'bank'] as const;
export type WayToPay = (typeof waysToPay)[number];

const cards: Partial<Record<WayToPay, string>> = {
  approved: '4242424242424242',
  declined: '4111111111111111',
  errored: '5555555555554444',
  'bad-card': '4242424242424241',
};

/** What the page needs of the world it is in. */
export interface Surroundings {
  device: Device;
  service: UnsteadyService;
  configuration: CheckoutConfiguration;
  returned: { id: string; isMarked: boolean } | undefined;
  /** The element that was in the same page before. */
  beside: PayerPage | undefined;
}

/** One page in a tab: its checkout, what it showed and said, and whether it still runs. */
export class PayerPage implements Resident {
  readonly checkout: Checkout;
  /** Each final status that the payer saw. */
  readonly shown: { id: string; status: string; reference: string; at: number }[] = [];
  /** Each creation that the page has sent. */
  readonly sent: { reference: string; at: number }[] = [];
  /** References that this page has shown the end of. */
  readonly known = new Set<string>();
  /** Since when the page has asked for the purchase that it asks for. */
  begunAt: number;
  /** Ids of `pay-result`, in order. */
  readonly results: string[] = [];
  readonly wakes = new Set<() => void>();
  readonly problems: string[] = [];
  /** The status at the last check. */
  seenStatus: string | undefined;
  isGone = false;
  isConnected = true;
  returned: { id: string; isMarked: boolean } | undefined;
  /** The transaction that the page has left for the bank with. */
  leftWith: string | undefined;
  /** References that the payer has turned from here. */
  readonly leftBehind = new Set<string>();
  configuration: CheckoutConfiguration;
  readonly #beside: PayerPage | undefined;
  readonly #device: Device;
  readonly #service: UnsteadyService;
  readonly #api: HttpPaymentsApi;
  /** The amount on the button that the payer pressed. */
  #seenInCents: number | undefined;

  constructor({ device, service, configuration, returned, beside }: Surroundings) {
    this.#beside = beside;
    this.#device = device;
    this.#service = service;
    this.configuration = configuration;
    this.returned = returned;
    this.begunAt = device.moment();
    const environment = device.environment(this, this.wakes);
    const timer = (ms: number, run: () => void) => device.alarm(ms, run, this);
    this.#api = new HttpPaymentsApi({ baseUrl: base, publicKey, fetch: this.#fetch, timer });
    this.checkout = new Checkout({ api: this.#api, environment, listener: this.#listener(), configuration });
    this.checkout.connect();
  }

  get state(): CheckoutState {
    return this.checkout.state;
  }

  leave(): void {
    const { state } = this;
    if (state.status === 'action') this.leftWith = state.transaction.id;
  }

  /** The payer comes back to the page, or the connection does. What other tabs store wakes no page. */
  wake(): void {
    for (const end of this.wakes) end();
  }

  /** The tab is closed, crashes, or goes to another address: nothing of this page runs any more. */
  kill(): void {
    this.#beside?.kill();
    this.isGone = true;
    this.#device.forget(this);
  }

  disconnect(): void {
    this.checkout.disconnect();
    this.isConnected = false;
  }

  connect(): void {
    this.isConnected = true;
    this.checkout.connect();
  }

  configure(change: Partial<CheckoutConfiguration>): void {
    this.configuration = { ...this.configuration, ...change };
    this.checkout.configure(this.configuration);
  }

  /** Ticks both contracts and presses pay, perhaps several times at once. */
  pay(way: WayToPay, times: number): void {
    const { state } = this;
    this.leftBehind.clear();
    if (state.status === 'ready') this.#seenInCents = (state.changedAmount ?? this.configuration.amount)?.amountInCents;
    this.checkout.accept('acceptance_token', true);
    this.checkout.accept('accept_personal_auth', true);
    for (let press = 0; press < times; press++) void this.checkout.submit(this.#attempt(way));
  }

  #attempt(way: WayToPay): Attempt {
    const method = way === 'push' ? 'WALLET_A' : way === 'bank' ? 'BANKA_TRANSFER' : 'CARD';
    return { method, collect: () => this.#collect(way), spent: () => {} };
  }

  async #collect(way: WayToPay): Promise<PaymentDetails> {
    if (way === 'push') return { paymentMethod: { phone_number: '3991111111' } };
    if (way === 'bank')
      return { paymentMethod: { user_type: 'PERSON', payment_description: 'Compra', sandbox_status: 'APPROVED' } };
    const number = cards[way] ?? '';
    const card = { number, cvc: '123', exp_month: '12', exp_year: '29', card_holder: 'Ana Ruiz' };
    const token = await this.#api.tokenizeCard(card);
    return { paymentMethod: { token: token.id, installments: 1 } };
  }

  readonly #fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      if (this.isGone) return;
      const lost = new TypeError('fetch failed');
      if (!this.#device.isOnline) return reject(lost);
      const { signal, ...rest } = init ?? {};
      this.#watch(new Request(input).url, rest.body);
      signal?.addEventListener('abort', () => this.isGone || reject(lost));
      this.#service.answer(new Request(input, rest)).then(
        (answer) => this.isGone || (this.#device.isOnline ? resolve(answer) : reject(lost)),
        (error: unknown) => this.isGone || reject(error),
      );
    });

  #watch(url: string, body: RequestInit['body']): void {
    if (!url.endsWith('/transactions') || typeof body !== 'string') return;
    const { reference, amount_in_cents: amount }: { reference: string; amount_in_cents: number } = JSON.parse(body);
    this.sent.push({ reference, at: this.#device.moment() });
    if (amount !== this.#seenInCents)
      this.problems.push(`${reference} is sent with ${amount}, and the payer was shown ${this.#seenInCents}`);
  }

  #listener(): CheckoutListener {
    const ignore = () => {};
    return {
      stateChanged: (state) => {
        if (state.status !== 'settled') return;
        const { id, status, reference } = state.transaction;
        this.shown.push({ id, status, reference, at: this.#device.moment() });
      },
      accepted: ignore,
      submitting: () => true,
      transactionChanged: ignore,
      actionRequired: ignore,
      leaving: () => true,
      settled: ({ id, reference }) => {
        if (this.results.includes(id)) this.problems.push(`pay-result twice for ${id}`);
        this.results.push(id);
        if (this.#device.stored.has(`pay-checkout:${publicKey}:${reference}`))
          this.problems.push(`the journal still holds ${reference}, which is settled`);
      },
      outcomeUnknown: ignore,
      renewalRequired: ignore,
      sourceReady: () => undefined,
      warned: ignore,
      failed: ignore,
    };
  }
}
