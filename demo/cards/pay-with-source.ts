import { shopApi, ShopApiError, type OrderStatusAnswer, type SavedSource, type ShopCart } from '../shop-api.ts';

/** References that a charge went out for whose end nobody knows: what a later one is told does not undo it. */
const mayBeCharged = new Set<string>();

/** Refusals by the backend itself, which has asked the service for no charge. */
const nothingCharged = new Set<string | undefined>(['CART_PAID', 'AMOUNT_CHANGED']);

/**
 * Has the backend charge the visitor's order to a saved card or wallet. A second click, and what was lost on the way, goes
 * out under the same reference, which the service takes only once. The order is paid when the backend says so, not before.
 *
 * @param seen the cart whose amount the visitor saw and pressed: another tab may have changed it since
 * @throws ShopApiError where nothing was charged: `AMOUNT_CHANGED` for an order of another amount
 */
export async function payWithSource(source: SavedSource, seen: ShopCart): Promise<OrderStatusAnswer> {
  const { reference, amount_in_cents, currency } = await shopApi.sourceOrder(source);
  if (amount_in_cents !== seen.due_in_cents || currency !== seen.currency)
    throw new ShopApiError('The order costs something else by now.', 409, { type: 'AMOUNT_CHANGED' });
  try {
    await shopApi.chargeSource({ reference, amount_in_cents, currency }, source.id);
  } catch (error) {
    if (!(error instanceof ShopApiError) || nothingCharged.has(error.refusal.type)) throw error;
    // Nobody knows, or it was there already: the backend hears how it ends.
    if (error.status !== 422 || 'reference' in (error.refusal.messages ?? {})) mayBeCharged.add(reference);
    if (!mayBeCharged.has(reference)) throw error;
  }
  return { reference, status: 'awaiting_payment' };
}
