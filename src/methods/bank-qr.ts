import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, BANKA_QR: the payer scans a picture with the bank's app. */
export const bankQr: FieldsMethod = {
  type: 'BANKA_QR',
  title: { es: 'Código QR', en: 'QR code', pt: 'Código QR' },
  hint: { es: 'App del banco', en: 'Your bank’s app', pt: 'App do banco' },
  icon: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3M20 14v3M14 20h3m3 0h.1',
  fields: [{ name: 'payment_description', maxLength: 64 }, 'sandbox_status'],
  note: 'noteQr',
};
