/** The script-tag build: defines `<pay-checkout>`, and gives a page nothing to name. */
import { defineCheckout } from './define.ts';

defineCheckout();
