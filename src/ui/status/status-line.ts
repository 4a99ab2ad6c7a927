import type { CheckoutState } from '../../checkout/state.ts';
import type { TransactionStatus } from '../../domain/transaction.ts';
import type { Messages } from '../../messages/es.ts';

/** The headline of a transaction's status; only APPROVED says that something was paid. */
export const statusTitle: Record<TransactionStatus, keyof Messages> = {
  PENDING: 'pending',
  APPROVED: 'approved',
  DECLINED: 'declined',
  VOIDED: 'voided',
  ERROR: 'errored',
};

/** One sentence for where the checkout stands, for the polite live region; empty while the form speaks for itself. */
export function statusLine(state: CheckoutState, words: Messages): string {
  switch (state.status) {
    case 'loading':
      return words.loading;
    case 'ready':
      return state.handedOver ? words.handedOver : '';
    case 'submitting':
      return state.elsewhere ? words.elsewhere : words.paying;
    case 'action':
      if (state.action.kind === 'push') return `${words.push}. ${words.pushText}`;
      return state.action.kind === 'redirect' ? words.redirect : words.pending;
    case 'processing':
    case 'settled':
      return words[statusTitle[state.transaction.status]];
    case 'unknown':
      return `${words.unknown}. ${words.unknownText}`;
    case 'failed':
      return words.failed;
  }
  return state satisfies never;
}
