import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/** Paths that a payer's browser calls with the public key, from whatever shop it is on; no backend endpoint is among them. */
export const BROWSER_PATHS = [
  ...['', '/v1'].flatMap((version) => [
    `${version}/merchants/:key`,
    `${version}/transactions/:id?`,
    `${version}/tokens/:type/:id?`,
    `${version}/pse/financial_institutions`,
  ]),
  '/wallet-b/*',
  '/libs/*',
  '/contracts/*',
];

/** What a preflight is told. */
export const allowedInPreflights = {
  allowMethods: ['GET', 'POST', 'DELETE', 'OPTIONS'],
  allowHeaders: ['accept', 'authorization', 'content-type', 'x-merchant-public-key'],
  exposeHeaders: ['allow', 'retry-after'],
  maxAge: 600,
};

/** Lets pages of any origin ask, and read every answer, an error's as well. */
export const openToBrowsers: readonly MiddlewareHandler[] = [
  async (context, next) => {
    await next();
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('access-control-allow-private-network', 'true');
  },
  cors({ ...allowedInPreflights, origin: '*' }),
];
