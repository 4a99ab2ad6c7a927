/** The transaction of SPEC.md section 2.3, as a page and as a merchant's backend keep it. */
import * as z from 'zod/mini';
import { CheckoutError } from '../checkout-error.ts';
import { cleanText } from '../clean-text.ts';
import { isCurrency } from '../money.ts';
import { isOversized } from '../oversized.ts';
import { isRecordId } from '../record-id.ts';
import { statusNamed, transactionStatuses, type Transaction } from '../transaction.ts';
import { wireCopy } from '../wire-copy.ts';
import { anyRecord, filledText, lenient, lenientOrNull, misfitOf, openRecord } from './fields.ts';
import { pick, type Shape } from './pick.ts';

const text = lenientOrNull(z.string());

const fields = {
  id: z.string().check(z.refine(isRecordId)),
  // An unknown status refuses the record: it is never success.
  status: z.pipe(z.transform(statusNamed), z.enum(transactionStatuses)),
  reference: z.string(),
  amount_in_cents: z.int(),
  // A text that is none would be shown as a part of the amount.
  currency: z.string().check(z.refine(isCurrency)),
  /** ISO 8601. */
  created_at: text,
  /** ISO 8601; null while the status is PENDING. */
  finalized_at: text,
  status_message: text,
  customer_email: text,
  payment_method_type: text,
  redirect_url: text,
  payment_source_id: lenientOrNull(z.union([z.string(), z.number()])),
};

const threeDsStep = { current_step: true, current_step_status: true, three_ds_method_data: true } as const;

/**
 * What a page takes of a transaction's means, beside the fields above: what SPEC.md (sections 2.1, 2.4 and 4.2) and the
 * methods of SERVICE-NOTES.md have. Whatever else a service says there may be a secret, by whichever name.
 */
const pageShape = {
  payment_method: {
    type: true,
    installments: true,
    user_type: true,
    payment_description: true,
    phone_number: true,
    extra: {
      async_payment_url: true,
      url: true,
      /** Only the flow uses them: they are never published. */
      url_services: { code_otp_send: true, code_otp_validate: true, token: true },
      business_agreement_code: true,
      payment_intention_identifier: true,
      qr_image: true,
      qr_id: true,
      remaining_amount_in_cents: true,
      is_three_ds: true,
      bin: true,
      name: true,
      brand: true,
      exp_year: true,
      exp_month: true,
      last_four: true,
      card_holder: true,
      external_identifier: true,
      processor_response_code: true,
      // An approved record nests it once more inside itself.
      three_ds_auth: { ...threeDsStep, three_ds_auth: threeDsStep },
    },
  },
  merchant: {
    name: true,
    legal_name: true,
    contact_name: true,
    phone_number: true,
    logo_url: true,
    legal_id_type: true,
    email: true,
    legal_id: true,
  },
  taxes: [{ type: true, amount_in_cents: true }],
} as const satisfies Record<string, Shape>;

const partOf = (name: keyof typeof pageShape) => z.transform((value: unknown) => pick(value, pageShape[name]));

/** Of a word of a message, or an address: not who is named in it, nor what follows its path, or a name as its value. */
const toldWord = (word: string): string =>
  word.replace(/(?<=\/\/)[^/]*@/g, '').replace(/[?#;&=](?=[\p{L}\d_%.~+-]).*/u, '');

/** A message tells words: a record in it, or a list, is for programs, and may let somebody in. */
const toldMessage = (message: string): string =>
  cleanText(message)
    .replace(/[[{].*/, '')
    .replace(/\S+/g, toldWord)
    .trim();

/** What a page keeps: what else the service says of the payer does not reach it. */
export const transactionSchema: z.ZodMiniType<Transaction> = z.pipe(
  z.object({
    ...fields,
    payment_method_type: lenientOrNull(filledText),
    status_message: lenientOrNull(z.pipe(z.string(), z.transform(toldMessage))),
    payment_method: z.pipe(
      partOf('payment_method'),
      lenient(z.looseObject({ type: lenient(filledText), extra: lenientOrNull(anyRecord) })),
    ),
    payment_link_id: text,
    merchant: z.pipe(partOf('merchant'), lenientOrNull(anyRecord)),
    taxes: z.pipe(partOf('taxes'), lenientOrNull(z.array(z.unknown()))),
  }),
  z.transform(({ payment_method_type, payment_method, ...record }) => {
    // SPEC.md has it at two places, and a payment is followed by its status whatever it was paid by.
    const type = payment_method?.type ?? payment_method_type ?? '';
    return {
      ...record,
      payment_method_type: payment_method_type ?? type,
      payment_method: { ...payment_method, type },
    };
  }),
);

/** What a backend keeps: every field, those that SPEC.md does not show included. */
export const transactionRecordSchema = openRecord({
  ...fields,
  payment_method: lenientOrNull(
    openRecord({
      type: text,
      /** Of a card. */
      installments: lenientOrNull(z.number()),
      /** What the method has put out so far. */
      extra: lenientOrNull(anyRecord),
      user_type: lenientOrNull(z.union([z.string(), z.number()])),
      payment_description: text,
    }),
  ),
  billing_data: lenientOrNull(anyRecord),
  shipping_address: lenientOrNull(anyRecord),
  customer_data: lenientOrNull(anyRecord),
  payment_link_id: text,
  bill_id: text,
  taxes: lenientOrNull(z.array(z.unknown())),
  merchant: lenientOrNull(anyRecord),
});

/** The transaction of SPEC.md section 2.3 with every field that the service sent; the amount is in minor units. */
export type TransactionRecord = z.infer<typeof transactionRecordSchema>;

/** Voiding answers with the record, or with the record one level down, as services of this family differ. */
export const voidedTransactionSchema = z.pipe(
  z.transform((data: unknown) =>
    typeof data === 'object' && data !== null && 'transaction' in data ? data.transaction : data,
  ),
  transactionRecordSchema,
);

/** What a merchant's own function gave, as it would have come over the wire; undefined for what could not have. */
function asWire(value: unknown): unknown {
  try {
    const copy = wireCopy(value);
    return isOversized(copy) ? undefined : copy;
  } catch {
    return undefined;
  }
}

/**
 * A record that a merchant's own function gave, bare or in the service's `{data}` envelope.
 *
 * @throws CheckoutError `invalid_response`.
 */
export function parseTransaction(value: unknown): Transaction {
  const bare = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const parsed = z.safeParse(transactionSchema, asWire(bare));
  if (parsed.success) return parsed.data;
  const misfit = misfitOf(parsed.error, 'what it returned');
  throw new CheckoutError(
    'invalid_response',
    `The merchant's function gave no record that can be used: see ${misfit}.`,
  );
}
