import type { GivenAttributes } from '../checkout/check-attributes.ts';
import type { CheckoutWarning } from '../checkout/stage.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { knownCustomer } from '../domain/customer.ts';
import { isSignature } from '../domain/order.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import { isLoopback } from '../domain/safe-address.ts';
import { checkAmount } from './check-amount.ts';
import { checkContrast, watchContrast } from './check-contrast.ts';
import { checkReference } from './check-reference.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSpelling } from './check-spelling.ts';
import { checkWords } from './check-words.ts';
import { parsed } from './parsed.ts';
import { watchFocus } from './watch-focus.ts';
import { watchPolicy } from './watch-policy.ts';
import type { PaymentMethod } from '../methods/payment-method.ts';
import type { CheckoutHost } from '../element/host.ts';

/** Says one thing to the developer; the same thing only once. */
export type Say = (text: string) => void;

/** What a check may look at. */
export interface Patient {
  host: CheckoutHost;
  given: GivenAttributes;
  /** The methods that the payer can choose from. */
  offered: readonly PaymentMethod[];
  isTest: boolean;
}

/** Looks at what the page gives, each time that it gives something else. */
type Check = (patient: Patient) => string | undefined;

const pesosForCents: Check = ({ given, isTest }) => checkAmount(given, isTest);

const misspelled: Check = ({ host }) => checkSpelling(host);

const shownSecret: Check = ({ host }) => checkSecrets(host);

const oddSignature: Check = ({ given: { signature } }) =>
  signature && !isSignature(signature)
    ? 'signature does not look like an integrity signature: 64 hex digits, made by the backend with integritySignature().'
    : undefined;

const wrongEnvironment: Check = ({ given: { publicKey, baseUrl } }) => {
  const hostname = parsed(baseUrl)?.hostname;
  if (!publicKey || !hostname) return;
  const isTestHost =
    isLoopback(hostname) || /(^|[.-])(sandbox|test|testing|staging|stg|uat|dev)([.-]|$)/i.test(hostname);
  const isLiveHost = /(^|[.-])(production|prod|live)([.-]|$)/i.test(hostname);
  const isTest = isTestKey(publicKey);
  if (isTest ? isLiveHost : isTestHost)
    return `public-key is of the ${isTest ? 'sandbox' : 'live service'}, but base-url (${hostname}) looks like the ${isTest ? 'live service' : 'sandbox'}: key, address and secrets must be of one environment.`;
};

/** A return page shows a payment, and sends nobody anywhere; nor does a page that has nothing to pay. */
const noWayBack: Check = ({ given, offered }) => {
  const { redirectUrl, transactionId, reference, orderUrl, hasOrderFunction } = given;
  const away = offered.filter(({ redirects }) => redirects).map(({ type }) => type);
  const isPayable = !transactionId && (reference || orderUrl || hasOrderFunction);
  if (!redirectUrl && isPayable && away.length > 0)
    return `redirect-url is missing: ${away.join(', ')} send the payer to another page, and nothing brings them back to this shop.`;
};

const framed: Check = ({ offered }) =>
  window.top !== window && offered.some(({ redirects }) => redirects)
    ? "The checkout stands in a frame, in which banks do not let their pages be shown: at pay-redirect, send the top window to the event's url."
    : undefined;

const notOffered: Check = ({ host: { methods, mode }, offered }) => {
  const missing = methods?.match(/\S+/g)?.filter((wanted) => !offered.some(({ type }) => type === wanted)) ?? [];
  if (offered[0] && missing[0] && mode !== 'source')
    return `methods names ${missing.join(', ')}, which the payer cannot choose. Is it spelled right, does the merchant's record accept it, and is the amount within its limits?`;
};

const secondReference: Check = ({ given }) => checkReference(given);

/** The order alone says what is charged: without an amount to show before, the payer presses twice. */
const unseenTotal: Check = ({ given: { amountInCents, orderUrl, hasOrderFunction, mode } }) =>
  mode !== 'source' && !amountInCents && (orderUrl || hasOrderFunction)
    ? 'amount-in-cents is missing: without it the payer sees the total only after pressing pay, and has to press again to agree to it.'
    : undefined;

