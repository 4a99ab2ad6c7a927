import type { PayCheckout } from 'pay-checkout';
import type { PayCheckoutListeners, PayCheckoutProperties } from 'pay-checkout/jsx';
import type { HTMLAttributes } from 'svelte/elements';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-checkout': HTMLAttributes<PayCheckout> & PayCheckoutProperties & PayCheckoutListeners;
  }
}
