import { Directive, ElementRef, inject, Input, type OnChanges, type SimpleChanges } from '@angular/core';
import type { PayCheckout } from 'pay-checkout';

/**
 * Tells Angular what the tag is and which properties it has, so that templates are checked: a name that is not here, or
 * a value of another type, fails the build. In the `imports` of a component it takes the place of CUSTOM_ELEMENTS_SCHEMA,
 * to which anything is right.
 */
@Directive({ selector: 'pay-checkout' })
export class PayCheckoutTag implements OnChanges {
  @Input() publicKey?: PayCheckout['publicKey'];
  @Input() baseUrl?: PayCheckout['baseUrl'];
  @Input() libraryUrl?: PayCheckout['libraryUrl'];
  @Input() libraryGlobal?: PayCheckout['libraryGlobal'];
  @Input() amountInCents?: PayCheckout['amountInCents'];
  @Input() currency?: PayCheckout['currency'];
  @Input() reference?: PayCheckout['reference'];
  @Input() signature?: PayCheckout['signature'];
  @Input() cartId?: PayCheckout['cartId'];
  @Input() orderUrl?: PayCheckout['orderUrl'];
  @Input() customerEmail?: PayCheckout['customerEmail'];
  @Input() customerName?: PayCheckout['customerName'];
  @Input() customerPhone?: PayCheckout['customerPhone'];
  @Input() redirectUrl?: PayCheckout['redirectUrl'];
  @Input() methods?: PayCheckout['methods'];
  @Input() networks?: PayCheckout['networks'];
  @Input() preselect?: PayCheckout['preselect'];
  @Input() fold?: PayCheckout['fold'];
  @Input() locale?: PayCheckout['locale'];
  @Input() words?: PayCheckout['words'];
  @Input() mode?: PayCheckout['mode'];
  @Input() transactionId?: PayCheckout['transactionId'];
  @Input() keepTitle?: PayCheckout['keepTitle'];
  @Input() hideHeader?: PayCheckout['hideHeader'];
  @Input() createOrder?: PayCheckout['createOrder'];
  @Input() resolveReference?: PayCheckout['resolveReference'];
  @Input() resolveUrl?: PayCheckout['resolveUrl'];
  @Input() chargeUrl?: PayCheckout['chargeUrl'];
  @Input() savedSources?: PayCheckout['savedSources'];
  @Input() chargeSource?: PayCheckout['chargeSource'];
  @Input() externalThreeDs?: PayCheckout['externalThreeDs'];
  @Input() profile?: PayCheckout['profile'];

  readonly #element = inject<ElementRef<PayCheckout>>(ElementRef).nativeElement;

  ngOnChanges(changes: SimpleChanges): void {
    for (const [name, { currentValue }] of Object.entries(changes)) Reflect.set(this.#element, name, currentValue);
  }
}
