/** @jsxImportSource solid-js */
import type { PayCheckout, PayResultEvent, Order } from '../../src/index.ts';
import type { PayCheckoutListener } from '../../src/jsx.ts';

declare const handleResult: PayCheckoutListener<'pay-result'>;
declare const createOrder: (request: { method: string }) => Promise<Order>;
declare const keep: (element: PayCheckout) => void;

export const full = (
  <pay-checkout
    ref={keep}
    id="pay"
    class="checkout"
    aria-label="Pago"
    public-key="pub_test_1"
    amount-in-cents="11900000"
    attr:reference="ORDER-1001"
    prop:amountInCents={11_900_000}
    createOrder={createOrder}
    prop:profile={{ wireTypes: { WALLET_A: 'SOME_WALLET' } }}
    on:pay-state-change={({ state }) => state.status}
    on:pay-result={handleResult}
    on:pay-redirect={{ handleEvent: (event) => event.currentTarget.resume(event.transaction.id), once: true }}
    on:pay-error={({ error }) => error.code}
    onClick={(event) => event.clientX}
  >
    <h2 slot="header">Pago</h2>
  </pay-checkout>
);

export const wrong = [
  // @ts-expect-error a mode that does not exist
  <pay-checkout mode="subscription" />,
  // @ts-expect-error an amount is a number
  <pay-checkout prop:amountInCents="11900000" />,
  // @ts-expect-error a property that does not exist
  <pay-checkout prop:amount={11_900_000} />,
  // @ts-expect-error the state is read only
  <pay-checkout prop:state={{ status: 'loading' }} />,
  // @ts-expect-error another event's listener
  <pay-checkout on:pay-error={(event: PayResultEvent) => event.transaction} />,
];

export const others = <input value="other elements stay what they are" />;
