import { Directive, ElementRef, inject, Input } from '@angular/core';
import type { PayCheckout } from 'pay-checkout';

/**
 * Lets Angular check what templates bind to the tag: to CUSTOM_ELEMENTS_SCHEMA anything is right. Each property that is
 * bound in brackets stands here; texts need no entry when they are written as attributes.
 */
@Directive({ selector: 'pay-checkout' })
export class PayCheckoutTag {
  readonly #element = inject<ElementRef<PayCheckout>>(ElementRef).nativeElement;

  @Input() set amountInCents(value: PayCheckout['amountInCents']) {
    this.#element.amountInCents = value;
  }

  @Input() set createOrder(value: PayCheckout['createOrder']) {
    this.#element.createOrder = value;
  }

  @Input() set resolveReference(value: PayCheckout['resolveReference']) {
    this.#element.resolveReference = value;
  }

  @Input() set externalThreeDs(value: PayCheckout['externalThreeDs']) {
    this.#element.externalThreeDs = value;
  }

  @Input() set profile(value: PayCheckout['profile']) {
    this.#element.profile = value;
  }

  @Input() set words(value: PayCheckout['words']) {
    this.#element.words = value;
  }
}
