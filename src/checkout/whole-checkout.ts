import { Checkout as LateCheckout } from './checkout.ts';
import { Payment } from './payment.ts';
import type { CheckoutParts } from './stage.ts';

/** The same with all that a payment needs at hand: whoever brings a face of their own decides what comes when. */
export class Checkout extends LateCheckout {
  constructor(parts: CheckoutParts) {
    super(parts, Payment);
  }
}
