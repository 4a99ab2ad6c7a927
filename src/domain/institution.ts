import { either, list, number, object, someText, type ValueOf } from './shape.ts';

/** A bank that can be paid from (SPEC.md section 4.6). */
export interface Institution {
  /** Sent as `financial_institution_code`. */
  code: string;
  /** As the service writes it, mostly in capitals. */
  name: string;
}

/** One entry of the bank list (SERVICE-NOTES.md "bank list"). */
const institutionShape = object({
  financial_institution_code: either(someText, number),
  financial_institution_name: someText,
});

export const institutionListShape = list(institutionShape);

/** The banks by name. The placeholder with the code 0, which says "choose a bank", is none. */
export function institutionsOf(banks: ValueOf<typeof institutionListShape>): Institution[] {
  return banks
    .map(({ financial_institution_code: code, financial_institution_name: name }) => ({
      code: String(code),
      name: name.trim(),
    }))
    .filter(({ code }) => code !== '0')
    .sort((one, other) => one.name.localeCompare(other.name, 'es'));
}
