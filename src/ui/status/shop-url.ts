import { safeAddress } from '../../domain/safe-address.ts';
import { absolute } from '../../page-settings.ts';
import type { CheckoutState } from '../../checkout/state.ts';

/**
 * The way back to the shop, unless the payer is there already. A payment goes along by its id, as the bank sends it back:
 * the shop's page shows that one, and asks for no other.
 */
export function shopUrlOf(redirectUrl: string | null | undefined, state: CheckoutState): string | undefined {
  const target = safeAddress(absolute(redirectUrl), { allowLoopback: true });
  if (!target) return;
  if (target.origin === window.location.origin && target.pathname === window.location.pathname) return;
  if ('transaction' in state) target.searchParams.set('id', state.transaction.id);
  return target.href;
}
