/** A single-use card token (SPEC.md section 2.2), without all that names the card's number. */
export interface CardToken {
  id: string;
  /** Name of the card network. */
  brand?: string | undefined;
  last_four?: string | undefined;
  /** ISO 8601. */
  expires_at?: string | null | undefined;
}
