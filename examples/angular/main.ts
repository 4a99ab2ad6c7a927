import { Component, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import 'pay-checkout';
import type { PayResultEvent } from 'pay-checkout';
import { cartId, createOrder, profile } from '../shop';
import { PayCheckoutTag } from './pay-checkout-tag';

@Component({
  selector: 'shop-page',
  imports: [PayCheckoutTag],
  template: `
    <button type="button" (click)="isShown.set(!isShown())">Quitar o poner</button>
    @if (isShown()) {
      <pay-checkout
        publicKey="pub_test_shop"
        baseUrl="http://127.0.0.1:5174"
        libraryUrl="http://127.0.0.1:5174/libs/js/v1.js"
        [amountInCents]="11_900_000"
        customerEmail="ana@example.com"
        [cartId]="cartId"
        [createOrder]="createOrder"
        resolveUrl="/api/resolve"
        [profile]="profile"
        (pay-result)="handleResult($event)"
      ></pay-checkout>
    }
    <output>{{ results().join(' ') }}</output>
  `,
})
class ShopPage {
  protected readonly cartId = cartId;
  protected readonly createOrder = createOrder;
  protected readonly profile = profile;
  protected readonly isShown = signal(true);
  protected readonly results = signal<string[]>([]);

  protected handleResult({ transaction }: PayResultEvent): void {
    this.results.update((before) => [...before, transaction.status]);
  }
}

await bootstrapApplication(ShopPage);
