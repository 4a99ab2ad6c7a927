import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, buy now and pay later; its fields and bounds are those of SERVICE-NOTES.md. */
export const payLater: FieldsMethod = {
  type: 'BNPL',
  title: { es: 'Paga después', en: 'Pay later', pt: 'Pague depois' },
  hint: { es: 'En cuotas', en: 'In installments', pt: 'Em parcelas' },
  icon: 'M4 6h16v14H4zM4 11h16M8 3v4m8-4v4M9 15l2 2 4-4',
  minInCents: 100_000_00,
  fields: [
    'name',
    'last_name',
    'user_legal_id_type',
    'user_legal_id',
    'phone_code',
    { name: 'phone_number', like: 'national_phone' },
    { name: 'payment_description', maxLength: 64 },
  ],
  note: 'notePage',
  redirects: true,
};
