import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, WALLET_A: the payer accepts a notification on the phone. */
export const walletA: FieldsMethod = {
  type: 'WALLET_A',
  title: { es: 'Billetera móvil', en: 'Mobile wallet', pt: 'Carteira móvel' },
  hint: { es: 'Aceptas en tu celular', en: 'You accept on your phone', pt: 'Você aceita no celular' },
  icon: 'M8.5 2.5h7a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM9.5 12l2 2 3.5-4',
  fields: ['phone_number'],
  note: 'notePush',
};
