/** What the doctor looks at each time that the page gives something else: one function for one mistake. */
import { isSecret, leastLikelyCents, type GivenAttributes } from '../checkout/check-attributes.ts';
import { knownCustomer } from '../domain/customer.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import { ledgerPrefix, tellsOfPayment } from '../domain/ledger-key.ts';
import { formatMoney, isAmountInCents } from '../domain/money.ts';
import { isSignature } from '../domain/order.ts';
import { isLoopback, parseAddress } from '../domain/safe-address.ts';
import { isInstallments, mostSources, savedCardIn, savedSourcesIn, type SavedSource } from '../domain/saved-source.ts';
import type { CheckoutHost } from '../element/host.ts';
import type { PaymentMethod } from '../methods/payment-method.ts';
import { checkContrast } from './check-contrast.ts';
import { checkSpelling } from './check-spelling.ts';
import { earlierReferences } from './earlier-references.ts';

export interface Patient {
  host: CheckoutHost;
  given: GivenAttributes;
  /** The methods that the payer can choose from. */
  offered: readonly PaymentMethod[];
  isTest: boolean;
}

/** Finds one mistake, and says it in a sentence; undefined where there is none. */
export type Check = (patient: Patient) => string | undefined;

/**
 * A secret of the backend in an attribute that the checkout does not know, such as `private-key`. Everybody can read it
 * there too. A secret in an attribute of the checkout's own is refused (`findMistake`).
 */
const shownSecret: Check = ({ host }) => {
  const names = [...host.attributes].filter(({ value }) => isSecret(value)).map(({ name }) => name);
  if (names.length > 0)
    return `${names.join(' and ')}: a private key or secret of the merchant stands in the page, where everybody can read it. Take it out of the page, let the service issue a new one, and keep that in the backend.`;
};

/** With a test key the doctor asks about a total in COP below this, in minor units: few shops live on less than $ 20.000. */
const seldomCents = 2_000_000;

/**
 * Pesos where cents are meant. That is only certain when the order is a hundred times the page's amount, or a hundredth
 * of it. The doctor asks about what is merely likely, and about more of it with a test key.
 */
const pesosForCents: Check = ({ given: { amountInCents, currency, orderCents }, isTest }) => {
  if (!isAmountInCents(amountInCents)) return;
  const told = (cents: number): string => formatMoney({ amountInCents: cents, currency }, 'es').replace('\u00A0', ' ');
  const given = `amount-in-cents="${amountInCents}" is ${told(amountInCents)}`;
  if (orderCents === amountInCents * 100 || (orderCents && orderCents * 100 === amountInCents))
    return `The order is for ${told(orderCents)}, but ${given}: one of the two was given in pesos. Both are in cents.`;
  const least = isTest ? seldomCents : leastLikelyCents;
  // A price in pesos has no centavos, but a tax may: production is not asked about this.
  if (currency === 'COP' && (amountInCents < least || (isTest && amountInCents % 100 > 0)))
    return `${given}. Was it given in pesos? It is in cents: ${told(amountInCents * 100)} is ${amountInCents * 100}.`;
};

const oddSignature: Check = ({ given: { signature } }) =>
  signature && !isSignature(signature)
    ? 'signature does not look like an integrity signature: 64 hex digits, made by the backend with integritySignature().'
    : undefined;

/** Reference and amount are signed as one text, wherever the page has the order from. */
export const digitAtEnd = (reference: string | null | undefined): string | undefined =>
  reference && /\d$/.test(reference)
    ? 'reference ends in a digit: its signature fits a longer reference with a smaller amount as well, which may be another order of yours. Let references have one length and end in a letter.'
    : undefined;

const wrongEnvironment: Check = ({ given: { publicKey, baseUrl } }) => {
  const hostname = parseAddress(baseUrl)?.hostname;
  if (!publicKey || !hostname) return;
  const isTestHost =
    isLoopback(hostname) || /(^|[.-])(sandbox|test|testing|staging|stg|uat|dev)([.-]|$)/i.test(hostname);
  const isLiveHost = /(^|[.-])(production|prod|live)([.-]|$)/i.test(hostname);
  const isTest = isTestKey(publicKey);
  if (isTest ? isLiveHost : isTestHost)
    return `public-key is of the ${isTest ? 'sandbox' : 'live service'}, but base-url (${hostname}) looks like the ${isTest ? 'live service' : 'sandbox'}: key, address and secrets must be of one environment.`;
};

