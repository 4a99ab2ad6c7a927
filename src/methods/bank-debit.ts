import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, BANKDEBIT: from an account at any bank. The service also wants to know who pays. */
export const bankDebit: FieldsMethod = {
  type: 'BANKDEBIT',
  title: { es: 'Débito bancario', en: 'Bank debit', pt: 'Débito bancário' },
  hint: { es: 'Cuenta de cualquier banco', en: 'Account at any bank', pt: 'Conta de qualquer banco' },
  icon: 'M3 9.5 12 4l9 5.5zM5.5 13v4m4.3-4v4m4.4-4v4m4.3-4v4M3 20.5h18',
  fields: [
    'financial_institution_code',
    'user_type',
    'user_legal_id_type',
    'user_legal_id',
    { name: 'full_name', to: 'fullName' },
    { name: 'phone_number', to: 'phoneNumber', write: (digits) => `+57${digits}` },
    { name: 'payment_description', maxLength: 30 },
  ],
  note: 'noteBank',
};
