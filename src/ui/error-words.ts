import type { CheckoutError, CheckoutErrorCode } from '../domain/checkout-error.ts';
import type { Messages } from '../messages/es.ts';

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
  // A service that answers, but badly, is no matter of the payer's connection.
  const why = code === 'contracts_unreachable' && keys[(cause as CheckoutError | undefined)?.code ?? code];
  // Where the contracts were refused, which has the refusal as its cause, there is no form to choose another method in.
  if (cause && code === 'request_rejected') return words.errorShop;
  return words[why || (keys[code] ?? 'errorShop')];
}
