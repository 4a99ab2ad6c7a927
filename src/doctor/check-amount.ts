import { leastLikelyCents, type GivenAttributes } from '../checkout/check-attributes.ts';
import { formatMoney, isAmountInCents } from '../domain/money.ts';

/** With a test key a total in COP below this, in minor units, is asked about: few shops live on less than $ 20.000. */
const seldomCents = 2_000_000;

/**
 * Pesos where cents are meant. That is sure of nothing but an order that is a hundred times the page's amount, or a
 * hundredth of it; what is only likely asks, and asks about more with a test key.
 */
export function checkAmount(
  { amountInCents, currency, orderCents }: GivenAttributes,
  isTest: boolean,
): string | undefined {
  if (!isAmountInCents(amountInCents)) return;
  const told = (cents: number): string => formatMoney({ amountInCents: cents, currency }, 'es').replace('\u00A0', ' ');
  const given = `amount-in-cents="${amountInCents}" is ${told(amountInCents)}`;
  if (orderCents === amountInCents * 100 || (orderCents && orderCents * 100 === amountInCents))
    return `The order is for ${told(orderCents)}, but ${given}: one of the two was given in pesos. Both are in cents.`;
  const least = isTest ? seldomCents : leastLikelyCents;
  // A price in pesos has no centavos, but a tax may: this is not for production to ask.
  if (currency === 'COP' && (amountInCents < least || (isTest && amountInCents % 100 > 0)))
    return `${given}. Was it given in pesos? It is in cents: ${told(amountInCents * 100)} is ${amountInCents * 100}.`;
}
