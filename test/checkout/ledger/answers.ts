/** What the service may answer to a creation, and what the ledger is told then. */
import type { LedgerEvent } from '../../../src/checkout/ledger/purchase.ts';

/** A refusal, by its status and the field that it names. */
export interface Refusal {
  readonly status: number;
  readonly field?: 'reference' | 'acceptance_token' | 'token' | 'phone_number' | 'signature' | 'amount_in_cents';
}

/** The same bytes always get these, and nothing is taken. */
export const clearRefusals: readonly Refusal[] = [
  { status: 400 },
  { status: 401 },
  { status: 422, field: 'phone_number' },
  { status: 422, field: 'signature' },
  { status: 422, field: 'amount_in_cents' },
];

/** These may be the answer to a second delivery of what was taken, or take nothing: nobody can tell. */
export const ambiguousRefusals: readonly Refusal[] = [
  { status: 403 },
  { status: 408 },
  { status: 409 },
  { status: 422, field: 'acceptance_token' },
  { status: 422, field: 'token' },
  { status: 423 },
  { status: 425 },
  { status: 429 },
];

/** Only what was taken gets this. */
export const usedReference: Refusal = { status: 422, field: 'reference' };

/** What is written down of a refusal. */
export type Reading = (refusal: Refusal, reference: string) => LedgerEvent;

/** The table of LEDGER.md's second rule. */
export const readRefusal: Reading = ({ status, field }, reference) => {
  const isOfToken = field === 'acceptance_token' || field === 'token';
  if (field === 'reference') return { type: 'refused', reference, frees: false, closes: true };
  return { type: 'refused', reference, frees: (status === 400 || status === 401 || status === 422) && !isOfToken };
};
