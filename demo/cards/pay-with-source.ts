import {
  shopApi,
  ShopApiError,
  type OrderStatusAnswer,
  type OrderTerms,
  type SavedSource,
  type ShopCart,
  type ShopOrderStatus,
} from '../shop-api.ts';

/** References that a charge went out for whose end nobody knows: what a later one is told does not undo it. */
const mayBeCharged = new Set<string>();

/** Refusals by the backend itself, which has asked the service for no charge. */
const nothingCharged = new Set<string | undefined>(['CART_PAID', 'AMOUNT_CHANGED']);

/** An earlier order as the backend knows it; as long as nobody can say, its payment may still come. */
async function statusOf(reference: string): Promise<ShopOrderStatus> {
  try {
    return (await shopApi.order(reference)).status;
  } catch (error) {
    if (error instanceof ShopApiError) return 'awaiting_payment';
    throw error;
  }
}

/** What was charged, or may be, and what the cart's open order asks for: it may differ from what the cart costs. */
export interface SourcePayment extends OrderStatusAnswer {
  terms: OrderTerms;
}

/**
 * Has the backend charge the visitor's order to a saved card or wallet. A second click, and what was lost on the way, goes
 * out under the same reference, which the service takes only once. The order is paid when the backend says so, not before.
 *
 * @param seen the cart whose amount the visitor saw and pressed: another tab may have changed it since
 * @throws ShopApiError where nothing was charged: `AMOUNT_CHANGED`, with its amount, for an order of another one
 */
export async function payWithSource(source: SavedSource, seen: ShopCart): Promise<SourcePayment> {
  const { reference, amount_in_cents, currency } = await shopApi.sourceOrder(source);
  const terms = { amount_in_cents, currency };
  const isAsSeen = amount_in_cents === seen.due_in_cents && currency === seen.currency;
  for (const earlier of mayBeCharged) {
    if (earlier === reference && isAsSeen) continue;
    const status = await statusOf(earlier);
    if (status !== 'awaiting_payment') mayBeCharged.delete(earlier);
    if (status !== 'not_paid' && status !== 'voided') return { reference: earlier, status, terms };
  }
  if (!isAsSeen)
    throw new ShopApiError('The order costs something else by now.', 409, { type: 'AMOUNT_CHANGED', ...terms });
  try {
    await shopApi.chargeSource({ reference, ...terms }, source.id);
  } catch (error) {
    if (!(error instanceof ShopApiError) || nothingCharged.has(error.refusal.type)) throw error;
    // Nobody knows, or it was there already: the backend hears how it ends.
    if (error.status !== 422 || 'reference' in (error.refusal.messages ?? {})) mayBeCharged.add(reference);
    if (!mayBeCharged.has(reference)) throw error;
  }
  return { reference, status: 'awaiting_payment', terms };
}
