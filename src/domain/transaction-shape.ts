import { openObject, unknown } from './open-shape.ts';
import { anyObject, either, list, nullish, number, object, oneOf, text, textLike } from './shape.ts';
import { statusNamed, transactionStatuses } from './transaction.ts';
import { transactionIdPattern } from './transaction-id.ts';

const optionalText = nullish(text);
const optionalRecord = nullish(anyObject);

/** The record of SPEC.md section 2.3. An unknown status or a missing field fails the parse: never success, never a crash. */
export const transactionShape = object({
  id: textLike(transactionIdPattern),
  created_at: optionalText,
  finalized_at: optionalText,
  amount_in_cents: number,
  reference: text,
  customer_email: optionalText,
  currency: text,
  payment_method_type: text,
  payment_method: openObject({ type: text, extra: optionalRecord }),
  status: (value) => oneOf(transactionStatuses)(statusNamed(value)),
  status_message: optionalText,
  redirect_url: optionalText,
  payment_source_id: nullish(either(text, number)),
  payment_link_id: optionalText,
  merchant: optionalRecord,
  taxes: nullish(list(unknown)),
});
