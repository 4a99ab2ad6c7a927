import { type Context, Hono } from 'hono';
import { sha256Hex } from '../server/sha256-hex.ts';
import { type Acceptance, takeConsents } from './acceptance.ts';
import { type CardToken, CardTokens } from './card-tokens.ts';
import { presentedKey, requirePrivateKey } from './keys.ts';
import { merchantOf } from './merchants.ts';
import type { MethodCourses } from './method-courses.ts';
import type { MethodFields } from './method-shapes.ts';
import type { PaymentMethodType } from '../domain/payment-method-type.ts';
import type { PaymentSources, StoredSource } from './payment-sources.ts';
import { readJsonObject } from './request-body.ts';
import { invalidField, methodNotAllowed, notFound, unauthorized } from './service-error.ts';
import type { Transaction, TransactionBook, TransactionRecord } from './transaction-book.ts';
import { type OrderFields, parseTransactionRequest, type TransactionRequest } from './transaction-request.ts';
import type { World } from './world.ts';

/** What creating a transaction draws on. */
export interface TransactionDesk {
  readonly world: World;
  readonly book: TransactionBook;
  readonly acceptance: Acceptance;
  readonly cardTokens: CardTokens;
  readonly sources: PaymentSources;
  readonly courses: MethodCourses;
}

/** Creating, reading and voiding transactions (SPEC.md 4.2 and 4.5; SERVICE-NOTES.md, order of checks). */
export function transactionRoutes(desk: TransactionDesk): Hono {
  const { world, book, acceptance } = desk;
  const app = new Hono();
  app.post('/transactions', async (context) => {
    const body = await readJsonObject(context);
    if (typeof body['reference'] === 'string') book.countAttempt(body['reference']);
    const record = await takeConsents(
      acceptance,
      body,
      () => {
        const request = parseTransactionRequest(body, merchantOf(world));
        checkKey(context, request);
        checkCardTokenForm(request);
        return { request, consents: request };
      },
      (request) => create(desk, request, new URL(context.req.url).origin),
    );
    return context.json({ data: record, meta: {} }, 201);
  });
  app.get('/transactions/:id', (context) => {
    if (context.req.header('authorization') !== undefined) presentedKey(context);
    else if (world.options.strictReading === true) throw notFound('La transacción no existe');
    const record = book.poll(book.find(context.req.param('id')));
    return context.json({ data: record, meta: {} }, 200, { 'cache-control': 'no-store' });
  });
  app.post('/transactions/:id/void', (context) => {
    requirePrivateKey(context);
    const transaction = book.find(context.req.param('id'));
    checkVoidable(transaction.record, world.now());
    book.void(transaction);
    return context.json({ data: transaction.record, meta: {} }, 201);
  });
  app.all('/transactions', methodNotAllowed('POST'));
  app.all('/transactions/:id', methodNotAllowed('GET'));
  app.all('/transactions/:id/void', methodNotAllowed('POST'));
  return app;
}

function checkKey(context: Context, request: TransactionRequest): void {
  const kind = presentedKey(context);
  if (request.kind === 'charge' && kind !== 'private') {
    throw unauthorized('Cobrar una fuente de pago necesita la llave privada y solo se hace desde un servidor');
  }
}

function checkCardTokenForm(request: TransactionRequest): void {
  if (request.kind !== 'payment' || request.method.type !== 'CARD') return;
  if (!CardTokens.isWellFormed(request.method.token)) {
    throw invalidField('payment_method.token', 'El token de la tarjeta tiene un formato inválido');
  }
}

