import { CheckoutError, type CheckoutErrorCode } from '../domain/checkout-error.ts';
import type { Messages } from '../messages/es.ts';

/** The key of the words for an error, by its code. */
const keys: Partial<Record<CheckoutErrorCode, keyof Messages>> = {
  network: 'errorNetwork',
  timeout: 'errorNetwork',
  aborted: 'errorNetwork',
  contracts_unreachable: 'errorNetwork',
  part_unavailable: 'errorPart',
  rate_limited: 'errorService',
  service_unavailable: 'errorService',
  invalid_response: 'errorService',
  card_rejected: 'cardRefused',
  token_rejected: 'cardRefused',
  consent_required: 'policyMissing',
  consent_changed: 'errorConsent',
  acceptance_rejected: 'errorService',
  order_unavailable: 'errorOrder',
  source_rejected: 'errorSource',
  request_rejected: 'errorRefused',
};

/** What an error says to the payer. All that only the shop can mend sounds the same: the payer can only write to it. */
export function errorWords({ code, cause }: CheckoutError, words: Messages): string {
  // What kept the contracts away is the cause: the service may have answered badly, which is not the payer's connection.
  const isContracts = code === 'contracts_unreachable' && cause instanceof CheckoutError;
  return words[keys[isContracts ? cause.code : code] ?? 'errorShop'];
}