const outOfReach: Check = ({ host }) =>
  host.closest('[inert], [aria-hidden="true"]')
    ? 'The checkout stands in an element that is inert or aria-hidden: nobody can use it with a keyboard or a screen reader.'
    : undefined;

const unusableCustomer: Check = ({ host }) => {
  const { email, phoneNumber } = knownCustomer(host);
  const unusable = [
    host.customerEmail && !email && 'customer-email',
    host.customerPhone && !phoneNumber && 'customer-phone (as in +573001234567)',
  ].filter(Boolean);
  if (unusable[0]) return `${unusable.join(' and ')} cannot be used: the payer is asked where it is needed.`;
};

const hardToRead: Check = ({ host }) => checkContrast(host);

/** What is asked of production too: a mistake that costs the merchant money, or every payment. */
const always: readonly Check[] = [misspelled, shownSecret, pesosForCents, oddSignature, wrongEnvironment];
/** What is only asked with a test key. */
const inDevelopment: readonly Check[] = [
  noWayBack,
  framed,
  notOffered,
  secondReference,
  unseenTotal,
  outOfReach,
  unusableCustomer,
  hardToRead,
];

/** What else to look at after an error, by its code. */
const advice: Partial<Record<CheckoutError['code'], string>> = {
  unauthorized: 'Are public-key and base-url of the same environment?',
  not_found: 'Are public-key and base-url of the same environment?',
  signature_rejected:
    "Sign reference + amount in cents + currency (+ expiration time, where one is sent) + integrity secret, with the secret of public-key's environment.",
  order_unavailable:
    "Look at the backend's log, too. order-url, where it is given, has to answer {reference, amount_in_cents, currency, signature} in JSON; where neither it nor createOrder is given, a listener of pay-renewal-required has to give the next order.",
  invalid_order: "The merchant's backend has to answer with an order that fits.",
  reference_used:
    'A transaction has this reference already: each payment needs a new one, and so does each try after a decline.',
  foreign_transaction: "The transaction's reference, amount or currency is not that of this page's order.",
  unsafe_address: 'The address has to be https; http is for a loopback host with a test key.',
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
 * What is behind an error, where it was the page's own code or its backend that failed. Neither is ever handed a card
 * number; what looks like one, or like a secret of the merchant's, is left out all the same.
 */
function causeOf({ cause, message }: CheckoutError): string | undefined {
  const text = cause instanceof Error ? cause.message : cause;
  if (typeof text !== 'string' || !text.trim() || message.includes(text)) return;
  return sentence(
    `Cause: ${text
      .trim()
      .replace(/\d(?:[ -]?\d){11,}|\w*(?:prv|integrity|events)_\w+/g, '…')
      .slice(0, 300)}`,
  );
}

/**
 * Names to the developer, in plain words and in the console, what is wrong or probably not meant. It comes lazily: with a
 * test key always, with a live one when something looks wrong.
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
      const finding = check(patient);
      if (finding) this.#say(finding);
    }
    const { words } = this.#host;
    if (isTest && words) void checkWords(words, this.#say);
    if (!isTest || this.#watching) return;
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    watchFocus(this.#host, this.#say, signal);
    watchContrast(this.#host, this.#say, signal);
    watchPolicy([given.baseUrl, given.libraryUrl, given.orderUrl], this.#say, signal);
  }

  /** Says what an error is about, and what to look at next. */
  explain(error: CheckoutError): void {
    const { code, message } = error;
    this.#say([`${code}: ${sentence(message)}`, causeOf(error), advice[code]].filter(Boolean).join(' '));
  }

  /** Says what a warning is about. */
  caution(code: CheckoutWarning): void {
    this.#say(`${code}: ${warnings[code]}`);
  }

  /** The element is away. */
  stop(): void {
    this.#watching?.abort();
    this.#watching = undefined;
  }
}
