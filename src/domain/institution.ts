/** A bank that can be paid from (SPEC.md section 4.6). */
export interface Institution {
  /** Sent as `financial_institution_code`. */
  code: string;
  /** As the service writes it, mostly in capitals. */
  name: string;
}
