const encoder = new TextEncoder();

/** SHA-256 of a text (as UTF-8) in lowercase hex: the digest of integrity signatures and of event checksums. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
