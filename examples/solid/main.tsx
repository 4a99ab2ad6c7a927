import { createSignal, Show } from 'solid-js';
import { render } from 'solid-js/web';
import 'pay-checkout';
import type {} from 'pay-checkout/jsx';
import { cartId, createOrder, profile } from '../shop';

function Shop() {
  const [isShown, setIsShown] = createSignal(true);
  const [results, setResults] = createSignal<string[]>([]);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown())}>
        Quitar o poner
      </button>
      <Show when={isShown()}>
        <pay-checkout
          public-key="pub_test_shop"
          base-url="http://127.0.0.1:5174"
          library-url="http://127.0.0.1:5174/libs/js/v1.js"
          prop:amountInCents={11_900_000}
          customer-email="ana@example.com"
          cart-id={cartId}
          prop:createOrder={createOrder}
          resolve-url="/api/resolve"
          prop:profile={profile}
          on:pay-result={({ transaction }) => setResults([...results(), transaction.status])}
        />
      </Show>
      <output>{results().join(' ')}</output>
    </>
  );
}

const root = document.querySelector('#app');
if (root) render(() => <Shop />, root);
