import { render } from 'preact';
import { useState } from 'preact/hooks';
import 'pay-checkout';
import type {} from 'pay-checkout/jsx';
import { cartId, createOrder, profile } from '../shop';

function Shop() {
  const [isShown, setIsShown] = useState(true);
  const [results, setResults] = useState<string[]>([]);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Quitar o poner
      </button>
      {isShown && (
        <pay-checkout
          publicKey="pub_test_shop"
          baseUrl="http://127.0.0.1:5174"
          libraryUrl="http://127.0.0.1:5174/libs/js/v1.js"
          amountInCents={11_900_000}
          customerEmail="ana@example.com"
          cartId={cartId}
          createOrder={createOrder}
          resolveUrl="/api/resolve"
          profile={profile}
          onpay-result={({ transaction }) => setResults((before) => [...before, transaction.status])}
        />
      )}
      <output>{results.join(' ')}</output>
    </>
  );
}

const root = document.querySelector('#app');
if (root) render(<Shop />, root);
