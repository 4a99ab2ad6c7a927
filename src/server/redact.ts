/**
 * Takes credentials out of words that end up in an error: a service, a proxy or an HTTP client may quote what it was
 * sent. Very short values are left alone, as they would tear ordinary words apart and hide nothing.
 */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((clean, secret) => (secret.length < 8 ? clean : clean.replaceAll(secret, '[redacted]')), text);
