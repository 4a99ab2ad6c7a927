import { Hono, type Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import * as z from 'zod/mini';
import { keyTypes } from '../../src/domain/breb-keys.ts';
import { paymentTypes, payoutBatchProblems, sandboxOutcomes } from '../../src/domain/payout-batch.ts';
import { listOf } from '../../src/domain/wire/fields.ts';
import { DisbursementError, type Disbursements } from '../../src/server/index.ts';
import { BatchConflict, totalOf, type DeskBatch, type PayoutDesk } from './payout-desk.ts';
import { readJson, refusal } from './read-json.ts';

const text = z.string().check(z.maxLength(300));
const payoutRequest = z.object({
  idempotency_key: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be letters, digits and hyphens')),
  batch: z.object({
    reference: text,
    accountId: text,
    paymentType: z.enum(paymentTypes, 'must be PAYROLL, PROVIDERS or OTHER'),
    transactionStatus: z.optional(z.enum(sandboxOutcomes, 'must be APPROVED or FAILED')),
    transactions: listOf(z.object({ amount: z.number(), name: text, email: text, key: text })),
  }),
});
const rechargeRequest = z.object({ account_id: text, amount_in_cents: z.number() });

/** Transfers that an answer lists one by one; of more, the page shows the sums and those that failed. */
const rowsShown = 200;
const keepAliveMs = 15_000;

const statusOf = ({ stage, record }: DeskBatch): string => (stage === 'taken' ? (record?.status ?? 'TAKEN') : stage);

function summaryOf(entry: DeskBatch) {
  const { idempotencyKey, batch, createdAt, payoutId } = entry;
  return {
    idempotency_key: idempotencyKey,
    reference: batch.reference,
    status: statusOf(entry),
    payout_id: payoutId ?? null,
    amount_in_cents: totalOf(batch),
    transfers: batch.transactions.length,
    created_at: createdAt,
  };
}

function batchAnswer(entry: DeskBatch) {
  const { batch, record, problem, events } = entry;
  const known = record?.transactions ?? [];
  const rows = batch.transactions.map(({ name, key, amount }, index) => {
    const transfer = known[index];
    const message = transfer?.['statusMessage'];
    return {
      name,
      key,
      amount_in_cents: amount,
      status: transfer?.status ?? 'PENDING',
      message: typeof message === 'string' ? message : '',
    };
  });
  const failed = rows.filter(({ status }) => status === 'FAILED');
  return {
    ...summaryOf(entry),
    approved: rows.filter(({ status }) => status === 'APPROVED').length,
    failed: failed.length,
    rows: (rows.length > rowsShown ? failed : rows).slice(0, rowsShown),
    problem: problem
      ? { code: problem.code, messages: problem.messages.slice(0, rowsShown), rows: problem.rows }
      : null,
    trace_id: problem?.traceId ?? null,
    events,
  };
}

/** A DisbursementError as the page is told it: what is wrong, and what the service's support asks for. */
function asRefusal(error: unknown): never {
  if (!(error instanceof DisbursementError)) throw error;
  const { code, messages, traceId: trace_id } = error;
  const status = error.type === 'Technical' ? 503 : error.status === 404 ? 404 : 422;
  throw refusal(status, code, { reason: messages.join(' '), trace_id });
}

/**
 * The merchant's payouts, below `/api/payouts`. The credentials stay here: a page names keys, accounts and batches.
 * A real shop lets nobody in who has not signed in.
 */
export function payoutRoutes(desk: PayoutDesk, disbursements: Disbursements): Hono {
  const routes = new Hono();
  const batchOf = (context: Context): DeskBatch => {
    const entry = desk.find(context.req.param('key') ?? '');
    if (!entry) throw refusal(404, 'NOT_FOUND_ERROR', { reason: 'There is no such batch.' });
    return entry;
  };

  routes.get('/accounts', async (context) => {
    const accounts = await disbursements.listAccounts().catch(asRefusal);
    return context.json(
      accounts.map(({ id, name, balanceInCents, currency, status }) => ({
        id,
        name: name ?? id,
        balance_in_cents: balanceInCents ?? null,
        currency: currency ?? 'COP',
        is_usable: status !== 'INACTIVE',
      })),
    );
  });

  routes.post('/recharge', async (context) => {
    const { account_id: accountId, amount_in_cents: amountInCents } = await readJson(context, rechargeRequest);
    const { balanceInCents } = await disbursements.rechargeBalance({ accountId, amountInCents }).catch(asRefusal);
    return context.json({ balance_in_cents: balanceInCents ?? null });
  });

  routes.get('/keys', async (context) => {
    const type = keyTypes.find((known) => known === context.req.query('type'));
    if (!type) throw refusal(422, 'INPUT_VALIDATION_ERROR', { reason: `type must be one of: ${keyTypes.join(', ')}` });
    const preview = await disbursements.resolveKey(context.req.query('value') ?? '', type).catch(asRefusal);
    const { holderName: holder, financialEntity, keyType } = preview;
    return context.json({ holder, institution: financialEntity.name, type: keyType });
  });

  routes.get('/', (context) => context.json(desk.list().map(summaryOf)));

  routes.post('/', async (context) => {
    const { idempotency_key: key, batch } = await readJson(context, payoutRequest);
    const { messages, rows } = payoutBatchProblems(batch);
    if (messages.length > 0 || rows.length > 0)
      throw refusal(422, 'INVALID_BATCH', { reason: messages.join(' '), messages, rows });
    const entry = await desk.submit(batch, key).catch((error: unknown) => {
      if (error instanceof BatchConflict) throw refusal(409, 'BATCH_CONFLICT', { reason: error.message });
      throw error;
    });
    return context.json(batchAnswer(entry));
  });

  routes.get('/:key', (context) => context.json(batchAnswer(batchOf(context))));

  routes.get('/:key/events', (context) => {
    const entry = batchOf(context);
    return streamSSE(context, async (stream) => {
      let wake = () => {};
      let hasNews = true;
      const stop = desk.watch(entry.idempotencyKey, () => {
        hasNews = true;
        wake();
      });
      stream.onAbort(() => {
        stop();
        wake();
      });
      while (!stream.aborted) {
        if (hasNews) {
          hasNews = false;
          await stream.writeSSE({ event: 'batch', data: JSON.stringify(batchAnswer(entry)) });
        } else await stream.write(': still here\n\n');
        if (hasNews || stream.aborted) continue;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, keepAliveMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      stop();
    });
  });

  return routes;
}
