import { shopApi, ShopApiError, type ShopOrder } from './shop-api.ts';

/** The order that this page has come to. Its reference and its payment's id name nobody. */
export interface KeptOrder {
  reference: string;
  transactionId?: string;
  /** The checkout has shown it approved; the shop's backend may hear of it a moment later. */
  isApproved?: boolean;
}

interface PageState {
  order?: KeptOrder;
}

/** What this page came to before it was loaded again; undefined on a new visit. */
export const keptOrder = (): KeptOrder | undefined => (history.state as PageState | null)?.order;

let latest = keptOrder();

/** Keeps it in the history entry: there a reload finds it, and neither an address nor a store does. */
export function keepOrder(order: KeptOrder): void {
  latest = order;
  history.replaceState({ ...(history.state as PageState | null), order } satisfies PageState, '');
}

// A link within the page, as the one that skips to the payment, makes an entry that knows nothing yet.
addEventListener('hashchange', () => {
  if (latest && !keptOrder()) keepOrder(latest);
});

/**
 * The kept order as the shop's backend knows it now, or the one that has paid the same cart instead, in another tab.
 * Null without one, and when the backend has forgotten it. Rejects with a ShopApiError when nobody can say.
 */
export async function lookUpKept(): Promise<ShopOrder | null> {
  const kept = keptOrder();
  if (!kept) return null;
  try {
    const order = await shopApi.order(kept.reference);
    return order.paid_by === null || order.paid_by === order.reference ? order : await shopApi.order(order.paid_by);
  } catch (error) {
    if (error instanceof ShopApiError && error.status === 404) return null;
    throw error;
  }
}
