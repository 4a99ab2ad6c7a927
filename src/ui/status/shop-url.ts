import { safeAddress } from '../../domain/safe-address.ts';
import type { CheckoutState } from '../../checkout/state.ts';

/**
 * The way back to the shop, unless the payer is there already. A payment goes along by its id, as the bank sends it back:
 * the shop's page shows that one, and asks for no other. Nobody is led to an address that is not safe.
 *
 * @param redirectUrl absolute.
 */
export function shopUrlOf(redirectUrl: string | undefined, state: CheckoutState): string | undefined {
  const target = safeAddress(redirectUrl, { allowLoopback: true });
  if (!target) return;
  if (target.origin === window.location.origin && target.pathname === window.location.pathname) return;
  if ('transaction' in state) target.searchParams.set('id', state.transaction.id);
  return target.href;
}
