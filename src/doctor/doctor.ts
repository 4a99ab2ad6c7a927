import type { GivenAttributes } from '../checkout/check-attributes.ts';
import type { Verdict } from '../checkout/ledger/may-send.ts';
import type { CheckoutWarning } from '../checkout/stage.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import type { CheckoutHost } from '../element/host.ts';
import type { PaymentMethod } from '../methods/payment-method.ts';
import { watchContrast } from './check-contrast.ts';
import { checkWords } from './check-spelling.ts';
import { always, digitAtEnd, inDevelopment, type Check, type Patient } from './checks.ts';
import { watchFocus, watchPolicy } from './watch-page.ts';
import { whyNotSent } from './why-not-sent.ts';

/** Says one thing to the developer; the same thing only once. */
export type Say = (text: string) => void;

/** What else to look at after an error, by its code. */
const advice: Partial<Record<CheckoutError['code'], string>> = {
  unauthorized: 'Are public-key and base-url of the same environment?',
  not_found: 'Are public-key and base-url of the same environment?',
  signature_rejected:
    "Sign reference + amount in cents + currency (+ expiration time, where one is sent) + integrity secret, with the secret of public-key's environment.",
  order_unavailable:
    "Look at the backend's log, too. order-url, where it is given, has to answer {reference, amount_in_cents, currency, signature} in JSON; where neither it nor createOrder is given, a listener of pay-renewal-required has to give the next order.",
  invalid_order:
    "The merchant's backend has to answer with such an order: look at what order-url or createOrder gives.",
  reference_used:
    'A transaction has this reference already, and is looked up. Where the backend keeps one open order for a cart, as OrderBook does, nothing is to be done; elsewhere each payment needs a reference of its own, and so does each try after a decline.',
  cart_paid: 'Nothing is charged. The page can show the order, or begin another cart.',
  foreign_transaction: 'Its reference, its amount or its currency is another one.',
  unsafe_address:
    "The address has to be https, and not the shop's own, but at base-url; http is for a loopback host with a test key.",
  network:
    "The device is offline, base-url is another server's, the page's connect-src or CORS blocks it, or the service is down.",
};

/** What a warning is about, and what to look at. */
const warnings: Record<CheckoutWarning, string> = {
  antifraud_unavailable:
    'the anti-fraud library gave no ids, and payments are sent without them. Look at library-url and library-global, at the script-src of the page, and at what blocks scripts in this browser.',
  storage_unavailable:
    'the browser keeps nothing for this page: after a reload, or in another tab, nobody knows of a payment under way.',
  foreign_transaction: "the transaction in the page's address is not of the order of this page, and is not shown.",
};

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * What is behind an error of the page's own code or of its backend. Neither ever gets a card number. What looks like one,
 * or like a secret of the merchant, is left out all the same.
 */
function causeOf({ cause, message }: CheckoutError): string | undefined {
  const text = cause instanceof Error ? cause.message : cause;
  if (typeof text !== 'string' || !text.trim() || message.includes(text)) return;
  return sentence(
    `Cause: ${text
      .trim()
      .replace(/\b\w*(?:prv|integrity|events)_\w+|\d(?:[ -]?\d){11,}/g, '…')
      .slice(0, 300)}`,
  );
}

/** What a check finds. One that cannot look, for want of what browsers have or by a getter that throws, finds nothing. */
function found(check: Check, patient: Patient): string | undefined {
  try {
    return check(patient);
  } catch {
    return undefined;
  }
}

/**
 * Says in the console, in plain words for the developer, what is wrong or probably not meant. The doctor is fetched lazily:
 * always with a test key, and with a live one when something looks wrong.
 */
export class Doctor {
  readonly #host: CheckoutHost;
  readonly #say: Say;
  #watching: AbortController | undefined;

  constructor(host: CheckoutHost, say: Say) {
    this.#host = host;
    this.#say = say;
  }

  /** Looks at what the page gives now. */
  examine(given: GivenAttributes, offered: readonly PaymentMethod[]): void {
    const isTest = isTestKey(given.publicKey);
    const patient: Patient = { host: this.#host, given, offered, isTest };
    for (const check of isTest ? [...always, ...inDevelopment] : always) {
      const finding = found(check, patient);
      if (finding) this.#say(finding);
    }
    const { words } = this.#host;
    if (isTest && words) checkWords(words, this.#say);
    if (!isTest || this.#watching) return;
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    watchFocus(this.#host, this.#say, signal);
    watchContrast(this.#host, this.#say, signal);
    watchPolicy([given.baseUrl, given.libraryUrl, given.orderUrl, given.chargeUrl], this.#say, signal);
  }

  /** Says what an error is about, and what to look at next. */
  explain(error: CheckoutError): void {
    const { code, message } = error;
    this.#say([`${code}: ${sentence(message)}`, causeOf(error), advice[code]].filter(Boolean).join(' '));
  }

  caution(code: CheckoutWarning): void {
    this.#say(`${code}: ${warnings[code]}`);
  }

  /** Looks at an order that createOrder or order-url has given. */
  examineOrder(reference: string): void {
    const finding = digitAtEnd(reference);
    if (finding) this.#say(finding);
  }

  /** Why a press of pay has sent nothing. */
  whyNotSent(verdict: Verdict): string {
    return whyNotSent(verdict);
  }

  /** The element is away. */
  stop(): void {
    this.#watching?.abort();
    this.#watching = undefined;
  }
}
