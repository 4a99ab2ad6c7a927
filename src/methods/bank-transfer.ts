import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, BANKA_TRANSFER: the payer confirms on the bank's own page. */
export const bankTransfer: FieldsMethod = {
  type: 'BANKA_TRANSFER',
  title: { es: 'Banca en línea', en: 'Online banking', pt: 'Internet banking' },
  hint: { es: 'En la página del banco', en: 'On the bank’s page', pt: 'No site do banco' },
  icon: 'M4 8h16l-4-4m4 12H4l4 4',
  fixed: { user_type: 'PERSON' },
  fields: [{ name: 'payment_description', maxLength: 64 }, 'sandbox_status'],
  note: 'noteBank',
  redirects: true,
};
