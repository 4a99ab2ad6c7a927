/** The shop and the pages of a payer: they tell the judge what was sold, seen, pressed and sent. */
import { HttpPaymentsApi } from '../../../src/api/http-payments-api.ts';
import { readJson, refusal } from '../../../src/api/service-client.ts';
import { Checkout } from '../../../src/checkout/checkout.ts';
import type { Press } from '../../../src/checkout/means.ts';
import type { CheckoutConfiguration, PaymentDetails } from '../../../src/checkout/configuration.ts';
import type { CheckoutListener } from '../../../src/checkout/stage.ts';
import type { CheckoutState } from '../../../src/checkout/state.ts';
import type { Order, OrderRequest } from '../../../src/domain/order.ts';
import type { SourceCharge } from '../../../src/domain/saved-source.ts';
import { remainderOf } from '../../../src/domain/transaction.ts';
import { Device, type Resident, type StorageKind } from './device.ts';
import { Judge, takenBy, type Cart, type Wish, type Witness } from './judge.ts';
import { base, publicKey, UnsteadyService } from './service.ts';

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

/**
 * How the shop gives its orders: one with the page, the same at each load; one with the page, signed anew at each load; one
 * made for each attempt; or one made on request, and the same again while it is open.
 */
export const orderKinds = ['fixed', 'anew', 'created', 'open'] as const;

/** Saved cards, which the shop's backend charges; `saved-gone` is one that it does not keep any more. */
const savedCards = ['saved', 'saved-declined', 'saved-gone'] as const;

/** Ways to pay, with the outcome that the service will give; `bad-card` is refused at tokenization. */
export const waysToPay = [
  'approved',
  'declined',
  'errored',
  'bad-card',
  'push',
  'bank',
  'points',
  ...savedCards,
] as const;
export type WayToPay = (typeof waysToPay)[number];

/** What does not change during a run. */
export interface Setting {
  orders: (typeof orderKinds)[number];
  resolver: (typeof resolverKinds)[number];
  storage: StorageKind;
  hasLocks: boolean;
  /** The shop hears of half payments: a page that is opened after one asks for the rest alone. */
  hears: boolean;
  /** The page says what is to be paid before it has an order for that. */
  shows: boolean;
  /** Whether the page names what is bought by an id of its own. */
  names: boolean;
  /** Whether the element tells pages apart by their query too, as it did before the ledger. */
  tellsQueries: boolean;
}

/** What of that is said: the rest is as usual. */
export type Given = Partial<Setting> & Pick<Setting, 'orders'>;

const usual = {
  resolver: 'none',
  storage: 'kept',
  hasLocks: true,
  hears: false,
  shows: true,
  names: false,
  tellsQueries: false,
} as const;
const amounts = [11_900_000, 12_500_000] as const;
const surcharge = 1_000_000;
/** How long a page waits for the answer to a charge. */
const chargeTimeoutMs = 30_000;

const cards: Partial<Record<WayToPay, string>> = {
  approved: '4242424242424242',
  declined: '4111111111111111',
  errored: '5555555555554444',
  'bad-card': '4242424242424241',
};

/** A cart as the shop keeps it. */
interface SoldCart extends Cart {
  /** What it costs now. */
  asked: number;
  /** The order that is given with each page, or again while it is open. */
  order: Order | undefined;
  /** Path and query of its page. */
  address: string;
}

/** How a page comes to be open. */
interface Arrival {
  returned?: Resident['returned'];
  /** The page that it takes the place of in its tab, or whose document it shares. */
  before?: PayerPage | undefined;
  isBeside?: boolean;
}

interface Tab {
  tabTexts: Map<string, string>;
}

/** A payer with some tabs, a shop and a service: everything that a run needs. */
export class PaymentWorld {
  readonly setting: Setting;
  readonly device: Device;
  readonly service: UnsteadyService;
  readonly judge: Judge;
  readonly tabs: (PayerPage | undefined)[] = [undefined, undefined, undefined];
  readonly #carts: SoldCart[] = [];
  /** All orders, by reference, as they were given last. */
  readonly #signed = new Map<string, Order>();
  #orders = 0;
  #isRecovering = false;

  constructor(given: Given) {
    const setting = (this.setting = { ...usual, ...given });
    this.device = new Device(setting);
    const { device } = this;
    const { storage, hasLocks } = setting;
    const judge = (this.judge = new Judge({
      storage,
      hasLocks,
      isAnew: setting.orders === 'anew' && !setting.names,
      moment: () => device.moment(),
      ticks: () => device.ticks,
    }));
    this.service = new UnsteadyService(this.device, () => judge.allow());
  }

