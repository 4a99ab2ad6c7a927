import { Hono } from 'hono';
import { antifraudRoutes } from './antifraud-library.ts';
import { bankPageRoutes, challengeRoutes } from './bank-pages.ts';
import { cardTokenRoutes } from './card-tokens.ts';
import { contractRoutes } from './contracts.ts';
import { controlRoutes } from './control.ts';
import { isOpenToBrowsers, preflight, withCors } from './cors.ts';
import { createDesk, type Desk } from './desk.ts';
import { disbursementRoutes } from './disbursements.ts';
import { isDisbursementsPath, plainRefusal } from './disbursements/envelope.ts';
import { institutionRoutes } from './institutions.ts';
import { merchantRoutes } from './merchants.ts';
import type { SandboxOptions } from './options.ts';
import { paymentSourceRoutes } from './payment-sources.ts';
import { readCapped } from './request-body.ts';
import { logRequest } from './request-log.ts';
import { methodNotAllowed, notFound, ServiceError } from './service-error.ts';
import { transactionRoutes } from './transactions.ts';
import { walletBRoutes } from './wallet-b.ts';
import { walletTokenRoutes } from './wallet-tokens.ts';
import { World } from './world.ts';

/** The whole payments service as one function. */
export interface Sandbox {
  /**
   * Answers a request as the service would. It takes what the platform's `fetch` takes and needs no `this`, so that it
   * serves as the `fetch` option of whatever talks to the service.
   * @throws {TypeError} when a fault asks that the connection be dropped, like a failed `fetch`; the signal's reason
   *   when the caller gives up
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
}

/**
 * Makes a sandbox with a state of its own. It needs fetch and Web Crypto alone, so it also runs in a service worker or
 * in Deno; `serve` puts it on a port.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const world = new World(options);
  const desk = createDesk(world);
  const app = createApp(desk);

  const answer = async (request: Request, signal?: AbortSignal): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname;
    if (request.method === 'OPTIONS') return preflight(request, path);
    world.runDue();
    const proceed = async (): Promise<Response> => app.fetch(request);
    const forBrowsers = (response: Response) => (isOpenToBrowsers(path) ? withCors(response) : response);
    if (/^\/_sandbox(\/|$)/.test(path)) return forBrowsers(await proceed());
    const text = await readCapped(request);
    const logged = logRequest(desk, request, url, text ?? '');
    const fault = desk.faults.take(request.method, path);
    logged.fault = fault?.kind ?? null;
    const response =
      text === undefined
        ? tooLarge(path)
        : await (fault ? desk.faults.answer(fault, path, proceed, signal) : proceed());
    logged.status = response.status;
    return forBrowsers(response);
  };

  return {
    fetch: async (input, init) => {
      // A server's request is taken as it is: some of them only look like one, and cannot be made into another.
      const isMade = init === undefined && typeof input === 'object' && !(input instanceof URL);
      const request = isMade ? input : new Request(input, init);
      const signal = request.signal as AbortSignal | undefined;
      if (signal?.aborted) throw signal.reason as Error;
      return signal ? unlessAborted(answer(request, signal), signal) : answer(request);
    },
  };
}

/** As a real connection would: what reached the service is done, but whoever gave up hears no more of it. */
function unlessAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', handleAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', handleAbort));
  });
}

function createApp(desk: Desk): Hono {
  const payments = new Hono();
  for (const routes of [
    merchantRoutes,
    cardTokenRoutes,
    walletTokenRoutes,
    transactionRoutes,
    institutionRoutes,
    paymentSourceRoutes,
  ])
    payments.route('/', refusingOtherMethods(routes(desk)));

  const app = new Hono();
  app.onError((error) => answerTo(error));
  app.notFound((context) => notFound(`No existe la dirección ${context.req.path}`).toResponse());
  app.route('/_sandbox', refusingOtherMethods(controlRoutes(desk)));
  for (const routes of [antifraudRoutes, contractRoutes, walletBRoutes, bankPageRoutes, challengeRoutes])
    app.route('/', refusingOtherMethods(routes(desk)));
  app.route('/', disbursementRoutes(desk.world));
  app.route('/', payments);
  app.route('/v1', payments);
  return app;
}

/** Adds the answer for the methods that each address does not take. */
function refusingOtherMethods(app: Hono): Hono {
  for (const path of new Set(app.routes.map((route) => route.path))) {
    const allowed = app.routes.filter((route) => route.path === path).map(({ method }) => method);
    if (!allowed.includes('ALL')) app.all(path, methodNotAllowed(...allowed));
  }
  return app;
}

function answerTo(error: Error): Response {
  if (error instanceof ServiceError) return error.toResponse();
  console.error(error);
  return new ServiceError(500, { type: 'INTERNAL_ERROR', reason: 'Error interno' }).toResponse();
}

function tooLarge(path: string): Response {
  const reason = 'El cuerpo es demasiado grande';
  if (isDisbursementsPath(path)) return plainRefusal(413, reason).toResponse();
  return new ServiceError(413, { type: 'PAYLOAD_TOO_LARGE', reason }).toResponse();
}
