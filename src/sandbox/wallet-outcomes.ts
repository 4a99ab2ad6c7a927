import type { DesignatedOutcome } from './config.ts';

/** Designated numbers of wallet A (SPEC.md 8.2, rule 3); any other errors. */
export const WALLET_A_NUMBERS = { APPROVED: '3991111111', DECLINED: '3992222222' } as const;

/** Designated numbers for recurring payments with wallet B (SPEC.md 8.2, rule 7); any other errors. */
export const WALLET_B_NUMBERS = {
  APPROVED: '3991111111',
  DECLINED: '3992222222',
  DECLINED_INVALID_WALLET: '3993333333',
} as const;

/** Designated one-time codes of wallet B; any other code is wrong. */
export const WALLET_B_CODES = {
  APPROVED: '574829',
  DECLINED: '932015',
  DECLINED_INSUFFICIENT_FUNDS: '186743',
  ERROR: '999999',
} as const;

/** How a payment ends, and why. */
export interface WalletEnd {
  readonly outcome: DesignatedOutcome;
  readonly reason?: string;
}

/** Where a payment from a wallet A number leads. */
export function walletAOutcome(phone: string): DesignatedOutcome {
  if (phone === WALLET_A_NUMBERS.APPROVED) return 'APPROVED';
  return phone === WALLET_A_NUMBERS.DECLINED ? 'DECLINED' : 'ERROR';
}

/** Where a recurring payment from a wallet B number leads. */
export function walletBOutcome(phone: string): WalletEnd {
  if (phone === WALLET_B_NUMBERS.APPROVED) return { outcome: 'APPROVED' };
  if (phone === WALLET_B_NUMBERS.DECLINED) return { outcome: 'DECLINED' };
  if (phone === WALLET_B_NUMBERS.DECLINED_INVALID_WALLET) return { outcome: 'DECLINED', reason: 'Billetera no válida' };
  return { outcome: 'ERROR' };
}

/** Where a one-time code leads; undefined for a wrong one. */
export function codeEnd(code: string): WalletEnd | undefined {
  if (code === WALLET_B_CODES.APPROVED) return { outcome: 'APPROVED' };
  if (code === WALLET_B_CODES.DECLINED) return { outcome: 'DECLINED' };
  if (code === WALLET_B_CODES.DECLINED_INSUFFICIENT_FUNDS) return { outcome: 'DECLINED', reason: 'Saldo insuficiente' };
  return code === WALLET_B_CODES.ERROR ? { outcome: 'ERROR' } : undefined;
}
