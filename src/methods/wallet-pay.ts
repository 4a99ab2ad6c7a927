import type { FieldsMethod } from './payment-method.ts';

/** SPEC.md section 4.4, a wallet on a page of its own; its fields and bounds are those of SERVICE-NOTES.md. */
export const walletPay: FieldsMethod = {
  type: 'WALLET_PAY',
  title: { es: 'Billetera en línea', en: 'Online wallet', pt: 'Carteira online' },
  hint: { es: 'En la página de la billetera', en: 'On the wallet’s page', pt: 'Na página da carteira' },
  icon: 'M4 8h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm0 0a2 2 0 0 1 2-2h10v2M16 14h.1',
  minInCents: 35_000_00,
  maxInCents: 5_000_000_00,
  fields: ['user_legal_id_type', 'user_legal_id'],
  note: 'notePage',
};
