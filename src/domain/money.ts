/** An amount in minor units (cents) with its ISO 4217 currency: `{ amountInCents: 11900000, currency: 'COP' }` is $ 119.000. */
export interface Money {
  amountInCents: number;
  currency: string;
}

/** Whether a value can be an amount to charge: a positive integer of minor units that JSON carries exactly. */
export const isAmountInCents = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0;

/** Whether a value is spelled like a currency code; SPEC.md section 2.3 shows COP and USD. */
export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

const regions: Record<string, string> = { es: 'es-CO', en: 'en-CO', pt: 'pt-BR' };

/**
 * Money as the payer reads it, by Intl. Pesos lose empty decimals (`$ 119.000`), as prices in Colombia are written;
 * other currencies keep them.
 *
 * @param locale BCP 47; a bare `es` is read as Colombia's.
 */
export function formatMoney({ amountInCents, currency }: Money, locale: string): string {
  return new Intl.NumberFormat(regions[locale] ?? locale, {
    style: 'currency',
    currency,
    // A bare $ is the peso's: where it is, the dollar is US$.
    currencyDisplay: currency === 'COP' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: currency === 'COP' && amountInCents % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(amountInCents / 100);
}
