import type { CheckoutHost } from './checkout-host.ts';
import type { CheckoutSession } from './checkout-session.ts';
import type { CheckoutState } from './checkout/state.ts';
import { knownCustomer } from './domain/customer.ts';
import { isTestKey } from './domain/is-test-key.ts';
import type { SpokenWords } from './messages/own-words.ts';
import type { FormContext } from './ui/method-form.ts';

/** Whether the form is there to be filled in. */
export const isFilledIn = ({ status }: CheckoutState): boolean => /loading|ready/.test(status);

/** What the element gives the forms of now. */
export function formContext(host: CheckoutHost, session: CheckoutSession, words: SpokenWords): FormContext {
  const { publicKey, locale, mode } = host;
  const { state, checkout } = session;
  return {
    state,
    words,
    locale,
    isTest: isTestKey(publicKey),
    isSource: mode === 'source',
    isBusy: state.status === 'submitting',
    customer: knownCustomer(host),
    merchantName: checkout?.merchant?.name || undefined,
    giveUp: () => checkout?.payment?.giveUp(),
  };
}
