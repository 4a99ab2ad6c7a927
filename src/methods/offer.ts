import type { Money } from '../domain/money.ts';
import type { PaymentMethod } from './payment-method.ts';
import { paymentMethods } from './registry.ts';

/** Each unknown name is told on its own, and a list may hold a hundred thousand. */
const mostUnknown = 20;

export interface OfferQuestion {
  /** The types that the page asks for, in its order; empty when it asks for none. */
  wanted: readonly string[];
  /** The types that the merchant's record accepts, as the service names them; undefined when it says nothing. */
  accepted: readonly string[] | undefined;
  /** Whether the merchant's record is still to come. */
  isAwaited?: boolean | undefined;
  amount: Money | undefined;
  /** The service's own names by the checkout's. */
  wireTypes: Record<string, string>;
  /** The method that has paid its part already. */
  spent?: string | undefined;
}

export interface Offer {
  methods: PaymentMethod[];
  /** Types that the page or the record names and nobody here knows, a few of them: reported and left out. */
  unknown: string[];
  /** The page leaves the choice to the record, which is not there yet: more methods may follow. */
  isOpen: boolean;
  /** The page has not asked for one method alone: there is a list, however short it turns out to be. */
  isList: boolean;
}

/**
 * Which methods are shown, in which order: what the page wants, else the checkout's own order of preference, as far as
 * the merchant accepts it and the amount is within a method's bounds.
 */
export function offerOf({ wanted, accepted, isAwaited = false, amount, wireTypes, spent }: OfferQuestion): Offer {
  const ownName = (wire: string) => Object.entries(wireTypes).find(([, name]) => name === wire)?.[0] ?? wire;
  const takes = accepted?.map(ownName);
  const asked = [...new Set(wanted)];
  const known = new Map(paymentMethods.map((method) => [method.type, method]));
  const types = asked.length > 0 ? asked : [...known.keys()];
  return {
    methods: types
      .flatMap((type) => known.get(type) ?? [])
      .filter(({ type, minInCents = 0, maxInCents = Infinity }) => {
        const isInBounds =
          amount?.currency !== 'COP' || (amount.amountInCents >= minInCents && amount.amountInCents <= maxInCents);
        return isInBounds && type !== spent && (!takes || takes.includes(type));
      }),
    isOpen: isAwaited && asked.length === 0,
    isList: asked.length !== 1,
    unknown: (asked.length > 0 ? asked : (takes ?? [])).filter((type) => !known.has(type)).slice(0, mostUnknown),
  };
}
