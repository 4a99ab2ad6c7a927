/** The payment methods of SPEC.md section 4.4; the two redirect methods that it leaves unnamed are `BNPL` and `WALLET_PAY`. */
export const paymentMethodTypes = [
  'CARD',
  'BANKDEBIT',
  'BANKA_TRANSFER',
  'BANKA_QR',
  'WALLET_A',
  'WALLET_B',
  'BANKA_COLLECT',
  'PCOL',
  'BNPL',
  'WALLET_PAY',
] as const;

export type PaymentMethodType = (typeof paymentMethodTypes)[number];

export const isPaymentMethodType = (value: unknown): value is PaymentMethodType =>
  (paymentMethodTypes as readonly unknown[]).includes(value);
