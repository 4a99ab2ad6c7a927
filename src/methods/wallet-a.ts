import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, WALLET_A: the payer accepts a notification on the phone. */
export const walletA: FieldsMethod = {
  type: 'WALLET_A',
  title: { es: 'Billetera: en la app', en: 'Wallet: in its app', pt: 'Carteira: no app' },
  hint: { es: 'Aceptas en tu celular', en: 'You accept on your phone', pt: 'Você aceita no celular' },
  icon: 'M6 2h12v20H6zM9 12l2 2 4-4',
  fields: ['phone_number'],
  note: 'notePush',
};
