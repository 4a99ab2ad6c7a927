import { HttpPaymentsApi } from '../../src/api/http-payments-api.ts';
import { Checkout } from '../../src/checkout/checkout.ts';
import type { Attempt, CheckoutConfiguration } from '../../src/checkout/configuration.ts';
import type { Environment } from '../../src/checkout/environment.ts';
import type { CheckoutListener } from '../../src/checkout/stage.ts';
import type { CheckoutState, CheckoutStatus } from '../../src/checkout/state.ts';
import type { Order } from '../../src/domain/order.ts';
import { UnsentToken } from '../../src/ui/unsent-token.ts';
import type { FlowWorld } from './flow-world.ts';

/** Where the pages expect the service. */
export const base = 'http://127.0.0.1:5174';
export const publicKey = 'pub_test_flow';

/** What a page gives for one order of its own. */
export const settingsFor = (order: Order): CheckoutConfiguration => ({
  publicKey,
  amount: order,
  orders: { kind: 'fixed', order },
  scope: '/checkout',
  mode: 'payment',
  customer: { email: 'ana@example.com', fullName: 'Ana' },
  redirectUrl: 'https://shop.example/thanks',
});

/** One page on the device: its checkout, and all that it said, in order. */
export class FlowPage {
  readonly world: FlowWorld;
  readonly checkout: Checkout;
  /** What the page gave at first. */
  readonly configuration: CheckoutConfiguration;
  readonly api: HttpPaymentsApi;
  readonly said: [kind: string, value: unknown][] = [];
  readonly statuses: CheckoutStatus[] = [];
  spent = 0;
  answers: { submitting: boolean; leaving: boolean; keep?: () => Promise<unknown> } = {
    submitting: true,
    leaving: true,
  };

  constructor(world: FlowWorld, configuration: CheckoutConfiguration, environment: Partial<Environment>) {
    this.world = world;
    this.configuration = configuration;
    this.api = new HttpPaymentsApi({ baseUrl: base, publicKey, fetch: world.fetch, profile: configuration.profile });
    const say = (kind: string) => (value: unknown) => void this.said.push([kind, value]);
    const listener: CheckoutListener = {
      stateChanged: (state) => void this.statuses.push(state.status),
      accepted: say('accepted'),
      submitting: (method, reference) => (say('submitting')({ method, reference }), this.answers.submitting),
      transactionChanged: say('transaction'),
      actionRequired: say('action'),
      leaving: (url) => (say('leaving')(url.href), this.answers.leaving),
      settled: say('settled'),
      outcomeUnknown: say('unknown'),
      renewalRequired: say('renewal'),
      sourceReady: (request) => (say('source')(request), this.answers.keep?.()),
      warned: say('warning'),
      withheld: say('withheld'),
      failed: say('error'),
    };
    this.checkout = new Checkout({
      api: this.api,
      environment: { ...world.environment(), ...environment },
      listener,
      configuration,
    });
  }

  /** The page gives another order. */
  async giveOrder(reference: string, amountInCents?: number): Promise<void> {
    this.checkout.configure(settingsFor(await this.world.order(reference, amountInCents)));
  }

  get state(): CheckoutState {
    return this.checkout.state;
  }

  of(kind: string): unknown[] {
    return this.said.filter(([said]) => said === kind).map(([, value]) => value);
  }

  accept(): void {
    this.checkout.accept('acceptance_token', true);
    this.checkout.accept('accept_personal_auth', true);
  }

  /** A card that was typed: its token is kept as the card fields keep it, from press to press. */
  card(number = '4242424242424242'): Attempt {
    const card = { number, cvc: '123', exp_month: '12', exp_year: '29', card_holder: 'Ana Ruiz' };
    const token = new UnsentToken(() => this.world.time);
    return {
      method: 'CARD',
      collect: async () => {
        const { id } = await token.get(this.api, () => this.api.tokenizeCard(card));
        return { paymentMethod: { token: id, installments: 1 } };
      },
      spent: () => {
        token.drop();
        this.spent++;
      },
    };
  }

  async until(status: CheckoutStatus): Promise<void> {
    await this.world.until(() => this.state.status === status);
  }
}
