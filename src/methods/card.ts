import { CardFields } from '../ui/card-fields.ts';
import type { FormMethod } from './payment-method.ts';

/** SPEC.md section 4.4, CARD. Its form is the one room that sees a card number. */
export const card: FormMethod = {
  type: 'CARD',
  title: { es: 'Tarjeta', en: 'Card', pt: 'Cartão' },
  hint: { es: 'Crédito o débito', en: 'Credit or debit', pt: 'Crédito ou débito' },
  icon: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM2 10h20M6 15h4',
  createForm: (parts) => new CardFields(parts),
};