/** A return page shows a payment and sends nobody anywhere. Nor does a page that has nothing to pay. */
const noWayBack: Check = ({ given, offered }) => {
  const { redirectUrl, transactionId, reference, orderUrl, hasOrderFunction } = given;
  const away = offered.filter(({ redirects }) => redirects).map(({ type }) => type);
  const isPayable = !transactionId && (reference || orderUrl || hasOrderFunction);
  if (!redirectUrl && isPayable && away.length > 0)
    return `redirect-url is missing: ${away.join(', ')} send the payer to another page, and nothing brings them back to this shop.`;
};

const framed: Check = ({ offered }) =>
  window.top !== window && offered.some(({ redirects }) => redirects)
    ? "The checkout stands in a frame, in which banks do not let their pages be shown: listen to pay-redirect, call preventDefault(), and send the top window to the event's url."
    : undefined;

const notOffered: Check = ({ host: { methods, mode }, offered }) => {
  const missing = methods?.match(/\S+/g)?.filter((wanted) => !offered.some(({ type }) => type === wanted)) ?? [];
  if (offered.length > 0 && missing.length > 0 && mode !== 'source')
    return `methods names ${missing.join(', ')}, which the payer cannot choose. Check that the name is spelled right, that the merchant's record accepts the method, and that the amount is within its bounds.`;
};

/**
 * A page that signs another reference each time it is loaded shows the form while the earlier payment is under way, and
 * the payer is asked whether this is another purchase. Only the shop knows.
 */
const secondReference: Check = ({ given: { baseUrl, publicKey, reference, amountInCents, cartId } }) => {
  if (!reference || cartId) return;
  const prefix = `${ledgerPrefix(baseUrl, publicKey)}reference:`;
  try {
    const other = Object.entries<string>(window.localStorage).find(
      ([key, entry]) =>
        key.startsWith(prefix) &&
        !entry.includes(JSON.stringify(reference)) &&
        entry.includes(`"amountInCents":${amountInCents},`) &&
        tellsOfPayment(entry),
    );
    if (other)
      return `A payment of this amount is under way as ${other[0].slice(prefix.length)}, and the page gives ${reference}. If both are one purchase, give cart-id, your own id of what is being bought; or keep the reference until its payment has ended.`;
  } catch {
    // The page has no storage, or something else wrote there.
  }
};

/** What the browser keeps of a payment by this reference, at this merchant. */
const keptOf = (prefix: string, reference: string): string =>
  Object.entries<string>(window.localStorage)
    .filter(([key, entry]) => key.startsWith(prefix) && entry.includes(JSON.stringify(reference)))
    .map(([, entry]) => entry)
    .join(' ');

/**
 * A page that signs another order at each load is told by no name, and what was paid is offered again. After a payment
 * that has ended another reference is right, but for a page that is loaded again: its payer has bought nothing else.
 */
const signedAnew: Check = ({ given: { baseUrl, publicKey, reference, amountInCents, cartId, mode } }) => {
  if (!reference || cartId || mode === 'source') return;
  try {
    const [navigation] = performance.getEntriesByType('navigation');
    const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
    const prefix = `${ledgerPrefix(baseUrl, publicKey)}reference:`;
    const unexplained = earlierReferences(reference, amountInCents).find((earlier) => {
      const kept = keptOf(prefix, earlier);
      return !kept.includes('"fate":"unpaid"') && (isReload || !kept.includes('"fate":"paid"'));
    });
    if (unexplained)
      return `cart-id is missing: the page gave ${unexplained} when it was loaded before, and gives ${reference} for the same amount now. Nothing tells that both are one purchase, which may be paid twice. Give cart-id, your own id of what is being bought; or keep the reference until its payment has ended.`;
  } catch {
    // The page has no storage, or something else wrote there.
  }
};

