import * as z from 'zod/mini';

/** A bank that can be paid from (SPEC.md section 4.6). */
export interface Institution {
  /** Sent as `financial_institution_code`. */
  code: string;
  /** As the service writes it, mostly in capitals. */
  name: string;
}

/** One entry of the bank list (SERVICE-NOTES.md "bank list"). */
const institutionSchema = z.object({
  financial_institution_code: z.union([z.string().check(z.minLength(1)), z.number()]),
  financial_institution_name: z.string().check(z.minLength(1)),
});

export const institutionListSchema = z.array(institutionSchema);

/** The banks by name. The placeholder with the code 0, which says "choose a bank", is none. */
export function institutionsOf(list: z.infer<typeof institutionListSchema>): Institution[] {
  return list
    .map(({ financial_institution_code: code, financial_institution_name: name }) => ({
      code: String(code),
      name: name.trim(),
    }))
    .filter(({ code }) => code !== '0')
    .toSorted((one, other) => one.name.localeCompare(other.name, 'es'));
}
