import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, WALLET_B, single payment (SERVICE-NOTES.md): the payer types a one-time code. */
export const walletB: FieldsMethod = {
  type: 'WALLET_B',
  title: { es: 'Billetera con código', en: 'Wallet with a code', pt: 'Carteira com código' },
  hint: { es: 'Te llega al celular', en: 'Sent to your phone', pt: 'Chega no celular' },
  icon: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM9 12h.1m2.9 0h.1m2.9 0h.1',
  fields: ['user_legal_id_type', 'user_legal_id', 'phone_number', { name: 'payment_description', maxLength: 30 }],
  note: 'noteCode',
};
