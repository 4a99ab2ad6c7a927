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

/** Most banks, and most characters of a name: all are compared and shown at each key that the payer types. */
const most = { banks: 500, letters: 100 };

const institution = z.object({
  financial_institution_code: z.union([filledText, z.number()]),
  financial_institution_name: z.pipe(
    z.string(),
    z.pipe(
      z.transform((name: string) => name.slice(0, most.letters)),
      z.pipe(shownText, filledText),
    ),
  ),
});

/** An entry that cannot be read is left undefined; a list of which none can be is refused. */
export const institutionListSchema = z.pipe(
  z.transform((list: unknown) => (Array.isArray(list) ? list.slice(0, most.banks) : list)),
  z.array(lenient(institution)).check(z.refine((list) => list.length === 0 || list.some((one) => one !== undefined))),
);
