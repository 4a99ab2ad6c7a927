import { tellPaid } from './paid-elsewhere.ts';
import { shopApi, ShopApiError } from './shop-api.ts';
import type { ShopOrderStatus } from './shop-api.ts';

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const attempts = 20;

/**
 * Asks the shop's backend about an order until it is decided there. The shop believes its own backend, which believes
 * the service's signed events, and not what happened in this page. Tells also whether another order has paid the cart,
 * instead of this one or with the rest of it.
 */
export async function followOrder(
  reference: string,
  tell: (status: ShopOrderStatus, isPaidInstead: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt += 1) {
    try {
      const { status, paid_by: paidBy } = await shopApi.order(reference);
      if (signal.aborted) return;
      tell(status, paidBy !== null && paidBy !== reference);
      if (status === 'paid') tellPaid();
      if (status !== 'awaiting_payment') return;
    } catch (error) {
      if (!(error instanceof ShopApiError)) throw error;
    }
    await pause(1_000, signal);
  }
}
