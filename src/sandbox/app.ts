import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { antifraudRoutes } from './antifraud-library.ts';
import { bankPageRoutes, challengeRoutes } from './bank-pages.ts';
import { cardTokenRoutes } from './card-tokens.ts';
import { contractRoutes } from './contracts.ts';
import { controlRoutes } from './control.ts';
import { BROWSER_PATHS, openToBrowsers } from './cors.ts';
import type { Caller } from './caller.ts';
import { createDesk, type Desk } from './desk.ts';
import { disbursementRoutes } from './disbursements.ts';
import { documentedRefusal, isDisbursementsPath } from './disbursements/envelope.ts';
import { institutionRoutes } from './institutions.ts';
import { controlPath, localAccess, type Access } from './local-access.ts';
import { merchantRoutes } from './merchants.ts';
import type { SandboxOptions } from './options.ts';
import { paymentSourceRoutes } from './payment-sources.ts';
import { notFound, refusal, refusalAt } from './service-error.ts';
import { transactionRoutes } from './transactions.ts';
import { walletBRoutes } from './wallet-b.ts';
import { walletTokenRoutes } from './wallet-tokens.ts';
import { aborted } from './webhooks.ts';
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
  const answer = answerOf(createApp(createDesk(new World(options)), [[controlPath, ...openToBrowsers]]));
  return {
    fetch: async (input, init) => {
      // A request that some other server has made is taken as it is: it may only look like one.
      const isMade = init === undefined && typeof input === 'object' && !(input instanceof URL);
      return answer(isMade ? input : new Request(input, init), { isHere: true });
    },
  };
}

/** A sandbox for a port, where not only its tester can ask. */
export interface ServedSandbox {
  readonly answer: (request: Request, caller: Caller) => Promise<Response>;
  /** Lets go of what is held back, and gives up on events. */
  readonly stop: () => void;
}

/**
 * @param allowHosts host names that count as this machine beside the loopback ones
 * @param listensHereAlone whether no other machine can ask
 * @throws {TypeError} for what is no host name
 */
export function createServedSandbox(
  options: SandboxOptions,
  allowHosts: readonly string[],
  listensHereAlone: boolean,
): ServedSandbox {
  const access = localAccess(allowHosts, listensHereAlone);
  const world = new World(options);
  return { answer: answerOf(createApp(createDesk(world), access)), stop: () => world.reset() };
}

function answerOf(app: Hono): ServedSandbox['answer'] {
  return async (request, caller) => {
    const signal = request.signal as AbortSignal | undefined;
    signal?.throwIfAborted();
    const answer = Promise.resolve(app.fetch(request, caller));
    // As a real connection would: what reached the service is done, but whoever gave up hears no more of it.
    return signal ? Promise.race([answer, aborted(signal)]) : answer;
  };
}

/** Room for what a checkout sends, and for a batch of ten thousand payouts and more. */
const MAX_BYTES = { usual: 1024 * 1024, payouts: 16 * 1024 * 1024 };

/** The service with what happens on the way to it: permissions of browsers, the clock, the request log and faults. */
function createApp(desk: Desk, access: Access): Hono {
  const service = createService(desk);
  const { world, faults, log } = desk;
  const app = new Hono();
  app.onError((error) => {
    throw error;
  });
  for (const [path, ...handlers] of access) app.use(path, ...handlers);
  for (const path of BROWSER_PATHS) app.use(path, ...openToBrowsers);
  app.options('*', (context) => context.body(null, 204));
  app.use(async (_context, next) => {
    world.runDue();
    await next();
  });
  const tooLarge = (path: string) =>
    refusalAt(path, 413, 'PAYLOAD_TOO_LARGE', 'El cuerpo es demasiado grande').getResponse();
  // The control API is part of no emulated traffic: neither logged nor met by faults.
  app.all(controlPath, bodyLimit({ maxSize: MAX_BYTES.usual, onError: ({ req }) => tooLarge(req.path) }), ({ req }) =>
    service.fetch(req.raw),
  );
  const limitedTo = (maxSize: number): MiddlewareHandler =>
    bodyLimit({
      maxSize,
      onError: ({ req }) => {
        log.add(req.raw, '', world.now()).status = 413;
        return tooLarge(req.path);
      },
    });
  const [usual, ofPayouts] = [limitedTo(MAX_BYTES.usual), limitedTo(MAX_BYTES.payouts)];
  app.use((context, next) => (isDisbursementsPath(context.req.path) ? ofPayouts : usual)(context, next));
  app.all('*', async ({ req: { raw: request, path } }) => {
    const logged = log.add(request, await request.clone().text(), world.now());
    const proceed = async (): Promise<Response> => service.fetch(request);
    const fault = faults.take(request.method, path);
    logged.fault = fault?.kind ?? null;
    const response = await (fault ? faults.answer(fault, path, proceed, request.signal) : proceed());
    logged.status = response.status;
    return response;
  });
  return app;
}

function createService(desk: Desk): Hono {
  const payments = new Hono();
  for (const routes of [
    merchantRoutes,
    cardTokenRoutes,
    walletTokenRoutes,
    transactionRoutes,
    institutionRoutes,
    paymentSourceRoutes,
  ])
    payments.route('/', routes(desk));

  const app = new Hono();
  app.onError((error, { req }) => answerTo(error, req.path));
  app.notFound(({ req }) => notFound(`No existe la dirección ${req.path}`).getResponse());
  app.use(methodNotAllowed({ app, onMethodNotAllowed: ({ req }, allowed) => refuseMethod(req.method, allowed) }));
  app.route('/_sandbox', controlRoutes(desk));
  for (const routes of [antifraudRoutes, contractRoutes, walletBRoutes, bankPageRoutes, challengeRoutes])
    app.route('/', routes(desk));
  app.route('/', disbursementRoutes(desk.world));
  app.route('/', payments);
  app.route('/v1', payments);
  return app;
}

function answerTo(error: Error, path: string): Response {
  if (error instanceof HTTPException) return error.getResponse();
  console.error(error);
  if (isDisbursementsPath(path)) return documentedRefusal('EXC_001').getResponse();
  return refusal(500, { type: 'INTERNAL_ERROR', reason: 'Error interno' }).getResponse();
}

function refuseMethod(method: string, allowed: readonly string[]): Response {
  const allow = allowed.join(', ');
  const reason = `${method} no se admite en esta dirección; admite ${allow}`;
  return Response.json({ error: { type: 'METHOD_NOT_ALLOWED', reason } }, { status: 405, headers: { allow } });
}
