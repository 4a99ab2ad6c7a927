import { Hono } from 'hono';
import * as z from 'zod/mini';
import { OUTCOMES, TEST_CARDS, WALLET_A_NUMBERS, WALLET_B_CODES, WALLET_B_NUMBERS } from './config.ts';
import type { Desk } from './desk.ts';
import { oneOf, parseFields, webAddress } from './fields.ts';
import { readJsonObject } from './request-body.ts';

const endShape = z.object({ status: oneOf(...OUTCOMES) });
const eventAddressShape = z.object({ url: z.nullable(webAddress()) });

/** `/_sandbox/*`: for tests and for the demo's fault panel, never part of the emulated API. */
export function controlRoutes({ world, book, log, faults, contracts }: Desk): Hono {
  return new Hono()
    .post('/reset', (context) => {
      world.reset();
      return context.json({ status: 'ok' });
    })
    .get('/transactions', (context) => context.json(book.list()))
    .post('/transactions/:id', async (context) => {
      const transaction = book.find(context.req.param('id'));
      const { status } = parseFields(endShape, await readJsonObject(context));
      book.end(transaction, { outcome: status });
      return context.json(transaction.record);
    })
    .get('/requests', (context) => context.json(log.list()))
    .get('/config', (context) =>
      context.json({
        ...world.config,
        bank_origin: world.options.bankOrigin ?? new URL(context.req.url).origin,
        cards: TEST_CARDS,
        wallet_a: WALLET_A_NUMBERS,
        wallet_b: { codes: WALLET_B_CODES, numbers: WALLET_B_NUMBERS },
        financial_institutions: { APPROVED: '1', DECLINED: '2' },
      }),
    )
    .get('/webhooks', (context) => context.json({ url: world.webhooks.url, deliveries: world.webhooks.deliveries }))
    .post('/webhooks', async (context) => {
      const { url } = parseFields(eventAddressShape, await readJsonObject(context));
      world.webhooks.url = url;
      return context.json({ url });
    })
    .get('/faults', (context) => context.json(faults.armed))
    .post('/faults', async (context) => context.json(faults.arm(await readJsonObject(context)), 201))
    .delete('/faults', (context) => {
      faults.clear();
      return context.json({ status: 'ok' });
    })
    .post('/contracts', (context) => context.json({ version: (contracts.version += 1) }, 201));
}
