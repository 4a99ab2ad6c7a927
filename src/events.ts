import type {
  PayReadyEvent,
  PayStateChangeEvent,
  PayMethodChangeEvent,
  PaySourceSelectedEvent,
  PayWarningEvent,
  PayErrorEvent,
} from './events/form-events.ts';
import type {
  PayConsentEvent,
  PaySubmitEvent,
  PayTransactionEvent,
  PayActionEvent,
  PayRedirectEvent,
  PayResultEvent,
  PayUnknownEvent,
  PayRenewalRequiredEvent,
  PaySourceEvent,
} from './events/payment-events.ts';

export * from './events/form-events.ts';
export * from './events/payment-events.ts';

/** The checkout's events by name. */
export interface PayCheckoutEventMap {
  'pay-ready': PayReadyEvent;
  'pay-state-change': PayStateChangeEvent;
  'pay-method-change': PayMethodChangeEvent;
  'pay-source-selected': PaySourceSelectedEvent;
  'pay-consent': PayConsentEvent;
  'pay-submit': PaySubmitEvent;
  'pay-transaction': PayTransactionEvent;
  'pay-action': PayActionEvent;
  'pay-redirect': PayRedirectEvent;
  'pay-result': PayResultEvent;
  'pay-unknown': PayUnknownEvent;
  'pay-renewal-required': PayRenewalRequiredEvent;
  'pay-source': PaySourceEvent;
  'pay-warning': PayWarningEvent;
  'pay-error': PayErrorEvent;
}
