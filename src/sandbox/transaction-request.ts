import * as z from 'zod/mini';
import {
  consentFields,
  customerFields,
  email,
  filledText,
  integer,
  notHere,
  parseFields,
  text,
  webAddress,
} from './fields.ts';
import { paymentMethodTypes, type PaymentMethodType } from '../domain/payment-method-type.ts';
import { METHOD_SHAPES, type MethodFields } from './method-shapes.ts';
import type { MerchantRecord } from './options.ts';
import { isJsonObject } from './request-body.ts';
import { invalidField } from './service-error.ts';

const MAX_REFERENCE = 255;

// In minor units of COP (SERVICE-NOTES.md); what they are in another currency is not known.
const AMOUNT_LIMITS: Partial<Record<PaymentMethodType, { readonly min: number; readonly max: number }>> = {
  BNPL: { min: 10_000_000, max: Number.MAX_SAFE_INTEGER },
  WALLET_PAY: { min: 3_500_000, max: 500_000_000 },
};

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
  shipping_address: z.nullish(z.record(z.string(), z.unknown(), { error: 'Debe ser un objeto' })),
  taxes: z.optional(
    z.array(
      z.object({
        type: z.enum(['VAT', 'CONSUMPTION'], { error: 'Debe ser uno de: VAT, CONSUMPTION' }),
        amount_in_cents: integer(0, Number.MAX_SAFE_INTEGER),
      }),
      { error: 'Debe ser una lista' },
    ),
  ),
  customer_data: z.nullish(
    z.looseObject(
      {
        ...customerFields,
        browser_info: z.nullish(z.record(z.string(), z.unknown(), { error: 'Debe ser un objeto' })),
      },
      { error: 'Debe ser un objeto' },
    ),
  ),
});

const chargeShape = z.object({
  acceptance_token: z.optional(filledText()),
  accept_personal_auth: z.optional(filledText()),
  payment_source_id: z.union([z.number(), z.string()], { error: 'Debe ser el identificador de una fuente de pago' }),
  payment_method_type: z.optional(text()),
  payment_method: z.optional(
    z.looseObject(
      { type: z.optional(text()), token: notHere(), installments: z.optional(integer(1, 36)) },
      { error: 'Debe ser un objeto' },
    ),
  ),
});

/** What a payer is charged for: the part that every transaction has. */
export type OrderFields = z.output<typeof orderShape>;

/** Both consents, as far as the request carries them. */
export type ConsentFields = z.output<typeof chargeShape>;

/** A request to create a transaction whose fields are each in order (SPEC.md 4.2). */
export type TransactionRequest = OrderFields &
  Pick<ConsentFields, 'acceptance_token' | 'accept_personal_auth'> &
  (
    | { readonly kind: 'payment'; readonly method: MethodFields }
    | {
        readonly kind: 'charge';
        readonly sourceId: string;
        readonly installments: number | undefined;
        /** The method's type by each field that names it: the source's own, or the request contradicts itself. */
        readonly named: Readonly<Record<string, string | undefined>>;
      }
  );

/**
 * Reads a request field by field.
 * @throws {HTTPException} 422 that names the fields at fault
 */
export function parseTransactionRequest(
  body: Readonly<Record<string, unknown>>,
  merchant: MerchantRecord,
): TransactionRequest {
  const isCharge = body['payment_source_id'] !== undefined && body['payment_source_id'] !== null;
  const shape = isCharge ? z.extend(orderShape, chargeShape.shape) : z.extend(orderShape, consentFields);
  const order = parseFields(shape, body);
  const taxes = order.taxes?.reduce((total, tax) => total + tax.amount_in_cents, 0) ?? 0;
  if (taxes > order.amount_in_cents) throw invalidField('taxes', 'No pueden superar el total, del que son parte');
  if (!merchant.accepted_currencies.includes(order.currency)) {
    throw invalidField('currency', `Debe ser una de: ${merchant.accepted_currencies.join(', ')}`);
  }
  if (isCharge) {
    const charge = parseFields(chargeShape, body);
    const { type, installments } = charge.payment_method ?? {};
    const named = { payment_method_type: charge.payment_method_type, 'payment_method.type': type };
    return { ...order, kind: 'charge', sourceId: String(charge.payment_source_id), installments, named };
  }
  const method = parseMethod(body['payment_method'], merchant);
  if (order.currency === 'COP') checkAmount(method.type, order.amount_in_cents);
  const declared = body['payment_method_type'];
  if (declared !== undefined && declared !== method.type) {
    throw invalidField('payment_method_type', 'Debe ser igual a payment_method.type');
  }
  return { ...order, kind: 'payment', method };
}

function parseMethod(value: unknown, merchant: MerchantRecord): MethodFields {
  if (!isJsonObject(value)) throw invalidField('payment_method', 'Debe ser un objeto');
  const type = paymentMethodTypes.find((known) => known === value['type']);
  if (type === undefined) {
    throw invalidField('payment_method.type', `Debe ser uno de: ${paymentMethodTypes.join(', ')}`);
  }
  if (!merchant.accepted_payment_methods.includes(type)) {
    throw invalidField('payment_method.type', 'El comercio no acepta este medio de pago');
  }
  return parseFields<z.ZodMiniType<MethodFields>>(METHOD_SHAPES[type], value, 'payment_method');
}

function checkAmount(type: PaymentMethodType, amount: number): void {
  const limits = AMOUNT_LIMITS[type];
  if (limits === undefined || (amount >= limits.min && amount <= limits.max)) return;
  throw invalidField('amount_in_cents', `Está fuera de los límites de ${type}: ${limits.min} a ${limits.max}`);
}
