import type { CardToken } from '../domain/wire/card-token.ts';
import type { Institution } from '../domain/wire/institution-list.ts';
import type { Phrase } from '../messages/catalogue.ts';
import type { FieldDescriptor, FieldText } from '../ui/fields/field-descriptor.ts';
import type { FormRoot, MethodForm } from '../ui/method-form.ts';
import type { KnownFieldName } from './known-fields.ts';

export interface FormParts extends FormRoot {
  /** To be told of each change of a control by a form that keeps the event to itself. */
  edited?: (name: string) => void;
  /** To be told that a control was entered or left, which is not heard outside of a tree of its own. */
  entered?: () => void;
  left?: (name: string) => void;
  /** The key that sends a form was pressed in one of its fields. */
  enter?: () => void;
  tokenize: (card: Record<string, string>) => Promise<CardToken>;
  /** Whom `tokenize` currently asks. */
  service: () => unknown;
  institutions: () => Promise<readonly Institution[]>;
  /** What was typed into the forms so far, by the name of the control. */
  typed: Map<string, string>;
}

/** A field of SPEC.md section 4.4: one that is known by its wire name, with what differs here, or one of the method's own. */
export type AskedField =
  | KnownFieldName
  /** `like`: the known field that it is, where its wire name has another meaning in other methods. */
  | ({ name: KnownFieldName; like?: KnownFieldName } & Partial<FieldDescriptor>)
  | FieldDescriptor;

/** What every method has: enough to be chosen. */
interface Offered {
  /** `payment_method_type`, as the checkout calls it: one of `paymentMethodTypes`, or a method that a merchant adds. */
  type: string;
  title: Phrase;
  hint?: Phrase;
  /** Lines of its icon: path data in a box of 24 × 24. */
  icon: string;
  /** Offered only for amounts in these bounds, in minor units of COP. */
  minInCents?: number;
  maxInCents?: number;
  /** The payer is sent to another page, the bank's own or another one, and comes back from there. */
  redirects?: true;
}

/** A method whose details are plain fields. */
export interface FieldsMethod extends Offered {
  /** What it asks, in the order of the page. Forms come lazily: this is data, not code, wherever it can be. */
  fields: readonly AskedField[];
  /** Fields of `payment_method` that have only one value, and therefore no control. */
  fixed?: Readonly<Record<string, unknown>>;
  /** What happens after the pay button, in the words of the catalogue or its own. */
  note?: FieldText;
}

export interface FormMethod extends Offered {
  createForm(parts: FormParts): MethodForm;
}

/** A payment method: one file that exports one of these, and one line in the registry. */
export type PaymentMethod = FieldsMethod | FormMethod;