  get alive(): PayerPage[] {
    return this.tabs.filter((page): page is PayerPage => page !== undefined && !page.isGone);
  }

  /** The merchant's backend is well again. */
  recover(): void {
    this.#isRecovering = true;
  }

  /** Opens or reloads the page in a tab: with its own cart, or with the latest; what was shown as paid is not sold again. */
  async open(tab: number, returned?: Resident['returned']): Promise<void> {
    const before = this.tabs[tab];
    const isReceipt = before && !before.isGone && before.state.status === 'settled';
    const cart = before && (isReceipt || !this.judge.isKnownPaid(before.cart)) ? before.cart : this.#latestCart();
    await this.#load(tab, cart, { returned, before: before?.isGone ? undefined : before });
  }

  /** The payer comes to the page by another link, whose query is another one. */
  async comeBack(tab: number): Promise<void> {
    const known = this.tabs[tab]?.cart;
    const cart = (known && !this.judge.isKnownPaid(known) ? known : this.#latestCart()) as SoldCart;
    cart.address = cart.address === '/checkout' ? '/checkout?utm_source=mail' : '/checkout';
    cart.facts.add('query');
    await this.#load(tab, cart, {});
  }

  /** Another element takes the place of the one in a page, as frameworks do; its earlier element is away, and lives on. */
  async remount(tab: number, before: PayerPage): Promise<void> {
    before.disconnect();
    if (this.judge.isKnownPaid(before.cart)) before.cart.facts.add('element anew');
    await this.#load(tab, before.cart, { before, isBeside: true });
  }

  /** The payer goes on to buy something else, at the same address and for the same amount. */
  async next(tab: number, how: 'navigate' | 'reset' | 'give'): Promise<void> {
    const page = this.tabs[tab];
    if (how === 'navigate' || !page || page.isGone) return this.#load(tab, this.#newCart(), {});
    // A new cart in a living element, of which only a new order could tell.
    if (how === 'give' && !this.#hasFixed) return;
    if (page.state.status === 'submitting') return;
    // Nothing but a cart's own id tells a page's next order from another one for the same.
    if (how === 'give') page.cart.facts.add('given another');
    else this.judge.goesOn(page);
    if (how === 'reset') this.reset(page);
    const cart = this.#newCart();
    if (page.cart.facts.has('given another')) cart.facts.add('given another');
    page.cart = cart;
    await this.give(page);
  }

  /** The payer says that what is shown is of another purchase, and buys something else. */
  async buysElse(page: PayerPage): Promise<void> {
    const { state, checkout } = page;
    if (!('guessed' in state) || !state.guessed) return;
    this.judge.accepts(page, state.status === 'unknown' ? state.reference : state.transaction.reference);
    this.judge.goesOn(page);
    checkout.buyElse();
    page.cart = this.#newCart();
    await this.give(page);
  }

  /** The page begins again. */
  reset({ cart, state, checkout }: PayerPage): void {
    const shown = 'transaction' in state ? this.judge.cartOf(state.transaction.reference) : undefined;
    for (const left of [cart, shown ?? cart]) this.judge.note(left, 'reset');
    checkout.reset();
  }

  /** The page gives what its cart asks for now. */
  async give(page: PayerPage): Promise<void> {
    page.amount = await this.#owed(page.cart);
    if (this.#hasFixed) page.order = await this.#fixed(page.cart, page.amount);
    page.configure();
  }

  /** Another amount in the cart. */
  async reprice(page: PayerPage): Promise<void> {
    const cart = page.cart as SoldCart;
    if (this.judge.isKnownPaid(cart)) return;
    cart.facts.add('repriced');
    cart.asked = cart.asked === amounts[0] ? amounts[1] : amounts[0];
    if (cart.order && this.setting.orders === 'fixed') cart.order = this.#sign(cart, cart.order.reference, cart.asked);
    await this.give(page);
  }

  /** The merchant gives a new order for the same cart, unless that is paid. */
  async renew(page: PayerPage): Promise<void> {
    if (!this.#hasFixed || this.judge.isKnownPaid(page.cart)) return;
    page.cart.facts.add('renewed');
    (page.cart as SoldCart).order = undefined;
    await this.give(page);
  }

  /** The browser's storage is cleared. */
  forgets(): void {
    this.judge.forgets();
    for (const { facts } of this.#carts) facts.add('cleared');
    this.device.stored.clear();
    for (const page of this.tabs) page?.tabTexts.clear();
  }

  /** Hours go by, perhaps on a device that is asleep. */
  sleeps(): void {
    for (const cart of this.#carts) this.judge.note(cart, 'slept');
  }

  /** What the page gives to its checkout. */
  configuration(page: PayerPage): CheckoutConfiguration {
    const { order } = page;
    const { address } = page.cart as SoldCart;
    return {
      publicKey,
      amount: this.setting.shows || order ? { amountInCents: page.amount, currency: 'COP' } : undefined,
      orders: order
        ? { kind: 'fixed', order }
        : { kind: 'created', create: (request) => this.#create(page, page.cart as SoldCart, request) },
      scope: this.setting.tellsQueries ? address : address.replace(/\?.*/, ''),
      cartId: this.setting.names ? `cart-${page.cart.id}` : undefined,
      mode: 'payment',
      customer: { email: 'ana@example.com', fullName: 'Ana Ruiz', phoneNumber: '+573001234567' },
      redirectUrl: 'https://shop.example/thanks',
      chargeSource: (charge) => this.#charge(page, charge),
      resolveReference: this.setting.resolver === 'none' ? undefined : (reference) => this.#resolve(reference),
    };
  }

  /** Whether orders come with the page. */
  get #hasFixed(): boolean {
    return this.setting.orders === 'fixed' || this.setting.orders === 'anew';
  }

  async #load(tab: number, cart: Cart, { returned, before, isBeside }: Arrival): Promise<void> {
    if (!isBeside) this.tabs[tab]?.kill();
    const isClosed = !before && this.tabs[tab]?.isClosed;
    const tabTexts = (isClosed ? undefined : this.tabs[tab]?.tabTexts) ?? new Map<string, string>();
    const page = new PayerPage(this, { cart, returned, before, isBeside, tabTexts });
    page.amount = await this.#owed(cart);
    if (this.#hasFixed) page.order = await this.#fixed(cart, page.amount);
    else this.judge.guesses(page);
    this.tabs[tab] = page;
    page.begin();
  }

  #newCart(): SoldCart {
    const id = this.#carts.length + 1;
    const [asked] = amounts;
    const cart = { id, price: asked, asked, facts: new Set<string>(), order: undefined, address: '/checkout' };
    this.#carts.push(cart);
    return cart;
  }

  #latestCart(): Cart {
    const latest = this.#carts.at(-1);
    return latest && !this.judge.isKnownPaid(latest) ? latest : this.#newCart();
  }

  /** What a page that is opened now asks for. */
  async #owed(cart: Cart): Promise<number> {
    const { asked } = cart as SoldCart;
    if (!this.setting.hears) return asked;
    const all = await this.service.transactions();
    const half = all.find((one) => this.judge.cartOf(one.reference) === cart && takenBy(one) < one.amount_in_cents);
    return half?.status === 'APPROVED' ? Math.max(1, asked - takenBy(half)) : asked;
  }

  async #fixed(given: Cart, amount: number): Promise<Order> {
    const cart = given as SoldCart;
    const isSame = this.setting.orders === 'fixed' && cart.order?.amountInCents === amount;
    if (isSame && cart.order) return cart.order;
    if (this.setting.orders === 'anew') this.judge.note(cart, 'signed anew');
    cart.order = this.#sign(cart, `FIXED-${++this.#orders}`, amount);
    return cart.order;
  }

  #sign(cart: Cart, reference: string, amount: number): Order {
    this.judge.handOut(cart, reference, amount);
    const order = this.service.order(reference, amount);
    this.#signed.set(reference, order);
    return order;
  }

  async #create(page: PayerPage, cart: SoldCart, { rest }: OrderRequest): Promise<unknown> {
    const amount = rest?.amountInCents ?? page.amount;
    if (this.device.gate) await this.device.gate.pass('to', 'order', page);
    const kind = this.service.take('order');
    if (kind === 'slow') await this.device.sleep(5000);
    if (kind === 'late') await this.device.sleep(45_000);
    if (kind === 'drop-before' || kind === 'error') throw new Error('The shop cannot take orders.');
    if (kind === 'garbage') return { reference: 7 };
    const { order } = cart;
    if (order && this.setting.orders === 'open') {
      const record = (await this.service.transactions()).find(({ reference }) => reference === order.reference);
      if (!record || record.status === 'PENDING') return order;
      if (record.status === 'APPROVED' && takenBy(record) === record.amount_in_cents)
        throw new Error('The cart is paid.');
    }
    cart.order = this.#sign(cart, `ORDER-${++this.#orders}`, kind === 'dearer' ? page.amount + surcharge : amount);
    return cart.order;
  }

