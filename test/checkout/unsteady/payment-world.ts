import type { CheckoutConfiguration } from '../../../src/checkout/configuration.ts';
import type { OrderSource } from '../../../src/domain/order.ts';
import { Device, type StorageKind } from './device.ts';
import { PayerPage, type WayToPay } from './payer-page.ts';
import { publicKey, UnsteadyService, type ServiceRecord } from './unsteady-service.ts';

/** What the merchant's `resolveReference` is like; `none` is a merchant without one. */
export const resolverKinds = [
  'none',
  'honest',
  'failing',
  'silent',
  'ignorant',
  'foreign',
  'inventing',
  'embellishing',
] as const;
type ResolverKind = (typeof resolverKinds)[number];

/** What does not change during a run. */
export interface Setting {
  orders: 'fixed' | 'created';
  resolver: ResolverKind;
  storage: StorageKind;
  hasLocks: boolean;
}

const amounts = [11_900_000, 12_500_000] as const;
const surcharge = 1_000_000;

/** A payer with some tabs, a shop and a service: everything that a run needs, and what is true in it. */
export class PaymentWorld {
  readonly setting: Setting;
  readonly device: Device;
  readonly service: UnsteadyService;
  readonly tabs: (PayerPage | undefined)[] = [undefined, undefined];
  /** Every page that there was. */
  readonly pages: PayerPage[] = [];
  /** References that the payer saw end, or has knowingly left behind: another payment is not a second one then. */
  readonly known = new Set<string>();
  /** The amount that the payer was shown when an order was made. */
  readonly shownFor = new Map<string, number>();
  /** What a page has shown as approved last: where it is not the payer's own word, it is not paid for again. */
  paid: { reference: string; at: number; by: PayerPage } | undefined;
  /** Each reference that was ever sent. */
  readonly sent = new Set<string>();
  /** What was live when the invariants were checked last. */
  liveBefore: ReadonlySet<string> = new Set();
  presses = 0;
  resends = 0;
  #orders = 0;
  #isRecovering = false;

  constructor(setting: Setting) {
    this.setting = setting;
    this.device = new Device(setting);
    this.service = new UnsteadyService(this.device);
  }

  get alive(): PayerPage[] {
    return this.tabs.filter((page): page is PayerPage => page !== undefined && !page.isGone);
  }

  /** Whether anything can tell this device's pages of each other: else a second page is a second payer. */
  get hasMemory(): boolean {
    return this.setting.storage === 'kept' || this.pages.length === 1;
  }

  /** The merchant's backend is well again. */
  recover(): void {
    this.#isRecovering = true;
  }

  /** @param how `beside`: in the page that is open there, as frameworks do; its earlier element is away, and lives on. */
  open(tab: number, { returned, beside }: { returned?: PayerPage['returned']; beside?: PayerPage } = {}): void {
    if (!beside) this.tabs[tab]?.kill();
    const { device, service } = this;
    const configuration = this.#configuration(amounts[0]);
    const page = new PayerPage({ device, service, configuration, returned, beside });
    this.tabs[tab] = page;
    this.pages.push(page);
  }

  pay(page: PayerPage, way: WayToPay, times: number): void {
    if (page.state.status === 'ready') this.presses++;
    page.pay(way, times);
  }

  /** Another amount in the cart. */
  reprice(page: PayerPage): void {
    const amount = page.configuration.amount?.amountInCents === amounts[0] ? amounts[1] : amounts[0];
    const { amount: money, orders } = this.#configuration(amount);
    page.configure({ amount: money, orders });
  }

  /** The merchant gives a new order, and with it gives up what was before. */
  async renew(page: PayerPage): Promise<void> {
    if (this.setting.orders === 'created') return;
    for (const { reference } of await this.service.transactions()) this.known.add(reference);
    this.#orders++;
    page.configure({ orders: this.#configuration(amounts[0]).orders });
  }

  /** The payments that the payer may still be charged for without having been told how they ended. */
  live(all: readonly ServiceRecord[]): ServiceRecord[] {
    return all.filter(
      ({ status, reference }) => ['PENDING', 'APPROVED'].includes(status) && !this.known.has(reference),
    );
  }

  /** Whether a payment is of what this page sells. */
  isOf(page: PayerPage, reference: string): boolean {
    const { orders, amount } = page.configuration;
    if (orders?.kind === 'fixed') return orders.order.reference === reference;
    return this.shownFor.get(reference) === amount?.amountInCents;
  }

  #configuration(amountInCents: number): CheckoutConfiguration {
    return {
      publicKey,
      amount: { amountInCents, currency: 'COP' },
      orders: this.#source(amountInCents),
      scope: '/checkout',
      mode: 'payment',
      customer: { email: 'ana@example.com', fullName: 'Ana Ruiz', phoneNumber: '+573001234567' },
      redirectUrl: 'https://shop.example/thanks',
      resolveReference: this.setting.resolver === 'none' ? undefined : (reference) => this.#resolve(reference),
    };
  }

  #source(amount: number): OrderSource {
    if (this.setting.orders === 'fixed')
      return { kind: 'fixed', order: this.service.order(`FIXED-${this.#orders}`, amount) };
    return { kind: 'created', create: () => this.#create(amount) };
  }

  async #create(amount: number): Promise<unknown> {
    const kind = this.service.take('order');
    if (kind === 'slow') await this.device.sleep(5000);
    if (kind === 'late') await this.device.sleep(45_000);
    if (kind === 'drop-before' || kind === 'error') throw new Error('The shop cannot take orders.');
    if (kind === 'garbage') return { reference: 7 };
    const reference = `ORDER-${++this.#orders}`;
    this.shownFor.set(reference, amount);
    return this.service.order(reference, kind === 'twice' ? amount + surcharge : amount);
  }

  async #resolve(reference: string): Promise<unknown> {
    const record = (await this.service.transactions()).find((one) => one.reference === reference) ?? null;
    const kind = this.setting.resolver;
    const invented = {
      id: '1-2-3',
      reference,
      currency: 'COP',
      payment_method_type: 'CARD',
      payment_method: { type: 'CARD' },
      amount_in_cents: amounts[0],
      status: 'APPROVED',
    };
    if (kind === 'inventing') return invented;
    if (kind === 'foreign') return { ...(record ?? invented), reference: 'FOREIGN', status: 'APPROVED' };
    if (kind === 'embellishing')
      return record && { ...record, status: record.status === 'PENDING' ? 'DECLINED' : 'APPROVED' };
    if (this.#isRecovering || kind === 'honest') return record;
    if (kind === 'silent') return new Promise(() => {});
    if (kind === 'failing') throw new Error('The backend is down.');
    return null;
  }
}
