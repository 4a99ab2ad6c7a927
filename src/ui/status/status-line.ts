import type { CheckoutState, CheckoutStatus } from '../../checkout/state.ts';
import type { Messages } from '../../messages/es.ts';

const lines: Partial<Record<CheckoutStatus, keyof Messages>> = {
  loading: 'loading',
  submitting: 'paying',
  settled: 'stepConfirm',
  unknown: 'unknown',
  failed: 'failed',
};

/**
 * What can be said of a state before the screens are there. The form speaks for itself. What became of a payment is for its
 * screen to say: until then the payment is in process, or is being confirmed.
 */
export const statusLine = ({ status }: CheckoutState, words: Messages): string =>
  status === 'ready' ? '' : words[lines[status] ?? 'pending'];
