import { PayCheckout } from './element/pay-checkout.ts';

/** Defines the element, unless the page already has one of that name: a second copy of the script changes nothing. */
export function defineCheckout(tag = 'pay-checkout'): void {
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  customElements.define(tag, PayCheckout);
}
