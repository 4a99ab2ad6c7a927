import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readJson, refusal } from './read-json.ts';
import { SandboxControlError, type SandboxControl } from './sandbox-control.ts';

const faultRequest = z.object({
  method: z.enum(['GET', 'POST'], 'must be GET or POST'),
  path: z.string().check(z.regex(/^\/(?!_sandbox)[^\s?#]*$/, 'must be a path of the service')),
  times: z.int().check(z.gte(1, 'must be 1 to 100'), z.lte(100, 'must be 1 to 100')),
  fault: z.looseObject({ kind: z.string() }),
});

/** What the sandbox answers; its refusals become the shop's own. */
export const answered = async <Value>(call: Promise<Value>): Promise<Value> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof SandboxControlError)) throw error;
    const status = error.status === 0 ? 503 : error.status === 422 ? 422 : 502;
    throw refusal(status, 'SANDBOX_ERROR', { reason: error.message });
  }
};

/** What the test panel asks of the sandbox, by way of the shop's backend. No part of a real shop. */
export function sandboxRoutes(control: SandboxControl): Hono {
  const routes = new Hono();
  routes.get('/test-values', async (context) => context.json((await answered(control.testValues())) ?? {}));
  routes.get('/requests', async (context) => context.json(await answered(control.seenRequests())));
  routes.post('/faults', async (context) => {
    await answered(control.addFault(await readJson(context, faultRequest)));
    return context.json({ ok: true });
  });
  routes.post('/reset', async (context) => {
    // Asked for as JSON, which no other site's form can send.
    await readJson(context, z.object({}));
    await answered(control.reset());
    return context.json({ ok: true });
  });
  return routes;
}
