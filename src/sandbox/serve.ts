import type { HttpBindings, ServerType } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../domain/safe-address.ts';
import { createServedSandbox, type ServedSandbox } from './app.ts';
import { ConnectionDropped } from './faults.ts';
import type { SandboxOptions } from './options.ts';

/** Where a sandbox listens, and how it differs from the defaults. */
export interface ServeOptions extends Omit<SandboxOptions, 'bankOrigin'> {
  /** Port of the service; 0 takes a free one. Default: 5174. */
  port?: number;
  /** Address to listen on. Default: 127.0.0.1, this machine alone. */
  host?: string;
  /**
   * Host names that count as this machine beside the loopback ones, for example a container's or a tunnel's. No other name
   * is answered by `/_sandbox/*`, nor by anything else where the sandbox listens on this machine alone. Other machines, and
   * pages of these hosts, may then drive the sandbox; with `localhost` another machine may say that name, too.
   */
  allowHosts?: readonly string[];
}

/** A sandbox that listens. */
export interface SandboxServer {
  /** Origin of the service: `{base_url}`, `{payouts_base_url}` and `{payouts_sandbox_base_url}` at once. */
  readonly url: string;
  readonly port: number;
  /** Origin of the bank's pages and of the 3D Secure challenge; another port, so another origin than the service. */
  readonly bankUrl: string;
  /** Ends both listeners and every connection. */
  close(): Promise<void>;
}

/**
 * Puts a sandbox on a port of this machine, and its bank on a free one (Node, Deno or Bun).
 * @throws {Error} with the system's `code`, such as `EADDRINUSE`, when the port cannot be had
 * @throws {TypeError} for a port that is none, for an empty host, which to Node would mean every address of this machine,
 *   and for an allowed host that is no host name
 */
export async function serve({
  port = 5174,
  host = '127.0.0.1',
  allowHosts = [],
  ...options
}: ServeOptions = {}): Promise<SandboxServer> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError('the port must be an integer from 0 to 65535; 0 takes a free one');
  if (host.trim() === '') throw new TypeError('the host is empty; name an address of this machine, such as 127.0.0.1');
  // Loaded here, so that the sandbox itself can be imported where there is no Node.
  const { createAdaptorServer } = await import('@hono/node-server');
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response');
  let sandbox: ServedSandbox;

  const answer = async (request: Request, { incoming }: HttpBindings): Promise<Response> => {
    try {
      return await sandbox.answer(request, { isHere: isFromHere(incoming.socket.remoteAddress) });
    } catch (error) {
      if (!(error instanceof ConnectionDropped)) throw error;
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  };
  const service = createAdaptorServer({ fetch: (request, env) => answer(request, env as HttpBindings) });
  const bank = createAdaptorServer({
    fetch: (request, env) =>
      new URL(request.url).pathname.startsWith('/bank/')
        ? answer(request, env as HttpBindings)
        : new Response(null, { status: 404 }),
  });
  const { port: bankPort, address } = await listen(bank, 0, host);
  const bankUrl = originOf(host, bankPort);
  let ownPort: number;
  try {
    const settings = { ...options, bankOrigin: bankUrl };
    sandbox = createServedSandbox(settings, allowHosts, isLoopback(hostnameOf(plainOf(address))));
    ({ port: ownPort } = await listen(service, port, host));
  } catch (error) {
    await end(bank);
    throw error;
  }
  return {
    url: originOf(host, ownPort),
    port: ownPort,
    bankUrl,
    async close() {
      sandbox.stop();
      await Promise.all([end(service), end(bank)]);
    },
  };
}

function listen(server: ServerType, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function end(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : plainOf(host);
  return `http://${hostnameOf(reachable)}:${port}`;
}

/** An address of IPv4 may come as one of IPv6. */
const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** One that is gone by now could be anyone's. */
const isFromHere = (address = ''): boolean => isLoopback(hostnameOf(plainOf(address)));

/** An address as a URL has it. */
const hostnameOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);
