/** An amount in minor units (cents) with its ISO 4217 currency: `{ amountInCents: 11900000, currency: 'COP' }` is $ 119.000. */
export interface Money {
  amountInCents: number;
  currency: string;
}

/** Whether a value can be an amount to charge: a positive integer of minor units that JSON carries exactly. */
export const isAmountInCents = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

/** Whether two amounts, or two that are not known, are the same. */
export const isSameAmount = (one: Money | undefined, other: Money | undefined): boolean =>
  one?.amountInCents === other?.amountInCents && one?.currency === other?.currency;

/** Whether a value is spelled like a currency code; SPEC.md section 2.3 shows COP and USD. */
export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

/**
 * Money as the payer reads it: `$ 119.000` and `US$ 10,50`, in English `COP 119,000`. Pesos lose empty decimals, as
 * prices in Colombia are written; other currencies keep them.
 *
 * Not by Intl, whose first use takes a phone tens of milliseconds, and the form shows its amount before all else.
 *
 * @param locale BCP 47; its language decides.
 */
export function formatMoney({ amountInCents, currency }: Money, locale: string): string {
  const [thousands = '', decimals = ''] = /^en/i.test(locale) ? ',.' : '.,';
  const isPeso = currency === 'COP';
  const digits = (amountInCents / 100)
    .toFixed(isPeso && amountInCents % 100 === 0 ? 0 : 2)
    .replace('.', decimals)
    .replace(/\B(?=(\d{3})+(?!\d))/g, thousands);
  // In Spanish a bare $ is the peso's, and in other languages somebody else's: the dollar is US$ in all.
  const sign = isPeso && !/^(?:en|pt)/i.test(locale) ? '$' : currency === 'USD' ? 'US$' : currency;
  return `${sign}\u00A0${digits}`;
}
