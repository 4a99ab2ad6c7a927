import * as z from 'zod/mini';
import {
  consentFields,
  customerFields,
  email,
  filledText,
  integer,
  notHere,
  oneOf,
  parseFields,
  text,
  webAddress,
} from './fields.ts';
import { paymentMethodTypes, type PaymentMethodType } from '../domain/payment-method-type.ts';
import { METHOD_SHAPES, type MethodFields } from './method-shapes.ts';
import type { MerchantRecord } from './options.ts';
import { invalidField } from './service-error.ts';

const MAX_REFERENCE = 255;

// In minor units of COP (SERVICE-NOTES.md); what they are in another currency is not known.
const AMOUNT_LIMITS: Partial<Record<PaymentMethodType, { readonly min: number; readonly max: number }>> = {
  BNPL: { min: 10_000_000, max: Number.MAX_SAFE_INTEGER },
  WALLET_PAY: { min: 3_500_000, max: 500_000_000 },
};

const NO_OBJECT = { error: 'Debe ser un objeto' };
const anyObject = z.looseObject({}, NO_OBJECT);

const orderShape = z.object({
  amount_in_cents: integer(1, Number.MAX_SAFE_INTEGER),
  currency: filledText(),
  signature: filledText(),
  customer_email: email(),
  reference: filledText().check(z.maxLength(MAX_REFERENCE, { error: `Debe tener máximo ${MAX_REFERENCE} caracteres` })),
  redirect_url: z.nullish(webAddress()),
  session_id: z.nullish(text()),
  expiration_time: z.optional(
    text().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Debe ser una fecha')),
  ),
  shipping_address: z.nullish(anyObject),
  taxes: z.optional(
    z.array(z.object({ type: oneOf('VAT', 'CONSUMPTION'), amount_in_cents: integer(0, Number.MAX_SAFE_INTEGER) }), {
      error: 'Debe ser una lista',
    }),
  ),
  customer_data: z.nullish(z.extend(anyObject, { ...customerFields, browser_info: z.nullish(anyObject) })),
});

const chargeShape = z.extend(orderShape, {
  acceptance_token: z.optional(filledText()),
  accept_personal_auth: z.optional(filledText()),
  payment_source_id: z.union([z.number(), z.string()], { error: 'Debe ser el identificador de una fuente de pago' }),
  payment_method_type: z.optional(text()),
  payment_method: z.optional(
    z.object({ type: z.optional(text()), token: notHere(), installments: z.optional(integer(1, 36)) }, NO_OBJECT),
  ),
});

/** What a payer is charged for: the part that every transaction has. */
export type OrderFields = z.output<typeof orderShape>;

/** A request to create a transaction whose fields are each in order (SPEC.md 4.2). */
export type TransactionRequest = ReturnType<typeof parseTransactionRequest>;
export type ChargeRequest = Extract<TransactionRequest, { kind: 'charge' }>;

/**
 * Reads a request field by field.
 * @throws {HTTPException} 422 that names the fields at fault
 */
export function parseTransactionRequest(body: Readonly<Record<string, unknown>>, merchant: MerchantRecord) {
  const isCharge = body['payment_source_id'] !== undefined && body['payment_source_id'] !== null;
  return isCharge ? parseCharge(body, merchant) : parsePayment(body, merchant);
}

function parseCharge(body: unknown, merchant: MerchantRecord) {
  const { payment_source_id, payment_method, ...order } = parseFields(chargeShape, body);
  checkOrder(order, merchant);
  const { type, installments } = payment_method ?? {};
  // Each field that names the method: the source's own, or the request contradicts itself.
  const named = { payment_method_type: order.payment_method_type, 'payment_method.type': type };
  return { ...order, kind: 'charge' as const, sourceId: String(payment_source_id), installments, named };
}

function parsePayment(body: Readonly<Record<string, unknown>>, merchant: MerchantRecord) {
  const order = parseFields(z.extend(orderShape, consentFields), body);
  checkOrder(order, merchant);
  const method = parseMethod(body['payment_method'], merchant);
  if (order.currency === 'COP') checkAmount(method.type, order.amount_in_cents);
  const declared = body['payment_method_type'];
  if (declared !== undefined && declared !== method.type)
    throw invalidField('payment_method_type', 'Debe ser igual a payment_method.type');
  return { ...order, kind: 'payment' as const, method };
}

function checkOrder({ taxes = [], amount_in_cents, currency }: OrderFields, merchant: MerchantRecord): void {
  const total = taxes.reduce((sum, tax) => sum + tax.amount_in_cents, 0);
  if (total > amount_in_cents) throw invalidField('taxes', 'No pueden superar el total, del que son parte');
  if (!merchant.accepted_currencies.includes(currency))
    throw invalidField('currency', `Debe ser una de: ${merchant.accepted_currencies.join(', ')}`);
}

function parseMethod(value: unknown, merchant: MerchantRecord): MethodFields {
  const { type } = parseFields(z.object({ type: oneOf(...paymentMethodTypes) }, NO_OBJECT), value, 'payment_method');
  if (!merchant.accepted_payment_methods.includes(type))
    throw invalidField('payment_method.type', 'El comercio no acepta este medio de pago');
  return parseFields<z.ZodMiniType<MethodFields>>(METHOD_SHAPES[type], value, 'payment_method');
}

function checkAmount(type: PaymentMethodType, amount: number): void {
  const limits = AMOUNT_LIMITS[type];
  if (limits === undefined || (amount >= limits.min && amount <= limits.max)) return;
  throw invalidField('amount_in_cents', `Está fuera de los límites de ${type}: ${limits.min} a ${limits.max}`);
}