  /** What the page's request to `charge-url` comes to. */
  async #charge(page: PayerPage, { reference, source }: SourceCharge): Promise<unknown> {
    const order = this.#signed.get(reference);
    if (!order) throw new Error(`${reference} was never given.`);
    const response = await page.askCharge(order, source);
    const answer = await this.device.work(readJson(response));
    if (!response.ok) throw refusal(response, answer);
    return answer;
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

/** One page in a tab: its checkout, what it showed and said, and whether it still runs. */
export class PayerPage implements Resident, Witness {
  readonly #world: PaymentWorld;
  readonly #api: HttpPaymentsApi;
  readonly #beside: PayerPage | undefined;
  /** Ids of `pay-result`, in order. */
  readonly #results: string[] = [];
  readonly #wakes = new Set<() => void>();
  #checkout: Checkout | undefined;
  #wish: Wish | undefined;
  #hasSent = false;
  cart: Cart;
  amount = 0;
  order: Order | undefined;
  isConnected = true;
  goneAt: number | undefined;
  returned: Resident['returned'];
  /** The transaction that the page has left for the bank with. */
  leftWith: string | undefined;
  readonly document: Resident['document'];
  readonly tabTexts: Map<string, string>;
  readonly isAgain: boolean;
  /** The payer has closed it. */
  isClosed = false;

