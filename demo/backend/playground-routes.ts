import { Hono } from 'hono';
import * as z from 'zod/mini';
import { memoryStore, OrderBook, PaymentsError, type PaymentsBackend } from '../../src/server/index.ts';
import { readJson, refusal } from './read-json.ts';
import { answered } from './sandbox-routes.ts';
import type { SandboxControl } from './sandbox-control.ts';

const terms = z.object({
  amount_in_cents: z.coerce.number().check(z.int(), z.gte(1), z.lte(999_999_999_999)),
  currency: z.enum(['COP', 'USD']),
});
const chargeRequest = z.object({
  reference: z.string().check(z.regex(/^TALLER-[0-9a-f-]{36}X$/)),
  source: z.literal('card-1'),
  installments: z.optional(z.int().check(z.gte(1), z.lte(36))),
});
const referenceRequest = z.object({ reference: z.string().check(z.minLength(1), z.maxLength(100)) });

/**
 * What the playground asks for: orders of any amount, signed. No shop may do that, for whoever names the amount then
 * names the price; here nothing is sold.
 */
export function playgroundRoutes(
  control: SandboxControl,
  secret: string,
  payments: PaymentsBackend,
  saveTestCard: () => Promise<string | number>,
): Hono {
  const routes = new Hono();
  const createReference = () => `TALLER-${crypto.randomUUID()}X`;
  const orders = new OrderBook({ store: memoryStore(), secret, payments, createReference });
  /** The card that the playground shows as saved. */
  let saved: Promise<string | number> | undefined;
  // As an order-url (POST) and for a page that carries the order (GET) alike.
  routes.on(['GET', 'POST'], '/order', async (context) => {
    const given = z.safeParse(terms, context.req.query());
    if (!given.success) throw refusal(422, 'INPUT_VALIDATION_ERROR', { reason: 'No such amount or currency.' });
    const { amount_in_cents: amountInCents, currency } = given.data;
    const { reference, signature } = await orders.order({ id: crypto.randomUUID(), amountInCents, currency });
    return context.json({ reference, amount_in_cents: amountInCents, currency, signature });
  });
  routes.post('/charge', async (context) => {
    const { reference, installments = 1 } = await readJson(context, chargeRequest);
    const known = await answered(control.transactionOf(reference));
    if (known) return context.json(known);
    saved ??= saveTestCard();
    try {
      const payment_source_id = await saved;
      const details = { payment_source_id, customer_email: 'laura@example.com', payment_method: { installments } };
      return context.json(await orders.charge(reference, details));
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      saved = undefined; // a sandbox that was reset has forgotten it
      throw refusal(503, 'SERVICE_UNREACHABLE', { reason: 'Nobody knows whether the card was charged.' });
    }
  });
  routes.post('/resolve', async (context) => {
    const { reference } = await readJson(context, referenceRequest);
    return context.json({ transaction: await answered(control.transactionOf(reference)) });
  });
  return routes;
}
