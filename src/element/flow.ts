/** The lazy entry of the flow: makes the headless checkout from what the page gives. */
import { fetchLogo } from '../api/fetch-logo.ts';
import { HttpPaymentsApi } from '../api/http-payments-api.ts';
import type { PaymentsApi } from '../api/payments-api.ts';
import type { AntifraudOptions } from '../browser/antifraud.ts';
import { keepMethod } from '../browser/last-method.ts';
import { pageEnvironment } from '../browser/page-environment.ts';
import { isOfPage } from '../browser/shop-origins.ts';
import { findMissing, findMistake, looksOdd, type GivenAttributes } from '../checkout/check-attributes.ts';
import { Checkout } from '../checkout/checkout.ts';
import { CodeEntry, type CodeState } from '../checkout/code-entry.ts';
import { shopMistakes } from '../checkout/shop-mistakes.ts';
import type { CheckoutListener } from '../checkout/stage.ts';
import type { CheckoutState } from '../checkout/state.ts';
import { takenProfile } from '../checkout/taken.ts';
import type { Doctor } from '../doctor/doctor.ts';
import { CheckoutError } from '../domain/checkout-error.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import type { Merchant } from '../domain/merchant.ts';
import { published } from '../domain/published.ts';
import type { ServiceProfile } from '../domain/service-profile.ts';
import type { PaymentMethod } from '../methods/payment-method.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { checkoutEvents } from './checkout-events.ts';
import * as duty from './duty.ts';
import { configurationOf, givenBy, namedBy, type CheckoutHost } from './host.ts';

const loading: CheckoutState = published({ status: 'loading' });

/** Frameworks set properties late: what is missing is reported only after this, in ms. */
const patienceMs = 2000;

/** Makes the headless flow from what the page gives, keeps it up to date, and says what is wrong with what it gave. */
export class Flow {
  /** The service, once the page has said which. */
  api: PaymentsApi | undefined;
  /** The merchant's logo, once it is there. */
  logo: string | undefined;
  readonly #host: CheckoutHost;
  readonly #listener: CheckoutListener;
  readonly #offered: () => readonly PaymentMethod[];
  readonly #fetch: typeof fetch | undefined;
  #profile: ServiceProfile | null | undefined;
  #checkout: Checkout | undefined;
  #madeFrom: string | undefined;
  #failed: Extract<CheckoutState, { status: 'failed' }> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** The code that the merchant was told last: while it lasts, each change of an attribute would tell it again. */
  #reported: CheckoutError['code'] | undefined;
  #doctor: Promise<Doctor | undefined> | undefined;
  readonly #said = new Set<string>();

