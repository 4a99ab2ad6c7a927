import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, BANKA_COLLECT: cash at a physical point, with two numbers. It asks for nothing. */
export const bankCollect: FieldsMethod = {
  type: 'BANKA_COLLECT',
  title: { es: 'Efectivo', en: 'Cash', pt: 'Dinheiro' },
  hint: { es: 'En un punto de pago', en: 'At a payment point', pt: 'Em um ponto de pagamento' },
  icon: 'M3 6.5h18v11H3zM12 9.5a2.5 2.5 0 0 0 0 5 2.5 2.5 0 0 0 0-5zM6 9.5v.1m12 4.9v.1',
  fields: [],
  note: 'noteCash',
};
