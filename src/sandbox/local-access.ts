/**
 * Who may ask a sandbox that listens on a port, and drive it: programs and pages of this machine. Any page that the tester
 * opens can send requests here; a page whose own host name was made to lead to this machine says that name as `Host`.
 */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { isLoopback, parseAddress } from '../domain/safe-address.ts';
import type { Caller } from './caller.ts';
import { allowedInPreflights } from './cors.ts';
import { refusal } from './service-error.ts';

/** Middleware in the order in which it is asked, by the paths that it is for. */
export type Access = readonly (readonly [path: string, ...MiddlewareHandler<{ Bindings: Caller }>[]])[];

/**
 * @param names host names that count as this machine beside the loopback ones
 * @param listensHereAlone whether no other machine can ask: whoever names another host then is such a page, whatever it asks
 * @throws {TypeError} for what is no host name
 */
export function localAccess(names: readonly string[], listensHereAlone: boolean): Access {
  const allowed = new Set(names.map(hostName));
  const hostOf = (address: string): string => parseAddress(address)?.hostname ?? '';
  const isAllowed = (address: string): boolean => allowed.has(hostOf(address));
  const isLocal = (address: string): boolean => isLoopback(hostOf(address)) || isAllowed(address);
  // The parts of apps and extensions have addresses of their own, which may name any host.
  const isLocalPage = (origin: string): boolean => /^https?:/i.test(origin) && isLocal(origin);
  const checkHost: MiddlewareHandler<{ Bindings: Caller }> = async ({ req, env }, next) => {
    const host = req.header('host');
    // Another machine that names this one is not meant, unless by a name that was added.
    const isMeant = listensHereAlone || env.isHere ? isLocal : isAllowed;
    if (!isMeant(req.url) || (host !== undefined && !isMeant(`http://${host}`)))
      return forbidden(
        'Solo se responde a este equipo y por sus nombres; --allow-host NOMBRE permite ese nombre a todos, también localhost',
      );
    await next();
  };
  const checkOrigin: MiddlewareHandler = async (context, next) => {
    const origin = context.req.header('origin');
    if (origin !== undefined && !isLocalPage(origin))
      return forbidden('Solo pueden preguntar las páginas de este equipo');
    await next();
    // Else a page that may not read an answer could find it in the browser's cache.
    context.header('cache-control', 'no-store');
    context.header('access-control-allow-private-network', 'true');
  };
  const tellWhichPages = cors({ ...allowedInPreflights, origin: (origin) => (isLocalPage(origin) ? origin : null) });
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
