/**
 * `pay-checkout`: defines `<pay-checkout>` and exports what a page may want to name.
 *
 * @packageDocumentation
 */
import { defineCheckout } from './define.ts';

export * from './element.ts';
export { defineCheckout };

defineCheckout();
