/** The payment method types of SPEC.md 4.4, in the order in which the merchant record lists them. */
export const METHOD_TYPES = [
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

/** One payment method type. */
export type MethodType = (typeof METHOD_TYPES)[number];
