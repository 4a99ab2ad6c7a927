import { shopApi, ShopApiError, type OrderStatusAnswer, type SavedSource } from '../shop-api.ts';

/** References that a charge went out for whose end nobody knows: what a later one is told does not undo it. */
const mayBeCharged = new Set<string>();

/**
 * Has the backend charge the visitor's order to a saved card or wallet. A second click, and what was lost on the way, goes
 * out under the same reference, which the service takes only once. The order is paid when the backend says so, not before.
 *
 * @throws ShopApiError where nothing was charged
 */
export async function payWithSource(source: SavedSource): Promise<OrderStatusAnswer> {
  const { reference } = await shopApi.sourceOrder(source);
  try {
    await shopApi.chargeSource(reference, source.id);
  } catch (error) {
    if (!(error instanceof ShopApiError) || error.refusal.type === 'CART_PAID') throw error;
    // Nobody knows, or it was there already: the backend hears how it ends.
    if (error.status !== 422 || 'reference' in (error.refusal.messages ?? {})) mayBeCharged.add(reference);
    if (!mayBeCharged.has(reference)) throw error;
  }
  return { reference, status: 'awaiting_payment' };
}
