import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:https';
import { createSandbox } from '../../src/sandbox/index.ts';
import { listen } from '../listen.mjs';
import type { Certificate } from './certificate.ts';

/** A public key of the live environment, as payers' pages have it. */
export const liveKey = 'pub_prod_bench';

/** The service as payers meet it: https, and a live key, with which nothing comes that speaks to developers. */
export interface LiveService {
  readonly origin: string;
  close(): void;
}

/** Serves the sandbox, which knows test keys alone, as if it were the live service. */
export async function serveLive(certificate: Certificate): Promise<LiveService> {
  const sandbox = createSandbox();
  const answer = (request: Request): Promise<Response> => {
    const headers = new Headers();
    for (const [name, value] of request.headers) headers.set(name, value.replace(liveKey, 'pub_test_bench'));
    // Pages that are only opened send no bodies.
    return sandbox.fetch(new Request(request.url, { method: request.method, headers }));
  };
  const server = createServer(certificate, getRequestListener(answer));
  return { origin: await listen(server), close: () => server.close().closeAllConnections() };
}
