/** Headers of a request that has no key: SPEC.md section 4.1 names the merchant by its own. */
export const merchantHeaders = (publicKey: string): Record<string, string> => ({ 'x-merchant-public-key': publicKey });

/**
 * What all requests to the service have in common. A redirect is never followed: a 307 or 308 would deliver the body, a
 * card's number or the acceptance tokens, to an address that nobody configured.
 */
export const requestInit: RequestInit = {
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
};

/** Below the base address, which may end with a slash, or with the version that some paths begin with. */
export const addressOf = (baseUrl: string, path: string): string =>
  (baseUrl.replace(/\/+$/, '') + path).replace('/v1/v1/', '/v1/');
