import 'pay-checkout';
import { cartId, createOrder, profile } from '../shop';

const main = document.querySelector('main');
const output = document.querySelector('output');

function openCheckout(): void {
  const checkout = document.createElement('pay-checkout');
  checkout.publicKey = 'pub_test_shop';
  checkout.baseUrl = 'http://127.0.0.1:5174';
  checkout.libraryUrl = 'http://127.0.0.1:5174/libs/js/v1.js';
  checkout.amountInCents = 11_900_000;
  checkout.customerEmail = 'ana@example.com';
  checkout.cartId = cartId;
  checkout.createOrder = createOrder;
  checkout.resolveUrl = '/api/resolve';
  checkout.profile = profile;
  checkout.addEventListener('pay-result', ({ transaction }) => {
    output?.append(`${transaction.status} `);
  });
  main?.replaceChildren(checkout);
}

document.querySelector('button')?.addEventListener('click', () => {
  if (main?.firstElementChild) main.replaceChildren();
  else openCheckout();
});
openCheckout();
