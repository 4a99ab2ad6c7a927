import { bankCollect } from './bank-collect.ts';
import { bankDebit } from './bank-debit.ts';
import { bankQr } from './bank-qr.ts';
import { bankTransfer } from './bank-transfer.ts';
import { card } from './card.ts';
import { payLater } from './pay-later.ts';
import type { PaymentMethod } from './payment-method.ts';
import { points } from './points.ts';
import { walletA } from './wallet-a.ts';
import { walletB } from './wallet-b.ts';
import { walletPay } from './wallet-pay.ts';

/** Every method that the checkout can show, in its own order of preference. */
export const paymentMethods: readonly PaymentMethod[] = [
  card,
  bankDebit,
  walletA,
  bankTransfer,
  bankQr,
  walletB,
  bankCollect,
  payLater,
  points,
  walletPay,
];