  /**
   * @param show shows a state, ahead of the event that tells it.
   * @param offered the methods that the payer can choose from.
   * @param asked knows what the service has been asked already.
   */
  constructor(
    host: CheckoutHost,
    show: CheckoutListener['stateChanged'],
    offered: () => readonly PaymentMethod[],
    asked?: typeof fetch,
  ) {
    this.#host = host;
    const events = checkoutEvents(host, show);
    this.#listener = {
      ...events,
      settled: (transaction) => {
        keepMethod(host, transaction);
        return events.settled(transaction);
      },
    };
    this.#offered = offered;
    this.#fetch = asked;
  }

  get state(): CheckoutState {
    return this.#failed ?? this.#checkout?.state ?? loading;
  }

  /** The merchant's record, once it is there; also when the page has made a mistake since. */
  get merchant(): Merchant | undefined {
    return this.#checkout?.merchant;
  }

  /** The headless checkout, once the page has given what it needs. */
  get checkout(): Checkout | undefined {
    return this.#failed ? undefined : this.#checkout;
  }

  /** The one-time code that the pending payment asks for. */
  codeEntry(changed: (state: CodeState) => void): CodeEntry | undefined {
    return this.checkout?.codeEntry(CodeEntry, changed);
  }

  /** Whether this checkout, of all that the page has, does what is to be done once. */
  get isOnDuty(): boolean {
    return duty.isOnDuty(this.#host);
  }

  start(): void {
    duty.begin(this.#host, (reference) => this.checkout?.heed(reference));
    this.configure();
    this.#checkout?.connect();
  }

  stop(): void {
    duty.end(this.#host);
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#checkout?.disconnect();
    void this.#doctor?.then((doctor) => doctor?.stop());
  }

  /** Takes over what the page gives now. */
  configure(): void {
    if (!this.#host.isConnected) return;
    const given = this.#given;
    const mistake = findMistake(given) ?? this.#emptyOffer();
    if (mistake) return this.#fail(mistake);
    if (isTestKey(this.#host.publicKey) || looksOdd(given)) this.#examine();
    if (findMissing(given)) this.#awaitTheRest();
    else this.#recover();
    const { publicKey, baseUrl } = given;
    const taken = takenProfile(this.#host.profile);
    if (!publicKey || !baseUrl) return this.#letGo();
    const place = `${publicKey} ${baseUrl} `;
    // Functions are asked for when they are called: one that a framework makes anew at each rendering changes nothing.
    const profile = JSON.stringify(taken ?? null, (_name, part: unknown) => (typeof part === 'function' ? 0 : part));
    const madeFrom = place + profile;
    const configuration = configurationOf(this.#host, publicKey, given);
    // A payment that may exist, or does, is never thrown away; what the page gives next is for what may follow it.
    if (this.#isBusy && this.#madeFrom?.startsWith(place)) this.#madeFrom = madeFrom;
    if (madeFrom !== this.#madeFrom && this.#isBusy) return; // of another service, which keeps its profile
    this.#profile = taken;
    if (madeFrom === this.#madeFrom) return this.#checkout?.configure(configuration);
    this.#checkout?.disconnect();
    this.#madeFrom = madeFrom;
    this.logo = undefined;
    const profileNow = () => this.#profile;
    const service = {
      baseUrl,
      publicKey,
      get profile() {
        return profileNow();
      },
      fetch: this.#fetch,
    };
    const antifraud = (): AntifraudOptions => {
      const { libraryUrl: url, libraryGlobal } = this.#host;
      return { url, globalName: libraryGlobal, publicKey };
    };
    const environment = {
      ...pageEnvironment(antifraud),
      isOnDuty: () => this.isOnDuty,
      isOfShop: (url: URL) => isOfPage(namedBy(this.#host))(url),
    };
    const { status } = this.state;
    const listener: CheckoutListener = {
      ...this.#listener,
      stateChanged: (state) => {
        // What the page has done wrong meanwhile is shown in its place.
        if (this.#failed) return;
        this.#listener.stateChanged(state);
        duty.tellOthers(this.#host);
        if (state.status === 'submitting' && state.reference) this.#examineOrder(publicKey, state.reference);
      },
      merchantKnown: () => {
        this.#host.requestUpdate();
        whenIdle(() => void this.#showLogo(baseUrl, publicKey));
      },
      warned: (code) => {
        if (isTestKey(publicKey)) this.#consult((doctor) => doctor.caution(code));
        this.#listener.warned(code);
      },
      withheld: (verdict) => {
        if (!isTestKey(publicKey)) return;
        this.#consult((doctor) => console.info(`<pay-checkout>: ${doctor.whyNotSent(verdict)}`));
      },
      failed: (error) => {
        if (isTestKey(publicKey) || shopMistakes.has(error.code)) this.#consult((doctor) => doctor.explain(error));
        this.#listener.failed(error);
      },
    };
    const api = (this.api = new HttpPaymentsApi(service));
    this.#checkout = new Checkout({ api, environment, listener, configuration });
    // What another service, or another profile of it, was ready for is no longer.
    if (status !== this.state.status) this.#listener.stateChanged(this.state);
    this.#checkout.connect();
  }

  /** Asks for the logo once the form can be used. Where none comes, the merchant's initial stays in its place. */
  async #showLogo(baseUrl: string, publicKey: string): Promise<void> {
    const checkout = this.#checkout;
    try {
      const logo = await fetchLogo(this.merchant?.logo_url, baseUrl, publicKey);
      if (checkout !== this.#checkout) return;
      this.logo = logo;
      this.#host.requestUpdate();
    } catch {
      // Nothing depends on it.
    }
  }

  /**
   * The page says no longer whom to pay. What was given before is not paid by a press of what is shown by now; a payment
   * that may exist stays.
   */
  #letGo(): void {
    if (!this.#checkout || this.#isBusy) return;
    this.#checkout.disconnect();
    this.#checkout = this.#madeFrom = this.logo = undefined;
    this.#listener.stateChanged(this.state);
  }

  /** Asked once the merchant's record is there: before that, nobody knows what it accepts. */
  #emptyOffer(): CheckoutError | undefined {
    if (this.#checkout?.state.status !== 'ready' || this.#offered().length > 0) return;
    const text =
      "No payment method is left: compare methods with what the merchant's record accepts, and the amount with their limits.";
    return new CheckoutError('no_method', text);
  }

  get #given(): GivenAttributes {
    return givenBy(this.#host, this.state.status === 'ready' ? this.state.changedAmount?.amountInCents : undefined);
  }

  #awaitTheRest(): void {
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      if (this.#checkout?.isLookingBack) return this.#awaitTheRest();
      const missing = this.#host.isConnected && this.state.status === 'loading' && findMissing(this.#given);
      if (!missing) return;
      this.#fail(missing);
      this.#examine(); // it may be there under another name
    }, patienceMs);
  }

  #recover(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#reported = undefined;
    if (!this.#failed) return;
    this.#failed = undefined;
    this.#listener.stateChanged(this.state);
  }

  /** A payment under way is not thrown away for a mistake in an attribute; the developer is told all the same. */
  #fail(error: CheckoutError): void {
    const isNew = this.#reported !== error.code;
    this.#reported = error.code;
    this.#tell('error', error.message);
    if (!this.#isBusy && this.#failed?.error.code !== error.code) {
      this.#failed = published({ status: 'failed', error });
      this.#listener.stateChanged(this.#failed);
    }
    if (isNew) this.#listener.failed(error);
  }

  /** A payment may exist, or does, and is shown. */
  get #isBusy(): boolean {
    return this.#checkout !== undefined && !['loading', 'ready', 'failed'].includes(this.#checkout.state.status);
  }

  /** Asks the doctor, who comes when nothing else is to be fetched; a page without that file has one fewer to explain it. */
  #consult(ask: (doctor: Doctor) => void): void {
    this.#doctor ??= new Promise<void>((resolve) => void whenIdle(resolve))
      .then(() => import('../doctor/doctor.ts'))
      .then(({ Doctor }) => new Doctor(this.#host, (text) => this.#tell('warn', text)))
      .catch(() => undefined);
    void this.#doctor
      .then((doctor) => doctor && this.#host.isConnected && ask(doctor))
      // Nothing is wrong with the page where it cannot be looked at, as in the simulated document of a component test.
      .catch(() => undefined);
  }

  #examine(): void {
    this.#consult((doctor) => doctor.examine(this.#given, this.merchant ? this.#offered() : []));
  }

  #examineOrder(publicKey: string, reference: string): void {
    if (isTestKey(publicKey)) this.#consult((doctor) => doctor.examineOrder(reference));
  }

  #tell(how: 'error' | 'warn', text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    console[how](`<pay-checkout>: ${text}`);
  }
}
