/**
 * Who may ask a sandbox that listens on a port, and drive it: programs and pages of this machine. Any page that the tester
 * opens can send requests here; a page whose own host name was made to lead to this machine says that name as `Host`.
 */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isLoopback, parseAddress } from '../domain/safe-address.ts';
import { allowedInPreflights } from './cors.ts';
import { refusal } from './service-error.ts';

/** Middleware in the order in which it is asked, by the paths that it is for. */
export type Access = readonly (readonly [path: string, ...MiddlewareHandler[]])[];

/**
 * @param names host names that count as this machine beside the loopback ones
 * @param listensHereAlone whether no other machine can ask: whoever names another host then is such a page, whatever it asks
 * @throws {TypeError} for what is no host name
 */
export function localAccess(names: readonly string[], listensHereAlone: boolean): Access {
  const allowed = new Set(names.map(hostName));
  const isLocal = (address: string): boolean => {
    const { hostname = '' } = parseAddress(address) ?? {};
    return isLoopback(hostname) || allowed.has(hostname);
  };
  const checkHost: MiddlewareHandler = async ({ req }, next) => {
    const host = req.header('host');
    if (!isLocal(req.url) || (host !== undefined && !isLocal(`http://${host}`)))
      return forbidden('Solo se responde a nombres de este equipo; --allow-host permite otro');
    await next();
  };
  const checkOrigin: MiddlewareHandler = async (context, next) => {
    const origin = context.req.header('origin');
    if (origin !== undefined && !isLocal(origin)) return forbidden('Solo pueden preguntar las páginas de este equipo');
    await next();
    // Else a page that may not read an answer could find it in the browser's cache.
    context.header('cache-control', 'no-store');
    context.header('access-control-allow-private-network', 'true');
  };
  const tellWhichPages = cors({ ...allowedInPreflights, origin: (origin) => (isLocal(origin) ? origin : null) });
  return [
    [listensHereAlone ? '*' : controlPath, checkHost],
    [controlPath, checkOrigin, tellWhichPages],
  ];
}

export const controlPath = '/_sandbox/*';

const forbidden = (reason: string): Response => refusal(403, { type: 'FORBIDDEN', reason }).getResponse();

function hostName(name: string): string {
  const url = parseAddress(`http://${name}`);
  if (!url || !/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(name))
    throw new TypeError(`"${name}" is no host name; allow a name alone, such as sandbox.test`);
  return url.hostname;
}
