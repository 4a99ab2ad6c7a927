import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, a wallet on a page of its own; its fields and bounds are those of SERVICE-NOTES.md. */
export const walletPay: FieldsMethod = {
  type: 'WALLET_PAY',
  title: { es: 'Billetera: en línea', en: 'Wallet: online', pt: 'Carteira: online' },
  hint: { es: 'En su página', en: 'On its page', pt: 'Na página dela' },
  icon: 'M4 8h16v12H4zV5h13v3M16 14h.1',
  minInCents: 35_000_00,
  maxInCents: 5_000_000_00,
  fields: ['user_legal_id_type', 'user_legal_id'],
  note: 'notePage',
  redirects: true,
};
