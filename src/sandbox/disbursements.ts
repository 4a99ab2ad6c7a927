import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { amountProblem } from '../domain/amount-problem.ts';
import { isOversized, mostLevels, mostServerValues } from '../domain/oversized.ts';
import { type PayoutBatch, payoutBatchMessages, payoutBatchProblems } from '../domain/payout-batch.ts';
import { idempotencyKeyMessage } from '../server/idempotency-key.ts';
import { Accounts } from './disbursements/accounts.ts';
import { documentedRefusal, invalid, plainRefusal, success } from './disbursements/envelope.ts';
import { resolveKey } from './disbursements/key-directory.ts';
import { PayoutBook } from './disbursements/payout-book.ts';
import type { World } from './world.ts';

/**
 * The disbursements API (SPEC.md 4.8, 5, 6, 7): key previews, batches, accounts. For a backend alone: no answer carries
 * a CORS header.
 *
 * `POST /v2/payouts` checks, in this order: `x-api-key` (401), `user-principal-id` (403), the idempotency key and the
 * body together (400, all messages of SPEC.md 7.4 at once, each once), the idempotency key's last 24 hours (EXC_032),
 * the account (EXC_019, EXC_017, EXC_018), the balance (EXC_008). SPEC.md leaves open what a missing idempotency key
 * does; here it is refused like a malformed one, so that no integration learns to send money without one.
 *
 * Designated values beyond `GET /_sandbox/config`: the account `acc_test_internal_error` gives EXC_001, a batch from
 * `acc_test_approval` is PENDING_APPROVAL for two seconds and then goes the way of all others, the payers
 * `test_principal_employee` and `test_principal_without_product` give the two other 403 of SPEC.md section 5.
 */
export function disbursementRoutes(world: World): Hono {
  const accounts = new Accounts(world);
  const payouts = new PayoutBook(world, accounts);
  /** When each idempotency key is forgotten (SPEC.md 8.1); insertion order is also the order in which they expire. */
  const keys = world.records<number>();
  const app = new Hono();
  const paths = ['/v2/*', '/accounts/*'];
  for (const path of paths) app.use(path, credentialCheck(world));

  app.get('/v2/breb/keys/resolve/:key', ({ req }) =>
    success(resolveKey(world.config, req.param('key'), req.query('keyType')), 'Llave resuelta'),
  );

  app.post('/v2/payouts', async (context) => {
    const idempotencyKey = context.req.header('idempotency-key') ?? '';
    const body = await readBody(context);
    requireValid(idempotencyKey, body);
    const now = world.now();
    for (const [old, forgottenAt] of keys) {
      if (forgottenAt > now) break;
      keys.delete(old);
    }
    if (keys.has(idempotencyKey)) throw documentedRefusal('EXC_032');
    const payout = payouts.create(body as PayoutBatch);
    // Only a batch that was taken uses a key up: after a refusal the corrected one may be sent under the same key.
    keys.set(idempotencyKey, now + 24 * 60 * 60 * 1000);
    const { id: payoutId, totalTransactions: total } = payout;
    return success({ payoutId, transactions: total, success: total, failed: 0 }, 'Lote creado', 201);
  });

  app.get('/v2/payouts/:id', ({ req }) => {
    const payout = payouts.find(req.param('id'));
    if (!payout) throw plainRefusal(404, 'No se encontró el lote');
    return success(payout, 'Consulta exitosa');
  });

  for (const path of ['/accounts', '/v2/accounts']) {
    app.get(path, () => success(accounts.list(), 'Consulta exitosa'));
    app.post(`${path}/balance-recharge`, async (context) => {
      const { accountId, amountInCents } = rechargeOf(await readBody(context));
      return success(accounts.deposit(accountId, amountInCents), 'Saldo recargado');
    });
  }
  for (const path of paths)
    app.all(path, () => {
      throw plainRefusal(404, 'No existe esta operación');
    });
  return app;
}

/** @throws {HTTPException} 400 */
async function readBody(context: Context): Promise<unknown> {
  const body: unknown = await context.req.json().catch(() => {
    throw invalid(['The body must be valid JSON']);
  });
  if (isOversized(body, mostServerValues))
    throw invalid([`The body must not have more than ${mostLevels} levels, or ${mostServerValues} values`]);
  return body;
}

function requireValid(idempotencyKey: string, body: unknown): void {
  const messages = payoutBatchMessages(payoutBatchProblems(body));
  if (!/^[A-Za-z0-9-]+$/.test(idempotencyKey)) messages.unshift(idempotencyKeyMessage);
  if (messages.length > 0) throw invalid(messages);
}

const rechargeShape = z.object({
  accountId: z.string({ error: 'accountId must be a string' }),
  amountInCents: z.custom<number>((amount) => amountProblem(amount, 'amountInCents') === undefined, {
    error: ({ input }) => amountProblem(input, 'amountInCents'),
  }),
});

function rechargeOf(body: unknown): z.output<typeof rechargeShape> {
  const { success: isValid, data, error } = rechargeShape.safeParse(Object(body));
  if (!isValid) throw invalid(error.issues.map(({ message }) => message));
  return data;
}

/** Payers who exist and may not disburse. */
const REFUSED_PRINCIPALS = new Map([
  ['test_principal_employee', 'El cliente es un empleado que no puede hacer dispersiones'],
  ['test_principal_without_product', 'El pagador no tiene activo el producto de pagos a terceros'],
]);

/** Checks both headers of the disbursements API, the API key first (SPEC.md section 5, rule 4). */
function credentialCheck({ config }: World): MiddlewareHandler {
  return async ({ req }, next) => {
    if (req.header('x-api-key') !== config.api_key)
      throw plainRefusal(401, 'Falta el encabezado x-api-key o su valor no es válido');
    const principal = req.header('user-principal-id') ?? '';
    if (principal !== config.user_principal_id)
      throw plainRefusal(403, REFUSED_PRINCIPALS.get(principal) ?? 'No se encontró el pagador');
    await next();
  };
}
