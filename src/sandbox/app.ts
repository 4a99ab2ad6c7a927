import { Hono } from 'hono';
import { Acceptance } from './acceptance.ts';
import { antifraudRoutes } from './antifraud-library.ts';
import { bankPageRoutes, challengeRoutes } from './bank-pages.ts';
import { CardTokens, cardTokenRoutes } from './card-tokens.ts';
import { Contracts, contractRoutes } from './contracts.ts';
import { controlRoutes } from './control.ts';
import { isOpenToBrowsers, preflight, withCors } from './cors.ts';
import { disbursementRoutes } from './disbursements.ts';
import { isDisbursementsPath, plainRefusal } from './disbursements/envelope.ts';
import { Faults } from './faults.ts';
import { institutionRoutes } from './institutions.ts';
import { merchantRoutes } from './merchants.ts';
import { MethodCourses } from './method-courses.ts';
import type { SandboxOptions } from './options.ts';
import { PaymentSources, paymentSourceRoutes } from './payment-sources.ts';
import { RequestLog } from './request-log.ts';
import { readCapped } from './request-body.ts';
import { notFound, ServiceError } from './service-error.ts';
import { ThreeDs } from './three-ds.ts';
import { TransactionBook } from './transaction-book.ts';
import { transactionRoutes } from './transactions.ts';
import { WalletB, walletBRoutes } from './wallet-b.ts';
import { WalletTokens, walletTokenRoutes } from './wallet-tokens.ts';
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
  const log = new RequestLog(world);
  const faults = new Faults(world);
  const app = createApp(world, log, faults);

  const answer = async (request: Request, signal?: AbortSignal): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname;
    if (request.method === 'OPTIONS') return preflight(request, path);
    world.runDue();
    const isOpen = isOpenToBrowsers(path);
    const proceed = async (): Promise<Response> => {
      const response = await app.fetch(request);
      return isOpen ? withCors(response) : response;
    };
    if (/^\/_sandbox(\/|$)/.test(path)) return proceed();
    const text = await readCapped(request);
    const logged = log.add(request, url, text ?? '');
    const fault = faults.take(request.method, path);
    logged.fault = fault?.kind ?? null;
    const response =
      text === undefined
        ? tooLarge(path, isOpen)
        : await (fault ? faults.answer(fault, path, proceed, signal) : proceed());
    logged.status = response.status;
    return response;
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

function createApp(world: World, log: RequestLog, faults: Faults): Hono {
  const acceptance = new Acceptance(world);
  const contracts = new Contracts(world);
  const cardTokens = new CardTokens(world);
  const book = new TransactionBook(world);
  const walletB = new WalletB(world, book);
  const walletTokens = new WalletTokens(world, walletB);
  const sources = new PaymentSources(world);
  const threeDs = new ThreeDs(world, book);
  const courses = new MethodCourses(book, threeDs, walletB);

  const payments = new Hono();
  payments.route('/', merchantRoutes(world, acceptance, contracts));
  payments.route('/', cardTokenRoutes(world, cardTokens));
  payments.route('/', walletTokenRoutes(walletTokens));
  payments.route('/', transactionRoutes({ world, book, acceptance, cardTokens, sources, courses }));
  payments.route('/', institutionRoutes());
  payments.route('/', paymentSourceRoutes(sources, acceptance, cardTokens, walletTokens));

  const app = new Hono();
  app.onError((error) => answerTo(error));
  app.notFound((context) => notFound(`No existe la dirección ${context.req.path}`).toResponse());
  app.route('/', controlRoutes({ world, book, log, faults, contracts }));
  app.route('/', antifraudRoutes());
  app.route('/', contractRoutes(contracts));
  app.route('/', walletBRoutes(walletB));
  app.route('/', bankPageRoutes(book, walletB));
  app.route('/', challengeRoutes(world, threeDs));
  app.route('/', disbursementRoutes(world));
  app.route('/', payments);
  app.route('/v1', payments);
  return app;
}

function answerTo(error: Error): Response {
  if (error instanceof ServiceError) return error.toResponse();
  console.error(error);
  return new ServiceError(500, { type: 'INTERNAL_ERROR', reason: 'Error interno' }).toResponse();
}

function tooLarge(path: string, isOpen: boolean): Response {
  const reason = 'El cuerpo es demasiado grande';
  if (isDisbursementsPath(path)) return plainRefusal(413, reason).toResponse();
  const answer = new ServiceError(413, { type: 'PAYLOAD_TOO_LARGE', reason });
  return isOpen ? withCors(answer.toResponse()) : answer.toResponse();
}
