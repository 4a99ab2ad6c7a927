import type { CheckoutError, CheckoutErrorCode } from '../domain/checkout-error.ts';
import { walletTokenShape, type WalletToken } from '../domain/wallet-token.ts';
import { refusedAs } from './refused-as.ts';
import type { ServiceClient } from './service-client.ts';

/** A refused number is the payer's to correct; a service that knows no such address cannot keep a wallet at all. */
const codes: Partial<Record<CheckoutErrorCode, CheckoutErrorCode>> = {
  request_rejected: 'token_rejected',
  not_found: 'source_rejected',
};

/**
 * Asks the owner of a wallet for permission by a notification, or looks at what became of that
 * (SERVICE-NOTES.md "wallet A token").
 *
 * @param type the method, as the checkout calls it.
 * @param asked the phone number to ask, or the token to look at.
 */
export async function walletToken(
  client: ServiceClient,
  type: string,
  asked: { phoneNumber: string } | { id: string },
  signal?: AbortSignal,
): Promise<WalletToken> {
  const wallet = (client.profile.wireTypes?.[type] ?? type).toLowerCase();
  const path = client.path('walletTokens').replace('{wallet}', encodeURIComponent(wallet));
  try {
    return await client.fetchData({
      ...('id' in asked
        ? { path: `${path}/${encodeURIComponent(asked.id)}` }
        : { path, body: { phone_number: asked.phoneNumber } }),
      shape: walletTokenShape,
      signal,
    });
  } catch (thrown) {
    const error = thrown as CheckoutError;
    const own = codes[error.code];
    throw own ? refusedAs(own, error, 'The service gave no token of the wallet. ') : error;
  }
}
