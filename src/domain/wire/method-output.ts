/** `payment_method.extra` of a transaction: what a method puts out (SPEC.md section 2.4, SERVICE-NOTES.md). */
import * as z from 'zod/mini';
import { extraOf, type Transaction } from '../transaction.ts';
import { filledText, lenient, shownText } from './fields.ts';

const text = lenient(filledText);
const shown = lenient(z.pipe(shownText, filledText));

const threeDsStep = {
  current_step: text,
  current_step_status: text,
  // An empty one is there, and no challenge: it is refused where it would be shown.
  three_ds_method_data: lenient(z.string()),
};

const methodOutputSchema = z.object({
  async_payment_url: text,
  url: text,
  url_services: lenient(z.object({ code_otp_send: text, code_otp_validate: text, token: text })),
  business_agreement_code: shown,
  payment_intention_identifier: shown,
  qr_image: text,
  qr_id: text,
  brand: shown,
  last_four: shown,
  /** The number of an approval, of a card. */
  external_identifier: shown,
  // An approved record nests it once more inside itself.
  three_ds_auth: lenient(z.object({ ...threeDsStep, three_ds_auth: lenient(z.object(threeDsStep)) })),
});

export type MethodOutput = z.infer<typeof methodOutputSchema>;

/** What the method has put out by now, as far as it can be read. */
export const methodOutputOf = (transaction: Transaction): MethodOutput =>
  z.parse(methodOutputSchema, extraOf(transaction));