  constructor(world: PaymentWorld, { cart, returned, before, isBeside, tabTexts }: Arrival & Tab & { cart: Cart }) {
    this.#world = world;
    this.cart = cart;
    this.returned = returned;
    this.#beside = isBeside ? before : undefined;
    this.document = this.#beside?.document ?? { unkept: new Map(), shownAt: new Map() };
    this.tabTexts = tabTexts;
    this.isAgain = before !== undefined;
    const timer = (ms: number, run: () => void) => world.device.alarm(ms, run, this);
    this.#api = new HttpPaymentsApi({ baseUrl: base, publicKey, fetch: this.#fetch, timer });
  }

  /** The element is in the page. */
  begin(): void {
    this.#checkout = new Checkout({
      api: this.#api,
      environment: this.#world.device.environment(this, this.#wakes),
      listener: this.#listener(),
      configuration: this.#world.configuration(this),
    });
    this.#checkout.connect();
  }

  get isGone(): boolean {
    return this.goneAt !== undefined;
  }

  get checkout(): Checkout {
    if (!this.#checkout) throw new Error('The page has not begun.');
    return this.#checkout;
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
    for (const end of this.#wakes) end();
  }

  /** The tab is closed, crashes, or goes to another address: nothing of this page runs any more. */
  kill(): void {
    this.#beside?.kill();
    this.goneAt ??= this.#world.device.moment();
    this.#world.device.forget(this);
  }

  disconnect(): void {
    this.checkout.disconnect();
    this.isConnected = false;
  }

  connect(): void {
    this.isConnected = true;
    this.checkout.connect();
  }

  configure(): void {
    this.checkout.configure(this.#world.configuration(this));
  }

  /** Ticks both contracts and presses pay, perhaps several times at once. */
  pay(way: WayToPay, times: number): void {
    const { state, checkout } = this;
    if (state.status === 'ready') {
      const seen = state.changedAmount ?? checkout.rest ?? this.#world.configuration(this).amount;
      this.#wish = this.#world.judge.wish(this, seen?.amountInCents);
      this.#hasSent = false;
    }
    checkout.accept('acceptance_token', true);
    checkout.accept('accept_personal_auth', true);
    for (let press = 0; press < times; press++) void checkout.submit(this.#attempt(way));
  }

  /** The payer asks that what is unknown be sent again. */
  async resend(): Promise<void> {
    const { state, checkout } = this;
    const { judge } = this.#world;
    if (state.status === 'unknown' && state.resendable)
      this.#wish = judge.wish(this, judge.seenFor(this, state.reference), judge.cartOf(state.reference));
    await checkout.resend();
  }

  #attempt(way: WayToPay): Press {
    if (savedCards.some((card) => card === way)) return { method: 'CARD', source: way };
    const methods: Partial<Record<WayToPay, string>> = { push: 'WALLET_A', bank: 'BANKA_TRANSFER', points: 'PCOL' };
    return { method: methods[way] ?? 'CARD', collect: () => this.#collect(way), spent: () => {} };
  }

  async #collect(way: WayToPay): Promise<PaymentDetails> {
    if (way === 'push') return { paymentMethod: { phone_number: '3991111111' } };
    if (way === 'points') return { paymentMethod: { sandbox_status: 'APPROVED_HALF_POINTS' } };
    if (way === 'bank')
      return { paymentMethod: { user_type: 'PERSON', payment_description: 'Compra', sandbox_status: 'APPROVED' } };
    const number = cards[way] ?? '';
    const card = { number, cvc: '123', exp_month: '12', exp_year: '29', card_holder: 'Ana Ruiz' };
    const token = await this.#api.tokenizeCard(card);
    return { paymentMethod: { token: token.id, installments: 1 } };
  }

  readonly #fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { signal, ...rest } = init ?? {};
    const request = new Request(input, rest);
    return this.#ask(
      () => this.#watch(request.url, rest.body),
      () => this.#world.service.answer(request, this),
      signal,
    );
  };

  /** Asks the shop's backend to charge a saved card. */
  askCharge(order: Order, card: string): Promise<Response> {
    const { device, service } = this.#world;
    const watch = () => {
      const answered = this.#sends(order.reference, order.amountInCents);
      device.alarm(chargeTimeoutMs, answered, this);
      return answered;
    };
    return this.#ask(watch, () => service.charge(order, card, this));
  }

  /**
   * Sends a request, if the device is online; a page that is gone hears of no answer.
   *
   * @param watch tells that it is sent, and gives what tells that it is answered or given up.
   */
  #ask(watch: () => () => void, send: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
    return new Promise((resolve, reject) => {
      const { device } = this.#world;
      if (this.isGone) return;
      const lost = new TypeError('fetch failed');
      if (!device.isOnline) return reject(lost);
      const answered = watch();
      signal?.addEventListener('abort', () => {
        answered();
        if (!this.isGone) reject(lost);
      });
      send().then(
        (answer) => {
          answered();
          if (!this.isGone) return device.isOnline ? resolve(answer) : reject(lost);
        },
        (error: unknown) => {
          answered();
          if (!this.isGone) reject(error);
        },
      );
    });
  }

  /** Tells the judge of a creation. @returns what tells it that the answer has come. */
  #watch(url: string, body: RequestInit['body']): () => void {
    const { service } = this.#world;
    const isRefused = ['unauthorized', 'missing', 'foreign'].includes(service.next('look') ?? '');
    if (/transactions\/./.test(url) && isRefused) this.cart.facts.add('look refused');
    if (!url.endsWith('/transactions') || typeof body !== 'string') return () => {};
    const { reference, amount_in_cents: amount }: { reference: string; amount_in_cents: number } = JSON.parse(body);
    return this.#sends(reference, amount);
  }

  #sends(reference: string, amount: number): () => void {
    const { judge, service } = this.#world;
    this.#hasSent = true;
    const answered = judge.sends(this, this.#wish, reference, amount);
    const trouble = service.next('create');
    if (trouble?.startsWith('again') || trouble === 'twice') judge.cartOf(reference)?.facts.add(trouble);
    return answered;
  }

  #listener(): CheckoutListener {
    const ignore = () => {};
    return {
      stateChanged: (state) => this.#show(state),
      accepted: ignore,
      submitting: () => true,
      transactionChanged: ignore,
      actionRequired: ignore,
      leaving: () => true,
      settled: ({ id, reference }) => {
        if (this.#results.includes(id)) this.#world.judge.complain('disorder', this, `two results of ${reference}`);
        this.#results.push(id);
      },
      outcomeUnknown: ignore,
      renewalRequired: ignore,
      sourceReady: () => undefined,
      warned: ignore,
      failed: ignore,
    };
  }

  /** Tells the judge what the payer is told. */
  #show(state: CheckoutState): void {
    const { judge } = this.#world;
    if ('transaction' in state) {
      const { id, reference, status } = state.transaction;
      judge.shows(this, id, reference, status, remainderOf(state.transaction) !== undefined);
      if ('elsewhere' in state && state.elsewhere && judge.hasSent(this, reference))
        judge.complain('called of another tab', this, `${reference} was sent by this page itself`);
    } else if (state.status === 'ready' && state.error) {
      if (this.#hasSent && !state.unconfirmed) judge.refuses(this, this.#wish, state.error.code);
    } else if (state.status === 'failed' && !state.lookup && !state.unconfirmed)
      judge.fails(this, state.error.code, this.amount);
  }
}
