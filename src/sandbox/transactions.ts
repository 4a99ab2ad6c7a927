import { type Context, Hono } from 'hono';
import { sha256Hex } from '../server/sha256-hex.ts';
import { withConsents } from './acceptance.ts';
import { checkCardTokenForm, takeCardToken } from './card-tokens.ts';
import type { Desk } from './desk.ts';
import { presentedKey, requireKey } from './keys.ts';
import { merchantOf } from './options.ts';
import { beginCourse } from './method-courses.ts';
import type { MethodFields } from './method-shapes.ts';
import type { StoredSource } from './payment-sources.ts';
import { readJsonObject } from './request-body.ts';
import { invalidField, notFound, unauthorized } from './service-error.ts';
import { beginThreeDs } from './three-ds.ts';
import type { Means, Transaction, TransactionRecord } from './transaction-book.ts';
import { type ChargeRequest, parseTransactionRequest, type TransactionRequest } from './transaction-request.ts';

/** Creating, reading and voiding transactions (SPEC.md 4.2 and 4.5; SERVICE-NOTES.md, order of checks). */
export function transactionRoutes(desk: Desk): Hono {
  const { world, book } = desk;
  return new Hono()
    .post('/transactions', async (context) => {
      const body = await readJsonObject(context);
      if (typeof body['reference'] === 'string') book.countAttempt(body['reference']);
      const record = await withConsents(desk, body, (take) => {
        const request = parseTransactionRequest(body, merchantOf(world.options));
        checkKey(context, request);
        if (request.kind === 'payment' && request.method.type === 'CARD')
          checkCardTokenForm(request.method.token, 'payment_method.token');
        take(request);
        return create(desk, request, new URL(context.req.url).origin);
      });
      return context.json({ data: record, meta: {} }, 201);
    })
    .get('/transactions/:id', (context) => {
      if (context.req.header('authorization') !== undefined) presentedKey(context);
      else if (world.options.strictReading === true) throw notFound('La transacción no existe');
      const record = book.poll(book.find(context.req.param('id')));
      return context.json({ data: record, meta: {} }, 200, { 'cache-control': 'no-store' });
    })
    .post('/transactions/:id/void', (context) => {
      requireKey(context, 'private');
      const transaction = book.find(context.req.param('id'));
      checkVoidable(transaction.record, world.now());
      book.void(transaction);
      return context.json({ data: transaction.record, meta: {} }, 201);
    });
}

function checkKey(context: Context, request: TransactionRequest): void {
  const kind = presentedKey(context);
  if (request.kind === 'charge' && kind !== 'private') {
    throw unauthorized('Cobrar una fuente de pago necesita la llave privada y solo se hace desde un servidor');
  }
}

async function create(desk: Desk, request: TransactionRequest, origin: string): Promise<TransactionRecord> {
  const { world, book } = desk;
  const { reference, amount_in_cents, currency, expiration_time = '' } = request;
  const signed = `${reference}${amount_in_cents}${currency}${expiration_time}${world.config.integrity_secret}`;
  if (request.signature !== (await sha256Hex(signed))) throw invalidField('signature', 'La firma es inválida');
  if (expiration_time !== '' && Date.parse(expiration_time) <= world.now()) {
    throw invalidField('expiration_time', 'La orden ya expiró');
  }
  // Nothing is awaited from here on: of two requests with the same reference only one creates.
  if (book.hasReference(reference)) throw invalidField('reference', 'La referencia ya ha sido usada');
  const open: Open = (means) => book.create(request, means, origin);
  return request.kind === 'charge' ? charge(desk, request, open) : pay(desk, request.method, open);
}

type Open = (means: Means) => Transaction;

function pay(desk: Desk, method: MethodFields, open: Open): TransactionRecord {
  if (method.type === 'CARD') {
    const { card, course } = takeCardToken(desk, method.token, 'payment_method.token');
    const external = method.extra_three_ds_aut_external_provider ?? method.three_ds_auth_external_provider;
    const extra = { ...card, is_three_ds: course.kind !== 'plain' };
    const transaction = open({ type: 'CARD', fields: { installments: method.installments }, extra });
    // A payer who was authenticated elsewhere is not challenged again.
    if (course.kind === 'plain') desk.book.endSoon(transaction, course);
    else if (external?.trans_status === 'Y') desk.book.endSoon(transaction, { outcome: 'APPROVED' });
    else beginThreeDs(desk, transaction, course);
    return transaction.record;
  }
  const { type, sandbox_status: _outcome, ...fields } = { sandbox_status: undefined, ...method };
  const transaction = open({ type, fields, extra: {} });
  beginCourse(desk, transaction, method);
  return transaction.record;
}

/** SPEC.md knows of no sign of who asks for a charge: what tells of a browser tells of a payer who can be challenged. */
function charge(desk: Desk, request: ChargeRequest, open: Open): TransactionRecord {
  const { source, end, course, extra } = findSource(desk, request);
  const { type, id, public_data } = source;
  const isPayerThere = Boolean(request.customer_data?.browser_info);
  const authenticated = isPayerThere && course?.kind !== 'plain' ? course : undefined;
  const isCard = type === 'CARD';
  const transaction = open({
    type,
    fields: isCard ? { installments: request.installments ?? 1 } : public_data,
    extra: { ...extra, ...(isCard && { is_three_ds: authenticated !== undefined }) },
    source: id,
  });
  if (authenticated) beginThreeDs(desk, transaction, authenticated);
  else desk.book.endSoon(transaction, end);
  return transaction.record;
}

function findSource(desk: Desk, { sourceId, named }: ChargeRequest): StoredSource {
  const stored = desk.sources.get(sourceId);
  if (stored === undefined) throw invalidField('payment_source_id', 'La fuente de pago no existe');
  const { type } = stored.source;
  for (const [field, value] of Object.entries(named))
    if (value !== undefined && value !== type) throw invalidField(field, `La fuente de pago es ${type}`);
  return stored;
}

function checkVoidable(record: TransactionRecord, now: number): void {
  if (record.payment_method_type !== 'CARD') throw invalidField('status', 'Solo se anulan pagos con tarjeta');
  if (record.status !== 'APPROVED') throw invalidField('status', 'Solo se anula una transacción aprobada');
  if (colombianDay(Date.parse(record.finalized_at ?? record.created_at)) !== colombianDay(now)) {
    throw invalidField('status', 'Solo se anula el mismo día de la aprobación');
  }
}

function colombianDay(time: number): string {
  return new Date(time - 5 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
