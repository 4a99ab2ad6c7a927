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
export function statusLine(state: CheckoutState, words: Messages): string {
  if (state.status === 'ready') return '';
  // As its screen says, which may follow at once: nobody hears the same twice in other words.
  if (state.status === 'submitting' && state.step === 'confirm') return words.stepConfirm;
  return words[lines[state.status] ?? 'pending'];
}
