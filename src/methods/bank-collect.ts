import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, BANKA_COLLECT: cash at a physical point, with two numbers. It asks for nothing. */
export const bankCollect: FieldsMethod = {
  type: 'BANKA_COLLECT',
  title: { es: 'Efectivo', en: 'Cash', pt: 'Dinheiro' },
  hint: { es: 'Punto de pago', en: 'Payment point', pt: 'Ponto de pagamento' },
  icon: 'M3 6h18v12H3zM12 9a3 3 0 0 0 0 6 3 3 0 0 0 0-6zM6 9v.1m12 5.8v.1',
  fields: [],
  note: 'noteCash',
};
