import { parseAddress } from '../domain/safe-address.ts';
import type { Transaction } from '../domain/transaction.ts';

/** Where a payment goes: the service, and the merchant there. */
interface Payee {
  baseUrl: string | null | undefined;
  publicKey: string | null | undefined;
}

const keyOf = ({ baseUrl, publicKey }: Payee): string =>
  `pay-checkout:method:${parseAddress(baseUrl)?.origin ?? ''}:${publicKey}`;

/** The type of the method that this browser's last approved payment to the merchant was made by. */
export function lastMethod(payee: Payee): string | undefined {
  try {
    return localStorage.getItem(keyOf(payee)) ?? undefined;
  } catch {
    return; // a browser that keeps nothing, or a server
  }
}

/** Keeps the type, and nothing else of the payment. */
export function keepMethod(payee: Payee, { status, payment_method_type: type }: Transaction): void {
  if (status !== 'APPROVED') return;
  try {
    localStorage.setItem(keyOf(payee), type);
  } catch {
    // Nothing is kept: the next payer begins with the first method.
  }
}
