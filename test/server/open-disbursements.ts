import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  DisbursementError,
  Disbursements,
  type DisbursementsOptions,
  type PayoutBatch,
  type PayoutTransaction,
} from '../../src/server/index.ts';
import { disbursementRoutes } from '../../src/sandbox/disbursements.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { World } from '../../src/sandbox/world.ts';

/** What may happen to a request on its way, from the point of view of the client. */
export type Accident = 'drop-before' | 'drop-after' | 'hang-after' | 'garbage' | Response;

interface SeenRequest {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

export interface Envelope {
  status: number;
  meta: { trace_id: string };
  code: string;
  message: string | string[];
  type?: string;
  data?: unknown;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const transfer = (change: Partial<PayoutTransaction> = {}): PayoutTransaction => ({
  amount: 150_000,
  name: 'Ana Rojas',
  email: 'ana@example.com',
  key: '3001234567',
  ...change,
});

export const batch = (change: Partial<PayoutBatch> = {}): PayoutBatch => ({
  reference: 'NOMINA-11',
  accountId: 'acc_test_main',
  paymentType: 'PAYROLL',
  transactions: [transfer()],
  ...change,
});

/** The error that a call of the kit has to end with. */
export const errorOf = async (promise: Promise<unknown>): Promise<DisbursementError> => {
  const error: unknown = await promise.then(
    () => assert.fail('should have been refused'),
    (reason: unknown) => reason,
  );
  assert(error instanceof DisbursementError, String(error));
  return error;
};

/** Calls until the check holds; other work gets its turn in between. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await check())) {
    assert(Date.now() < deadline, 'it never happened');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The sandbox's disbursements API in this process, with a clock that tests move and accidents that they order. */
export function openDisbursements(options: SandboxOptions = {}) {
  const clock = { ms: Date.parse('2026-11-20T15:00:00Z') };
  const world = new World({ now: () => clock.ms, ...options });
  const app = disbursementRoutes(world);
  const accidents: Accident[] = [];
  const seen: SeenRequest[] = [];
  const credentials = { 'x-api-key': world.config.api_key, 'user-principal-id': world.config.user_principal_id };

  const serve = async (request: Request): Promise<Response> => {
    world.runDue();
    return app.fetch(request);
  };

  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    seen.push({
      method: request.method,
      path: new URL(url).pathname,
      headers: request.headers,
      body: await request.clone().text(),
    });
    const accident = accidents.shift();
    if (accident instanceof Response) return accident;
    if (accident === 'drop-before') throw new TypeError('fetch failed');
    const response = await serve(request);
    if (accident === 'drop-after') throw new TypeError('fetch failed');
    if (accident === 'garbage') return new Response('<html>', { status: response.status });
    if (accident === 'hang-after') return new Promise<never>(() => {});
    return response;
  };

  const connect = (change: Partial<DisbursementsOptions> = {}) =>
    new Disbursements({
      baseUrl: 'http://127.0.0.1:6150',
      apiKey: world.config.api_key,
      userPrincipalId: world.config.user_principal_id,
      fetch,
      retry: { baseMs: 1 },
      ...change,
    });

  /** A request without the kit, as another client would send it. */
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await serve(
      new Request(`http://127.0.0.1:6150${path}`, {
        method,
        headers: { ...credentials, 'idempotency-key': crypto.randomUUID(), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
  };

  /** Lets the sandbox's time pass. */
  const wait = (ms: number) => {
    clock.ms += ms;
    world.runDue();
  };

  const balance = async (accountId = 'acc_test_main') =>
    (await connect().listAccounts()).find(({ id }) => id === accountId)?.balanceInCents;

  return { world, clock, wait, accidents, seen, connect, ask, balance };
}
