import type { CardToken } from '../domain/card-token.ts';
import type { PaymentMethodType } from '../domain/payment-method-type.ts';
import type { Messages } from '../messages/es.ts';
import type { MethodForm } from '../ui/method-form.ts';

/** What a method's form is made with. */
export interface FormParts {
  /** Asks for a new rendering. */
  update(): void;
  /** The tree that the form is rendered into. */
  root(): ParentNode;
  /** Tokenizes the card (SPEC.md section 4.7); only the card's form is handed one that works. */
  tokenize(card: Record<string, string>): Promise<CardToken>;
}

/** A payment method: one file that exports one of these, and one line in the registry. */
export interface PaymentMethod {
  type: PaymentMethodType;
  /** Its name and a word of explanation, from the catalogue. */
  title: keyof Messages;
  hint?: keyof Messages;
  /** Offered only for amounts in these bounds, in minor units of COP. */
  minInCents?: number;
  maxInCents?: number;
  /** Makes its form; all but the first one shown come lazily. */
  createForm(parts: FormParts): MethodForm | Promise<MethodForm>;
}
