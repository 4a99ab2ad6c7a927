import { CardFields } from '../ui/card-fields.ts';
import type { PaymentMethod } from './payment-method.ts';

/** SPEC.md section 4.4, CARD. Its form is the one room that sees a card number. */
export const card: PaymentMethod = {
  type: 'CARD',
  title: 'card',
  hint: 'cardHint',
  createForm: (parts) => new CardFields(parts),
};
