import { card } from './card.ts';
import type { PaymentMethod } from './payment-method.ts';

/** Every method that the checkout can show, in its own order of preference. */
export const paymentMethods: readonly PaymentMethod[] = [card];
