import { Hono } from 'hono';
import { TEST_CARDS, WALLET_A_NUMBERS, WALLET_B_CODES, WALLET_B_NUMBERS } from './config.ts';
import type { Desk } from './desk.ts';
import { readJsonObject } from './request-body.ts';
import { invalidField } from './service-error.ts';

const OUTCOMES = ['APPROVED', 'DECLINED', 'ERROR'] as const;

/** `/_sandbox/*`: for tests and for the demo's fault panel, never part of the emulated API. */
export function controlRoutes({ world, book, log, faults, contracts }: Desk): Hono {
  const app = new Hono();
  app.post('/reset', (context) => {
    world.reset();
    return context.json({ status: 'ok' });
  });
  app.get('/transactions', (context) => context.json(book.list()));
  app.post('/transactions/:id', async (context) => {
    const transaction = book.find(context.req.param('id'));
    const { status } = await readJsonObject(context);
    const outcome = OUTCOMES.find((known) => known === status);
    if (outcome === undefined) throw invalidField('status', `Debe ser uno de: ${OUTCOMES.join(', ')}`);
    book.end(transaction, outcome);
    return context.json(transaction.record);
  });
  app.get('/requests', (context) => context.json(log));
  app.get('/config', (context) =>
    context.json({
      ...world.config,
      bank_origin: world.options.bankOrigin ?? new URL(context.req.url).origin,
      cards: TEST_CARDS,
      wallet_a: WALLET_A_NUMBERS,
      wallet_b: { codes: WALLET_B_CODES, numbers: WALLET_B_NUMBERS },
      financial_institutions: { APPROVED: '1', DECLINED: '2' },
    }),
  );
  app.get('/webhooks', (context) => context.json({ url: world.webhooks.url, deliveries: world.webhooks.deliveries }));
  app.post('/webhooks', async (context) => {
    const { url } = await readJsonObject(context);
    world.webhooks.url = parseEventAddress(url);
    return context.json({ url: world.webhooks.url });
  });
  app.get('/faults', (context) => context.json(faults.armed));
  app.post('/faults', async (context) => context.json(faults.arm(await readJsonObject(context)), 201));
  app.delete('/faults', (context) => {
    faults.clear();
    return context.json({ status: 'ok' });
  });
  app.post('/contracts', (context) => context.json({ version: contracts.publish() }, 201));
  return app;
}

function parseEventAddress(url: unknown): string | null {
  if (url === null) return null;
  if (typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)) return url;
  throw invalidField('url', 'Debe ser una URL http o https, o null para no enviar eventos');
}
