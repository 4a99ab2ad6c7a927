/** The bank list (SPEC.md section 4.6; SERVICE-NOTES.md "bank list"). */
import * as z from 'zod/mini';
import { filledText, lenient, shownText } from './fields.ts';

/** A bank that can be paid from (SPEC.md section 4.6). */
export interface Institution {
  /** Sent as `financial_institution_code`. */
  code: string;
  /** As the service writes it, mostly in capitals. */
  name: string;
}

const institution = z.object({
  financial_institution_code: z.union([filledText, z.number()]),
  financial_institution_name: z.pipe(shownText, filledText),
});

/** An entry that cannot be read is left undefined; a list of which none can be is refused. */
export const institutionListSchema = z
  .array(lenient(institution))
  .check(z.refine((list) => list.length === 0 || list.some((one) => one !== undefined)));
