import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, WALLET_B, single payment (SERVICE-NOTES.md): the payer types a one-time code. */
export const walletB: FieldsMethod = {
  type: 'WALLET_B',
  title: { es: 'Billetera: con código', en: 'Wallet: by code', pt: 'Carteira: com código' },
  hint: { es: 'Te llega al celular', en: 'Sent to your phone', pt: 'Chega no celular' },
  icon: 'M6 2h12v20H6zM9 12h6',
  fields: ['user_legal_id_type', 'user_legal_id', 'phone_number', { name: 'payment_description', maxLength: 30 }],
  note: 'noteCode',
};
