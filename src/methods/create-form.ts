import type { FieldDescriptor, SourceWords } from '../ui/fields/field-descriptor.ts';
import { fieldStyles } from '../ui/fields/field-styles.ts';
import { FieldsForm } from '../ui/fields/fields-form.ts';
import { adoptStyles } from '../ui/styles.ts';
import { knownFields } from './known-fields.ts';
import type { AskedField, FieldsMethod, FormParts } from './payment-method.ts';

/** Mode `source` by method: the catalogue speaks of cards alone there. */
const sourceWords: Readonly<Record<string, SourceWords>> = {
  WALLET_A: {
    note: 'walletNote',
    giveUp: 'walletStop',
    words: {
      saveCard: 'walletSave',
      handedOver: 'walletKept',
      cardRefused: 'walletRefused',
      errorSource: 'walletFailed',
    },
  },
};

function describe(asked: AskedField): FieldDescriptor {
  const { like, ...own }: { name: string; like?: string } = typeof asked === 'string' ? { name: asked } : asked;
  const known: Record<string, Omit<FieldDescriptor, 'name'>> = knownFields;
  return { ...known[like ?? own.name], ...own } as FieldDescriptor;
}

/** Makes the forms of methods whose details are plain fields. The module comes lazily, with all that such forms need. */
export type FormMaker = (method: FieldsMethod) => FieldsForm;

export function formMaker(parts: FormParts): FormMaker {
  return (method) => {
    adoptStyles(parts.root(), fieldStyles);
    const fields = method.fields.map(describe);
    return new FieldsForm({ ...method, ...parts, fields, source: sourceWords[method.type] });
  };
}
