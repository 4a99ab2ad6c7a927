/** What the flow says, as public events on the element. */
import type { CheckoutListener } from '../checkout/stage.ts';
import { PayErrorEvent, PayStateChangeEvent, PayWarningEvent } from '../events/form-events.ts';
import {
  PayActionEvent,
  PayConsentEvent,
  PayRedirectEvent,
  PayRenewalRequiredEvent,
  PayResultEvent,
  PaySourceEvent,
  PaySubmitEvent,
  PayTransactionEvent,
  PayUnknownEvent,
} from '../events/payment-events.ts';

/** Dispatches what it is told. `before` runs ahead of each change of state. */
export function checkoutEvents(target: EventTarget, before: CheckoutListener['stateChanged']): CheckoutListener {
  const say = (event: Event): boolean => target.dispatchEvent(event);
  return {
    stateChanged: (state) => {
      before(state);
      say(new PayStateChangeEvent(state));
    },
    accepted: (documents) => say(new PayConsentEvent(documents)),
    submitting: (method, reference) => say(new PaySubmitEvent(method, reference)),
    transactionChanged: (transaction) => say(new PayTransactionEvent(transaction)),
    actionRequired: (kind, transaction) => say(new PayActionEvent(kind, transaction)),
    leaving: (url, transaction) => say(new PayRedirectEvent(url.href, transaction)),
    settled: (transaction) => say(new PayResultEvent(transaction)),
    outcomeUnknown: (reference) => say(new PayUnknownEvent(reference)),
    renewalRequired: (reference) => say(new PayRenewalRequiredEvent(reference)),
    sourceReady: (request) => {
      const kept: PromiseLike<unknown>[] = [];
      say(new PaySourceEvent(request, (promise) => kept.push(promise)));
      return kept.length > 0 ? Promise.all(kept) : undefined;
    },
    warned: (code) => say(new PayWarningEvent(code)),
    failed: (error) => say(new PayErrorEvent(error)),
  };
}
