import type { KeyType } from '../../src/domain/breb-keys.ts';
import type { PayoutBatch } from '../../src/domain/payout-batch.ts';
import { askShop, sendToShop } from '../shop-api.ts';

/** A source account; amounts are minor units. */
export interface PayoutAccount {
  id: string;
  name: string;
  balance_in_cents: number | null;
  currency: string;
  is_usable: boolean;
}

/** A batch in the list. `status` is the service's, or `sending`, `unknown`, `refused`, `TAKEN`. */
export interface BatchSummary {
  idempotency_key: string;
  reference: string;
  status: string;
  payout_id: string | null;
  amount_in_cents: number;
  transfers: number;
  created_at: string;
}

export interface BatchTransfer {
  name: string;
  key: string;
  amount_in_cents: number;
  status: string;
  message: string;
}

/** A batch with what is known of its transfers. */
export interface BatchDetails extends BatchSummary {
  approved: number;
  failed: number;
  /** All of them, or of a big batch those that failed. */
  rows: BatchTransfer[];
  problem: { code: string; messages: string[] } | null;
  trace_id: string | null;
  events: { event: string; status: string; time: string }[];
}

/** The merchant's payouts, as the page asks its own backend for them. Every call rejects with a ShopApiError. */
export const payoutsApi = {
  accounts: () => askShop<PayoutAccount[]>('/payouts/accounts'),
  recharge: (accountId: string, amountInCents: number) =>
    sendToShop<unknown>('POST', '/payouts/recharge', { account_id: accountId, amount_in_cents: amountInCents }),
  resolve: (value: string, type: KeyType) =>
    askShop<{ holder: string; institution: string }>(
      `/payouts/keys?${new URLSearchParams({ type, value }).toString()}`,
    ),
  list: () => askShop<BatchSummary[]>('/payouts'),
  send: (idempotencyKey: string, batch: PayoutBatch) =>
    sendToShop<BatchDetails>('POST', '/payouts', { idempotency_key: idempotencyKey, batch }),
  /** Tells all that is known of a batch, and then what is new. @returns a function that ends it */
  watch: (idempotencyKey: string, tell: (batch: BatchDetails) => void): (() => void) => {
    const source = new EventSource(`/api/payouts/${encodeURIComponent(idempotencyKey)}/events`);
    source.addEventListener('batch', ({ data }) => tell(JSON.parse(String(data)) as BatchDetails));
    return () => source.close();
  },
};
