import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, BANKDEBIT: from an account at any bank. The service also wants to know who pays. */
export const bankDebit: FieldsMethod = {
  type: 'BANKDEBIT',
  title: { es: 'Cuenta bancaria', en: 'Bank account', pt: 'Conta bancária' },
  hint: { es: 'De cualquier banco', en: 'At any bank', pt: 'De qualquer banco' },
  icon: 'M3 9l9-5 9 5zM6 13v4m4-4v4m4-4v4m4-4v4M3 20h18',
  fields: [
    'financial_institution_code',
    'user_type',
    'user_legal_id_type',
    'user_legal_id',
    { name: 'full_name', to: 'fullName' },
    { name: 'phone_number', like: 'contact_phone', to: 'phoneNumber' },
    { name: 'payment_description', maxLength: 30 },
  ],
  note: 'noteBank',
  redirects: true,
};
