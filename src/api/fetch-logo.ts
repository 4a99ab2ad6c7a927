import { isTestKey } from '../domain/is-test-key.ts';
import { parseAddress, safeAddress } from '../domain/safe-address.ts';
import { leaveBody, readBytes } from '../domain/wire/read-bytes.ts';
import { logoAddress, maxLogoBytes } from '../domain/safe-logo.ts';
import { ServiceClient } from './service-client.ts';
import { requestInit } from './service-request.ts';

/**
 * The merchant's logo, as an address that holds it; undefined where there is none that can be shown. It is one of the
 * service's own origin: no other host hears of the payer. An image element would follow a redirect with the shop's cookies.
 *
 * @throws whatever keeps it from coming.
 */
export async function fetchLogo(address: unknown, baseUrl: string, publicKey: string): Promise<string | undefined> {
  const url = safeAddress(address, { allowLoopback: isTestKey(publicKey) });
  if (!url || url.origin !== parseAddress(baseUrl)?.origin) return;
  const client = new ServiceClient({ baseUrl, publicKey });
  return client.bounded('the logo', {}, async (signal) => {
    const response = await fetch(url.href, { ...requestInit, cache: 'default', signal });
    if (!response.ok) leaveBody(response);
    const bytes = response.ok ? await readBytes(response, maxLogoBytes) : undefined;
    return bytes && logoAddress(textOf(bytes));
  });
}

/** A character for each byte. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
