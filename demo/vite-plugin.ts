import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Logger, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { formatMoney } from '../src/domain/money.ts';
import { serve } from '../src/sandbox/serve.ts';
import { SandboxControl } from './backend/sandbox-control.ts';
import { createShopApp } from './backend/shop-app.ts';
import { readShopSecrets } from './backend/shop-secrets.ts';

const loopback = '127.0.0.1';
const defaultSandboxPort = 5174;
/** Whom the service says that the payer pays. */
const merchant = { name: 'Neblina', legal_name: 'Neblina Tostadores S.A.S.' };

export interface DemoShopOptions {
  /** Port of the sandbox, on the loopback interface. Default: `SHOP_SANDBOX_PORT`, else 5174, which `index.html` names too. */
  sandboxPort?: number;
}

type RunningSandbox = Awaited<ReturnType<typeof serve>>;

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** A port that cannot be had ends the program with one line: half a demo would only puzzle. */
function giveUp(what: string, port: number, error: unknown): never {
  const reason = isTaken(error)
    ? 'is already in use'
    : `cannot be used (${error instanceof Error ? error.message : String(error)})`;
  const wayOut =
    what === 'sandbox' ? '; SHOP_SANDBOX_PORT names another one' : '; `npm start -- --port 5273` takes another one';
  process.stderr.write(`${what}: port ${port} ${reason}${wayOut}.\n`);
  process.exit(1);
}

/** The sandbox's port by the environment, so that a second demo can run beside the first. */
function readSandboxPort({ SHOP_SANDBOX_PORT: text }: Readonly<Record<string, string | undefined>>): number {
  if (!text) return defaultSandboxPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port > 0 && port <= 65_535) return port;
  process.stderr.write(`sandbox: SHOP_SANDBOX_PORT must be a number from 1 to 65535, not "${text}".\n`);
  return process.exit(1);
}

/**
 * Makes the dev server a shop, or the server of the built pages (`vite preview`): its backend answers under `/api` on the
 * page's own origin, and the sandbox of the payment service runs on another port, in the same process, for as long as the
 * server does.
 */
export function demoShop({ sandboxPort = readSandboxPort(process.env) }: DemoShopOptions = {}): Plugin {
  const sandboxUrl = `http://${loopback}:${sandboxPort}`;
  let sandbox: Promise<RunningSandbox> | undefined;

  const close = async () => {
    const running = await sandbox;
    sandbox = undefined;
    await running?.close();
  };

  const ownSandbox = (html: string): string => html.replaceAll(`http://${loopback}:${defaultSandboxPort}`, sandboxUrl);

  const run = (
    { httpServer, config, middlewares }: ViteDevServer | PreviewServer,
    { strictPort, port }: { strictPort?: boolean; port: number },
  ): void => {
    if (!httpServer) return;
    const shop = createShopApp({
      secrets: readShopSecrets(process.env),
      sandboxUrl,
      onPaid: ({ reference, ...amount }) => config.logger.info(`order ${reference} paid: ${formatMoney(amount, 'es')}`),
    });
    const listener = getRequestListener(shop.fetch, { overrideGlobalObjects: false });
    middlewares.use((request, response, next) => {
      if (!request.url?.startsWith('/api/')) return next();
      void listener(request, response);
    });
    middlewares.use((request, _response, next) => {
      // Addresses as people see them, without the folder that the pages happen to be in.
      request.url = request.url?.replace(/^\/(gracias|tarjetas|pagos|taller|taller-vista)(?=\?|$)/, '/demo/$1.html');
      next();
    });

    httpServer.on('error', (error) => {
      if (strictPort && isTaken(error)) giveUp('shop', port, error);
    });
    // On a restart the new server is set up before the old one closes: the port is free once this one listens.
    httpServer.once('listening', () => {
      const starting = serve({ port: sandboxPort, host: loopback, merchant });
      sandbox = starting;
      starting.then(
        () => greet(config.logger, httpServer.address() as AddressInfo, sandboxUrl),
        (error: unknown) => giveUp('sandbox', sandboxPort, error),
      );
    });
  };

  return {
    name: 'demo-shop',
    apply: 'serve',

    // Vite lets every page on this machine read its answers; a shop's backend is for its own page alone.
    config: () => ({ server: { cors: false }, preview: { cors: false } }),

    configureServer(server) {
      run(server, server.config.server);
      // Nothing but the greeting: vite's own list of addresses would name the shop a second time.
      server.printUrls = () => undefined;
    },

    configurePreviewServer(server) {
      const { config, middlewares } = server;
      run(server, config.preview);
      server.printUrls = () => undefined;
      // A built page is served as it lies there: what the dev server would change in it is changed here.
      middlewares.use((request, response, next) => {
        const [path = ''] = request.url?.split('?') ?? [];
        if (!/^\/(\w[\w/-]*\.html)?$/.test(path)) return next();
        readFile(join(config.root, config.build.outDir, path === '/' ? 'index.html' : path), 'utf8').then(
          (html) => response.setHeader('content-type', 'text/html').end(ownSandbox(html)),
          () => next(),
        );
      });
    },

    transformIndexHtml: ownSandbox,

    closeBundle: close,
    closePreviewServer: close,
  };
}

async function greet(logger: Logger, { port }: AddressInfo, sandboxUrl: string): Promise<void> {
  const shopUrl = `http://localhost:${port}`;
  await new SandboxControl(sandboxUrl)
    .sendEventsTo(`${shopUrl}/api/webhook`)
    .catch((error: unknown) => logger.warn(`The shop will get no events: ${String(error)}`));
  logger.info(`  ➜  Shop:     ${shopUrl}/\n  ➜  Sandbox:  ${sandboxUrl}/\n     Ctrl-C ends both.\n`);
}
