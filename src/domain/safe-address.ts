/**
 * Reads an address that a person or a request may be sent to, or gives `undefined`.
 *
 * URL parsers repair what they are given (`https:evil.example`, `https:\\evil.example`, `https://good@evil.example`),
 * so the text is judged before it is parsed: under 2,048 characters, none of them a control character, a blank or a
 * backslash, `http(s)://` in front, no user name or password, no dot at the end of the host (the same machine under
 * another name, which comparisons miss). Plain http passes only for a loopback host, and only when `allowLoopback` says
 * that this is a test.
 */
export function safeAddress(value: unknown, { allowLoopback = false } = {}): URL | undefined {
  if (typeof value !== 'string' || value.length >= 2048 || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value)) return;
  const url = parseAddress(value);
  if (!url) return;
  if (url.username || url.password) return;
  if (url.hostname.endsWith('.')) return;
  if (url.protocol === 'https:') return url;
  return allowLoopback && isLoopback(url.hostname) ? url : undefined;
}

/** An address in its parts; undefined for what is none. Chromium before 120 and Safari before 17 lack `URL.canParse`. */
export function parseAddress(address: string | null | undefined): URL | undefined {
  try {
    return new URL(address ?? '');
  } catch {
    return undefined;
  }
}

/** Whether a host name can only be this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
