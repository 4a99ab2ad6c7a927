/** One thing that the shop sells. Prices are in minor units (cents of a peso) and include VAT, as prices in Colombia do. */
export interface Product {
  sku: string;
  /** A number in it, or a unit, stays with its word on one line. */
  name: string;
  detail: string;
  priceInCents: number;
  /** VAT that the price includes, in percent: roasted coffee 5, other goods 19, gift cards none. */
  vatPercent: 0 | 5 | 19;
  /** Gift cards arrive by e-mail; everything else is shipped. */
  isShipped: boolean;
}

const pesos = (amount: number) => amount * 100;

const goods: readonly Product[] = [
  {
    sku: 'pijao-340',
    name: 'Pijao lavado',
    detail: 'Café en grano, 340\u00A0g',
    priceInCents: pesos(42_000),
    vatPercent: 5,
    isShipped: true,
  },
  {
    sku: 'filtros-02',
    name: 'Filtros de papel\u00A002',
    detail: '100 unidades, sin blanquear',
    priceInCents: pesos(23_000),
    vatPercent: 19,
    isShipped: true,
  },
  {
    sku: 'gotero-ceramica',
    name: 'Gotero de cerámica',
    detail: 'Para una o dos tazas',
    priceInCents: pesos(76_000),
    vatPercent: 19,
    isShipped: true,
  },
];

/**
 * Gift cards of fixed values, in pesos. They are how the test panel reaches an exact total: both sides of the limits
 * that some payment methods have (SERVICE-NOTES.md: 35.000 to 5.000.000 and from 100.000), a small and a round one.
 */
const giftCardValues = [1_500, 34_900, 35_000, 99_900, 100_000, 1_000_000, 5_000_000, 5_000_100];

const giftCards: readonly Product[] = giftCardValues.map((value) => ({
  sku: `bono-${value}`,
  name: 'Bono de regalo',
  detail: 'Llega por correo',
  priceInCents: pesos(value),
  vatPercent: 0,
  isShipped: false,
}));

/** Everything on sale, goods first. */
export const catalogue: readonly Product[] = [...goods, ...giftCards];

/** What a new visitor finds in the cart: with shipping it comes to $ 119.000. */
export const firstItems: ReadonlyMap<string, number> = new Map([
  ['pijao-340', 2],
  ['filtros-02', 1],
]);

export const shippingInCents = pesos(12_000);
/** Goods of this value or more are shipped for free. */
export const freeShippingFromInCents = pesos(200_000);
