import { Hono } from 'hono';
import * as z from 'zod/mini';
import { integritySignature } from '../../src/server/index.ts';
import { readJson, refusal } from './read-json.ts';
import { answered } from './sandbox-routes.ts';
import type { SandboxControl } from './sandbox-control.ts';

const terms = z.object({
  amount_in_cents: z.coerce.number().check(z.int(), z.gte(1), z.lte(999_999_999_999)),
  currency: z.enum(['COP', 'USD']),
});
const referenceRequest = z.object({ reference: z.string().check(z.minLength(1), z.maxLength(100)) });

/**
 * What the playground asks for: orders of any amount, signed. No shop may do that, for whoever names the amount then
 * names the price; here nothing is sold.
 */
export function playgroundRoutes(control: SandboxControl, secret: string): Hono {
  const routes = new Hono();
  // As an order-url (POST) and for a page that carries the order (GET) alike.
  routes.on(['GET', 'POST'], '/order', async (context) => {
    const given = z.safeParse(terms, context.req.query());
    if (!given.success) throw refusal(422, 'INPUT_VALIDATION_ERROR', { reason: 'No such amount or currency.' });
    const { amount_in_cents: amountInCents, currency } = given.data;
    const reference = `TALLER-${crypto.randomUUID()}X`;
    const signature = await integritySignature({ reference, amountInCents, currency, secret });
    return context.json({ reference, amount_in_cents: amountInCents, currency, signature });
  });
  routes.post('/resolve', async (context) => {
    const { reference } = await readJson(context, referenceRequest);
    return context.json({ transaction: await answered(control.transactionOf(reference)) });
  });
  return routes;
}
