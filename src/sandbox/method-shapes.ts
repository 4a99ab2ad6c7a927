import * as z from 'zod/mini';
import { filledText, integer, notHere, oneOf, text, textLike, textUpTo } from './fields.ts';
import { institutionName } from './institutions.ts';
import type { PaymentMethodType } from '../domain/payment-method-type.ts';

const outcome = z.optional(oneOf('APPROVED', 'DECLINED', 'ERROR'));
const tenDigits = textLike(/^\d{10}$/, 'Debe tener 10 dígitos');
const legalId = {
  user_legal_id_type: oneOf('CC', 'CE', 'NIT'),
  user_legal_id: textLike(/^[A-Za-z0-9]{4,15}$/, 'Debe tener entre 4 y 15 letras o dígitos'),
};

/** What the payer reads at the bank. */
const description = (length: number) =>
  filledText().check(z.maxLength(length, { error: `Debe tener máximo ${length} caracteres` }));

const externalThreeDs = z.optional(
  z.object(
    {
      message_version: filledText(),
      trans_status: filledText(),
      authentication_value: filledText(),
      three_ds_server_trans_id: filledText(),
    },
    { error: 'Debe ser un objeto' },
  ),
);

/** The shape of one type. Where SPEC.md shows no outcome to ask for, there is none. */
function shapeOf<const Type extends PaymentMethodType, Fields extends z.core.$ZodLooseShape>(
  type: Type,
  fields: Fields,
) {
  return z.object({ type: z.literal(type), sandbox_status: notHere(), ...fields });
}

/** The shape of `payment_method` for each type (SPEC.md 4.4; SERVICE-NOTES.md where it says "not shown"). */
export const METHOD_SHAPES = {
  CARD: shapeOf('CARD', {
    token: filledText(),
    installments: integer(1, 36),
    // The specification gives this field two names.
    extra_three_ds_aut_external_provider: externalThreeDs,
    three_ds_auth_external_provider: externalThreeDs,
  }),
  BANKDEBIT: shapeOf('BANKDEBIT', {
    user_type: integer(0, 1),
    ...legalId,
    financial_institution_code: text().check(
      z.refine((code) => institutionName(code) !== undefined, 'No es el código de una institución financiera'),
    ),
    payment_description: description(30),
  }),
  BANKA_TRANSFER: shapeOf('BANKA_TRANSFER', {
    user_type: oneOf('PERSON'),
    payment_description: description(64),
    sandbox_status: outcome,
  }),
  BANKA_QR: shapeOf('BANKA_QR', { payment_description: description(64), sandbox_status: outcome }),
  WALLET_A: shapeOf('WALLET_A', { phone_number: tenDigits }),
  WALLET_B: shapeOf('WALLET_B', { ...legalId, phone_number: tenDigits, payment_description: z.optional(textUpTo(30)) }),
  BANKA_COLLECT: shapeOf('BANKA_COLLECT', {}),
  PCOL: shapeOf('PCOL', {
    sandbox_status: z.optional(oneOf('APPROVED_ONLY_POINTS', 'APPROVED_HALF_POINTS', 'DECLINED', 'ERROR')),
  }),
  BNPL: shapeOf('BNPL', {
    name: filledText(),
    last_name: filledText(),
    ...legalId,
    phone_code: textLike(/^\+?\d{1,3}$/, 'Debe ser un indicativo, por ejemplo +57'),
    phone_number: textLike(/^\d{4,14}$/, 'Debe tener entre 4 y 14 dígitos'),
    payment_description: z.optional(textUpTo(64)),
  }),
  WALLET_PAY: shapeOf('WALLET_PAY', legalId),
} as const satisfies Record<PaymentMethodType, z.ZodMiniType>;

/** `payment_method` of a request, once its fields are in order. */
export type MethodFields = z.output<(typeof METHOD_SHAPES)[PaymentMethodType]>;
