import { CheckoutError } from '../domain/checkout-error.ts';
import { hasUnseen } from '../domain/clean-text.ts';
import { isTestKey } from '../domain/is-test-key.ts';
import { isAmountInCents, isCurrency } from '../domain/money.ts';
import { isShopId, isSignature, shopIdRule } from '../domain/order.ts';
import { safeAddress } from '../domain/safe-address.ts';

/** What the merchant's page has given so far, addresses already absolute. Absent is `undefined` or `null`. */
export interface GivenAttributes {
  publicKey?: string | null | undefined;
  baseUrl?: string | null | undefined;
  libraryUrl?: string | undefined;
  orderUrl?: string | undefined;
  resolveUrl?: string | undefined;
  chargeUrl?: string | undefined;
  redirectUrl?: string | undefined;
  amountInCents?: number | null | undefined;
  currency: string;
  cartId?: string | null | undefined;
  reference?: string | null | undefined;
  signature?: string | null | undefined;
  transactionId?: string | null | undefined;
  hasOrderFunction: boolean;
  hasChargeFunction?: boolean;
  mode: string;
  /** What the order asks for, in minor units, where that is not the page's amount. */
  orderCents?: number | undefined;
}

const isGiven = <T>(value: T | null | undefined | ''): value is T =>
  value !== undefined && value !== null && value !== '';

/** Private keys and secrets of services of this family, by their prefixes. */
export const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:prv|(?:test|prod|stagtest)_(?:integrity|events))_/.test(value.trim());

const keyRule = "the merchant's public key, whole: pub_test_… or pub_prod_….";
const amountRule = 'a positive integer in minor units, digits alone: $ 119.000 is 11900000.';

/** What is wrong with what was given; nothing about what has not come yet. */
export function findMistake(given: GivenAttributes): CheckoutError | undefined {
  const { publicKey, amountInCents } = given;
  const secret = Object.entries(given).find(([, value]) => isSecret(value))?.[0];
  if (secret)
    return new CheckoutError(
      'private_key_in_page',
      `${secret.replace(/[A-Z]/, '-$&').toLowerCase()} holds a secret, which anybody can read here: replace it, and keep the new one in the backend.`,
    );
  if (isGiven(publicKey) && !/^pub_[A-Za-z0-9]+_[!-~]+$/.test(publicKey))
    return new CheckoutError('invalid_public_key', `public-key must be ${keyRule}`);
  const options = { allowLoopback: !isGiven(publicKey) || isTestKey(publicKey) };
  for (const name of ['base', 'library', 'order', 'resolve', 'charge', 'redirect'] as const) {
    const address = given[`${name}Url`];
    if (isGiven(address) && (!safeAddress(address, options) || hasUnseen(address)))
      return new CheckoutError(
        `invalid_${name}_url`,
        `${name}-url must be a plain https address, without signs that nobody can see; http is for a loopback host with a key pub_test_….`,
      );
  }
  if (isGiven(amountInCents) && !isAmountInCents(amountInCents))
    return new CheckoutError('invalid_amount', `amount-in-cents must be ${amountRule}`);
  for (const [attribute, id] of [
    ['reference', given.reference],
    ['cart-id', given.cartId],
  ])
    if (isGiven(id) && !isShopId(id))
      return new CheckoutError(
        'invalid_order',
        `${attribute} must be ${shopIdRule}: the page has to give another one.`,
      );
  if (!isCurrency(given.currency))
    return new CheckoutError('invalid_currency', 'currency must be a code of three capital letters, such as COP.');
}

/** What is still missing before anything can be paid or shown. */
export function findMissing(given: GivenAttributes): CheckoutError | undefined {
  if (!isGiven(given.publicKey)) return new CheckoutError('missing_public_key', `public-key is missing: ${keyRule}`);
  if (!isGiven(given.baseUrl))
    return new CheckoutError('missing_base_url', 'base-url is missing: the address of the service.');
  if (isGiven(given.transactionId) || given.mode === 'source' || given.hasOrderFunction || isGiven(given.orderUrl))
    return;
  if (!isGiven(given.reference) || !isGiven(given.signature)) return missingOrder();
  if (!isGiven(given.amountInCents))
    return new CheckoutError('missing_amount', `amount-in-cents is missing: ${amountRule}`);
}

/** Nobody has said what is to be paid. */
export const missingOrder = (): CheckoutError =>
  new CheckoutError('missing_order', 'There is no order: give reference and signature, order-url or createOrder.');

/** A total in COP below this, in minor units, was more likely given in pesos. */
export const leastLikelyCents = 100_000;

/** Whether something works but may not be meant: the doctor knows what. */
export const looksOdd = ({ amountInCents, currency, signature, orderCents }: GivenAttributes): boolean =>
  (isAmountInCents(amountInCents) && currency === 'COP' && amountInCents < leastLikelyCents) ||
  isGiven(orderCents) ||
  (isGiven(signature) && !isSignature(signature));