async function create(desk: TransactionDesk, request: TransactionRequest, origin: string): Promise<TransactionRecord> {
  const { world, book } = desk;
  const { reference, amount_in_cents, currency, expiration_time = '' } = request;
  const signed = `${reference}${amount_in_cents}${currency}${expiration_time}${world.config.integrity_secret}`;
  if (request.signature !== (await sha256Hex(signed))) throw invalidField('signature', 'La firma es inválida');
  if (expiration_time !== '' && Date.parse(expiration_time) <= world.now()) {
    throw invalidField('expiration_time', 'La orden ya expiró');
  }
  // Nothing is awaited from here on: of two requests with the same reference only one creates.
  if (book.hasReference(reference)) throw invalidField('reference', 'La referencia ya ha sido usada');
  const open = (
    type: PaymentMethodType,
    fields: object,
    extra: Record<string, unknown>,
    source: string | null,
  ): Transaction =>
    book.create(
      {
        ...orderPart(request),
        payment_method_type: type,
        payment_method: { type, ...fields, extra },
        payment_source_id: source,
        merchant: merchantPart(world),
      },
      { origin, bankOrigin: world.options.bankOrigin ?? origin, sessionId: request.session_id ?? null },
    );
  return request.kind === 'charge'
    ? charge(desk, findSource(desk, request), request.installments, open)
    : pay(desk, request.method, open);
}

type Open = (
  type: PaymentMethodType,
  fields: object,
  extra: Record<string, unknown>,
  source: string | null,
) => Transaction;

function pay(desk: TransactionDesk, method: MethodFields, open: Open): TransactionRecord {
  if (method.type === 'CARD') {
    const card = desk.cardTokens.take(method.token, 'payment_method.token');
    const external = method.extra_three_ds_aut_external_provider ?? method.three_ds_auth_external_provider;
    const transaction = open('CARD', { installments: method.installments }, cardExtra(card), null);
    desk.courses.beginCard(transaction, card, external?.trans_status === 'Y');
    return transaction.record;
  }
  const { type, sandbox_status: _outcome, ...shown } = { sandbox_status: undefined, ...method };
  const transaction = open(type, shown, {}, null);
  desk.courses.begin(transaction, method);
  return transaction.record;
}

function charge(
  desk: TransactionDesk,
  { source, end, card }: StoredSource,
  installments: number | undefined,
  open: Open,
): TransactionRecord {
  const fields = card === undefined ? source.public_data : { installments: installments ?? 1 };
  const extra = card === undefined ? {} : cardExtra(card);
  const transaction = open(source.type, fields, extra, String(source.id));
  desk.courses.settleSoon(transaction, end.outcome, end.reason);
  return transaction.record;
}

function findSource(
  desk: TransactionDesk,
  { sourceId, named }: Extract<TransactionRequest, { kind: 'charge' }>,
): StoredSource {
  const stored = desk.sources.find(sourceId);
  if (stored === undefined) throw invalidField('payment_source_id', 'La fuente de pago no existe');
  const { type } = stored.source;
  for (const [field, value] of Object.entries(named))
    if (value !== undefined && value !== type) throw invalidField(field, `La fuente de pago es ${type}`);
  return stored;
}

function cardExtra(card: CardToken): Record<string, unknown> {
  const { bin, brand, exp_year, exp_month, last_four, card_holder, course } = card;
  const name = `${brand}-${last_four}`;
  return { bin, name, brand, exp_year, exp_month, last_four, card_holder, is_three_ds: course.kind !== 'plain' };
}

function orderPart(order: OrderFields) {
  return {
    amount_in_cents: order.amount_in_cents,
    reference: order.reference,
    customer_email: order.customer_email,
    currency: order.currency,
    billing_data: null,
    shipping_address: order.shipping_address ?? null,
    redirect_url: order.redirect_url ?? null,
    payment_link_id: null,
    customer_data: order.customer_data ?? null,
    bill_id: null,
    taxes: order.taxes ?? [],
  };
}

function merchantPart(world: World): Readonly<Record<string, string | null>> {
  const { name, legal_name, contact_name, phone_number, logo_url, legal_id_type, email, legal_id } = merchantOf(world);
  return { name, legal_name, contact_name, phone_number, logo_url, legal_id_type, email, legal_id };
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