/** Where the page is says nothing of what is bought there. */
const guessedPurchase: Check = ({ given: { orderUrl, hasOrderFunction, cartId, mode } }) =>
  mode !== 'source' && !cartId && (orderUrl || hasOrderFunction)
    ? 'cart-id is missing: without it, or a cart_id in the order, a purchase is told by the address of the page alone. Give your own id of what is being bought, so that it is paid once in all tabs.'
    : undefined;

/** The order alone says what is charged: without an amount to show before, the payer has to press twice. */
const unseenTotal: Check = ({ given: { amountInCents, orderUrl, hasOrderFunction, mode } }) =>
  mode !== 'source' && !amountInCents && (orderUrl || hasOrderFunction)
    ? 'amount-in-cents is missing: without it the payer sees the total only after pressing pay, and has to press again to agree to it.'
    : undefined;

/** What the page lacks to be paid with saved cards, which are not shown then. */
const unchargeableSources: Check = ({ host: { savedSources }, given }) => {
  const { mode, hasOrderFunction, orderUrl, hasChargeFunction, chargeUrl } = given;
  if (!savedSources || savedSources.length === 0) return;
  if (mode === 'source') return 'savedSources are for mode payment: in mode source no saved card is shown.';
  const missing = [
    !hasOrderFunction && !orderUrl && 'order-url or createOrder, which gives the order of a saved card',
    !hasChargeFunction && !chargeUrl && 'charge-url or chargeSource, which charges it',
  ].filter(Boolean);
  if (missing.length > 0) return `savedSources are not shown: the page lacks ${missing.join(', and ')}.`;
};

/** Nothing of an entry is repeated here: where a number is wrong, it may be a whole one. */
const oddSources: Check = ({ host: { savedSources } }) => {
  if (savedSources === undefined || savedSources === null) return;
  const rule =
    "{id, network, lastFour, expMonth, expYear}: id and network are texts, lastFour has four digits, expMonth is from 1 to 12, expYear has two digits or four, as in {id: 'card-1', network: 'VISA', lastFour: '4242', expMonth: '12', expYear: '39'}";
  if (!Array.isArray(savedSources)) return `savedSources is no list, and left out: it has to be a list of ${rule}.`;
  if (savedSources.length > mostSources)
    return `savedSources has more than ${mostSources} entries: the later ones are left out.`;
  const places = savedSources.flatMap((one, at) => (savedCardIn(one) ? [] : [`savedSources[${at}]`]));
  if (places.length > 0) return `${places.join(', ')}: left out. An entry has to be ${rule}.`;
  if (savedSourcesIn(savedSources).length < savedSources.length)
    return 'savedSources has the same id more than once: the later ones are left out.';
  const unlimited = savedSources.flatMap(({ maxInstallments = null }: SavedSource, at) =>
    maxInstallments === null || isInstallments(maxInstallments) ? [] : [`savedSources[${at}].maxInstallments`],
  );
  if (unlimited.length > 0)
    return `${unlimited.join(', ')}: not a whole number from 1 to 36, so nobody is asked in how many installments.`;
};

const outOfReach: Check = ({ host }) =>
  host.closest('[inert], [aria-hidden="true"]')
    ? 'The checkout stands in an element that is inert or aria-hidden: no keyboard or screen reader can use it.'
    : undefined;

const unusableCustomer: Check = ({ host }) => {
  const { email, phoneNumber } = knownCustomer(host);
  const unusable = [
    host.customerEmail && !email && 'customer-email',
    host.customerPhone && !phoneNumber && 'customer-phone (as in +573001234567)',
  ].filter(Boolean);
  if (unusable.length > 0) return `${unusable.join(' and ')} cannot be used: the payer is asked where it is needed.`;
};

/** What production is asked too: a mistake that costs the merchant money, or every payment. */
export const always: readonly Check[] = [checkSpelling, shownSecret, pesosForCents, oddSignature, wrongEnvironment];

/** What is only asked with a test key. */
export const inDevelopment: readonly Check[] = [
  noWayBack,
  framed,
  notOffered,
  ({ given: { reference } }) => digitAtEnd(reference),
  secondReference,
  signedAnew,
  guessedPurchase,
  unseenTotal,
  unchargeableSources,
  oddSources,
  outOfReach,
  unusableCustomer,
  checkContrast,
];
