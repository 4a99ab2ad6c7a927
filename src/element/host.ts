/** The element as the code behind it sees it: what the page can set, and what that means to the flow. */
import { fetchCharge, fetchOrder, fetchResolved } from '../browser/order-endpoint.ts';
import { pageScope } from '../browser/return-address.ts';
import type { Named } from '../browser/shop-origins.ts';
import type { GivenAttributes } from '../checkout/check-attributes.ts';
import type { CheckoutConfiguration } from '../checkout/configuration.ts';
import { cleanBounded } from '../domain/clean-text.ts';
import { knownCustomer } from '../domain/customer.ts';
import type { Money } from '../domain/money.ts';
import type { OrderSource } from '../domain/order.ts';
import type { PayCheckout } from './pay-checkout.ts';

/** The element to what stands behind it: what the page has set, where the payment stands, and a place to show things. */
export type CheckoutHost = PayCheckout;

/** An address of the page's as a whole one; what is none stays as it is. */
export const absolute = (address: string | null | undefined): string | undefined => {
  if (!address) return;
  try {
    // What nobody can see comes with what was copied, and would be asked for as a part of the path.
    return new URL(cleanBounded(address), document.baseURI).href;
  } catch {
    return address;
  }
};

/** Which addresses the page has named as the shop's and the service's. */
export const namedBy = ({ orderUrl, resolveUrl, chargeUrl, redirectUrl, baseUrl }: CheckoutHost): Named => ({
  shop: [orderUrl, resolveUrl, chargeUrl, redirectUrl].map(absolute),
  service: baseUrl,
});

/**
 * What the page has given so far, to be looked at.
 *
 * @param orderCents what the order asks for, in minor units, where that is not the page's amount.
 */
export function givenBy(host: CheckoutHost, orderCents: number | undefined): GivenAttributes {
  return {
    publicKey: host.publicKey,
    baseUrl: host.baseUrl,
    cartId: host.cartId,
    amountInCents: host.amountInCents,
    currency: host.currency,
    reference: host.reference,
    signature: host.signature,
    transactionId: host.transactionId,
    mode: host.mode,
    orderCents,
    hasOrderFunction: typeof host.createOrder === 'function',
    hasChargeFunction: typeof host.chargeSource === 'function',
    libraryUrl: absolute(host.libraryUrl),
    orderUrl: absolute(host.orderUrl),
    resolveUrl: absolute(host.resolveUrl),
    chargeUrl: absolute(host.chargeUrl),
    redirectUrl: absolute(host.redirectUrl),
  };
}

/** The same, as the flow takes it. */
export function configurationOf(
  host: CheckoutHost,
  publicKey: string,
  { baseUrl, amountInCents, currency, redirectUrl, orderUrl, resolveUrl, chargeUrl, transactionId }: GivenAttributes,
): CheckoutConfiguration {
  const { mode, externalThreeDs, profile, resolveReference, chargeSource } = host;
  const amount = typeof amountInCents === 'number' ? { amountInCents, currency } : undefined;
  return {
    publicKey,
    baseUrl: baseUrl ?? undefined,
    cartId: host.cartId || undefined,
    amount,
    orders: ordersOf(host, amount, orderUrl),
    scope: orderUrl ?? pageScope(),
    mode: mode === 'source' ? mode : 'payment',
    redirectUrl,
    customer: knownCustomer(host),
    externalThreeDs,
    profile,
    transactionId: transactionId || undefined,
    resolveReference:
      resolveReference ?? (resolveUrl ? (reference) => fetchResolved(resolveUrl, reference) : undefined),
    chargeSource: chargeSource ?? (chargeUrl ? (charge) => fetchCharge(chargeUrl, charge) : undefined),
  };
}

function ordersOf(
  { createOrder, reference, signature }: CheckoutHost,
  amount: Money | undefined,
  orderUrl: string | undefined,
): OrderSource | undefined {
  if (createOrder) return { kind: 'created', create: async (request) => createOrder(request) };
  if (orderUrl) return { kind: 'created', create: (request) => fetchOrder(orderUrl, request) };
  if (amount && reference && signature) return { kind: 'fixed', order: { ...amount, reference, signature } };
}
