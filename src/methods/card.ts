import { CardFields } from '../ui/card-fields.ts';
import type { FormMethod } from './payment-method.ts';

/** SPEC.md section 4.4, CARD. Its form is the one room that sees a card number. */
export const card: FormMethod = {
  type: 'CARD',
  title: { es: 'Tarjeta', en: 'Card', pt: 'Cartão' },
  hint: { es: 'Crédito o débito', en: 'Credit or debit', pt: 'Crédito ou débito' },
  icon: 'M3 6h18v12H3zm0 4h18M7 15h3',
  createForm: (parts) => new CardFields(parts),
};
