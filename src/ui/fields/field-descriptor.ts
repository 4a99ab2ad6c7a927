import type { Customer } from '../../domain/customer.ts';
import type { CatalogueKey, Phrase } from '../../messages/catalogue.ts';
import type { FormContext } from '../method-form.ts';

/** Words for a field: a key of the catalogue, or the text itself in each language. */
export type FieldText = CatalogueKey | Phrase;

/** Mode `source`: what happens after the button, how the wait for it ends, and what is said otherwise than of a card. */
export interface SourceWords {
  note: FieldText;
  giveUp: FieldText;
  words: Partial<Record<CatalogueKey, FieldText>>;
}

/** What another field of the form holds, as it goes on the wire; empty when it is not there. */
export type ValueOf = (name: string) => string;

export interface FieldOption {
  value: string;
  label: FieldText;
  /** Initials that everybody knows it by: in a narrow list they are all that is seen of the chosen one. */
  initials?: string;
}

/** What is wrong with a value, or nothing. */
export type FieldCheck = FieldText | undefined | false;

/** One field of a payment method, as data: what it asks, how it is checked, and where its value goes. */
export interface FieldDescriptor {
  /** Name of the control, and of the field of `payment_method` that it fills (SPEC.md section 4.4). */
  name: string;
  /** `bank`: the searchable list of SPEC.md section 4.6. Default: `text`, or `select` where there are options. */
  kind?: 'text' | 'tel' | 'select' | 'radio' | 'bank';
  label: FieldText | ((valueOf: ValueOf) => FieldText);
  /** Stands below the field; a count in its braces is `count`. */
  hint?: FieldText | ((valueOf: ValueOf) => FieldText | undefined);
  /** Fills `{count}` of the hint, and of what is wrong. */
  count?: (valueOf: ValueOf) => string;
  options?: readonly FieldOption[] | ((valueOf: ValueOf) => readonly FieldOption[]);
  /** The autofill field name of HTML. */
  autocomplete?: string;
  inputMode?: 'numeric' | 'tel' | 'text';
  /** In characters of the value on the wire. */
  maxLength?: number;
  /** Only with a test key: SPEC.md calls these fields "sandbox only". */
  testOnly?: boolean;
  /** Nobody is asked: it goes with what stands there before anything is typed, unless the page wants it to be seen. */
  isUnasked?: (context: FormContext) => boolean;
  /** May stay empty, and is then left out of the request. */
  optional?: boolean;
  /** Where the value goes. What the page has said about the customer is not asked again. Default: `payment_method`. */
  to?: keyof Customer;
  /** What stands there before anything is typed. */
  initial?: (context: FormContext, fill: (key: CatalogueKey, values?: Record<string, string>) => string) => string;
  /** While typing: the text as it is shown. */
  format?: (text: string) => string;
  /** The text, cleaned, as the service takes it. Default: as it is. */
  read?: (text: string, valueOf: ValueOf) => string;
  /** Whether the value that was read can be sent; an empty one is found before. */
  check?: (value: string, valueOf: ValueOf) => boolean;
  /** What to say when it is missing or cannot be sent. */
  invalid?: FieldText;
  /** The value as JSON. Default: the text. */
  write?: (value: string) => unknown;
}
