/** An address in its parts; undefined for what is none. Chromium before 120 and Safari before 17 lack `URL.canParse`. */
export function parsed(address: string | null | undefined): URL | undefined {
  try {
    return new URL(address ?? '');
  } catch {
    return undefined;
  }
}
