import type { Money } from '../domain/money.ts';
import type { PaymentMethod } from './payment-method.ts';
import { paymentMethods } from './registry.ts';

export interface OfferQuestion {
  /** The types that the page asks for, in its order; empty when it asks for none. */
  wanted: readonly string[];
  /** The types that the merchant's record accepts, as the service names them; undefined when it says nothing. */
  accepted: readonly string[] | undefined;
  amount: Money | undefined;
  /** The service's own names by the checkout's. */
  wireTypes: Record<string, string>;
}

export interface Offer {
  methods: PaymentMethod[];
  /** Types that the page or the record names and nobody here knows: reported and left out. */
  unknown: string[];
}

/** Which methods are shown, in which order: what the page wants of what the merchant accepts, within each one's bounds. */
export function offerOf({ wanted, accepted, amount, wireTypes }: OfferQuestion): Offer {
  const ownName = (wire: string) => Object.entries(wireTypes).find(([, name]) => name === wire)?.[0] ?? wire;
  const takes = accepted?.map(ownName);
  const types = wanted.length > 0 ? [...new Set(wanted)] : (takes ?? paymentMethods.map(({ type }) => type));
  const known = new Map<string, PaymentMethod>(paymentMethods.map((method) => [method.type, method]));
  const methods = types.flatMap((type) => known.get(type) ?? []);
  return {
    methods: methods.filter(({ type, minInCents = 0, maxInCents = Infinity }) => {
      const isInBounds =
        amount?.currency !== 'COP' || (amount.amountInCents >= minInCents && amount.amountInCents <= maxInCents);
      return isInBounds && (!takes || takes.includes(type));
    }),
    unknown: types.filter((type) => !known.has(type)),
  };
}
