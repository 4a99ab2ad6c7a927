import { catalogue, freeShippingFromInCents, shippingInCents } from './catalogue.ts';

/** One line of a priced cart, as it goes to the page. */
interface QuoteLine {
  sku: string;
  name: string;
  detail: string;
  quantity: number;
  amount_in_cents: number;
}

/** What a cart costs. All amounts are minor units of `currency`; the tax is part of the total. */
export interface Quote {
  lines: QuoteLine[];
  shipping_in_cents: number;
  tax_in_cents: number;
  total_in_cents: number;
  currency: 'COP';
}

const shippingVatPercent = 19;
const includedTax = (amountInCents: number, percent: number) =>
  Math.round(amountInCents - amountInCents / (1 + percent / 100));

/**
 * Prices the items of a cart. This is the only place where an amount to pay comes from.
 *
 * @param items quantity by SKU; SKUs that the shop does not sell are left out.
 */
export function quote(items: ReadonlyMap<string, number>): Quote {
  const bought = catalogue.flatMap((product) => {
    const quantity = items.get(product.sku) ?? 0;
    return quantity > 0 ? [{ product, quantity, amountInCents: product.priceInCents * quantity }] : [];
  });
  const shipped = bought.filter(({ product }) => product.isShipped);
  const shippedInCents = shipped.reduce((sum, { amountInCents }) => sum + amountInCents, 0);
  const shipping = shipped.length === 0 || shippedInCents >= freeShippingFromInCents ? 0 : shippingInCents;
  return {
    lines: bought.map(({ product: { sku, name, detail }, quantity, amountInCents }) => ({
      sku,
      name,
      detail,
      quantity,
      amount_in_cents: amountInCents,
    })),
    shipping_in_cents: shipping,
    tax_in_cents: bought.reduce(
      (sum, { product, amountInCents }) => sum + includedTax(amountInCents, product.vatPercent),
      includedTax(shipping, shippingVatPercent),
    ),
    total_in_cents: bought.reduce((sum, { amountInCents }) => sum + amountInCents, shipping),
    currency: 'COP',
  };
}
